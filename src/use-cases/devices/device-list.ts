/** The list of devices: shown from the cache at once, read again on request (read-pages.ts). */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { untilNextChange } from '../../domain/unawaited.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { DeviceHead, DeviceListBackend, DeviceListParts } from './ports.ts';
import { createRequestGate } from '../request-gate.ts';
import { boundIds } from './list-rows.ts';
import { lookUp, readAll, readPart } from './read-pages.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { ListCount } from '../stores.ts';

export interface DeviceListState {
  /** Null until the stored list is read: nothing is known about any device before. */
  readonly devices: readonly CachedDevice[] | null;
  /** The preview until the list is loaded. Absent when there is none or it is not needed. */
  readonly head?: DeviceHead | null;
  readonly completedAtMs: number | null;
  /** `total`: the backend's count, or the size of a longer cached list; absent or null when unknown. */
  readonly refreshing: {
    readonly read: number;
    readonly total?: number | null;
    readonly doing: string;
    /** End of the wait that the backend requires, Unix ms. Absent or null: none. */
    readonly waitsUntilMs?: number | null;
  } | null;
  readonly failure: BackendFailure | null;
  /** Elements without device or type in the last complete read; reading again changes nothing. Absent = none. */
  readonly leftOut?: number;
  /**
   * Set when the last complete read had fewer devices than the backend counts, also at the second try, or as many as
   * are stored.
   */
  readonly short?: ListCount | null;
}

/** A part of the list that a person requests (interface.md 4.3). */
export interface DeviceQuery {
  readonly startIndex: number;
  /** 1 to 500. */
  readonly maxResult: number;
  /** A field as the backend spells it. */
  readonly orderBy: string;
  readonly order: 'ASC' | 'DESC';
  /** As the backend spells them (field-facts.md 3). Absent: all. */
  readonly deviceType?: string;
  readonly access?: string;
  /** True to read one page only, without following `nextResults`. */
  readonly onePage: boolean;
}

/** Unique IDs, or the words of a search, which may be an ID too. */
export type Sought = string | readonly string[];

export interface LookedUp {
  /** Devices that the backend has. */
  readonly found: number;
  /** True if the backend has no others; false if it does not say. */
  readonly isWhole: boolean;
}

/** What the screens may call. */
export type Devices = Omit<DeviceListService, 'start' | 'close'>;

export type DeviceListService = ReturnType<typeof createDeviceList>;

/** From this many rows on, the list is shown less often while it is read. */
const LONG = 2000;
const SHOW_AGAIN_MS = 5000;
/** Largest share of the time that showing may take: showing 200,000 rows takes seconds. */
const SHOW_PART = 0.1;

export function createDeviceList(parts: DeviceListParts) {
  const { devices, clock } = parts;
  const list = signal<DeviceListState>({
    devices: null,
    completedAtMs: null,
    refreshing: null,
    failure: null,
  });
  let running: { readonly controller: AbortController; readonly done: Promise<void> } | null = null;
  let stop: (() => void) | null = null;
  let loads = 0;
  let latest: Promise<void> = Promise.resolve();
  let showAgainAtMs = 0;

  const change = (part: Partial<DeviceListState>): void => void (list.value = { ...list.value, ...part });
  const gate = createRequestGate({
    clock,
    pace: parts.pace,
    inFlight: () => Infinity,
    onWait(waitsUntilMs) {
      const { refreshing } = list.value;
      if (refreshing !== null) change({ refreshing: { ...refreshing, waitsUntilMs } });
    },
  });
  const backend: DeviceListBackend = {
    devicePage: (at, size, signal) => gate.pass(() => parts.backend.devicePage(at, size, signal), signal),
    readDevices: (ids, signal) => gate.pass(() => parts.backend.readDevices(ids, signal), signal),
  };
  const reading = { parts: { ...parts, backend }, change };

  /** Resolves when the list is shown as it was stored at the time of the call, or later. */
  function load(): Promise<void> {
    latest = read();
    return latest;
  }

  async function read(): Promise<void> {
    const thisLoad = ++loads;
    const beganAtMs = clock.nowMs();
    showAgainAtMs = beganAtMs + SHOW_AGAIN_MS;
    const [rows, completedAtMs, short] = await Promise.all([devices.all(), devices.completedAtMs(), devices.short()]);
    // A newer load has started.
    if (thisLoad !== loads) return latest;
    change({
      devices: rows.sort((one, other) => one.order - other.order || (one.uniqueId < other.uniqueId ? -1 : 1)),
      completedAtMs,
      short,
      head: null,
    });
    showAgainAtMs = Math.max(showAgainAtMs, clock.nowMs() + (clock.nowMs() - beganAtMs) / SHOW_PART);
  }

  function refresh(query: DeviceQuery | null): Promise<void> {
    if (running !== null) return running.done;
    const controller = new AbortController();
    change({ refreshing: { read: 0, total: null, doing: 'pages' }, failure: null });
    const done = (query === null ? readAll(reading, controller.signal) : readPart(reading, query, controller.signal))
      .catch((error: unknown) => change({ failure: storageFailure(error) }))
      .then(async () => {
        // The refresh ends when its result is shown, so that no list seems incomplete in between.
        await untilNextChange(load());
        running = null;
        // Stopping a refresh is no failure: what was read stays.
        change({ refreshing: null, ...(list.value.failure?.kind === 'cancelled' ? { failure: null } : {}) });
      });
    running = { controller, done };
    return done;
  }

  return {
    list: list as ReadonlySignal<DeviceListState>,
    /** Follows `nextResults` to the end and merges into the cache (interface.md 2.6, 4.3). */
    refresh: () => refresh(null),
    /** Reads a part and merges it into the cache; everything else stays. During a refresh it returns with that. */
    fetchPart: (query: DeviceQuery) => refresh(query),
    /** Asks the backend for devices that the saved list may lack (field-facts.md 3), and adds them. */
    lookUp: (sought: Sought) => lookUp(reading.parts, sought),
    cancelRefresh: (): void => running?.controller.abort(),
    /**
     * Deletes the cached list; devices with a package, a run or a receipt stay. The list is read again on the next
     * request.
     */
    async forget(): Promise<void> {
      running?.controller.abort();
      await running?.done;
      await devices.keepOnly([...(await boundIds(parts))]);
      change({ failure: null, leftOut: 0 });
      await load();
    },
    /** Shows the cache and every later change of it. */
    async start(): Promise<void> {
      stop ??= devices.watch(() => {
        // The end of a refresh loads everything anyway, so a long list is not loaded again for each page.
        if (running !== null && (list.value.devices?.length ?? 0) > LONG && clock.nowMs() < showAgainAtMs) return;
        void untilNextChange(load());
      });
      // A long list takes seconds to read, so its top is read and drawn first. It is only a preview: if it cannot be
      // read, the list itself follows and reports the failure.
      const head = await devices.head().catch(() => null);
      if (list.value.devices === null) change({ head });
      if (head !== null && head.count > LONG) await parts.headDrawn?.();
      try {
        await load();
      } catch (error) {
        change({ failure: storageFailure(error) });
        throw error;
      }
    },
    close(): void {
      gate.close();
      running?.controller.abort();
      stop?.();
      stop = null;
    },
  };
}

function storageFailure(error: unknown): BackendFailure {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : '';
  return { kind: 'unreadable', status: 0, message: message.slice(0, 300), fields: [], retryAfterMs: null };
}
