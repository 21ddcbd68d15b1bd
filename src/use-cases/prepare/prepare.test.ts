import { beforeEach, describe, expect, it } from 'vitest';
import { fixturePackage } from '../../../test/support/fixture-rows.ts';
import { createVirtualClock, type VirtualClock } from '../../../test/support/virtual-clock.ts';
import { createBackend } from '../../backend/backend.ts';
import { makeAccount } from '../../domain/account.ts';
import { HIDDEN_VALUE } from '../../domain/attributes/values.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { writePacket } from '../../domain/packet.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import { createSandboxBackend } from '../../sandbox/backend/backend.ts';
import { createDeviceList, type DeviceListParts, type DeviceListService } from '../devices/device-list.ts';
import { checkPackage } from './package-check.ts';
import type { PackageStore, ReceiptStore, RunStore } from '../ports.ts';
import { createPrepare, type PrepareService } from './prepare.ts';

let clock: VirtualClock;
let sandbox: ReturnType<typeof createSandboxBackend>;
let disk: {
  devices: Map<string, CachedDevice>;
  packages: Map<string, CarriedPackage>;
  runs: Run[];
  receipts: Receipt[];
  completedAtMs: number | null;
  full: boolean;
};
let prepare: PrepareService;
let list: DeviceListService;
let drained: () => void;
let requests: string[];
let key: string;
let onRequest: (path: string) => void;
let running: ReadonlySet<string>;
let deviceStore: DeviceListParts['devices'], packageStore: PackageStore;
/** The list says that it ends after its first page. */
let cutShort: boolean;

const control = (action: string, body: unknown) =>
  sandbox.handle(new Request(`http://s/sandbox/control/${action}`, { method: 'PUT', body: JSON.stringify(body) }));
const snapshot = async (uniqueId: string) =>
  (
    (await (await sandbox.handle(new Request(`http://s/sandbox/control/snapshot?uniqueId=${uniqueId}`))).json()) as {
      devices: Record<string, { pending: { values: unknown } | null }>;
    }
  ).devices[uniqueId]!;

beforeEach(() => {
  clock = createVirtualClock(Date.UTC(2026, 0, 2));
  sandbox = createSandboxBackend({ seed: 'prepare-test', now: () => clock.nowMs() });
  disk = { devices: new Map(), packages: new Map(), runs: [], receipts: [], completedAtMs: null, full: false };
  drained = () => {};
  onRequest = () => {};
  running = new Set();
  cutShort = false;
  requests = [];
  key = 'sandbox-owner-key';
  const account = makeAccount(
    { name: 'x', baseUrl: 'http://s/sandbox', legacyBaseUrl: 'http://s/sandbox/legacy', vendor: 'acme' },
    'a',
    'sandbox',
    0,
  );
  const backend = createBackend({
    account,
    apiKey: () => key,
    nowMs: () => clock.nowMs(),
    timeout: () => new AbortController().signal,
    fetch: (url, init) => {
      onRequest(`${init.method} ${new URL(url).pathname.slice('/sandbox/legacy'.length)}`);
      requests.push(`${init.method} ${new URL(url).pathname.slice('/sandbox/legacy'.length)}${new URL(url).search}`);
      return sandbox.handle(new Request(url, init)).catch(() => Promise.reject(new TypeError('Failed to fetch')));
    },
  });
  const watch = () => () => {};
  const devices: DeviceListParts['devices'] = (deviceStore = {
    watch,
    all: async () => [...disk.devices.values()],
    get: async (id) => disk.devices.get(id) ?? null,
    putMany: async (rows) => rows.forEach((row) => disk.devices.set(row.uniqueId, row)),
    removeMany: async (ids) => ids.forEach((id) => disk.devices.delete(id)),
    async keepOnly(ids) {
      for (const id of disk.devices.keys()) if (!ids.includes(id)) disk.devices.delete(id);
      disk.completedAtMs = null;
    },
    completedAtMs: async () => disk.completedAtMs,
    setCompletedAtMs: async (atMs) => void (disk.completedAtMs = atMs),
  });
  const packages: PackageStore = (packageStore = {
    watch,
    all: async () => [...disk.packages.values()],
    get: async (id) => disk.packages.get(id) ?? null,
    ofDevice: async (uniqueId) => [...disk.packages.values()].filter((row) => row.uniqueId === uniqueId),
    async replace(row) {
      if (disk.full) throw new DOMException('no room', 'QuotaExceededError');
      for (const other of disk.packages.values()) {
        if (other.uniqueId === row.uniqueId && other.kind === row.kind && ['prepared', 'carried'].includes(other.state))
          disk.packages.set(other.id, { ...other, state: 'replaced' });
      }
      disk.packages.set(row.id, row);
    },
    mark: async (id, state) => void disk.packages.set(id, { ...disk.packages.get(id)!, state }),
  });
  const runs = { watch, all: async () => disk.runs } as unknown as RunStore;
  const receipts = { watch, all: async () => disk.receipts } as unknown as ReceiptStore;
  let ids = 0;
  prepare = createPrepare({
    backend,
    packages,
    runs,
    receipts,
    devices,
    clock,
    newId: () => `p${(ids += 1)}`,
    drain: async () => drained(),
    running: async () => running,
  });
  const devicePage: typeof backend.devicePage = async (query, size, signal) => {
    const page = await backend.devicePage(query, size, signal);
    return page.ok && cutShort ? { ok: true, value: { ...page.value, nextQuery: null } } : page;
  };
  list = createDeviceList({
    account: () => account,
    backend: { ...backend, devicePage },
    devices,
    packages,
    runs,
    receipts,
    clock,
  });
});

const ask = (values = { minor: 5 } as Record<string, string | number>, uniqueId = 'tB4x') =>
  prepare.prepare({ uniqueId, deviceType: 'BEACON', values, before: { minor: 1 } });
const states = () => [...disk.packages.values()].map(({ id, state }) => `${id} ${state}`);
const receipt = (change: Partial<Receipt>): Receipt =>
  ({ uniqueId: 'tB4x', candidates: ['tB4x'], state: 'waiting', settledAtMs: null, ...change }) as Receipt;
const run = (step: Run['step']): Run => ({ id: 'r', uniqueId: 'tB4x', step, outcome: null }) as Run;

describe('prepare', () => {
  it('creates, fetches and stores the package', async () => {
    const outcome = await ask();
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

  it('says what is pending as the backend merged it, and keeps no secret', async () => {
    await ask({ minor: 5 });
    await expect(ask({ major: 6, password: 'a1b2c3d4' })).resolves.toMatchObject({
      package: { values: { minor: 5, major: 6, password: HIDDEN_VALUE } },
    });
    expect(JSON.stringify([...disk.packages.values()])).not.toContain('a1b2c3d4');
    expect((await snapshot('tB4x')).pending!.values).toMatchObject({ password: 'a1b2c3d4' });
    expect(states()).toEqual(['p1 replaced', 'p2 carried']);
  });

  it("keeps no value whose name is a secret's, neither the new one nor the one before", async () => {
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

  it('an id that is absent from the answer is not accessible', async () => {
    await expect(ask({ minor: 5 }, 'nobody')).resolves.toEqual({ kind: 'notAccessible' });
    expect(states()).toEqual([]);
  });

  it('a refusal is a refusal', async () => {
    await expect(ask({ minor: 70_000 })).resolves.toMatchObject({
      kind: 'failed',
      failure: { kind: 'invalid', status: 422, fields: [{ field: 'minor' }] },
    });
    expect(states()).toEqual([]);
  });

  it('replaces the older package at once, also when the new one does not come', async () => {
    await ask();
    await control('faults', [{ name: 'status', status: 503, match: { path: '/config/encrypt' } }]);
    await expect(ask({ minor: 6 })).resolves.toMatchObject({
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

  it("keeps no value whose name is a secret's, neither the new one nor the one before", async () => {
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

  it('after a lost answer looks at what is pending before it says anything', async () => {
    await control('faults', [{ name: 'lost', match: { path: '/config/create' }, times: 1 }]);
    await expect(ask()).resolves.toMatchObject({ kind: 'onThisPhone', package: { values: { minor: 5 } } });
    await control('options', { configList: false });
    await control('faults', [{ name: 'lost', match: { path: '/config/create' }, times: 1 }]);
    await expect(ask({ minor: 6 })).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('says "unknown" where it cannot look, or finds another configuration', async () => {
    await control('faults', [{ name: 'offline' }]);
    await expect(ask()).resolves.toMatchObject({ kind: 'unknown', failure: { kind: 'offline' } });
    await control('faults', [{ name: 'offline', match: { path: '/config/create' }, times: 1 }]);
    await expect(ask()).resolves.toMatchObject({ kind: 'unknown' });
    expect(states()).toEqual([]);
  });

  it('a clock that was set back: what is prepared now is newer than all there was of the device', async () => {
    disk.receipts = [receipt({ state: 'verified', createdAtMs: clock.nowMs() })];
    const before = clock.nowMs();
    clock.set(-3_600_000);
    const outcome = await ask();
    if (outcome.kind !== 'onThisPhone') throw new Error(outcome.kind);
    expect(outcome.package.preparedAtMs).toBeGreaterThan(before);
    expect(outcome.package.fetchedAtMs).toBeGreaterThan(outcome.package.preparedAtMs);
  });

  it('a refused receipt whose values the device shows holds nothing back once the same values are verified', async () => {
    const shown = { atMs: 1, status: 422, code: 'shown', message: '' };
    const twice = (change: Partial<Receipt>): Receipt[] => [
      receipt({ id: 'a', state: 'verified', values: { minor: 5 }, createdAtMs: 1 }),
      receipt({
        id: 'b',
        state: 'parked',
        owner: 'known',
        responseBase64: 'AAAA',
        values: { minor: 5 },
        createdAtMs: 2,
        lastAnswer: shown,
        ...change,
      }),
    ];
    disk.receipts = twice({ values: { minor: 6 } });
    await expect(ask()).resolves.toEqual({ kind: 'blocked', reason: 'undeliveredReceipt' });
    disk.receipts = twice({ values: { minor: 5, password: HIDDEN_VALUE } });
    await expect(ask()).resolves.toEqual({ kind: 'blocked', reason: 'undeliveredReceipt' });
    disk.receipts = twice({ owner: 'unsure' });
    await expect(ask()).resolves.toEqual({ kind: 'blocked', reason: 'undeliveredReceipt' });
    disk.receipts = twice({});
    await expect(ask()).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('refuses while a receipt of the device is under way, but tries to deliver it first', async () => {
    disk.receipts = [receipt({})];
    await expect(ask()).resolves.toEqual({ kind: 'blocked', reason: 'undeliveredReceipt' });
    expect(requests).toEqual([]);
    disk.receipts = [receipt({ uniqueId: 'other', candidates: ['other', 'tB4x'] })];
    await expect(ask()).resolves.toMatchObject({ kind: 'blocked' });
    drained = () => (disk.receipts = [receipt({ state: 'verified' })]);
    await expect(ask()).resolves.toMatchObject({ kind: 'onThisPhone' });
    disk.receipts = [receipt({ state: 'sent', settledAtMs: 1 })];
    await expect(ask()).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('refuses over a receipt that the backend refused, until it is given up or a later one is verified', async () => {
    drained = () => {};
    disk.receipts = [receipt({ id: 'a', state: 'parked', createdAtMs: 1 })];
    await expect(ask()).resolves.toEqual({ kind: 'blocked', reason: 'undeliveredReceipt' });
    disk.receipts = [receipt({ id: 'a', state: 'parked', createdAtMs: 1, givenUpAtMs: 2 })];
    await expect(ask()).resolves.toMatchObject({ kind: 'onThisPhone' });
    disk.receipts = [
      receipt({ id: 'a', state: 'parked', createdAtMs: 1 }),
      receipt({ id: 'b', state: 'verified', createdAtMs: 2 }),
    ];
    await expect(ask()).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('lets no run take up the old package while the request is on the wire, and brings it back when it was refused', async () => {
    await ask();
    let during: string[] = [];
    onRequest = (path) => {
      if (path.startsWith('POST /config/create')) during = states();
    };
    await expect(ask({ minor: 70_000 })).resolves.toMatchObject({ kind: 'failed' });
    expect(during).toEqual(['p1 replaced']);
    expect(states()).toEqual(['p1 carried']);
    await ask({ minor: 6 });
    expect(during).toEqual(['p1 replaced']);
    expect(states()).toEqual(['p1 replaced', 'p2 carried']);
  });

  it('refuses while a run of the device is being carried out, also before it has written', async () => {
    disk.runs = [run('intent')];
    running = new Set(['r']);
    await expect(ask()).resolves.toEqual({ kind: 'blocked', reason: 'unfinishedRun' });
    running = new Set();
    await expect(ask()).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('looks before it believes a refusal: the browser may have made a repeat of it', async () => {
    await control('faults', [
      { name: 'status', status: 409, effect: true, match: { path: '/config/create' }, times: 1 },
    ]);
    await expect(ask()).resolves.toMatchObject({ kind: 'onThisPhone', package: { values: { minor: 5 } } });
    await control('faults', [{ name: 'status', status: 409, match: { path: '/config/create' }, times: 1 }]);
    await expect(ask({ minor: 6 })).resolves.toMatchObject({ kind: 'failed', failure: { kind: 'conflict' } });
    await control('faults', [
      { name: 'status', status: 409, match: { path: '/config/create' }, times: 1 },
      { name: 'status', status: 503 },
    ]);
    await expect(ask({ minor: 6 })).resolves.toMatchObject({ kind: 'unknown', failure: { kind: 'conflict' } });
  });

  it('never offers the bytes that were written already', async () => {
    await ask();
    const { base64 } = disk.packages.get('p1')!;
    disk.packages.set('p1', { ...disk.packages.get('p1')!, state: 'used' });
    disk.runs = [{ ...run('receipt'), outcome: { kind: 'receipt', receiptId: 'x' }, packageBase64: base64! }];
    await prepare.keepOffered('tB4x', base64!);
    expect(states()).toEqual(['p1 used']);
    await control('options', { samePackage: true });
    await expect(prepare.fetchPackage('tB4x')).resolves.toMatchObject({ kind: 'unusable', reason: 'written' });
    expect(states()).toEqual(['p1 used']);
  });

  it('refuses while a run of the device may have written something', async () => {
    disk.runs = [run('writing')];
    await expect(ask()).resolves.toEqual({ kind: 'blocked', reason: 'unfinishedRun' });
    // The package that settles it may be fetched.
    await expect(prepare.fetchPackage('tB4x')).resolves.not.toMatchObject({ kind: 'blocked' });
    disk.runs = [run('intent')];
    await expect(ask()).resolves.toMatchObject({ kind: 'onThisPhone' });
  });

  it('keeps what is carried when a fresh one cannot be fetched', async () => {
    await ask();
    await control('faults', [{ name: 'offline', match: { path: '/config/encrypt' } }]);
    await expect(prepare.fetchPackage('tB4x')).resolves.toMatchObject({ kind: 'failed', failure: { kind: 'offline' } });
    expect(states()).toEqual(['p1 carried']);
  });

  it('fetches what somebody else has prepared, with its values', async () => {
    await control('device', { uniqueId: 'tB4x', pending: { txPower: 3 } });
    await expect(prepare.fetchPackage('tB4x')).resolves.toMatchObject({
      kind: 'onThisPhone',
      package: { values: { txPower: 3 } },
    });
  });

  it('says that nothing is pending, and stores nothing', async () => {
    await expect(prepare.fetchPackage('tB4x')).resolves.toMatchObject({ kind: 'unusable', reason: 'absent' });
    expect(states()).toEqual([]);
  });

  it('keeps an offered package once, and a useless one not at all', async () => {
    await ask();
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

  it('says when the disk is full', async () => {
    disk.full = true;
    await expect(ask()).resolves.toMatchObject({
      kind: 'storageFailed',
      detail: expect.stringContaining('QuotaExceededError'),
    });
  });

  it('marks the device as pending without a new list', async () => {
    await list.refresh();
    await ask();
    expect(disk.devices.get('tB4x')!.pending).toEqual({ minor: 5 });
  });

  it('carries no package that would only write again what is applied, unless a run is on its way with it', async () => {
    await ask();
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

describe('a package', () => {
  it.each([
    ['', 'empty', 0],
    ['  ', 'empty', 0],
    ['AAA=A', 'notBase64', null],
    ['<html>', 'notBase64', null],
    [encodeBase64(new Uint8Array(513)), 'tooLarge', 513],
  ])('%j is refused: %s', (base64, reason, bytes) => {
    expect(checkPackage(base64)).toEqual({ ok: false, reason, bytes });
  });

  it('of an unknown layout is taken with a remark', () => {
    expect(checkPackage(encodeBase64(new Uint8Array(512)))).toMatchObject({
      ok: true,
      token: null,
      remarks: [expect.stringContaining('length')],
    });
    const plain = writePacket({
      revision: 0,
      kind: 'plainResponse',
      operation: 0x20,
      token: 9,
      payload: Uint8Array.of(0),
    });
    expect(checkPackage(encodeBase64(plain))).toMatchObject({
      ok: true,
      token: 9,
      remarks: [expect.stringContaining('plain response'), expect.stringContaining('0x20')],
    });
  });
});

describe('the list of devices', () => {
  it('reads every page to its end, each device once, and keeps the order', async () => {
    await list.start();
    await list.refresh();
    const { devices, completedAtMs, failure, refreshing } = list.list.value;
    const fleet = (await (await sandbox.handle(new Request('http://s/sandbox/control/fleet'))).json()) as {
      uniqueId: string;
      access: { owner?: string };
    }[];
    const visible = fleet.filter(({ access }) => access.owner !== undefined).map(({ uniqueId }) => uniqueId);
    expect(devices.length).toBeGreaterThanOrEqual(230);
    expect(devices.map(({ uniqueId }) => uniqueId)).toEqual(visible);
    expect({ completedAtMs, failure, refreshing }).toEqual({
      completedAtMs: clock.nowMs(),
      failure: null,
      refreshing: null,
    });
    expect(requests).toHaveLength(Math.ceil(visible.length / 50));
  });

  it('says how many there will be as soon as a list of before tells it', async () => {
    const totals = new Set<number | null | undefined>();
    list.list.subscribe(() => totals.add(list.list.value.refreshing?.total));
    await list.refresh();
    expect([...totals]).toEqual([null, undefined]);
    totals.clear();
    await list.refresh();
    expect([...totals]).toEqual([null, list.list.value.devices.length, undefined]);
  });

  it('follows links to another host with the query alone', async () => {
    await control('options', { foreignLinks: true });
    await list.refresh();
    expect(requests.length).toBeGreaterThan(4);
    expect(requests.every((request) => request.startsWith('GET /device?'))).toBe(true);
  });

  it('asks by name for what was missing, and lets go only of what nobody needs', async () => {
    await list.refresh();
    const known = (uniqueId: string) =>
      disk.devices.set(uniqueId, { ...[...disk.devices.values()][0]!, uniqueId, order: 999 });
    for (const id of ['gone', 'carried', 'running', 'answered', 'candidate']) known(id);
    disk.packages.set('p', { id: 'p', uniqueId: 'carried', kind: 'configuration', state: 'used' } as CarriedPackage);
    disk.runs = [{ id: 'r', uniqueId: 'running', outcome: { kind: 'abandoned' } } as Run];
    disk.receipts = [receipt({ uniqueId: 'answered', candidates: ['answered', 'candidate'], state: 'verified' })];
    requests.length = 0;
    await list.refresh();
    expect(requests.at(-1)).toContain('uniqueId=gone%2Ccarried%2Crunning%2Canswered%2Ccandidate');
    expect(['gone', 'carried', 'running', 'answered', 'candidate'].filter((id) => disk.devices.has(id))).toEqual([
      'carried',
      'running',
      'answered',
      'candidate',
    ]);
  });

  it('forgets the list at once, but for devices with work on this phone, and reads it again when asked', async () => {
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

  it('keeps a device that a shifting page has left out', async () => {
    await list.refresh();
    const before = disk.devices.size;
    // A page goes missing: its devices are there all the same when they are asked for by name.
    await control('faults', [{ name: 'emptyObject', match: { path: '/device' }, times: 1 }]);
    await list.refresh();
    expect(list.list.value.failure).toMatchObject({ kind: 'unreadable' });
    expect(disk.devices.size).toBe(before);
  });

  it('walks once more where the backend counts more than came: a device slipped from page to page', async () => {
    await list.refresh();
    const rows = ['a', 'b', 'c'].map((uniqueId) => ({ ...[...disk.devices.values()][0]!, uniqueId }));
    disk.devices.clear();
    let asked = 0;
    const shifting = createDeviceList({
      account: () =>
        makeAccount({ name: 'x', baseUrl: 'http://s', legacyBaseUrl: 'http://s', vendor: 'acme' }, 'a', 'live', 0),
      devices: deviceStore,
      packages: packageStore,
      runs: { all: async () => [] } as never,
      receipts: { all: async () => [] } as never,
      clock,
      backend: {
        readDevices: async () => ({ ok: true, value: { devices: [], isWhole: false } }),
        async devicePage(query) {
          asked += 1;
          // "b" moves up a page between the first two requests.
          const page = asked === 1 ? [rows[0]!] : asked === 2 ? [rows[2]!] : query === null ? rows : [];
          return {
            ok: true,
            value: {
              devices: page,
              startIndex: 0,
              nextQuery: asked === 1 ? 'startIndex=1' : null,
              skipped: asked === 1 ? 1 : 0,
              count: 4,
            },
          };
        },
      },
    });
    await shifting.refresh();
    expect([...disk.devices.keys()].sort()).toEqual(['a', 'b', 'c']);
    // Reading it again would not tell more of an element that names no device.
    expect([asked, shifting.list.value.leftOut, shifting.list.value.failure]).toEqual([3, 1, null]);
  });

  it('keeps devices that a backend with short pages, or without the filter, did not name', async () => {
    await list.refresh();
    const before = disk.devices.size;
    // The walk ends after its first page.
    cutShort = true;
    await control('options', { devicePageMost: 20, deviceFilter: 'ignored' });
    await list.refresh();
    expect(disk.devices.size).toBe(before);
  });

  it('keeps what was read when the network goes, and says so', async () => {
    await control('faults', [
      { name: 'slow', ms: 0, match: { path: '/device' }, times: 2 },
      { name: 'offline', match: { path: '/device' } },
    ]);
    await list.refresh();
    expect(list.list.value).toMatchObject({ failure: { kind: 'offline' }, refreshing: null, completedAtMs: null });
    expect(list.list.value.devices).toHaveLength(100);
  });

  it('can be stopped, and starts once however often it is asked', async () => {
    const both = Promise.all([list.refresh(), list.refresh()]);
    list.cancelRefresh();
    await both;
    expect(requests.length).toBeLessThanOrEqual(1);
    expect(list.list.value).toMatchObject({ failure: null, refreshing: null, completedAtMs: null });
  });

  it('shows the cache from a cold start without a key', async () => {
    await list.refresh();
    const count = disk.devices.size;
    key = '';
    await list.start();
    await list.refresh();
    expect(list.list.value).toMatchObject({ loadedFromCache: true, failure: { kind: 'noKey' } });
    expect(list.list.value.devices).toHaveLength(count);
  });
});
