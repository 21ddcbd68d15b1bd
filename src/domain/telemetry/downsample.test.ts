/** A chart's lines as a table: every reading while there are few, else the least and greatest of each stretch. */
import { describe, expect, it } from 'vitest';
import { tableRows } from './downsample.ts';

const line = (...points: [atMs: number, value: number][]) => ({
  times: Float64Array.from(points, ([atMs]) => atMs),
  values: Float64Array.from(points, ([, value]) => value),
});
const one = (value: number) => ({ min: value, max: value });

describe('the table of a chart', () => {
  const lines = [line([0, 9], [10, 1], [20, 2], [30, 3], [40, 9]), line([20, 7], [25, 8])];

  it('has a row for each time of the range, its ends included, with an empty cell where a line has no reading', () => {
    expect(tableRows(lines, 10, 30, 5, 2)).toEqual({
      whole: true,
      rows: [
        { startMs: 10, cells: [one(1), null] },
        { startMs: 20, cells: [one(2), one(7)] },
        { startMs: 25, cells: [null, one(8)] },
        { startMs: 30, cells: [one(3), null] },
      ],
    });
  });

  it('has the least and the greatest of several readings at one time', () => {
    expect(tableRows([line([10, 5], [10, 2], [10, 3])], 0, 20, 3, 2).rows).toEqual([
      { startMs: 10, cells: [{ min: 2, max: 5 }] },
    ]);
  });

  it('has stretches of time in place of single times when there are too many readings', () => {
    expect(tableRows(lines, 10, 30, 4, 2)).toEqual({
      whole: false,
      rows: [
        { startMs: 10, cells: [one(1), null] },
        {
          startMs: 20,
          cells: [
            { min: 2, max: 3 },
            { min: 7, max: 8 },
          ],
        },
      ],
    });
  });

  it('is empty where nothing was read', () => {
    expect(tableRows([line()], 0, 10, 0, 2)).toEqual({ whole: true, rows: [] });
    expect(tableRows([line([20, 1])], 0, 10, 0, 2)).toEqual({ whole: true, rows: [] });
  });

  it('has stretches of at least a millisecond', () => {
    expect(tableRows([line([5, 1], [6, 2])], 5, 6, 1, 4).rows).toEqual([
      { startMs: 5, cells: [one(1)] },
      { startMs: 6, cells: [one(2)] },
    ]);
  });
});
