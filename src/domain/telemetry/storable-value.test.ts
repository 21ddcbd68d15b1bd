/** Values of unknown fields are stored whole when possible, and cut when they could break storage. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../device.ts';
import { CUT_MARK, MAX_CHARACTERS, characterBudget, storableValue } from './storable-value.ts';
import { readRecord } from './record.ts';

/** Builds a nested value without recursion. */
function nested(levels: number, kind: 'array' | 'object'): Json {
  let text = '1';
  text =
    kind === 'array'
      ? `${'['.repeat(levels)}${text}${']'.repeat(levels)}`
      : `${'{"a":'.repeat(levels)}${text}${'}'.repeat(levels)}`;
  return JSON.parse(text) as Json;
}

describe('a value of a telemetry record', () => {
  it('is stored unchanged when it is ordinary', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(storableValue(value as Json, characterBudget())).toEqual({ value, whole: true });
      }),
    );
    const own = { a: [1, { b: null }] };
    expect(storableValue(own, characterBudget()).value).toBe(own);
    expect(storableValue(nested(32, 'array'), characterBudget()).whole).toBe(true);
  });

  it.each(['array', 'object'] as const)(
    'that is an %s nested 200,000 deep keeps its first levels, with a mark at the cut',
    (kind) => {
      const limited = storableValue(nested(200_000, kind), characterBudget());
      expect(limited.whole).toBe(false);
      const text = JSON.stringify(limited.value);
      expect(text).toContain(CUT_MARK);
      expect(text.length).toBeLessThan(300);
      expect(storableValue(nested(33, kind), characterBudget()).whole).toBe(false);
    },
  );

  it('is cut when it is a text, a list or an object with names that are too long', () => {
    const long = 'x'.repeat(MAX_CHARACTERS + 1);
    for (const value of [
      long,
      Array.from({ length: MAX_CHARACTERS + 5 }, () => 1),
      { [long]: 1, [`${long}2`]: 2 },
      ['kept', long, 'not kept'],
    ]) {
      const limited = storableValue(value, characterBudget());
      expect(limited.whole).toBe(false);
      expect(JSON.stringify(limited.value)).toContain(CUT_MARK);
    }
    expect(storableValue(['kept', long, 'not kept'], characterBudget()).value).toEqual(['kept', CUT_MARK]);
  });

  it.each<[what: string, value: (characters: number) => Json]>([
    ['a text', (characters) => 'x'.repeat(characters)],
    ['a list of numbers', (characters) => Array.from({ length: characters }, () => 7)],
    ['a name and its number', (characters) => ({ ['n'.repeat(characters - 1)]: 7 })],
  ])('is stored whole if it needs no more characters than are left: %s', (_what, value) => {
    expect(storableValue(value(500), { characters: 500 }).whole).toBe(true);
    expect(storableValue(value(501), { characters: 500 }).whole).toBe(false);
  });

  it('is cut when the values before it in the record have left too few characters', () => {
    const left = { characters: 10 };
    expect(storableValue('seven..', left).whole).toBe(true);
    expect(storableValue('four', left)).toEqual({ value: CUT_MARK, whole: false });
    expect(storableValue([], left)).toEqual({ value: CUT_MARK, whole: false });
    expect(storableValue({ a: 1, b: 2, c: 3 }, { characters: 3 }).value).toEqual({ a: 1, b: CUT_MARK });
  });

  it('that contains the name __proto__ keeps the name as a plain field', () => {
    const value = JSON.parse(`{"__proto__":{"a":"${'x'.repeat(MAX_CHARACTERS)}"}}`) as Json;
    const limited = storableValue(value, characterBudget());
    expect(Object.keys(limited.value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(limited.value)).toBe(Object.prototype);
  });
});

describe('a stored telemetry record', () => {
  it('has its complete fields, and a list of the fields that were cut', () => {
    const reading = readRecord({
      trackingId: 't',
      temperature: 4,
      odd: nested(5000, 'array'),
      fine: { a: 1 },
      humidity: nested(5000, 'object'),
      firmware: 'y'.repeat(300_000),
      sourceId: 'g',
    });
    expect(reading).toMatchObject({
      cut: ['odd', 'humidity', 'firmware'],
      record: { sourceId: 'g', values: { temperature: 4 }, faults: ['humidity', 'firmware'] },
    });
    expect(reading!.record.rest!['fine']).toEqual({ a: 1 });
    expect(readRecord({ trackingId: 't', odd: { a: 1 } })).toMatchObject({ cut: null });
  });
});
