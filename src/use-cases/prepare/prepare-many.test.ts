/**
 * Preparing many devices: how many requests are sent at once, how one device's failure affects the others, and what is
 * left to try.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  bulk,
  clock,
  control,
  disk,
  list,
  many,
  packageStore,
  phone,
  prepare,
  preparePhone,
  receipt,
  requests,
  sandbox,
  snapshot,
} from '../../../test/support/prepare-phone.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { OWNER_KEY } from '../../sandbox/backend/gate.ts';
import type { PrepareTask } from './prepare-many.ts';

preparePhone();

let beacons: CachedDevice[];

beforeEach(async () => {
  await list.refresh();
  beacons = [...disk.devices.values()].filter(
    ({ deviceType, access, model }) => deviceType === 'BEACON' && access !== 'VIEWER' && model !== 'USB_BEACON',
  );
  requests.length = 0;
});

const tasks = (devices: readonly CachedDevice[], values: PrepareTask['values'] = { minor: 5 }): PrepareTask[] =>
  devices.map(({ uniqueId, deviceType }) => ({ uniqueId, deviceType, kind: 'prepare', values, before: {} }));
const kinds = () => [...many.state.value!.outcomes.values()].map(({ kind }) => kind);
const count = (path: string) => requests.filter((request) => request.startsWith(path)).length;
const created = 'POST /config/create';
const encrypted = 'GET /config/encrypt';

/** Counts the requests in flight. `most` of the returned object is the largest number so far. */
function watchFlight(): { most: number } {
  const seen = { most: 0 };
  let out = 0;
  phone.onRequest = async () => {
    out += 1;
    seen.most = Math.max(seen.most, out);
    await new Promise((resolve) => setImmediate(resolve));
    out -= 1;
  };
  return seen;
}

describe('preparing many devices', () => {
  it('names devices with equal values in one request, and never sends more requests at once than the settings allow', async () => {
    bulk.idsAtOnce = 9;
    const flight = watchFlight();
    await many.start(tasks(beacons.slice(0, 45)));
    expect(count(created)).toBe(5);
    expect(count(encrypted)).toBe(5);
    expect(flight.most).toBe(4);
    expect(kinds()).toEqual(Array.from({ length: 45 }, () => 'onThisPhone'));
    expect(many.state.value).toMatchObject({ running: false, stopped: null });
    expect(prepare.packages.value.filter(({ state }) => state === 'carried')).toHaveLength(45);
    for (const { uniqueId } of beacons.slice(0, 45))
      expect((await snapshot(uniqueId)).pending!.values).toMatchObject({ minor: 5 });
  });

  it('skips the packages of gateways, which fetch their configuration themselves', async () => {
    const gateways = [...disk.devices.values()].filter(({ deviceType }) => deviceType === 'GATEWAY').slice(0, 3);
    await many.start(tasks([...gateways, ...beacons.slice(0, 2)]));
    expect(kinds().toSorted()).toEqual(
      [...gateways.map(() => 'waitingForGateway'), 'onThisPhone', 'onThisPhone'].toSorted(),
    );
    expect(count(encrypted)).toBe(1);
    expect(requests.filter((request) => gateways.some(({ uniqueId }) => request.includes(uniqueId)))).toEqual([]);
  });

  it('requests devices one by one when the answer for all of them leaves some out', async () => {
    const [first, last] = [beacons[0]!.uniqueId, beacons[4]!.uniqueId];
    phone.respell = (text) => {
      const list: unknown = JSON.parse(text);
      if (!Array.isArray(list) || list.length < 2) return text;
      return JSON.stringify(
        (list as { uniqueId: string }[]).filter(({ uniqueId }) => uniqueId !== first && uniqueId !== last),
      );
    };
    await many.start(tasks(beacons.slice(0, 5)));
    expect(count(created)).toBe(3);
    expect(kinds()).toEqual(Array.from({ length: 5 }, () => 'onThisPhone'));
  });

  it('sends each device alone when the settings require it, and when the values differ', async () => {
    bulk.idsAtOnce = 1;
    const flight = watchFlight();
    bulk.inFlight = 7;
    await many.start(tasks(beacons.slice(0, 12)));
    expect([count(created), flight.most]).toEqual([12, 7]);
    requests.length = 0;
    bulk.idsAtOnce = 20;
    await many.start(beacons.slice(12, 16).flatMap((device, at) => tasks([device], { minor: at })));
    expect(count(created)).toBe(4);
  });

  it('sends the next requests while results of other devices are still being stored', async () => {
    bulk.idsAtOnce = 1;
    bulk.inFlight = 2;
    const { replace } = packageStore;
    let thereIsRoom = (): void => undefined;
    const room = new Promise<void>((resolve) => (thereIsRoom = resolve));
    packageStore.replace = async (row) => {
      await room;
      await replace(row);
    };
    const over = many.start(tasks(beacons.slice(0, 8)));
    await expect.poll(() => count(created)).toBe(4);
    thereIsRoom();
    await over;
    expect(kinds()).toEqual(Array.from({ length: 8 }, () => 'onThisPhone'));
  });

  it('gives each device its own answer when the backend refuses them together', async () => {
    const odd = [...disk.devices.values()].find(({ model }) => model === 'USB_BEACON')!;
    const values = { 'accelerometer.move.threshold': 5 };
    await many.start(tasks([...beacons.slice(0, 3), odd], values));
    expect(many.state.value!.outcomes.get(odd.uniqueId)).toMatchObject({
      kind: 'failed',
      failure: { kind: 'conflict' },
    });
    expect(kinds().filter((kind) => kind === 'onThisPhone')).toHaveLength(3);
  });

  it('refuses a device with an undelivered receipt, and no other', async () => {
    disk.receipts.push(receipt({ uniqueId: beacons[1]!.uniqueId, candidates: [] }));
    await many.start(tasks(beacons.slice(0, 3)));
    expect(many.state.value!.outcomes.get(beacons[1]!.uniqueId)).toEqual({
      kind: 'blocked',
      reason: 'undeliveredReceipt',
    });
    expect(kinds().filter((kind) => kind === 'onThisPhone')).toHaveLength(2);
    expect((await snapshot(beacons[1]!.uniqueId)).pending).toBe(null);
    expect(count(created)).toBe(1);
    disk.receipts.length = 0;
    await many.retry();
    expect(kinds()).toEqual(['onThisPhone', 'onThisPhone', 'onThisPhone']);
    expect(count(encrypted)).toBe(2);
  });

  it('stops on request with the results of the sent requests, and does only the rest when tried again', async () => {
    bulk.idsAtOnce = 5;
    bulk.inFlight = 2;
    let sent = 0;
    phone.onRequest = (path) => {
      sent += 1;
      if (path === encrypted) many.cancel();
    };
    await many.start(tasks(beacons.slice(0, 40)));
    expect(many.state.value).toMatchObject({ running: false, stopped: 'cancelled' });
    expect(sent).toBeLessThan(9);
    expect(kinds().filter((kind) => kind === 'onThisPhone')).toHaveLength(5);
    expect(kinds().every((kind) => kind === 'onThisPhone' || kind === 'preparedOnly')).toBe(true);
    phone.onRequest = () => {};
    await many.retry();
    expect(kinds().filter((kind) => kind === 'onThisPhone')).toHaveLength(40);
    expect(count(created)).toBe(8);
    expect(count(encrypted)).toBe(8);
  });

  it('keeps the older package of a device that was stopped before its request', async () => {
    await many.start(tasks(beacons.slice(0, 2)));
    let stopped = false;
    phone.onRequest = (path) => {
      stopped = stopped || path.startsWith('POST');
    };
    bulk.inFlight = 1;
    bulk.idsAtOnce = 1;
    const going = many.start(tasks(beacons.slice(0, 2), { minor: 6 }));
    many.cancel();
    await going;
    expect(stopped).toBe(false);
    expect(kinds()).toEqual([]);
    expect([...disk.packages.values()].filter(({ state }) => state === 'carried')).toHaveLength(2);
  });

  it('waits when the backend requires it, and repeats what it postponed', async () => {
    await control('faults', [{ name: 'status', status: 429, seconds: 7, times: 2, path: '/config' }]);
    const waits: (number | null)[] = [];
    many.state.subscribe((state) => {
      const until = state?.waitsUntilMs ?? null;
      if (until !== waits.at(-1)) waits.push(until);
    });
    await many.start(tasks(beacons.slice(0, 6)));
    expect(kinds()).toEqual(Array.from({ length: 6 }, () => 'onThisPhone'));
    expect(waits.filter((until) => until !== null).length).toBeGreaterThan(0);
  });

  it('stops at a key that is not accepted, and continues after a new key', async () => {
    const right = phone.key.value;
    phone.key.value = 'wrong';
    bulk.idsAtOnce = 1;
    await many.start(tasks(beacons.slice(0, 30)));
    expect(many.state.value!.stopped).toBe('key');
    expect(requests.length).toBeLessThan(9);
    phone.key.value = right;
    await many.retry();
    expect(kinds().filter((kind) => kind === 'onThisPhone')).toHaveLength(30);
  });

  it('stops when no request is answered', async () => {
    bulk.idsAtOnce = 1;
    phone.onRequest = () => Promise.reject(new TypeError('Failed to fetch'));
    await many.start(tasks(beacons.slice(0, 30)));
    expect(many.state.value!.stopped).toBe('offline');
    phone.onRequest = () => {};
    await many.retry();
    expect(kinds().filter((kind) => kind === 'onThisPhone')).toHaveLength(30);
  });

  it('fetches the packages of pending changes', async () => {
    await many.start(tasks(beacons.slice(0, 5)));
    requests.length = 0;
    await many.start(
      beacons.slice(0, 6).map(({ uniqueId, deviceType }) => ({
        uniqueId,
        deviceType,
        kind: 'fetch',
        values: {},
        before: {},
      })),
    );
    expect(count(created)).toBe(0);
    expect(kinds().filter((kind) => kind === 'onThisPhone')).toHaveLength(5);
    expect(many.state.value!.outcomes.get(beacons[5]!.uniqueId)).toEqual({
      kind: 'noLongerPending',
      isApplied: false,
    });
  });
});

/** Returns the IDs of each request, in their order. */
const requestedIds = (path: string): string[][] =>
  requests
    .filter((request) => request.startsWith(path))
    .map((request) => new URLSearchParams(request.slice(request.indexOf('?'))).get('uniqueId')!.split(','));
const packageOf = (uniqueId: string) =>
  [...disk.packages.values()].find((row) => row.uniqueId === uniqueId && row.state === 'carried');
const fetchTasks = (devices: readonly CachedDevice[]): PrepareTask[] =>
  devices.map(({ uniqueId, deviceType }) => ({ uniqueId, deviceType, kind: 'fetch', values: {}, before: {} }));

describe('packages for many beacons', () => {
  /** Expects that each device has the newest package that the backend made for it, and none of another device. */
  async function expectOwnPackages(devices: readonly CachedDevice[]): Promise<void> {
    for (const { uniqueId } of devices) {
      const { pending } = (await snapshot(uniqueId)) as { pending: { tokens: number[] } | null };
      expect(packageOf(uniqueId)?.token).toBe(pending!.tokens.at(-1));
    }
  }

  it('are fetched in requests of the maximum size for beacons with different values', async () => {
    await many.start(beacons.slice(0, 45).flatMap((device, at) => tasks([device], { minor: at })));
    expect(requestedIds(encrypted).map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(kinds()).toEqual(Array.from({ length: 45 }, () => 'onThisPhone'));
    await expectOwnPackages(beacons.slice(0, 45));
    for (const [at, { uniqueId }] of beacons.slice(0, 45).entries())
      expect(packageOf(uniqueId)!.values).toMatchObject({ minor: at });
  });

  it.each(['firstOnly', 'refused'] as const)(
    'are fetched one by one if the backend answers lists with %s, which is stored for a day',
    async (configLists) => {
      await control('options', { configLists });
      await many.start(tasks(beacons.slice(0, 20)));
      expect(requestedIds(encrypted).map(({ length }) => length)).toEqual([
        20,
        ...Array.from({ length: configLists === 'refused' ? 20 : 19 }, () => 1),
      ]);
      await expectOwnPackages(beacons.slice(0, 20));
      requests.length = 0;
      await many.start(tasks(beacons.slice(0, 5), { minor: 6 }));
      expect(requestedIds(encrypted).every(({ length }) => length === 1)).toBe(true);
      await control('options', { configLists: 'served' });
      await clock.sleep(86_400_000);
      requests.length = 0;
      await many.start(tasks(beacons.slice(0, 5), { minor: 7 }));
      expect(requestedIds(encrypted).map(({ length }) => length)).toEqual([5]);
    },
  );

  it('are still requested in lists after an answer that left some beacons out', async () => {
    const left = [beacons[0]!.uniqueId, beacons[4]!.uniqueId];
    phone.respell = (text) => {
      const { configs } = JSON.parse(text) as { configs?: { uniqueId: string }[] };
      return configs === undefined || configs.length < 2
        ? text
        : JSON.stringify({ configs: configs.filter(({ uniqueId }) => !left.includes(uniqueId)) });
    };
    await many.start(tasks(beacons.slice(0, 6)));
    expect(requestedIds(encrypted).map(({ length }) => length)).toEqual([6, 1, 1]);
    await expectOwnPackages(beacons.slice(0, 6));
    requests.length = 0;
    await many.start(tasks(beacons.slice(6, 12)));
    expect(requestedIds(encrypted).map(({ length }) => length)).toEqual([6]);
  });

  it('are requested one by one if the list does not name their beacons', async () => {
    await control('options', { encryptShape: 'bare' });
    await many.start(tasks(beacons.slice(0, 6)));
    expect(kinds()).toEqual(Array.from({ length: 6 }, () => 'onThisPhone'));
    expect(requestedIds(encrypted).map(({ length }) => length)).toEqual([6, 1, 1, 1, 1, 1, 1]);
    await expectOwnPackages(beacons.slice(0, 6));
  });

  it.each([500, 504])('are fetched one by one if a list is answered with %s', async (status) => {
    await control('faults', [{ name: 'status', status, times: 1, match: { path: '/config/encrypt' } }]);
    await many.start(tasks(beacons.slice(0, 6)));
    expect(kinds()).toEqual(Array.from({ length: 6 }, () => 'onThisPhone'));
    await expectOwnPackages(beacons.slice(0, 6));
  });

  it('are not requested one by one while the backend does not answer', async () => {
    await control('faults', [{ name: 'offline', match: { path: '/config/encrypt' } }]);
    await many.start(tasks(beacons.slice(0, 6)));
    expect(count(encrypted)).toBe(1);
    expect(kinds()).toEqual(Array.from({ length: 6 }, () => 'preparedOnly'));
    await control('faults', []);
    await many.retry();
    expect(kinds()).toEqual(Array.from({ length: 6 }, () => 'onThisPhone'));
  });

  it('are fetched together with their pending changes, both in lists', async () => {
    await many.start(tasks(beacons.slice(0, 5)));
    for (const row of disk.packages.values()) disk.packages.set(row.id, { ...row, state: 'dead' });
    requests.length = 0;
    await many.start(fetchTasks(beacons.slice(0, 5)));
    expect(requests.map((request) => request.split('?')[0])).toEqual(['GET /config', encrypted]);
    await expectOwnPackages(beacons.slice(0, 5));
    expect(packageOf(beacons[0]!.uniqueId)!.values).toMatchObject({ minor: 5 });
  });

  it('are fetched if the backend does not list pending changes', async () => {
    await many.start(tasks(beacons.slice(0, 5)));
    await control('options', { configList: false });
    requests.length = 0;
    await many.start(fetchTasks(beacons.slice(0, 5)));
    expect(kinds()).toEqual(Array.from({ length: 5 }, () => 'onThisPhone'));
    expect(requests.filter((request) => request.startsWith('GET /config?'))).toHaveLength(2);
  });

  it('take at most 20 s for 200 beacons at 300 ms per request, and 3 s if their values are equal', async () => {
    const body = new URLSearchParams({ orderId: 'FK-NEW-05' });
    const headers = { Accept: 'application/vnd.com.acme+json;version=10', 'Api-Key': OWNER_KEY };
    await sandbox.handle(new Request('http://s/sandbox/legacy/order/assign', { method: 'POST', headers, body }));
    await list.refresh();
    const all = [...disk.devices.values()]
      .filter(({ deviceType, access }) => deviceType === 'BEACON' && access !== 'VIEWER')
      .slice(0, 200);
    phone.onRequest = () => clock.sleep(300);
    const tookMs = async (those: readonly PrepareTask[]): Promise<number> => {
      for (const row of disk.packages.values()) disk.packages.set(row.id, { ...row, state: 'replaced' });
      const beganMs = clock.nowMs();
      await many.start(those);
      expect(kinds()).toEqual(Array.from({ length: 200 }, () => 'onThisPhone'));
      return clock.nowMs() - beganMs;
    };
    const own = await tookMs(all.flatMap((device, at) => tasks([device], { minor: at })));
    const equal = await tookMs(tasks(all, { minor: 7 }));
    const fetched = await tookMs(fetchTasks(all));
    process.stdout.write(`200 packages: ${own} ms, ${equal} ms with equal values, ${fetched} ms to fetch them\n`);
    expect(own).toBeLessThanOrEqual(20_000);
    expect(equal).toBeLessThanOrEqual(3000);
    expect(fetched).toBeLessThanOrEqual(3000);
  });
});
