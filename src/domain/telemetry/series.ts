/** Lines for a chart: one field of one beacon over time, counters as increments, silence as gaps. */
import { isMainsMark } from '../device.ts';
import { wordAt, type TelemetryBlock } from './block.ts';
import { COUNTER_SIZE, telemetryField, type TelemetryKind } from './fields.ts';

export interface Line {
  /** Ascending, Unix ms, with one value for each. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Readings further apart than this are not joined, ms. */
  readonly gapMs: number;
}

export interface SeriesData extends Line {
  readonly trackingId: string;
  readonly field: string;
  readonly times: Float64Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
}

interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

interface SeriesRange extends Stretch {
  /** Only records of these gateways; null for all. */
  readonly sourceIds: ReadonlySet<string> | null;
}

const MIN_GAP_MS = 120_000;
/** Maximum delay with which a gateway delivers a record. */
const LATE_MS = 300_000;
/** A gap longer than this many usual intervals counts as silence. */
const GAP_TIMES = 4;

/** Returns the readings of one field. `blocks`: of one beacon, in order of time. */
export function seriesOf(blocks: readonly TelemetryBlock[], field: string, range: SeriesRange): SeriesData {
  const kind = telemetryField(field)?.kind ?? 'gauge';
  const most = blocks.reduce((sum, block) => sum + block.count, 0);
  const times = new Float64Array(most);
  const values = new Float64Array(most);
  const sources = kind === 'counter' ? new Uint32Array(most) : null;
  const gateways = new Map<string, number>();
  let count = 0;
  for (const block of blocks) {
    const column = columnOf(block, field, kind);
    if (column === null) continue;
    for (let index = 0; index < block.count; index += 1) {
      const at = block.times[index]!;
      // Also skips NaN, the time of an undated record.
      if (!(at >= range.startMs && at <= range.endMs)) continue;
      const value = column(index);
      if (Number.isNaN(value) || (field === 'batteryLevel' && isMainsMark(value))) continue;
      if (range.sourceIds !== null && !range.sourceIds.has(wordAt(block.sources, index) ?? '')) continue;
      times[count] = at;
      values[count] = value;
      if (sources !== null) sources[count] = numberOf(gateways, wordAt(block.sources, index) ?? '');
      count += 1;
    }
  }
  const trackingId = blocks[0]?.trackingId ?? '';
  const own = { times: times.slice(0, count), values: values.slice(0, count) };
  const line = sources === null ? own : increments(own.times, own.values, sources);
  return { trackingId, field, ...line, gapMs: usualGapMs(line.times) };
}

/**
 * Returns by how much a counter increased since the reading before, modulo 256 (interface.md 8). The first reading has
 * no increment. `sources` numbers the gateways: an older reading that another gateway delivers late is not a wrap.
 */
export function increments(
  times: Float64Array,
  readings: Float64Array,
  sources: Uint32Array = new Uint32Array(times.length),
): { times: Float64Array<ArrayBuffer>; values: Float64Array<ArrayBuffer> } {
  const out = { times: new Float64Array(times.length), values: new Float64Array(times.length) };
  let count = 0;
  let before = -1;
  for (let index = 0; index < readings.length; index += 1) {
    if (before >= 0) {
      const step = (((readings[index]! - readings[before]!) % COUNTER_SIZE) + COUNTER_SIZE) % COUNTER_SIZE;
      const apart = times[index]! - times[before]!;
      const other = sources[index] !== sources[before];
      // The same packet from a second gateway, or an older one.
      if (other && ((step === 0 && apart === 0) || (step >= COUNTER_SIZE / 2 && apart <= LATE_MS))) continue;
      out.times[count] = times[index]!;
      out.values[count] = step;
      count += 1;
    }
    before = index;
  }
  return { times: out.times.slice(0, count), values: out.values.slice(0, count) };
}

/**
 * Returns the interval above which a gap is a silence, ms. Based on the median, so that a beacon that sends once an
 * hour is not silent most of the time.
 */
export function usualGapMs(times: Float64Array): number {
  if (times.length < 3) return Math.max(MIN_GAP_MS, times.length === 2 ? times[1]! - times[0]! : 0);
  // A thousand intervals give the same median as a million.
  const step = Math.max(1, Math.floor(times.length / 1000));
  const distances: number[] = [];
  for (let index = 1; index < times.length; index += step) {
    const distance = times[index]! - times[index - 1]!;
    if (distance > 0) distances.push(distance);
  }
  if (distances.length === 0) return MIN_GAP_MS;
  distances.sort((a, b) => a - b);
  return Math.max(MIN_GAP_MS, GAP_TIMES * distances[Math.floor(distances.length / 2)]!);
}

export function summarizeSeries(series: Line & Pick<SeriesData, 'field'>) {
  const { times, values, gapMs } = series;
  let least = -1;
  let most = -1;
  let sum = 0;
  let gaps = 0;
  let longestGapMs = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!;
    sum += value;
    if (least < 0 || value < values[least]!) least = index;
    if (most < 0 || value > values[most]!) most = index;
    const silence = index === 0 ? 0 : times[index]! - times[index - 1]!;
    if (silence > gapMs) {
      gaps += 1;
      longestGapMs = Math.max(longestGapMs, silence);
    }
  }
  const at = (index: number) => (index < 0 ? null : { timeMs: times[index]!, value: values[index]! });
  return {
    count: values.length,
    min: at(least),
    max: at(most),
    mean: values.length === 0 ? null : sum / values.length,
    /**
     * Sum of a counter's increments; null for other fields. After a silence the counter may have wrapped unnoticed, so it
     * is a minimum.
     */
    total: telemetryField(series.field)?.kind === 'counter' ? sum : null,
    gaps,
    longestGapMs,
  };
}

/** Returns the stretches within the range in which no line has a reading; a chart shades them. */
export function silences(lines: readonly Pick<Line, 'times' | 'gapMs'>[], startMs: number, endMs: number): Stretch[] {
  const gapMs = Math.max(MIN_GAP_MS, ...lines.map((line) => line.gapMs));
  let silent: Stretch[] = [{ startMs, endMs }];
  for (const { times } of lines) silent = shared(silent, gapsOf(times, startMs, endMs, gapMs));
  return silent.filter((one) => one.endMs - one.startMs > gapMs);
}

/** Returns the gaps of one line. Fast enough for a million readings at each zoom. */
function gapsOf(times: Float64Array, startMs: number, endMs: number, gapMs: number): Stretch[] {
  const gaps: Stretch[] = [];
  let before = startMs;
  const to = times.length;
  for (let index = firstAtOrAfter(times, startMs); index < to; index += 1) {
    const at = times[index]!;
    if (at >= endMs) break;
    if (at - before > gapMs) gaps.push({ startMs: before, endMs: at });
    before = at;
  }
  if (endMs - before > gapMs) gaps.push({ startMs: before, endMs });
  return gaps;
}

/** Returns the common parts of two ordered lists of stretches. */
function shared(a: readonly Stretch[], b: readonly Stretch[]): Stretch[] {
  const both: Stretch[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [one, other] = [a[i]!, b[j]!];
    const from = Math.max(one.startMs, other.startMs);
    const to = Math.min(one.endMs, other.endMs);
    if (to > from) both.push({ startMs: from, endMs: to });
    if (one.endMs < other.endMs) i += 1;
    else j += 1;
  }
  return both;
}

/** Returns the index of the first time not before `atMs`, between two indexes. */
export function firstAtOrAfter(times: Float64Array, atMs: number, from = 0, to = times.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function numberOf(gateways: Map<string, number>, id: string): number {
  const index = gateways.get(id);
  if (index !== undefined) return index;
  gateways.set(id, gateways.size);
  return gateways.size - 1;
}

function columnOf(block: TelemetryBlock, field: string, kind: TelemetryKind): ((index: number) => number) | null {
  if (kind === 'flag') {
    const flags = block.flags[field];
    return flags === undefined ? null : (index) => (flags[index] === 0 ? Number.NaN : flags[index]! - 1);
  }
  const numbers = block.numbers[field];
  return numbers === undefined ? null : (index) => numbers[index]!;
}
