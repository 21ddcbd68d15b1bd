/**
 * Stored telemetry: the records of one beacon in six hours, column by column, so that a chart reads numbers instead of
 * objects.
 */
import * as z from 'zod/mini';
import type { Json } from '../device.ts';
import { groupedBy } from '../record.ts';
import { rowObject, type Parsed } from '../schema.ts';
import type { TelemetryRecord, TelemetryValue } from './record.ts';

/** The texts of a column, each stored once: `at[i]` is an index into `words` plus 1; 0 means none. */
const wordColumn = rowObject({
  words: z.custom<readonly string[]>(Array.isArray),
  at: z.instanceof(Uint32Array),
});
type WordColumn = Parsed<typeof wordColumn>;

const listOrNull = <Item>() => z.nullable(z.custom<readonly Item[]>(Array.isArray));

export const BLOCK_MS = 6 * 3_600_000;
export const UNDATED = -1e16;

/** The stored row of a block. */
export const blockSchema = rowObject({
  trackingId: z.string(),
  /** Start of the window, Unix ms; `UNDATED` for records without a time. */
  startMs: z.number().check(z.refine((ms) => ms === UNDATED || ms % BLOCK_MS === 0)),
  count: z.int().check(z.gt(0)),
  /** Approximate size on disk. */
  bytes: z.number(),
  /** Ascending, Unix ms; NaN for a record without a time. */
  times: z.instanceof(Float64Array),
  sources: wordColumn,
  /** NaN means absent. */
  numbers: z.record(z.string(), z.instanceof(Float64Array)),
  /** 0 is absent, 1 false, 2 true. */
  flags: z.record(z.string(), z.instanceof(Uint8Array)),
  texts: z.record(z.string(), wordColumn),
  rest: listOrNull<Readonly<Record<string, Json>> | null>(),
  faults: listOrNull<readonly string[] | null>(),
});
export type TelemetryBlock = Parsed<typeof blockSchema>;

/** Returns the start of the window that contains this time. */
export function blockStart(timeMs: number | null): number {
  return timeMs === null ? UNDATED : Math.floor(timeMs / BLOCK_MS) * BLOCK_MS;
}

/** Groups records by beacon and window, in the order given. */
export function groupRecords(records: readonly TelemetryRecord[]): Map<string, TelemetryRecord[]> {
  return groupedBy(records, ({ timeMs, trackingId }) => `${blockStart(timeMs)} ${trackingId}`);
}

/**
 * Returns the block with the records added, and how many of them it did not contain before. A record that was fetched
 * twice is stored once. All records must belong to the block's beacon and window.
 */
export function mergeIntoBlock(before: TelemetryBlock | null, records: readonly TelemetryRecord[]) {
  const stored = before === null ? [] : recordsOf(before);
  const byKey = groupedBy(stored, identity);
  let added = 0;
  for (const record of records) {
    const alike = byKey.get(identity(record)) ?? [];
    // A gateway may hear two packets within a second, so only a record that is equal in every field is the same one.
    if (alike.some((other) => isSame(other, record))) continue;
    alike.push(record);
    byKey.set(identity(record), alike);
    stored.push(record);
    added += 1;
  }
  if (before !== null && added === 0) return { block: before, added };
  const first = records[0] ?? stored[0]!;
  return { block: blockOf(first.trackingId, blockStart(first.timeMs), stored), added };
}

/**
 * Returns the block with the times at which its records were heard, for times inside its window. Earlier versions
 * stored the sender's times; a record that they put into another window keeps that time.
 */
export function withHeardTimes(block: TelemetryBlock): TelemetryBlock {
  const { numbers, times, count, startMs } = block;
  const [cloud, gateway] = [numbers['cloudTimestamp'], numbers['gatewayTimestamp']];
  if (cloud === undefined && gateway === undefined) return block;
  let changed: (number | null)[] | null = null;
  for (let index = 0; index < count; index += 1) {
    const cloudMs = cloud?.[index] ?? Number.NaN;
    const heardMs = Number.isNaN(cloudMs) ? (gateway?.[index] ?? Number.NaN) : cloudMs;
    if (!(heardMs >= startMs && heardMs < startMs + BLOCK_MS) || heardMs === times[index]) continue;
    (changed ??= Array<null>(count).fill(null))[index] = heardMs;
  }
  return changed === null
    ? block
    : blockOf(
        block.trackingId,
        startMs,
        recordsOf(block).map((record, index) => ({ ...record, timeMs: changed[index] ?? record.timeMs })),
      );
}

/** Returns the record at this index as it was read. */
export function recordAt(block: TelemetryBlock, index: number): TelemetryRecord {
  const values: Record<string, TelemetryValue> = {};
  for (const name of Object.keys(block.numbers)) {
    const value = block.numbers[name]![index]!;
    if (!Number.isNaN(value)) values[name] = value;
  }
  for (const name of Object.keys(block.flags)) {
    const value = block.flags[name]![index]!;
    if (value !== 0) values[name] = value === 2;
  }
  for (const name of Object.keys(block.texts)) {
    const word = wordAt(block.texts[name]!, index);
    if (word !== null) values[name] = word;
  }
  const time = block.times[index]!;
  return {
    trackingId: block.trackingId,
    sourceId: wordAt(block.sources, index),
    timeMs: Number.isNaN(time) ? null : time,
    values,
    rest: block.rest?.[index] ?? null,
    faults: block.faults?.[index] ?? null,
  };
}

export function recordsOf(block: TelemetryBlock): TelemetryRecord[] {
  return Array.from({ length: block.count }, (_, index) => recordAt(block, index));
}

export function wordAt(column: WordColumn, index: number): string | null {
  const at = column.at[index]!;
  return at === 0 ? null : (column.words[at - 1] ?? null);
}

function blockOf(trackingId: string, startMs: number, records: TelemetryRecord[]): TelemetryBlock {
  records.sort((a, b) => (a.timeMs ?? 0) - (b.timeMs ?? 0));
  const count = records.length;
  const times = new Float64Array(count);
  const sources = emptyColumn(count);
  const numbers: Record<string, Float64Array<ArrayBuffer>> = {};
  const flags: Record<string, Uint8Array<ArrayBuffer>> = {};
  const texts: Record<string, MutableWords> = {};
  let rest: (Readonly<Record<string, Json>> | null)[] | null = null;
  let faults: (readonly string[] | null)[] | null = null;
  let restLength = 0;
  for (let index = 0; index < count; index += 1) {
    const record = records[index]!;
    times[index] = record.timeMs ?? Number.NaN;
    if (record.sourceId !== null) put(sources, index, record.sourceId);
    for (const name in record.values) {
      const value = record.values[name]!;
      if (typeof value === 'number') (numbers[name] ??= new Float64Array(count).fill(Number.NaN))[index] = value;
      else if (typeof value === 'boolean') (flags[name] ??= new Uint8Array(count))[index] = value ? 2 : 1;
      else put((texts[name] ??= emptyColumn(count)), index, value);
    }
    if (record.rest !== null) {
      (rest ??= Array<null>(count).fill(null))[index] = record.rest;
      restLength += JSON.stringify(record.rest).length;
    }
    if (record.faults !== null) (faults ??= Array<null>(count).fill(null))[index] = record.faults;
  }
  const words = [sources, ...Object.values(texts)];
  const bytes =
    200 +
    count * (8 + Object.keys(numbers).length * 8 + Object.keys(flags).length + words.length * 4) +
    words.reduce((sum, column) => sum + column.words.reduce((length, word) => length + word.length + 8, 0), 0) +
    restLength;
  return {
    trackingId,
    startMs,
    count,
    bytes,
    times,
    sources: finished(sources),
    numbers,
    flags,
    texts: Object.fromEntries(Object.entries(texts).map(([name, column]) => [name, finished(column)])),
    rest,
    faults,
  };
}

interface MutableWords {
  readonly words: string[];
  readonly at: Uint32Array<ArrayBuffer>;
  readonly places: Map<string, number>;
}

function emptyColumn(count: number): MutableWords {
  return { words: [], at: new Uint32Array(count), places: new Map() };
}

function put(column: MutableWords, index: number, word: string): void {
  let place = column.places.get(word);
  if (place === undefined) {
    place = column.words.push(word);
    column.places.set(word, place);
  }
  column.at[index] = place;
}

function finished({ words, at }: MutableWords): WordColumn {
  return { words, at };
}

function identity(record: TelemetryRecord): string {
  return `${String(record.timeMs)} ${record.sourceId ?? ''}`;
}

function isSame(a: TelemetryRecord, b: TelemetryRecord): boolean {
  const names = Object.keys(a.values);
  if (names.length !== Object.keys(b.values).length) return false;
  if (names.some((name) => a.values[name] !== b.values[name])) return false;
  return (a.rest === null && b.rest === null) || JSON.stringify(a.rest) === JSON.stringify(b.rest);
}
