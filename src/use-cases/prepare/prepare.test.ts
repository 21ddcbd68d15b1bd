/** Preparing: what is created, stored and refused, and that no result is reported too early. */
import { describe, expect, it } from 'vitest';
import { HIDDEN_VALUE } from '../../domain/attributes/values.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { writePacket } from '../../domain/packet.ts';
import { createPrepare } from './prepare.ts';
import { createMemoryLocks } from '../../../test/support/memory-locks.ts';
import {
  disk,
  prepare,
  list,
  requests,
  phone,
  control,
  snapshot,
  prepareInput,
  states,
  receipt,
  run,
  packageStore,
  preparePhone,
} from '../../../test/support/prepare-phone.ts';

preparePhone();

describe('preparing a change', () => {
  it('creates, fetches and stores the package', async () => {
    const outcome = await prepareInput();
    expect(outcome).toMatchObject({
      kind: 'onThisPhone',
      remarks: [],
      package: {
        state: 'carried',
        uniqueId: 'tB4x',
        values: { minor: 5 },
        before: { minor: 1 },
        kind: 'configuration',
      },
    });
    expect(requests).toEqual(['POST /config/create', 'GET /config/encrypt?uniqueId=tB4x']);
    expect(disk.packages.get('p1')!.token).toBeGreaterThan(1_700_000_000);
    expect(prepare.packages.value).toHaveLength(1);
  });

  it('shows the pending values as the backend has combined them, and stores no secret', async () => {
    await prepareInput({ minor: 5 });
    await expect(prepareInput({ major: 6, password: 'a1b2c3d4' })).resolves.toMatchObject({
      package: { values: { minor: 5, major: 6, password: HIDDEN_VALUE } },
    });
    expect(JSON.stringify([...disk.packages.values()])).not.toContain('a1b2c3d4');
    expect((await snapshot('tB4x')).pending!.values).toMatchObject({ password: 'a1b2c3d4' });
    expect(states()).toEqual(['p1 replaced', 'p2 carried']);
  });

  it('stores no value with the name of a secret, neither the new one nor the previous one', async () => {
    await prepare.prepare({
      uniqueId: 'tB4x',
      deviceType: 'BEACON',
      values: { minor: 5, 'system.wifiPassword': 'CANARY-1' },
      before: { minor: 1, 'system.wifiPassword': 'CANARY-2' },
    });
    expect(disk.packages.size).toBe(1);
    expect(JSON.stringify([...disk.packages.values()])).not.toContain('CANARY');
    expect((await snapshot('tB4x')).pending!.values).toMatchObject({ 'system.wifiPassword': 'CANARY-1' });
  });

  it('reports an ID that is missing in the answer as not accessible', async () => {
    await expect(prepareInput({ minor: 5 }, 'nobody')).resolves.toEqual({ kind: 'notAccessible' });
    expect(states()).toEqual([]);
  });

  it('recognises the requested ID in another case', async () => {
    phone.respell = (text) => text.replaceAll('tB4x', 'TB4X');
    const outcome = await prepare.prepare({ uniqueId: 'tB4x', deviceType: 'BEACON', values: { minor: 5 }, before: {} });
    expect(outcome).toMatchObject({ kind: 'onThisPhone', package: { uniqueId: 'tB4x', state: 'carried' } });
    expect((await snapshot('tB4x')).pending!.values).toMatchObject({ minor: 5 });
  });

  it('reports the status and the field of a refusal, and stores nothing', async () => {
    await expect(prepareInput({ minor: 70_000 })).resolves.toMatchObject({
      kind: 'failed',
      failure: { kind: 'invalid', status: 422, fields: [{ field: 'minor' }] },
    });
    expect(states()).toEqual([]);
  });

  it('replaces the older package at once, even when the new one cannot be fetched', async () => {
    await prepareInput();
    await control('faults', [{ name: 'status', status: 503, match: { path: '/config/encrypt' } }]);
    await expect(prepareInput({ minor: 6 })).resolves.toMatchObject({
      kind: 'preparedOnly',
      failure: { kind: 'server' },
      package: { state: 'prepared', base64: null },
    });
    expect(states()).toEqual(['p1 replaced', 'p2 prepared']);
    await control('faults', []);
    await expect(prepare.fetchPackage('tB4x')).resolves.toMatchObject({
      kind: 'onThisPhone',
      package: { id: 'p2', state: 'carried', values: { minor: 6 }, before: { minor: 1 } },
    });
    expect(states()).toEqual(['p1 replaced', 'p2 carried']);
  });

  it('reads what is pending after a lost answer, and fetches its package', async () => {
    await control('faults', [{ name: 'lost', match: { path: '/config/create' }, times: 1 }]);
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'onThisPhone', package: { values: { minor: 5 } } });
    await control('options', { configList: false });
    await control('faults', [{ name: 'lost', match: { path: '/config/create' }, times: 1 }]);
    await expect(prepareInput({ minor: 6 })).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('is reported as unknown after a lost answer when what is pending is something else or cannot be read', async () => {
    await control('faults', [{ name: 'offline' }]);
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'unknown', failure: { kind: 'offline' } });
    await control('faults', [{ name: 'offline', match: { path: '/config/create' }, times: 1 }]);
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'unknown' });
    expect(states()).toEqual([]);
  });

  it('is refused while a receipt of the device cannot be delivered, which is tried first', async () => {
    disk.receipts = [receipt({})];
    await expect(prepareInput()).resolves.toEqual({ kind: 'blocked', reason: 'undeliveredReceipt' });
    expect(requests).toEqual([]);
    disk.receipts = [receipt({ uniqueId: 'other', candidates: ['other', 'tB4x'] })];
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'blocked' });
    phone.drained = () => (disk.receipts = [receipt({ state: 'verified' })]);
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'onThisPhone' });
    disk.receipts = [receipt({ state: 'sent', settledAtMs: 1 })];
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('is refused after the backend refused a receipt, until that is given up or a later receipt is verified', async () => {
    phone.drained = () => {};
    disk.receipts = [receipt({ id: 'a', state: 'parked', createdAtMs: 1 })];
    await expect(prepareInput()).resolves.toEqual({ kind: 'blocked', reason: 'undeliveredReceipt' });
    disk.receipts = [receipt({ id: 'a', state: 'parked', createdAtMs: 1, givenUpAtMs: 2 })];
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'onThisPhone' });
    disk.receipts = [
      receipt({ id: 'a', state: 'parked', createdAtMs: 1 }),
      receipt({ id: 'b', state: 'verified', createdAtMs: 2 }),
    ];
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('keeps runs from using the old package during the request, and restores it after a refusal', async () => {
    await prepareInput();
    let during: string[] = [];
    phone.onRequest = (path) => {
      if (path.startsWith('POST /config/create')) during = states();
    };
    await expect(prepareInput({ minor: 70_000 })).resolves.toMatchObject({ kind: 'failed' });
    expect(during).toEqual(['p1 replaced']);
    expect(states()).toEqual(['p1 carried']);
    await prepareInput({ minor: 6 });
    expect(during).toEqual(['p1 replaced']);
    expect(states()).toEqual(['p1 replaced', 'p2 carried']);
  });

  it('does not restore the old package over a newer one from a window of an earlier version, which takes no lock', async () => {
    await prepareInput();
    const { fetchPackage } = createPrepare({ ...prepare.parts, locks: createMemoryLocks() });
    let once = true;
    phone.onRequest = async (path) => {
      if (!path.startsWith('POST /config/create') || !once) return;
      once = false;
      await fetchPackage('tB4x');
    };
    await expect(prepareInput({ minor: 70_000 })).resolves.toMatchObject({ kind: 'failed' });
    expect(states()).toEqual(['p1 replaced', 'p2 carried']);
    // It is not restored either if a run has already used the newer one.
    once = true;
    phone.onRequest = async (path) => {
      if (!path.startsWith('POST /config/create') || !once) return;
      once = false;
      await fetchPackage('tB4x');
      await packageStore.mark('p3', 'used');
    };
    await expect(prepareInput({ minor: 70_000 })).resolves.toMatchObject({ kind: 'failed' });
    expect(states()).toEqual(['p1 replaced', 'p2 replaced', 'p3 used']);
  });

  it('is refused during a run of the device, even before that run has written', async () => {
    disk.runs = [run('intent')];
    phone.running = new Set(['r']);
    await expect(prepareInput()).resolves.toEqual({ kind: 'blocked', reason: 'unfinishedRun' });
    phone.running = new Set();
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('reads what is pending before reporting a refusal, because the browser may have repeated the request', async () => {
    await control('faults', [
      { name: 'status', status: 409, effect: true, match: { path: '/config/create' }, times: 1 },
    ]);
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'onThisPhone', package: { values: { minor: 5 } } });
    await control('faults', [{ name: 'status', status: 409, match: { path: '/config/create' }, times: 1 }]);
    await expect(prepareInput({ minor: 6 })).resolves.toMatchObject({ kind: 'failed', failure: { kind: 'conflict' } });
    await control('faults', [
      { name: 'status', status: 409, match: { path: '/config/create' }, times: 1 },
      { name: 'status', status: 503 },
    ]);
    await expect(prepareInput({ minor: 6 })).resolves.toMatchObject({ kind: 'unknown', failure: { kind: 'conflict' } });
  });

  it('carries no package whose bytes were already written to the beacon', async () => {
    await prepareInput();
    const { base64 } = disk.packages.get('p1')!;
    disk.packages.set('p1', { ...disk.packages.get('p1')!, state: 'used' });
    disk.runs = [{ ...run('receipt'), outcome: { kind: 'receipt', receiptId: 'x' }, packageBase64: base64! }];
    await prepare.keepOffered('tB4x', base64!);
    expect(states()).toEqual(['p1 used']);
    await control('options', { samePackage: true });
    await expect(prepare.fetchPackage('tB4x')).resolves.toMatchObject({ kind: 'unusable', reason: 'written' });
    expect(states()).toEqual(['p1 used']);
  });

  it('is refused while an unfinished run may have written to the device', async () => {
    disk.runs = [run('writing')];
    await expect(prepareInput()).resolves.toEqual({ kind: 'blocked', reason: 'unfinishedRun' });
    // The package that settles the run may be fetched.
    await expect(prepare.fetchPackage('tB4x')).resolves.not.toMatchObject({ kind: 'blocked' });
    disk.runs = [run('intent')];
    await expect(prepareInput()).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('keeps the carried package when a new one cannot be fetched', async () => {
    await prepareInput();
    await control('faults', [{ name: 'offline', match: { path: '/config/encrypt' } }]);
    await expect(prepare.fetchPackage('tB4x')).resolves.toMatchObject({ kind: 'failed', failure: { kind: 'offline' } });
    expect(states()).toEqual(['p1 carried']);
  });

  it('fetches what another manager has prepared, with its values', async () => {
    await control('device', { uniqueId: 'tB4x', pending: { txPower: 3 } });
    await expect(prepare.fetchPackage('tB4x')).resolves.toMatchObject({
      kind: 'onThisPhone',
      package: { values: { txPower: 3 } },
    });
  });

  it('stores no package when the backend has nothing pending for the device, and reports that', async () => {
    await expect(prepare.fetchPackage('tB4x')).resolves.toEqual({ kind: 'noLongerPending', isApplied: false });
    expect(states()).toEqual([]);
  });

  it('is reported as applied when nothing is pending and the device shows the prepared values', async () => {
    await prepareInput();
    await control('device', { uniqueId: 'tB4x', values: { minor: 5 }, pending: null });
    await expect(prepare.fetchPackage('tB4x')).resolves.toEqual({ kind: 'noLongerPending', isApplied: true });
    expect(states()).toEqual(['p1 used']);
    expect(disk.devices.get('tB4x')?.pending ?? null).toBeNull();
  });

  it('fetches no package for a gateway, and reports on request whether the gateway has applied the change', async () => {
    await list.refresh();
    const { uniqueId } = [...disk.devices.values()].find(({ deviceType }) => deviceType === 'GATEWAY')!;
    requests.length = 0;
    const input = { uniqueId, deviceType: 'GATEWAY', values: { name: 'Hall' }, before: {} };
    await expect(prepare.prepare(input)).resolves.toMatchObject({
      kind: 'waitingForGateway',
      package: { state: 'prepared', values: { name: 'Hall' } },
    });
    expect(requests).toEqual(['POST /config/create']);
    expect(disk.devices.get(uniqueId)!.pending).toEqual({ name: 'Hall' });
    await expect(prepare.fetchPackage(uniqueId)).resolves.toMatchObject({ kind: 'waitingForGateway' });
    await control('options', { gatewayApplySeconds: 0 });
    await expect(prepare.fetchPackage(uniqueId)).resolves.toEqual({ kind: 'noLongerPending', isApplied: true });
    expect(requests.filter((request) => request.includes('encrypt'))).toEqual([]);
    expect(disk.devices.get(uniqueId)).toMatchObject({ name: 'Hall', pending: null });
    expect(states()).toEqual(['p1 used']);
  });

  it('reports the refusal of a change to a gateway, and stores nothing of it', async () => {
    await list.refresh();
    const { uniqueId } = [...disk.devices.values()].find(({ deviceType }) => deviceType === 'GATEWAY')!;
    await control('options', { gatewayConfig: 'refused' });
    await expect(
      prepare.prepare({ uniqueId, deviceType: 'GATEWAY', values: { minor: 5 }, before: {} }),
    ).resolves.toMatchObject({ kind: 'failed', failure: { status: 409 } });
    expect(states()).toEqual([]);
  });

  it("stores the backend's values, and reports which it has changed or left out", async () => {
    await list.refresh();
    phone.respell = (text) => text.replace(/"minor":5/g, '"minor":6').replace(/"custom":"x",?/g, '');
    await expect(prepareInput({ minor: 5, custom: 'x' })).resolves.toMatchObject({
      kind: 'onThisPhone',
      package: { values: { minor: 6 } },
      differences: [
        { kind: 'changed', name: 'minor', requested: 5, answered: 6 },
        { kind: 'ignored', name: 'custom', requested: 'x' },
      ],
    });
    expect(disk.devices.get('tB4x')!.pending).toEqual({ minor: 6 });
    expect(disk.packages.get('p1')!.values).toEqual({ minor: 6 });
  });

  it('reads what is pending when the answer contains no values, and reports values that no answer confirms', async () => {
    await list.refresh();
    await control('options', { configList: false });
    const bare = (text: string): string => text.replace(/"minor":5,?/g, '');
    phone.respell = (text) => (text.startsWith('[') ? bare(text) : text);
    await expect(prepareInput()).resolves.not.toHaveProperty('differences');
    phone.respell = bare;
    await expect(prepareInput({ minor: 5 }, 'tB4x')).resolves.toMatchObject({
      kind: 'onThisPhone',
      differences: [{ kind: 'notSaid', name: 'minor', requested: 5 }],
    });
  });

  it('stores a package that the backend offers once, and no package that cannot be read', async () => {
    await prepareInput();
    const { base64 } = disk.packages.get('p1')!;
    await prepare.keepOffered('tB4x', base64!);
    await prepare.keepOffered('tB4x', 'not Base64?');
    expect(states()).toEqual(['p1 carried']);
    const other = encodeBase64(
      writePacket({
        revision: 0,
        kind: 'encryptedRequest',
        operation: 0x10,
        token: 2_000_000_000,
        payload: new Uint8Array(30),
      }),
    );
    await prepare.keepOffered('tB4x', other);
    expect([...disk.packages.values()].find(({ state }) => state === 'carried')).toMatchObject({
      base64: other,
      token: 2_000_000_000,
      values: { minor: 5 },
    });
  });

  it('reports that the package cannot be stored when the disk is full', async () => {
    disk.full = true;
    await expect(prepareInput()).resolves.toMatchObject({
      kind: 'storageFailed',
      detail: expect.stringContaining('QuotaExceededError'),
    });
  });

  it('shows the change as pending in the device list without reading the list again', async () => {
    await list.refresh();
    await prepareInput();
    expect(disk.devices.get('tB4x')!.pending).toEqual({ minor: 5 });
  });

  it('drops a package whose values the device already has, unless a run is using it', async () => {
    await prepareInput();
    const [row] = [...disk.packages.values()];
    await prepare.retireApplied('tB4x', { minor: 6 });
    await prepare.retireApplied('m3Rw', { minor: 5 });
    disk.runs = [{ ...run('writing'), packageId: row!.id }];
    await prepare.retireApplied('tB4x', { minor: 5 });
    expect(states()).toEqual(['p1 carried']);
    disk.runs = [];
    await prepare.retireApplied('tB4x', { minor: 5 });
    expect(states()).toEqual(['p1 used']);
  });
});
