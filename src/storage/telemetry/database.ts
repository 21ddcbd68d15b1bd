/** The telemetry of one account, in a database of its own: it can be fetched again, so it never shares a fate with receipts. */
import type { DBSchema } from 'idb';
import type { RequestBudget } from '../../domain/telemetry/budget.ts';
import { BLOCK_MS, UNDATED, type TelemetryBlock, type WordColumn } from '../../domain/telemetry/block.ts';
import { HOURS_A_BLOCK, type BlockHours } from '../../domain/telemetry/hours.ts';
import { freshBeacon, type BeaconState, type LastReading } from '../../domain/telemetry/fleet.ts';
import { openDatabase, type Database } from '../idb/database.ts';
import { telemetryDatabase } from '../../names.ts';

interface TelemetrySchema extends DBSchema {
  /** Key: trackingId and start of the window. */
  blocks: { key: [string, number]; value: unknown; indexes: { byStart: number } };
  /** Each block in short, written with it; of blocks from before there were any it is made when it is first asked for. */
  hours: { key: [string, number]; value: unknown; indexes: { byStart: number } };
  beacons: { key: string; value: unknown };
  meta: { key: string; value: unknown };
  /** Apart from the rest: it changes with every request and is no news for anybody who looks. */
  budget: { key: string; value: unknown };
}

export type TelemetryDatabase = Database<TelemetrySchema>;

export function openTelemetryDatabase(accountId: string): Promise<TelemetryDatabase> {
  return openDatabase<TelemetrySchema>({
    name: telemetryDatabase(accountId),
    version: 3,
    upgrade(db, oldVersion) {
      if (oldVersion < 1) {
        db.createObjectStore('blocks', { keyPath: ['trackingId', 'startMs'] }).createIndex('byStart', 'startMs');
        db.createObjectStore('beacons', { keyPath: 'trackingId' });
        db.createObjectStore('meta');
      }
      if (oldVersion < 2) db.createObjectStore('budget');
      if (oldVersion < 3)
        db.createObjectStore('hours', { keyPath: ['trackingId', 'startMs'] }).createIndex('byStart', 'startMs');
    },
  });
}

/** A block as stored, or null for what is none: it is written over when its records are fetched again. */
export function readBlock(raw: unknown): TelemetryBlock | null {
  const block = raw as TelemetryBlock | null | undefined;
  if (typeof block !== 'object' || block === null) return null;
  const { trackingId, startMs, count, bytes, times, sources, numbers, flags, texts, rest, faults } = block;
  const sound =
    typeof trackingId === 'string' &&
    (startMs === UNDATED || (typeof startMs === 'number' && startMs % BLOCK_MS === 0)) &&
    Number.isInteger(count) &&
    count > 0 &&
    typeof bytes === 'number' &&
    times instanceof Float64Array &&
    times.length === count &&
    isWords(sources, count) &&
    isColumns(numbers, (column) => column instanceof Float64Array && column.length === count) &&
    isColumns(flags, (column) => column instanceof Uint8Array && column.length === count) &&
    isColumns(texts, (column) => isWords(column, count)) &&
    isList(rest, count) &&
    isList(faults, count);
  return sound ? block : null;
}

/** A block in short as stored; null for what is none. */
export function readHours(raw: unknown): BlockHours | null {
  const hours = raw as BlockHours | null | undefined;
  if (typeof hours !== 'object' || hours === null) return null;
  const { trackingId, startMs, counts, battery, temperature, gateways } = hours;
  const sound =
    typeof trackingId === 'string' &&
    typeof startMs === 'number' &&
    counts instanceof Uint32Array &&
    counts.length === HOURS_A_BLOCK &&
    [battery, temperature].every((column) => column instanceof Float64Array && column.length === HOURS_A_BLOCK) &&
    Array.isArray(gateways) &&
    gateways.every(
      (one: { sourceId?: unknown; count?: unknown; lastMs?: unknown } | null) =>
        typeof one?.sourceId === 'string' && typeof one.count === 'number' && typeof one.lastMs === 'number',
    );
  return sound ? hours : null;
}

/** A beacon's state as stored; null for what is none. */
export function readBeacon(raw: unknown): BeaconState | null {
  const stored = raw as Partial<BeaconState> | null | undefined;
  if (typeof stored !== 'object' || stored === null || typeof stored.trackingId !== 'string') return null;
  return {
    ...freshBeacon(stored.trackingId),
    uniqueId: textOrNull(stored.uniqueId),
    lastHeardMs: numberOrNull(stored.lastHeardMs),
    lastSourceId: textOrNull(stored.lastSourceId),
    battery: readingOrNull(stored.battery, 'number'),
    temperature: readingOrNull(stored.temperature, 'number'),
    moving: readingOrNull(stored.moving, 'boolean'),
    rssi: readingOrNull(stored.rssi, 'number'),
    askedFromMs: numberOrNull(stored.askedFromMs),
    askedUntilMs: numberOrNull(stored.askedUntilMs),
  };
}

/** The budget as stored; what is none is left out, so that nothing odd can block a request for ever. */
export function readBudget(raw: unknown): RequestBudget {
  const stored = (typeof raw === 'object' && raw !== null ? raw : {}) as {
    open?: unknown;
    overAtMs?: unknown;
    notBeforeMs?: unknown;
    refusedAtMs?: unknown;
  };
  const listed = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);
  return {
    open: listed(stored.open).flatMap((one) => {
      const { turn, takenAtMs } = (typeof one === 'object' && one !== null ? one : {}) as {
        turn?: unknown;
        takenAtMs?: unknown;
      };
      const atMs = numberOrNull(takenAtMs);
      return typeof turn === 'string' && atMs !== null ? [{ turn, takenAtMs: atMs }] : [];
    }),
    overAtMs: listed(stored.overAtMs).flatMap((at) => numberOrNull(at) ?? []),
    notBeforeMs: numberOrNull(stored.notBeforeMs) ?? 0,
    refusedAtMs: numberOrNull(stored.refusedAtMs) ?? 0,
  };
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readingOrNull<T>(raw: LastReading<T> | null | undefined, type: 'number' | 'boolean'): LastReading<T> | null {
  if (typeof raw !== 'object' || raw === null || typeof raw.value !== type) return null;
  return { value: raw.value, atMs: numberOrNull(raw.atMs) };
}

function isWords(column: WordColumn | undefined, count: number): boolean {
  return (
    typeof column === 'object' &&
    column !== null &&
    Array.isArray(column.words) &&
    column.at instanceof Uint32Array &&
    column.at.length === count
  );
}

function isColumns<T>(columns: Readonly<Record<string, T>> | undefined, isColumn: (column: T) => boolean): boolean {
  return typeof columns === 'object' && columns !== null && Object.values(columns).every(isColumn);
}

function isList(list: readonly unknown[] | null, count: number): boolean {
  return list === null || (Array.isArray(list) && list.length === count);
}
