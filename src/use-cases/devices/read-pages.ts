/**
 * Reads the list of devices from the backend page by page and merges it into the cache (interface.md 2.6, 4.3,
 * product.md "Lists that move"). Where pages begin: page-walk.ts.
 */
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { Device } from '../../domain/device.ts';
import { createPlaces } from '../../domain/device-list/places.ts';
import { searchIndexOf } from '../../domain/device-list/search.ts';
import { AT_ONCE, boundIds, cached, storeNew, storeRows, type Reading } from './list-rows.ts';
import type { DeviceQuery, LookedUp, Sought } from './device-list.ts';
import { createPageWalk } from './page-walk.ts';
import type { DeviceListBackend, DeviceListParts } from './ports.ts';

/** IDs in one request by name. */
const REQUESTS_AT_ONCE = 50;
/** Limit of pages, for a list that never ends. */
const MAX_PAGES = 10_000;

/** Reads the whole list. */
export async function readAll(reading: Reading, signal: AbortSignal): Promise<void> {
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
  let breaksOff = false;
  const walk = createPageWalk(backend, parts.account.settings.pageSize, signal);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answered = await walk.next(seen);
    if (!answered.ok) return change({ failure: answered.failure });
    // The next pages arrive while this one is stored and shown.
    const goesOn = walk.goOn(answered.value, before.size);
    // Pages shift while they are read: a device that arrives twice counts once, at its first place.
    const stored = await storeNew(reading, answered.value.devices, seen, placeOf, before, signal);
    if (stored === 'givenUp') return;
    if (walks === 1) skipped += answered.value.skipped;
    for (const { uniqueId } of answered.value.devices) {
      hasShifted ||= inWalk.has(uniqueId);
      inWalk.add(uniqueId);
    }
    breaksOff ||= answered.value.breaksOff;
    counted = answered.value.count ?? counted;
    // Without the backend's own count the size of the last list is the best estimate, until it is exceeded.
    const total = counted ?? before.size;
    change({ refreshing: { read: seen.size, total: total < seen.size ? null : total, doing: 'pages' } });
    if (stored === 'some' || answered.value.isCut) {
      // The phone is full: nothing is known about the devices after these.
      await devices.setCompletedAtMs(clock.nowMs(), { beganAtMs, unseen: [], short: { read: seen.size, counted } });
      return change({ leftOut: skipped });
    }
    if (goesOn) continue;
    // Fewer devices than the backend counts, or, without a count, a duplicate: the pages have shifted while they were
    // read.
    if (walks > 1 || (counted === null ? !hasShifted : seen.size + skipped >= counted)) break;
    walks += 1;
    inWalk.clear();
    hasShifted = false;
    walk.again();
  }
  const missing = [...before].filter((id) => !seen.has(id));
  const checked = await requestMissing(reading, missing, seen.size, signal);
  if (!checked.ok) return change({ failure: checked.failure });
  const { gone, unseen } = checked.value;
  const read = seen.size + missing.length - unseen.length;
  const isShort = counted === null ? hasShifted : read + skipped < counted;
  const short = isShort ? { read, counted: counted === null ? null : counted - skipped } : undefined;
  // A device leaves only after a complete reading; a device with work on this phone never does.
  const bound = isShort || breaksOff ? null : await boundIds(parts);
  const leaving = new Set(bound === null ? [] : gone.filter((id) => !bound.has(id)));
  await devices.removeMany([...leaving]);
  await devices.setCompletedAtMs(clock.nowMs(), { beganAtMs, unseen: unseen.filter((id) => !leaving.has(id)), short });
  change({ leftOut: skipped });
}

/**
 * Reads a part of the list, which proves nothing about the rest: devices keep their places, new ones are added at the
 * end.
 */
export async function readPart(
  { parts, change }: Reading,
  { onePage, ...fields }: DeviceQuery,
  signal: AbortSignal,
): Promise<void> {
  const { backend, devices } = parts;
  const places = new Map((await devices.all()).map((device) => [device.uniqueId, device.order]));
  let after = [...places.values()].reduce((last, order) => Math.max(last, order), -1) + 1;
  let at: string | null = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  ).toString();
  let read = 0;
  for (let page = 0; at !== null && page < MAX_PAGES; page += 1) {
    const answered: Awaited<ReturnType<DeviceListBackend['devicePage']>> = await backend.devicePage(
      at,
      fields.maxResult,
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
    at = onePage || answered.value.isCut ? null : answered.value.nextQuery;
  }
}

/**
 * Requests the IDs that were missing in the list by name. `unseen`: those that were not found; `gone`: those of them
 * that the backend does not have. It may return fewer devices than there are without saying so, so the others are
 * requested again until an answer finds none of them.
 */
async function requestMissing(
  { parts, change }: Reading,
  missing: readonly string[],
  readSoFar: number,
  signal: AbortSignal,
): Promise<BackendResult<{ readonly gone: readonly string[]; readonly unseen: readonly string[] }>> {
  const { backend } = parts;
  const gone: string[] = [];
  const unseen: string[] = [];
  for (let at = 0; at < missing.length; at += REQUESTS_AT_ONCE) {
    change({ refreshing: { read: readSoFar + at, total: readSoFar + missing.length, doing: 'missing' } });
    let left = missing.slice(at, at + REQUESTS_AT_ONCE);
    for (let isAsking = true; isAsking;) {
      const answered = await backend.readDevices(left, signal);
      if (!answered.ok) return answered;
      const found = new Set(answered.value.devices.map(({ uniqueId }) => uniqueId));
      await storeRows(
        parts,
        distinct(answered.value.devices),
        (place, index) => place ?? readSoFar + at + index,
        () => true,
      );
      left = left.filter((id) => !found.has(id));
      isAsking = found.size > 0 && left.length > 0;
      // An unfiltered or incomplete answer proves nothing about the IDs it leaves out.
      if (!isAsking && answered.value.isWhole) gone.push(...left);
    }
    unseen.push(...left);
  }
  return { ok: true, value: { gone, unseen } };
}

/** Devices of the answer to a search. */
const SEARCHED_AT_ONCE = 50;

export async function lookUp(parts: DeviceListParts, sought: Sought): Promise<BackendResult<LookedUp>> {
  const { backend, devices } = parts;
  let after = (await devices.all()).reduce((last, { order }) => Math.max(last, order), -1) + 1;
  // Unchanged rows are written too: when a device was read last tells whether a package of it is current.
  async function store(found: readonly Device[]): Promise<void> {
    const rows = await devices.getMany(found.map(({ uniqueId }) => uniqueId));
    await devices.putMany(
      distinct(found).map((device) => cached(parts, device, rows.get(device.uniqueId)?.order ?? after++)),
    );
  }
  const ids = typeof sought === 'string' ? (/^\S+$/.test(sought) ? [sought] : []) : sought;
  let found = 0;
  let isWhole = true;
  for (let at = 0; at < ids.length; at += REQUESTS_AT_ONCE) {
    const answered = await backend.readDevices(ids.slice(at, at + REQUESTS_AT_ONCE));
    if (!answered.ok) return answered;
    await store(answered.value.devices);
    found += answered.value.devices.length;
    isWhole &&= answered.value.isWhole;
  }
  if (typeof sought !== 'string' || found > 0) return { ok: true, value: { found, isWhole } };
  const query = new URLSearchParams({ startIndex: '0', maxResult: String(SEARCHED_AT_ONCE), q: sought });
  const answered = await backend.devicePage(query.toString(), SEARCHED_AT_ONCE);
  // The interface does not name this parameter: it may be refused, or ignored.
  if (!answered.ok)
    return answered.failure.kind === 'invalid' ? { ok: true, value: { found, isWhole: false } } : answered;
  const page = answered.value.devices.map((device) => cached(parts, device, 0));
  const matching = searchIndexOf(page).find(sought, null);
  await store(matching.map((at) => answered.value.devices[at]!));
  return { ok: true, value: { found: matching.length, isWhole: matching.length === page.length } };
}

function distinct(devices: readonly Device[]): Device[] {
  return [...new Map(devices.map((device) => [device.uniqueId, device])).values()];
}
