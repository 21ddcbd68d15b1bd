/** The account's devices: the cached list at once, and a walk over every page that is merged into it (interface.md 2.6, 4.3). */
import type { Account } from '../domain/account.ts';
import type { BackendFailure } from '../domain/backend-failure.ts';
import type { CachedDevice, Device } from '../domain/device.ts';
import { createLive } from '../domain/live.ts';
import type { DeviceListBackend } from './backend-port.ts';
import type { Clock, DeviceStore, PackageStore, ReceiptStore, RunStore } from './ports.ts';
import type { DeviceListState, Devices } from './services.ts';

export interface DeviceListPorts {
  readonly account: () => Account;
  readonly backend: DeviceListBackend;
  readonly devices: DeviceStore;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export interface DeviceListService extends Devices {
  /** Shows the cache. */
  start(): Promise<void>;
  close(): void;
}

/** Ids asked for by name in one request; keeps the address of a request short. */
const ASK_AT_ONCE = 40;

export function createDeviceList(ports: DeviceListPorts): DeviceListService {
  const { account, backend, devices, clock } = ports;
  const list = createLive<DeviceListState>({ devices: [], loadedFromCache: false, completedAtMs: null, refreshing: null, failure: null });
  let walking: { readonly controller: AbortController; readonly over: Promise<void> } | null = null;
  const change = (part: Partial<DeviceListState>): void => list.set({ ...list.value, ...part });

  async function showCache(): Promise<void> {
    const [rows, completedAtMs] = await Promise.all([devices.all(), devices.completedAtMs()]);
    change({ devices: rows.toSorted((a, b) => a.order - b.order), completedAtMs, loadedFromCache: true });
  }

  const stopWatching = devices.watch(() => void showCache().catch(() => undefined));

  async function walk(signal: AbortSignal): Promise<void> {
    change({ refreshing: { read: 0, doing: 'pages' }, failure: null });
    const failure = await readAll(signal);
    change({ refreshing: null, failure: failure?.kind === 'cancelled' ? null : failure });
    await showCache();
  }

  /** The failure that stopped it; null when the end was reached. What was read until then is kept. */
  async function readAll(signal: AbortSignal): Promise<BackendFailure | null> {
    const seen = new Set<string>();
    let query: string | null = null;
    let startIndex = -1;
    do {
      const page = await backend.devicePage(query, account().settings.pageSize, signal);
      if (!page.ok) return page.failure;
      const { devices: found, nextQuery } = page.value;
      // Offset pages shift while they are read: what comes twice is one device, its newer reading wins.
      const fresh = found.filter(({ uniqueId }) => !seen.has(uniqueId));
      await devices.putMany(found.map((device) => cached(device, seen.size + Math.max(0, fresh.indexOf(device)))));
      for (const { uniqueId } of found) seen.add(uniqueId);
      change({ refreshing: { read: seen.size, doing: 'pages' } });
      if (page.value.startIndex <= startIndex) break;
      ({ startIndex } = page.value);
      query = nextQuery;
    } while (query !== null);
    const failure = await askForMissing(seen, signal);
    if (failure === null) await devices.setCompletedAtMs(clock.nowMs());
    return failure;
  }

  /** A device leaves the cache only when the backend, asked by name, does not know it, and nothing of it is on this phone. */
  async function askForMissing(seen: ReadonlySet<string>, signal: AbortSignal): Promise<BackendFailure | null> {
    const missing = (await devices.all()).filter(({ uniqueId }) => !seen.has(uniqueId));
    const held = await heldIds();
    for (let from = 0; from < missing.length; from += ASK_AT_ONCE) {
      change({ refreshing: { read: seen.size, doing: 'missing' } });
      const asked = missing.slice(from, from + ASK_AT_ONCE);
      const answer = await backend.readDevices(asked.map(({ uniqueId }) => uniqueId), signal);
      if (!answer.ok) return answer.failure;
      const there = new Map(answer.value.map((device) => [device.uniqueId, device]));
      await devices.putMany(asked.flatMap((row) => {
        const device = there.get(row.uniqueId);
        return device === undefined ? [] : [cached(device, row.order)];
      }));
      await devices.removeMany(asked.map(({ uniqueId }) => uniqueId).filter((id) => !there.has(id) && !held.has(id)));
    }
    return null;
  }

  async function heldIds(): Promise<ReadonlySet<string>> {
    const [packages, runs, receipts] = await Promise.all([ports.packages.all(), ports.runs.all(), ports.receipts.all()]);
    return new Set([
      ...packages.map(({ uniqueId }) => uniqueId),
      ...runs.map(({ uniqueId }) => uniqueId),
      ...receipts.flatMap(({ candidates, uniqueId }) => [uniqueId, ...candidates]),
    ]);
  }

  function cached(device: Device, order: number): CachedDevice {
    return { ...device, readAtMs: clock.nowMs(), order };
  }

  return {
    list,
    start: showCache,
    refresh({ signal } = {}) {
      if (walking === null) {
        const controller = new AbortController();
        const over = walk(controller.signal).finally(() => {
          walking = null;
        });
        walking = { controller, over };
      }
      const { controller, over } = walking;
      signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
      return over;
    },
    cancelRefresh: () => walking?.controller.abort(new DOMException('cancelled', 'AbortError')),
    close() {
      walking?.controller.abort(new DOMException('closed', 'AbortError'));
      stopWatching();
    },
  };
}
