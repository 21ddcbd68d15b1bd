import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_FILTER, countFilters } from '../../../domain/device-list/filter.ts';
import { USUAL_VIEW, columnsOf, parseView, stored, type ListView } from './list-view.ts';

describe('a stored view of the device list', () => {
  it('is restored unchanged', () => {
    const view: ListView = {
      filter: { ...NO_FILTER, tags: ['x'], needs: ['pending'], battery: { from: 0, to: 20 } },
      by: 'mac',
      descending: true,
      columns: ['mac', 'tags'],
      density: 'compact',
      widths: { alias: 22.5, state: 12 },
    };
    expect(parseView(JSON.parse(JSON.stringify(stored(view))))).toEqual(view);
    expect(parseView(JSON.parse(JSON.stringify(stored(USUAL_VIEW))))).toEqual(USUAL_VIEW);
  });

  it('is restored with defaults in place of all that cannot be read', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            by: fc.jsonValue(),
            columns: fc.jsonValue(),
            density: fc.jsonValue(),
            widths: fc.oneof(fc.jsonValue(), fc.record({ alias: fc.jsonValue(), nosuch: fc.jsonValue() })),
            filter: fc.oneof(fc.jsonValue(), fc.string(), fc.constant('battery=x&tag=&state=nosuch')),
          }),
        ),
        (stored) => {
          const view = parseView(stored);
          expect(countFilters(view.filter)).toBeGreaterThanOrEqual(0);
          expect(typeof view.descending).toBe('boolean');
          for (const column of columnsOf(view, 'list')) expect(typeof column).toBe('string');
        },
      ),
    );
    expect(parseView({ by: 'nosuch', columns: ['mac', 'nosuch', 7], filter: 'battery=900' })).toEqual({
      ...USUAL_VIEW,
      columns: ['mac'],
    });
  });
});
