/**
 * Reduces the points of a line without changing its picture: the first, least, greatest and last reading of every pixel
 * are kept.
 */
import { firstAtOrAfter, type Line } from './series.ts';

/**
 * The data of a line chart: one list of times, and a value of each line at each time. Null breaks the line; undefined
 * means that the line has no reading at that time.
 */
interface DrawnLines {
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null | undefined)[])[];
}

const HAIR_MS = 0.01;

/** Returns the lines to draw. `buckets`: the width of the range in pixels. */
export function drawnLines(lines: readonly Line[], startMs: number, endMs: number, buckets: number): DrawnLines {
  const widthMs = (endMs - startMs) / Math.max(1, buckets);
  // Leaving out readings must not look like silence: kept readings may be a pixel apart.
  // A bucket is centred on its pixel, so that all its readings are drawn in one column, which is fast and exact.
  const half = widthMs / 2;
  const thinned = lines.map((line) =>
    withBreaks(thin(line, startMs - half, endMs + half, buckets + 1), Math.max(line.gapMs, widthMs)),
  );
  if (thinned.length === 1) return { times: thinned[0]!.times, values: [thinned[0]!.values] };
  const times = [...new Set(thinned.flatMap((line) => line.times))].sort((a, b) => a - b);
  const places = new Map(times.map((at, index) => [at, index]));
  const values = thinned.map((line) => {
    const column = Array<number | null | undefined>(times.length).fill(undefined);
    for (const [index, at] of line.times.entries()) {
      const place = places.get(at)!;
      column[place] = line.values[index];
      // A reading of another line must not bridge the silence of this one.
      if (line.values[index] === null)
        for (
          let next = places.get(line.times[index - 1]!)! + 1, to = places.get(line.times[index + 1]!)!;
          next < to;
          next += 1
        )
          column[next] = null;
    }
    return column;
  });
  return { times, values };
}

/**
 * Returns the first, least, greatest and last reading of each bucket in order of time, and one neighbour beyond each
 * end of the range.
 */
export function thin(
  line: Pick<Line, 'times' | 'values'>,
  startMs: number,
  endMs: number,
  buckets: number,
): { times: number[]; values: number[] } {
  const { times, values } = line;
  const from = Math.max(0, firstAtOrAfter(times, startMs) - 1);
  const to = Math.min(times.length, firstAtOrAfter(times, endMs + 1) + 1);
  const out = { times: [] as number[], values: [] as number[] };
  const keep = (index: number): void => {
    const at = times[index]!;
    const before = out.times.at(-1);
    // Times must be ascending: a second reading at the same time is moved by a tiny amount.
    out.times.push(before !== undefined && at <= before ? before + HAIR_MS : at);
    out.values.push(values[index]!);
  };
  if (to - from <= buckets * 4) {
    for (let index = from; index < to; index += 1) keep(index);
    return out;
  }
  const width = Math.max((endMs - startMs) / Math.max(1, buckets), Number.MIN_VALUE);
  for (let index = from; index < to;) {
    const bucket = Math.floor((times[index]! - startMs) / width);
    // Searching once for the end of the bucket is faster than testing every reading.
    const end = Math.max(index + 1, firstAtOrAfter(times, startMs + (bucket + 1) * width, index, to));
    let least = index;
    let most = index;
    let leastValue = values[index]!;
    let mostValue = leastValue;
    for (let at = index + 1; at < end; at += 1) {
      const value = values[at]!;
      if (value < leastValue) {
        least = at;
        leastValue = value;
      } else if (value > mostValue) {
        most = at;
        mostValue = value;
      }
    }
    const [a, b] = least < most ? [least, most] : [most, least];
    keep(index);
    if (a > index) keep(a);
    if (b > a && b > index) keep(b);
    if (end - 1 > b && end - 1 > index) keep(end - 1);
    index = end;
  }
  return out;
}

/** Adds a null in the middle of every silence, where the line breaks. */
function withBreaks(
  { times, values }: { times: number[]; values: number[] },
  gapMs: number,
): { times: number[]; values: (number | null)[] } {
  const out = { times: [] as number[], values: [] as (number | null)[] };
  for (const [index, at] of times.entries()) {
    const before = times[index - 1];
    if (before !== undefined && at - before > gapMs) {
      out.times.push((before + at) / 2);
      out.values.push(null);
    }
    out.times.push(at);
    out.values.push(values[index]!);
  }
  return out;
}

/**
 * Returns the lines as rows of a table: one for each time if there are at most `mostMoments` readings, else one for
 * each of `stretches` equal parts of the range that has readings, with its least and greatest. A row has one cell for each
 * line, null without a reading; `startMs` is the time of the reading, or the start of the stretch, Unix ms.
 */
export function tableRows(
  lines: readonly Pick<Line, 'times' | 'values'>[],
  startMs: number,
  endMs: number,
  mostMoments: number,
  stretches: number,
) {
  const bounds = lines.map(({ times }) => ({
    from: firstAtOrAfter(times, startMs),
    to: firstAtOrAfter(times, endMs + 1),
  }));
  const whole = bounds.reduce((sum, { from, to }) => sum + to - from, 0) <= mostMoments;
  const width = Math.max(1, (endMs - startMs) / stretches);
  const rows = new Map<number, ({ min: number; max: number } | null)[]>();
  for (const [index, { times, values }] of lines.entries()) {
    const { from, to } = bounds[index]!;
    for (let at = from; at < to; at += 1) {
      const key = whole
        ? times[at]!
        : startMs + Math.min(stretches - 1, Math.floor((times[at]! - startMs) / width)) * width;
      let cells = rows.get(key);
      if (cells === undefined) rows.set(key, (cells = lines.map(() => null)));
      const value = values[at]!;
      const cell = cells[index];
      if (cell === null || cell === undefined) cells[index] = { min: value, max: value };
      else {
        cell.min = Math.min(cell.min, value);
        cell.max = Math.max(cell.max, value);
      }
    }
  }
  return { rows: [...rows].sort(([a], [b]) => a - b).map(([at, cells]) => ({ startMs: at, cells })), whole };
}
