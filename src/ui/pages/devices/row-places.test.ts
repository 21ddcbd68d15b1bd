import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeRows } from './row-places.ts';

describe('the layout of rows in a long list', () => {
  it('places rows directly below each other, whether normal or tall', () => {
    const places = placeRows(4, 10, 15, [1, 3]);
    expect([0, 1, 2, 3, 4].map(places.top)).toEqual([0, 10, 25, 35, 50]);
    expect([0, 1, 2, 3].map(places.height)).toEqual([10, 15, 10, 15]);
    expect([-5, 0, 9, 10, 24, 25, 34, 35, 49, 500].map(places.at)).toEqual([0, 0, 0, 1, 1, 2, 2, 3, 3, 3]);
    expect(places.total).toBe(50);
    expect(placeRows(0, 10, 15, []).at(7)).toBe(0);
  });

  it('finds every row at its position', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.array(fc.nat(299)), (count, some) => {
        const tall = [...new Set(some)].filter((index) => index < count).sort((one, other) => one - other);
        const places = placeRows(count, 72, 100, tall);
        for (let index = 0; index < count; index += 1) {
          expect(places.top(index + 1) - places.top(index)).toBe(places.height(index));
          expect(places.at(places.top(index))).toBe(index);
          expect(places.at(places.top(index + 1) - 1)).toBe(index);
        }
      }),
    );
  });
});
