/** The list of devices is read completely, keeps what is needed on this phone, and can be deleted. */
import { describe, expect, it } from 'vitest';
import { fixtureAccount, fixturePackage, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { isIncomplete } from '../../domain/device-list/incomplete.ts';
import { createDeviceList } from './device-list.ts';
import {
  clock,
  sandbox,
  disk,
  list,
  many,
  requests,
  deviceStore,
  phone,
  prepareInput,
  control,
  receipt,
  packageStore,
  preparePhone,
} from '../../../test/support/prepare-phone.ts';

preparePhone();

describe('the list of devices', () => {
  it('reads every page, contains each device once, and keeps the order of the backend', async () => {
    await list.start();
    await list.refresh();
    const { devices, completedAtMs, failure, refreshing } = list.list.value;
    const fleet = (await (await sandbox.handle(new Request('http://s/sandbox/control/fleet'))).json()) as {
      uniqueId: string;
      access: { owner?: string };
    }[];
    const visible = fleet.filter(({ access }) => access.owner !== undefined).map(({ uniqueId }) => uniqueId);
    expect(devices!.length).toBeGreaterThanOrEqual(230);
    expect(devices!.map(({ uniqueId }) => uniqueId)).toEqual(visible);
    expect({ completedAtMs, failure, refreshing }).toEqual({
      completedAtMs: clock.nowMs(),
      failure: null,
      refreshing: null,
    });
    expect(requests).toHaveLength(Math.ceil(visible.length / 500));
  });

  it('never counts as incomplete, not even for a moment, when its first read ends', async () => {
    await list.start();
    const seen: boolean[] = [];
    list.list.subscribe((state) => seen.push(isIncomplete(state)));
    // The state before the read.
    seen.length = 0;
    await list.refresh();
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).not.toContain(true);
  });

  it('shows the expected number of devices during a read once an earlier list has provided that number', async () => {
    const totals = new Set<number | null | undefined>();
    list.list.subscribe(({ refreshing }) => totals.add(refreshing?.total));
    totals.clear();
    await list.refresh();
    expect([...totals]).toEqual([null, undefined]);
    totals.clear();
    await list.refresh();
    expect([...totals]).toEqual([null, list.list.value.devices!.length, undefined]);
  });

  it('waits as long as the backend requires, says until when, and then reads the next page', async () => {
    await control('options', { devicePageMost: 40 });
    await control('faults', { name: 'status', status: 429, seconds: 7, times: 2, match: { path: '/device' } });
    const beganAtMs = clock.nowMs();
    const waits = new Set<number | null | undefined>();
    list.list.subscribe(({ refreshing }) => waits.add(refreshing?.waitsUntilMs));
    await list.refresh();
    expect(list.list.value.failure).toBeNull();
    expect(list.list.value.devices!.length).toBeGreaterThan(200);
    expect(waits).toContain(beganAtMs + 7000);
    expect(clock.nowMs()).toBeGreaterThanOrEqual(beganAtMs + 14_000);
  });

  it('can be stopped while it waits', async () => {
    await control('faults', { name: 'status', status: 429, seconds: 3600, times: 1, match: { path: '/device' } });
    const beganAtMs = clock.nowMs();
    list.list.subscribe(({ refreshing }) => {
      if (refreshing?.waitsUntilMs != null) list.cancelRefresh();
    });
    await list.refresh();
    expect(list.list.value).toMatchObject({ refreshing: null, failure: null, devices: [] });
    expect(clock.nowMs()).toBeLessThan(beganAtMs + 3_600_000);
  });

  it('waits as long as a 429 to another request of the account requires', async () => {
    await list.refresh();
    await control('faults', { name: 'status', status: 429, seconds: 30, times: 1, match: { path: '/config' } });
    const beganAtMs = clock.nowMs();
    await prepareInput();
    requests.length = 0;
    await list.refresh();
    expect(clock.nowMs()).toBeGreaterThanOrEqual(beganAtMs + 30_000);
    expect(requests.length).toBeGreaterThan(0);
  });

  it('waits for a pause that the backend required of a preparation', async () => {
    await list.refresh();
    await control('faults', { name: 'status', status: 429, seconds: 30, times: 1, match: { path: '/device' } });
    let untilMs: number | null = null;
    const preparing: Promise<void>[] = [];
    list.list.subscribe(({ refreshing }) => {
      if (refreshing?.waitsUntilMs == null || preparing.length > 0) return;
      untilMs = refreshing.waitsUntilMs;
      preparing.push(
        many.start([{ uniqueId: 'tB4x', deviceType: 'BEACON', kind: 'prepare', values: { txPower: 1 }, before: {} }]),
      );
    });
    const waits = new Set<number | null | undefined>();
    many.state.subscribe((state) => waits.add(state?.waitsUntilMs));
    await list.refresh();
    await Promise.all(preparing);
    expect(waits).toContain(untilMs);
    expect(many.state.value!.outcomes.get('tB4x')).toMatchObject({ kind: 'onThisPhone' });
  });

  it('follows links to another host with their query alone', async () => {
    await control('options', { foreignLinks: true, devicePageMost: 40 });
    await list.refresh();
    expect(requests.length).toBeGreaterThan(4);
    expect(requests.every((request) => request.startsWith('GET /device?'))).toBe(true);
  });

  it('requests devices that are missing in the answer by their IDs, and drops only devices without work on this phone', async () => {
    await list.refresh();
    const cachedDevice = (uniqueId: string) =>
      disk.devices.set(uniqueId, { ...[...disk.devices.values()][0]!, uniqueId, order: 999 });
    for (const id of ['gone', 'carried', 'running', 'answered', 'candidate']) cachedDevice(id);
    disk.packages.set('p', fixturePackage('carried', { state: 'used' }));
    disk.runs = [fixtureRun('running', { outcome: { kind: 'abandoned' } })];
    disk.receipts = [receipt({ uniqueId: 'answered', candidates: ['answered', 'candidate'], state: 'verified' })];
    requests.length = 0;
    await list.refresh();
    expect(requests.at(-1)).toContain('uniqueId=answered%2Ccandidate%2Ccarried%2Cgone%2Crunning');
    expect(['gone', 'carried', 'running', 'answered', 'candidate'].filter((id) => disk.devices.has(id))).toEqual([
      'carried',
      'running',
      'answered',
      'candidate',
    ]);
  });

  it('is cleared at once, except for devices with work on this phone, and is read again on request', async () => {
    await list.refresh();
    const [carried, ...others] = [...disk.devices.keys()];
    disk.packages.set('p', fixturePackage(carried!, { id: 'p' }));
    const refreshing = list.refresh();
    await list.forget();
    await refreshing;
    expect([...disk.devices.keys()]).toEqual([carried]);
    expect(list.list.value).toMatchObject({ completedAtMs: null, refreshing: null, failure: null });
    expect(list.list.value.devices).toHaveLength(1);
    await list.refresh();
    expect(disk.devices.size).toBe(1 + others.length);
  });

  it('reports that the stored list cannot be read, and shows the devices once they can be read', async () => {
    const all = deviceStore.all.bind(deviceStore);
    deviceStore.all = () => Promise.reject(new DOMException('torn', 'UnknownError'));
    await expect(list.start()).rejects.toThrow('torn');
    expect(list.list.value).toMatchObject({
      devices: null,
      failure: { kind: 'unreadable', message: 'UnknownError: torn' },
    });
    deviceStore.all = all;
    await list.refresh();
    expect(list.list.value.failure).toBeNull();
    expect(list.list.value.devices).toHaveLength(disk.devices.size);
  });

  it('keeps a device that no page contained because the pages shifted while they were read', async () => {
    await list.refresh();
    const before = disk.devices.size;
    // A page is missing: its devices are kept because they are requested by name.
    await control('faults', [{ name: 'emptyObject', match: { path: '/device' }, times: 1 }]);
    await list.refresh();
    expect(list.list.value.failure).toMatchObject({ kind: 'unreadable' });
    expect(disk.devices.size).toBe(before);
  });

  describe('with pages that shift while they are read', () => {
    type Page = readonly (string | null)[];
    /** A list that returns its `pages` in order, one walk after another. null is an element that names no device. */
    async function readShifting(
      walks: readonly (readonly Page[])[],
      count: number | null,
      byName: readonly string[] = [],
    ) {
      await list.refresh();
      const model = [...disk.devices.values()][0]!;
      const device = (uniqueId: string) => ({ ...model, uniqueId });
      disk.devices.clear();
      for (const id of byName) disk.devices.set(id, { ...model, uniqueId: id, order: 999 });
      let requestCount = 0;
      let walk = -1;
      /** How many pages had been requested when each page was stored. */
      const requestedAtStoring: number[] = [];
      const shifting = createDeviceList({
        account: fixtureAccount(),
        pace: { current: () => null },
        devices: {
          ...deviceStore,
          putMany(rows) {
            requestedAtStoring.push(requestCount);
            return deviceStore.putMany(rows);
          },
        },
        packages: packageStore,
        runs: { all: async () => [] } as never,
        receipts: { all: async () => [] } as never,
        clock,
        backend: {
          readDevices: async () => ({ ok: true, value: { devices: byName.map(device), isWhole: false } }),
          async devicePage(at) {
            requestCount += 1;
            if (at === 0) walk += 1;
            const number = typeof at === 'number' ? at : Number(new URLSearchParams(at).get('startIndex'));
            // A page after the end may be requested while this is not known yet.
            const page = walks[walk]![number] ?? [];
            const ids = page.filter((id) => id !== null);
            return {
              ok: true,
              value: {
                devices: ids.map(device),
                startIndex: number,
                nextQuery: number + 1 < walks[walk]!.length ? `startIndex=${number + 1}` : null,
                breaksOff: false,
                skipped: page.length - ids.length,
                isCut: false,
                count,
              },
            };
          },
        },
      });
      await shifting.refresh();
      const { leftOut, failure, short } = shifting.list.value;
      const ids = [...disk.devices.keys()].sort();
      return { ids, requests: requestCount, requestedAtStoring, leftOut, failure, short };
    }

    it('requests each page while the page before it is stored', async () => {
      const { requestedAtStoring } = await readShifting([[['a'], ['b'], ['c']]], 3);
      expect(requestedAtStoring).toEqual([3, 3, 3]);
    });

    it('reads once more when the backend counts more than arrived', async () => {
      // "b" moves up a page between the first two requests.
      const read = await readShifting([[['a', null], ['c']], [['a', 'b', 'c', null]]], 4);
      // Reading again would not help with an element that names no device.
      expect(read).toMatchObject({ ids: ['a', 'b', 'c'], requests: 3, leftOut: 1, failure: null, short: null });
    });

    it('keeps the number read and the number counted when the second read is also short', async () => {
      const read = await readShifting(
        [
          [['a', null], ['a']],
          [['b'], ['b', null]],
        ],
        5,
      );
      expect(read).toMatchObject({ ids: ['a', 'b'], leftOut: 1, short: { read: 2, counted: 4 } });
      // The app is loaded again and shows what is stored.
      await list.start();
      expect(list.list.value.short).toEqual({ read: 2, counted: 4 });
    });

    it('counts devices that were found by their IDs', async () => {
      const read = await readShifting([[['a']], [['a']]], 2, ['b']);
      expect(read).toMatchObject({ ids: ['a', 'b'], requests: 2, short: null });
    });

    it('reads once more when the backend does not count and a device arrived twice, and reports what remains unsure', async () => {
      expect(
        await readShifting(
          [
            [['a'], ['a', 'b']],
            [['a'], ['b', 'c']],
          ],
          null,
        ),
      ).toMatchObject({
        ids: ['a', 'b', 'c'],
        requests: 4,
        short: null,
      });
      expect(
        await readShifting(
          [
            [['a'], ['a']],
            [['b'], ['b']],
          ],
          null,
        ),
      ).toMatchObject({
        short: { read: 2, counted: null },
      });
    });
  });

  it('keeps devices that a backend with short pages, or without the filter, did not name', async () => {
    await list.refresh();
    const before = disk.devices.size;
    // The walk ends after its first page.
    phone.cutShort = true;
    await control('options', { devicePageMost: 20, deviceFilter: 'ignored' });
    await list.refresh();
    expect(disk.devices.size).toBe(before);
    // An unfiltered answer without the device does not prove that it is gone either.
    disk.devices.set('unnamed', { ...[...disk.devices.values()][0]!, uniqueId: 'unnamed', order: 999 });
    await list.refresh();
    expect(disk.devices.has('unnamed')).toBe(true);
    await control('options', { deviceFilter: 'served' });
    await list.refresh();
    expect(disk.devices.has('unnamed')).toBe(false);
  });

  it('keeps what was read when the network disappears, and reports the failure', async () => {
    await control('options', { devicePageMost: 50 });
    await control('faults', [
      { name: 'slow', ms: 0, match: { path: '/device' }, times: 2 },
      { name: 'offline', match: { path: '/device' } },
    ]);
    await list.refresh();
    expect(list.list.value).toMatchObject({ failure: { kind: 'offline' }, refreshing: null, completedAtMs: null });
    expect(list.list.value.devices).toHaveLength(100);
  });

  it('can be stopped while it is read, and is read once however often that is requested', async () => {
    const both = Promise.all([list.refresh(), list.refresh()]);
    list.cancelRefresh();
    await both;
    expect(requests.length).toBeLessThanOrEqual(1);
    expect(list.list.value).toMatchObject({ failure: null, refreshing: null, completedAtMs: null });
  });

  it('is shown from the storage of the phone after a cold start without a key', async () => {
    await list.refresh();
    const count = disk.devices.size;
    phone.key.value = '';
    await list.start();
    await list.refresh();
    expect(list.list.value).toMatchObject({ failure: { kind: 'noKey' } });
    expect(list.list.value.devices).toHaveLength(count);
  });
});
