/**
 * Reads the list of devices from the backend page by page and merges it into the cache (interface.md 2.6, 4.3,
 * product.md "Lists that move").
 */
import type { BackendFailure, BackendResult } from '../../domain/backend-failure.ts';
import type { Device } from '../../domain/device.ts';
import { createPlaces } from '../../domain/device-list/places.ts';
import { AT_ONCE, boundIds, cached, storeNew, storeRows, type Reading } from './list-rows.ts';
import type { DeviceQuery, DeviceListState } from './device-list.ts';
import type { DeviceListBackend, DeviceListParts } from './ports.ts';

/** IDs in one request by name. */
const REQUESTS_AT_ONCE = 50;
/** Limit of pages, for a list that never ends. */
const MAX_PAGES = 10_000;

const TOO_LONG: BackendFailure = {
  kind: 'unreadable',
  status: 200,
  message: '',
  note: 'listTooLong',
  fields: [],
  retryAfterMs: null,
};

interface ListReading {
  readAll(signal: AbortSignal): Promise<void>;
  readPart(query: DeviceQuery, signal: AbortSignal): Promise<void>;
  /** Returns the devices with a package, a run or a receipt. */
  boundIds(): Promise<ReadonlySet<string>>;
}

/** Creates the reader. `change` reports progress and failures. */
export function createListReading(
  parts: DeviceListParts,
  change: (part: Partial<DeviceListState>) => void,
): ListReading {
  const reading: Reading = { parts, change };
  return {
    readAll: (signal) => readAll(reading, signal),
    readPart: (ask, signal) => readPart(reading, ask, signal),
    boundIds: () => boundIds(parts),
  };
}

async function readAll(reading: Reading, signal: AbortSignal): Promise<void> {
  const { parts, change } = reading;
  const { backend, devices, clock } = parts;
  const beganAtMs = clock.nowMs();
  const rows = await devices.all();
  const before = new Set(rows.map(({ uniqueId }) => uniqueId));
  const { next: placeOf } = createPlaces(rows.map(({ order }) => order));
  const seen = new Set<string>();
  let skipped = 0;
  let counted: number | null = null;
  let walks = 1;
  /** Devices of this walk. A device that arrives twice shows that the pages have shifted. */
  const inWalk = new Set<string>();
  let hasShifted = false;
  const request = (query: string | null) => backend.devicePage(query, parts.account.settings.pageSize, signal);
  let requested = request(null);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answered = await requested;
    if (!answered.ok) return change({ failure: answered.failure });
    const query = answered.value.nextQuery;
    // The next page arrives while this one is stored and shown.
    if (query !== null && !answered.value.isCut) requested = request(query);
    // Pages shift while they are read: a device that arrives twice counts once, at its first place.
    const stored = await storeNew(reading, answered.value.devices, seen, placeOf, before, signal);
    if (stored === 'givenUp') return;
    if (walks === 1) skipped += answered.value.skipped;
    for (const { uniqueId } of answered.value.devices) {
      hasShifted ||= inWalk.has(uniqueId);
      inWalk.add(uniqueId);
    }
    counted = answered.value.count;
    // Without the backend's own count the size of the last list is the best estimate, until it is exceeded.
    const total = answered.value.count ?? before.size;
    change({ refreshing: { read: seen.size, total: total < seen.size ? null : total, doing: 'pages' } });
    if (stored === 'some' || answered.value.isCut) return change({ failure: TOO_LONG });
    if (query !== null) continue;
    // Fewer devices than the backend counts, or, without a count, a duplicate: the pages have shifted while they were
    // read.
    if (walks > 1 || (counted === null ? !hasShifted : seen.size + skipped >= counted)) break;
    walks += 1;
    inWalk.clear();
    hasShifted = false;
    requested = request(null);
  }
  const missing = [...before].filter((id) => !seen.has(id));
  const checked = await requestMissing(reading, missing, seen.size, signal);
  if (!checked.ok) return change({ failure: checked.failure });
  const read = seen.size + checked.value.found;
  const isShort = counted === null ? hasShifted : read + skipped < counted;
  const short = isShort ? { read, counted: counted === null ? null : counted - skipped } : undefined;
  await devices.setCompletedAtMs(clock.nowMs(), { beganAtMs, unseen: checked.value.unseen, short });
  change({ leftOut: skipped });
}

/**
 * Reads a part of the list, which proves nothing about the rest: devices keep their places, new ones are added at the
 * end.
 */
async function readPart(
  { parts, change }: Reading,
  { startIndex, maxResult, orderBy, order, onePage }: DeviceQuery,
  signal: AbortSignal,
): Promise<void> {
  const { backend, devices } = parts;
  const places = new Map((await devices.all()).map((device) => [device.uniqueId, device.order]));
  let after = [...places.values()].reduce((last, order) => Math.max(last, order), -1) + 1;
  let query: string | null = new URLSearchParams({
    startIndex: String(startIndex),
    maxResult: String(maxResult),
    orderBy,
    order,
  }).toString();
  let read = 0;
  for (let page = 0; query !== null && page < MAX_PAGES; page += 1) {
    const answered: Awaited<ReturnType<DeviceListBackend['devicePage']>> = await backend.devicePage(
      query,
      maxResult,
      signal,
    );
    if (!answered.ok) return change({ failure: answered.failure });
    const found = distinct(answered.value.devices);
    for (const { uniqueId } of found) if (!places.has(uniqueId)) places.set(uniqueId, after++);
    for (let at = 0; at < found.length && !signal.aborted; at += AT_ONCE)
      await devices.putMany(
        found.slice(at, at + AT_ONCE).map((device) => cached(parts, device, places.get(device.uniqueId)!)),
      );
    read += found.length;
    change({ refreshing: { read, total: null, doing: 'pages' } });
    if (answered.value.isCut) return change({ failure: TOO_LONG });
    query = onePage ? null : answered.value.nextQuery;
  }
}

/**
 * Requests the IDs that were missing in the list by name before they are removed from the cache; some are never
 * removed. Returns how many were found, and which stay without being seen.
 */
async function requestMissing(
  { parts, change }: Reading,
  missing: readonly string[],
  readSoFar: number,
  signal: AbortSignal,
): Promise<BackendResult<{ readonly found: number; readonly unseen: readonly string[] }>> {
  const { backend, devices } = parts;
  const gone: string[] = [];
  const unseen: string[] = [];
  for (let at = 0; at < missing.length; at += REQUESTS_AT_ONCE) {
    change({ refreshing: { read: readSoFar + at, total: readSoFar + missing.length, doing: 'missing' } });
    const requested = missing.slice(at, at + REQUESTS_AT_ONCE);
    const answered = await backend.readDevices(requested, signal);
    if (!answered.ok) return answered;
    const found = new Set(answered.value.devices.map(({ uniqueId }) => uniqueId));
    await storeRows(
      parts,
      distinct(answered.value.devices),
      (place, index) => place ?? readSoFar + at + index,
      () => true,
    );
    unseen.push(...requested.filter((id) => !found.has(id)));
    // An unfiltered or incomplete answer proves nothing about the IDs it leaves out.
    if (answered.value.isWhole) gone.push(...requested.filter((id) => !found.has(id)));
  }
  const bound = await boundIds(parts);
  const leaving = new Set(gone.filter((id) => !bound.has(id)));
  await devices.removeMany([...leaving]);
  const value = { found: missing.length - unseen.length, unseen: unseen.filter((id) => !leaving.has(id)) };
  return { ok: true, value };
}

function distinct(devices: readonly Device[]): Device[] {
  return [...new Map(devices.map((device) => [device.uniqueId, device])).values()];
}
