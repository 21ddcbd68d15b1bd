/** The list of devices: read from the backend page by page, merged into the cache, shown from it at once (interface.md 2.6, 4.3, product.md "Lists that move"). */
import type { Account } from '../../domain/account.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { CachedDevice, Device } from '../../domain/device.ts';
import { createLive } from '../../domain/live.ts';
import type { DeviceListBackend, ListedDevices } from './ports.ts';
import type { ReceiptStore, PackageStore, RunStore } from '../stores.ts';
import type { Clock } from '../surroundings.ts';
import type { DeviceAsk, DeviceListState, Devices } from './offered.ts';

export interface DeviceListParts {
  readonly account: () => Account;
  readonly backend: DeviceListBackend;
  readonly devices: ListedDevices;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Resolves when the top of a long list has been drawn: only then the rest is read. */
  readonly headDrawn?: () => Promise<void>;
}

export interface DeviceListService extends Devices {
  /** Shows the cache and follows it from then on. */
  start(): Promise<void>;
  close(): void;
}

/** Twice what the app is made for: more would stop a phone, and no person looks through it. */
const MOST_DEVICES = 200_000;
/** Devices written in one go. */
const AT_ONCE = 1000;
/** Ids asked for by name in one request. */
const ASK_AT_ONCE = 50;
/** Rows from which on a list is shown less often while it is read. */
const LONG = 2000;
const SHOW_AGAIN_MS = 5000;
/** A list that never ends is not followed further than this. */
const MOST_PAGES = 10_000;

export function createDeviceList(parts: DeviceListParts): DeviceListService {
  const { backend, devices, clock } = parts;
  const list = createLive<DeviceListState>({
    devices: [],
    loadedFromCache: false,
    completedAtMs: null,
    refreshing: null,
    failure: null,
  });
  let running: { readonly controller: AbortController; readonly done: Promise<void> } | null = null;
  let stop: (() => void) | null = null;
  let loads = 0;
  let loadedAtMs = 0;

  const change = (part: Partial<DeviceListState>): void => list.set({ ...list.value, ...part });

  async function load(): Promise<void> {
    const mine = ++loads;
    loadedAtMs = clock.nowMs();
    const [rows, completedAtMs] = await Promise.all([devices.all(), devices.completedAtMs()]);
    // A later reading has overtaken this one.
    if (mine !== loads) return;
    change({
      devices: rows.sort((one, other) => one.order - other.order || (one.uniqueId < other.uniqueId ? -1 : 1)),
      completedAtMs,
      loadedFromCache: true,
      head: null,
    });
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    change({ refreshing: { read: 0, total: null, doing: 'pages' }, failure: null });
    const before = new Set((await devices.all()).map(({ uniqueId }) => uniqueId));
    const seen = new Set<string>();
    let skipped = 0;
    let counted: number | null = null;
    let walks = 1;
    let query: string | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answered = await backend.devicePage(query, parts.account().settings.pageSize, signal);
      if (!answered.ok) return change({ failure: answered.failure });
      // Pages shift while they are read: a device that comes twice counts once, at its first place.
      if (!(await keepNew(answered.value.devices, seen, before.size, signal))) return;
      if (walks === 1) skipped += answered.value.skipped;
      counted = answered.value.count;
      // Without the backend's own count the list of last time is the best guess, until it is overtaken.
      const total = answered.value.count ?? before.size;
      change({ refreshing: { read: seen.size, total: total < seen.size ? null : total, doing: 'pages' } });
      if (seen.size >= MOST_DEVICES)
        return change({
          failure: {
            kind: 'unreadable',
            status: 200,
            message: '',
            note: 'listTooLong',
            fields: [],
            retryAfterMs: null,
          },
        });
      query = answered.value.nextQuery;
      if (query !== null) continue;
      // The backend counts more than came: something slipped from page to page while they were read.
      if (walks > 1 || counted === null || seen.size + skipped >= counted) break;
      walks += 1;
    }
    const failure = await lookForMissing(
      [...before].filter((id) => !seen.has(id)),
      seen.size,
      signal,
    );
    if (failure !== null) return change({ failure });
    await devices.setCompletedAtMs(clock.nowMs());
    change({ leftOut: skipped });
  }

  /** Keeps devices that were not seen before, in pieces, however many an answer holds; false once it was given up. */
  async function keepNew(
    found: readonly Device[],
    seen: Set<string>,
    knownBefore: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    for (let at = 0; at < found.length && seen.size < MOST_DEVICES; at += AT_ONCE) {
      if (signal.aborted) return false;
      const fresh: CachedDevice[] = [];
      for (const device of found.slice(at, at + AT_ONCE)) {
        if (seen.has(device.uniqueId) || seen.size >= MOST_DEVICES) continue;
        fresh.push(cached(device, seen.size));
        seen.add(device.uniqueId);
      }
      await devices.putMany(fresh);
      change({
        refreshing: {
          read: seen.size,
          total: Math.max(found.length, knownBefore) <= seen.size ? null : Math.max(found.length, knownBefore),
          doing: 'pages',
        },
      });
    }
    return true;
  }

  /** A part of the list says nothing of the rest: devices keep their place, new ones come after the last. */
  async function readPart(
    { startIndex, maxResult, orderBy, order, onePage }: DeviceAsk,
    signal: AbortSignal,
  ): Promise<void> {
    change({ refreshing: { read: 0, total: null, doing: 'pages' }, failure: null });
    const places = new Map((await devices.all()).map((device) => [device.uniqueId, device.order]));
    let after = [...places.values()].reduce((last, order) => Math.max(last, order), -1) + 1;
    let query: string | null = new URLSearchParams({
      startIndex: String(startIndex),
      maxResult: String(maxResult),
      orderBy,
      order,
    }).toString();
    let read = 0;
    for (let page = 0; query !== null && page < MOST_PAGES; page += 1) {
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
          found.slice(at, at + AT_ONCE).map((device) => cached(device, places.get(device.uniqueId)!)),
        );
      read += found.length;
      change({ refreshing: { read, total: null, doing: 'pages' } });
      query = onePage ? null : answered.value.nextQuery;
    }
  }

  /** Ids that were not in the list are asked for by name before they leave the cache; some never leave it. */
  async function lookForMissing(
    missing: readonly string[],
    readSoFar: number,
    signal: AbortSignal,
  ): Promise<BackendFailure | null> {
    const gone: string[] = [];
    for (let at = 0; at < missing.length; at += ASK_AT_ONCE) {
      change({ refreshing: { read: readSoFar + at, total: readSoFar + missing.length, doing: 'missing' } });
      const asked = missing.slice(at, at + ASK_AT_ONCE);
      const answered = await backend.readDevices(asked, signal);
      if (!answered.ok) return answered.failure;
      const found = new Set(answered.value.devices.map(({ uniqueId }) => uniqueId));
      await devices.putMany(
        distinct(answered.value.devices).map((device, index) => cached(device, readSoFar + at + index)),
      );
      // An answer that was not filtered, or is not all there is, says nothing of the ids that it leaves out.
      if (answered.value.isWhole) gone.push(...asked.filter((id) => !found.has(id)));
    }
    const bound = await boundIds();
    await devices.removeMany(gone.filter((id) => !bound.has(id)));
    return null;
  }

  /** Devices with a package, a run or a receipt. */
  async function boundIds(): Promise<ReadonlySet<string>> {
    const [packages, runs, receipts] = await Promise.all([
      parts.packages.all(),
      parts.runs.all(),
      parts.receipts.all(),
    ]);
    return new Set(
      [...packages, ...runs]
        .map(({ uniqueId }) => uniqueId)
        .concat(receipts.flatMap(({ uniqueId, candidates }) => [uniqueId, ...candidates])),
    );
  }

  function cached(device: Device, order: number): CachedDevice {
    return { ...device, order, readAtMs: clock.nowMs() };
  }

  function refresh(signal: AbortSignal | undefined, ask: DeviceAsk | null): Promise<void> {
    if (running !== null) return running.done;
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    if (signal?.aborted === true) controller.abort();
    signal?.addEventListener('abort', abort, { once: true });
    const done = (ask === null ? readAll(controller.signal) : readPart(ask, controller.signal))
      .catch((error: unknown) => change({ failure: storageFailure(error) }))
      .then(async () => {
        running = null;
        signal?.removeEventListener('abort', abort);
        // A refresh that the person has stopped is no failure: what was read stays.
        change({ refreshing: null, ...(list.value.failure?.kind === 'cancelled' ? { failure: null } : {}) });
        await load().catch(() => undefined);
      });
    running = { controller, done };
    return done;
  }

  return {
    list,
    refresh: (options) => refresh(options?.signal, null),
    askPart: (ask) => refresh(undefined, ask),
    cancelRefresh: () => running?.controller.abort(),
    async forget() {
      running?.controller.abort();
      await running?.done;
      await devices.keepOnly([...(await boundIds())]);
      change({ failure: null });
      await load();
    },
    async start() {
      stop ??= devices.watch(() => {
        // The end of a refresh reads everything anyway; a long list is not read anew for each page of it.
        if (running !== null && list.value.devices.length > LONG && clock.nowMs() - loadedAtMs < SHOW_AGAIN_MS) return;
        void load().catch(() => undefined);
      });
      // A long list takes seconds, in which nothing else is quick: its top is read and drawn first.
      const head = await devices.head().catch(() => null);
      if (!list.value.loadedFromCache) change({ head });
      if (head !== null && head.count > LONG) await parts.headDrawn?.();
      await load();
    },
    close() {
      running?.controller.abort();
      stop?.();
      stop = null;
    },
  };
}

function distinct(devices: readonly Device[]): Device[] {
  return [...new Map(devices.map((device) => [device.uniqueId, device])).values()];
}

function storageFailure(error: unknown): BackendFailure {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : '';
  return { kind: 'unreadable', status: 0, message: message.slice(0, 300), fields: [], retryAfterMs: null };
}
