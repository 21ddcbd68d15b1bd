/** Finds the lines that would flatten all others on one scale, so that they can be drawn on a scale of their own. */

/** A line that reaches this many times as far from the middle as most lines leaves them a sixth of the height. */
const FAR = 6;

/** The few of these lines that lie far from the others; NaN where there is no reading. */
export function farLines(lines: readonly Float64Array[]): ReadonlySet<Float64Array> {
  const spans = lines.map(spanOf).filter((span) => span !== null);
  const middle = medianOf(spans.map(({ mean }) => mean));
  const reachOf = ({ least, most }: Span): number => Math.max(middle - least, most - middle);
  const usual = medianOf(spans.map(reachOf));
  return new Set(spans.filter((span) => usual > 0 && reachOf(span) > FAR * usual).map(({ values }) => values));
}

interface Span {
  readonly values: Float64Array;
  readonly least: number;
  readonly most: number;
  readonly mean: number;
}

/** Null without readings. */
function spanOf(values: Float64Array): Span | null {
  let [least, most, sum, count] = [Infinity, -Infinity, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
    sum += value;
    count += 1;
  }
  return count === 0 ? null : { values, least, most, mean: sum / count };
}

/** The upper one of two in the middle, so that of two lines neither is far. */
function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
