import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctNames, fittedLabels } from './labels.ts';

const upTo = (most: number) => (text: string) => [...text].length <= most;

describe('names in a narrow space', () => {
  it('are unchanged when they fit', () =>
    expect(fittedLabels(['Ward 3', 'Hall'], upTo(10))).toEqual(['Ward 3', 'Hall']));

  it('keep beginning and end, because rooms are numbered at the end', () =>
    expect(fittedLabels(['Basement 002', 'Basement 003'], upTo(8))).toEqual(['Base…002', 'Base…003']));

  it('are cut to their differing part when beginning and end are the same', () => {
    const found = fittedLabels(['Basement corridor north door 1', 'Basement corridor south door 1'], upTo(9));
    expect(new Set(found).size).toBe(2);
    expect(found[0]).toContain('nor');
    expect(found[1]).toContain('sou');
  });

  it('always fit, and never split a character', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        (names, most) => {
          for (const name of fittedLabels(names, upTo(most))) {
            expect([...name].length).toBeLessThanOrEqual(Math.max(most, 1));
            expect(() => encodeURIComponent(name)).not.toThrow();
          }
        },
      ),
    ));
});

describe('the names of two different beacons', () => {
  it('include the IDs when the names are the same', () =>
    expect(
      distinctNames([
        { name: 'Kontakt', id: 'a1' },
        { name: 'Hall', id: 'b2' },
        { name: 'Kontakt', id: 'c3' },
      ]),
    ).toEqual(['Kontakt (a1)', 'Hall', 'Kontakt (c3)']));
});
