/** Withdrawing prepared changes: what is reported, what happens to the packages, and which changes are left alone. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  prepareInput,
  clock,
  control,
  disk,
  extensions,
  list,
  many,
  phone,
  preparePhone,
  receipt,
  requests,
  run,
  snapshot,
  withdrawals,
} from '../../../test/support/prepare-phone.ts';
import { packageSource } from '../../domain/beacon-answer.ts';
import { NO_STORY } from '../../domain/beacon-story.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { EDITOR_KEY } from '../../sandbox/backend/gate.ts';
import type { PrepareTask } from './prepare-many.ts';

preparePhone();

const ID = 'tB4x';
const DELETE = 'POST /config/delete';
const configuration = (uniqueId = ID): CarriedPackage | undefined =>
  [...disk.packages.values()].findLast((row) => row.uniqueId === uniqueId && row.kind === 'configuration');
const deleted = (): string[] => requests.filter((request) => request.startsWith(DELETE));
const fault = (change: object) => control('faults', [{ match: { path: '/config/delete' }, ...change }]);

beforeEach(async () => {
  await list.refresh();
  requests.length = 0;
});

describe('a prepared change', () => {
  it('is reported as withdrawn when the backend shows nothing pending, and its package must be prepared again', async () => {
    await prepareInput();
    requests.length = 0;
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'withdrawn' });
    expect(requests.map((request) => request.split('&')[0])).toEqual([
      `${DELETE}?uniqueId=${ID}`,
      `GET /device?uniqueId=${ID}`,
      `GET /config?uniqueId=${ID}`,
    ]);
    expect((await snapshot(ID)).pending).toBe(null);
    expect(disk.devices.get(ID)).toMatchObject({ pending: null });
    expect(configuration()).toMatchObject({ state: 'dead', withdrawnAtMs: expect.any(Number) });
    expect(packageSource(disk.devices.get(ID)!, { ...NO_STORY, package: configuration()! })).toBe('prepare');
  });

  it('is withdrawn if its package was never fetched', async () => {
    await control('faults', [{ name: 'offline', match: { path: '/config/encrypt' } }]);
    expect(await prepareInput()).toMatchObject({ kind: 'preparedOnly' });
    await control('faults', []);
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'withdrawn' });
    expect(configuration()).toMatchObject({ state: 'dead' });
  });

  it('of a gateway is withdrawn, and no package is missing afterwards', async () => {
    const { uniqueId, deviceType } = [...disk.devices.values()].find((row) => row.deviceType === 'GATEWAY')!;
    await many.start([{ uniqueId, deviceType, kind: 'prepare', values: { interval: 500 }, before: {} }]);
    expect(await withdrawals.withdraw(uniqueId)).toEqual({ kind: 'withdrawn' });
    expect(configuration(uniqueId)).toMatchObject({ state: 'used' });
    expect((await snapshot(uniqueId)).pending).toBe(null);
  });

  it('is not reported as withdrawn while the backend still shows it, and its package stays', async () => {
    await prepareInput();
    await fault({ name: 'status', status: 200 });
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'stillPending' });
    expect(configuration()).toMatchObject({ state: 'carried' });
    expect(disk.devices.get(ID)!.pending).toMatchObject({ minor: 5 });
    expect(await withdrawals.offer()).toBe('unknown');
  });

  it('is not reported as withdrawn if the backend cannot be read after the request, and its package is not written any more', async () => {
    await prepareInput();
    await control('faults', [{ name: 'status', status: 503, match: { method: 'GET', path: '/config' } }]);
    expect(await withdrawals.withdraw(ID)).toMatchObject({ kind: 'unknown', failure: { kind: 'server' } });
    expect(configuration()).toMatchObject({ state: 'dead' });
    expect(configuration()).not.toHaveProperty('withdrawnAtMs');
    expect(packageSource(disk.devices.get(ID)!, { ...NO_STORY, package: configuration()! })).toBe('fetch');
  });

  it('is withdrawn although the answer was lost, if the backend shows nothing pending', async () => {
    await prepareInput();
    await fault({ name: 'lost', times: 1 });
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'withdrawn' });
    expect(configuration()).toMatchObject({ state: 'dead' });
  });

  it('is not withdrawn without a network, and its package can still be written', async () => {
    await prepareInput();
    await control('faults', [{ name: 'offline' }]);
    expect(await withdrawals.withdraw(ID)).toMatchObject({ kind: 'unknown', failure: { kind: 'offline' } });
    expect(configuration()).toMatchObject({ state: 'carried' });
  });

  it('is not withdrawn if the key is not accepted, and its package can still be written', async () => {
    await prepareInput();
    phone.key.value = 'wrong';
    requests.length = 0;
    expect(await withdrawals.withdraw(ID)).toMatchObject({ kind: 'failed', failure: { kind: 'key' } });
    expect(configuration()).toMatchObject({ state: 'carried' });
  });

  it('that was not pending is not reported as withdrawn, and its package can still be written', async () => {
    await prepareInput();
    await fault({ name: 'status', status: 409 });
    await control('device', { uniqueId: ID, pending: null });
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'noLongerPending', isApplied: false });
    expect(configuration()).toMatchObject({ state: 'carried' });
  });
});

describe('a prepared change is not withdrawn if it', () => {
  it('has an undelivered receipt that cannot be sent first', async () => {
    await prepareInput();
    disk.receipts.push(receipt({}));
    requests.length = 0;
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'blocked', reason: 'undeliveredReceipt' });
    expect(requests).toEqual([]);
    expect(configuration()).toMatchObject({ state: 'carried' });
    phone.drained = () => (disk.receipts.length = 0);
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'withdrawn' });
  });

  it('may have been written by a run', async () => {
    await prepareInput();
    disk.runs.push(run('writing'));
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'blocked', reason: 'unfinishedRun' });
    expect(deleted()).toEqual([]);
    expect(configuration()).toMatchObject({ state: 'carried' });
  });

  it('belongs to a run that begins while its package is marked as replaced', async () => {
    await prepareInput();
    const { packages } = disk;
    const set = packages.set.bind(packages);
    packages.set = (id, row) => {
      if (row.state === 'replaced' && row.kind === 'configuration') {
        disk.runs.push(run('intent'));
        phone.running = new Set(['r']);
      }
      return set(id, row);
    };
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'blocked', reason: 'unfinishedRun' });
    expect(deleted()).toEqual([]);
    expect(configuration()).toMatchObject({ state: 'carried' });
  });
});

describe('the call for a withdrawal', () => {
  it('is known to be offered after its first use', async () => {
    await prepareInput();
    expect(await withdrawals.offer()).toBe('unknown');
    await withdrawals.withdraw(ID);
    expect(await withdrawals.offer()).toBe('offered');
  });

  it('is not tried again for a day if the backend lacks it, and every package stays', async () => {
    await control('options', { configDelete: 'notFound' });
    await prepareInput();
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'notOffered' });
    expect(configuration()).toMatchObject({ state: 'carried' });
    expect(await withdrawals.offer()).toBe('notOffered');
    requests.length = 0;
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'notOffered' });
    expect(requests).toEqual([]);
    await control('options', { configDelete: 'served' });
    await clock.sleep(86_400_001);
    expect(await withdrawals.withdraw(ID)).toEqual({ kind: 'withdrawn' });
  });

  it('is not ruled out by a 403, which concerns this key and this device', async () => {
    await prepareInput();
    await fault({ name: 'status', status: 403 });
    expect(await withdrawals.withdraw(ID)).toMatchObject({ kind: 'failed', failure: { kind: 'forbidden' } });
    expect(configuration()).toMatchObject({ state: 'carried' });
    expect(await withdrawals.offer()).toBe('unknown');
  });
});

describe('many changes that are withdrawn together', () => {
  let beacons: CachedDevice[];
  beforeEach(() => {
    beacons = [...disk.devices.values()].filter(
      ({ deviceType, access, model }) => deviceType === 'BEACON' && access !== 'VIEWER' && model !== 'USB_BEACON',
    );
  });
  const tasks = (count: number, kind: PrepareTask['kind']): PrepareTask[] =>
    beacons
      .slice(0, count)
      .map(({ uniqueId, deviceType }) => ({ uniqueId, deviceType, kind, values: { minor: 5 }, before: {} }));
  const kinds = () => [...many.state.value!.outcomes.values()].map(({ kind }) => kind);

  it('are withdrawn in requests of the maximum size', async () => {
    await many.start(tasks(45, 'prepare'));
    requests.length = 0;
    await many.start(tasks(45, 'withdraw'));
    expect(deleted()).toHaveLength(3);
    expect(kinds()).toEqual(Array.from({ length: 45 }, () => 'withdrawn'));
    for (const { uniqueId } of beacons.slice(0, 45)) expect((await snapshot(uniqueId)).pending).toBe(null);
  });

  it('each get their own answer if the backend refuses them together', async () => {
    await many.start(tasks(4, 'prepare'));
    await fault({ name: 'status', status: 403, times: 2 });
    requests.length = 0;
    await many.start(tasks(4, 'withdraw'));
    expect(deleted()).toHaveLength(5);
    expect(kinds().toSorted()).toEqual(['failed', 'withdrawn', 'withdrawn', 'withdrawn']);
    await many.retry();
    expect(kinds()).toEqual(Array.from({ length: 4 }, () => 'withdrawn'));
    expect(requests.filter((request) => request.startsWith('POST /config/create'))).toEqual([]);
  });

  it('need two requests if the backend has no such call', async () => {
    await many.start(tasks(5, 'prepare'));
    await control('options', { configDelete: 'notFound' });
    requests.length = 0;
    await many.start(tasks(5, 'withdraw'));
    expect(deleted()).toHaveLength(2);
    expect(kinds()).toEqual(Array.from({ length: 5 }, () => 'notOffered'));
    expect([...disk.packages.values()].filter(({ state }) => state === 'carried')).toHaveLength(5);
  });

  it('are never prepared again by a retry', async () => {
    await many.start(tasks(3, 'prepare'));
    await control('faults', [{ name: 'status', status: 500, match: { path: '/config/delete' } }]);
    await many.start(tasks(3, 'withdraw'));
    expect(kinds()).toEqual(Array.from({ length: 3 }, () => 'unknown'));
    await control('faults', []);
    requests.length = 0;
    await many.retry();
    expect(kinds()).toEqual(Array.from({ length: 3 }, () => 'withdrawn'));
    expect(requests.some((request) => request.startsWith('POST /config/create'))).toBe(false);
  });
});

it('a prepared change of a device that the key may only view is not withdrawn', async () => {
  phone.key.value = EDITOR_KEY;
  await list.refresh();
  const viewed = [...disk.devices.values()].find(({ access }) => access === 'VIEWER')!;
  expect(await withdrawals.withdraw(viewed.uniqueId)).toMatchObject({ kind: 'noLongerPending' });
  expect(await extensions.offer('withdraw')).toBe('unknown');
});
