/** Orders, moves and shares over the sandbox's own backend (interface.md 3, 4.4). */
import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryMetaRows } from '../../../test/support/memory-meta-rows.ts';
import { devicesOver } from '../../../test/support/stores-over-rows.ts';
import { createSandboxPhone } from '../../../test/support/sandbox-phone.ts';
import { createBackendOnRequest } from '../../backend/on-request.ts';
import {
  createDeviceList,
  type DeviceListService,
  type DeviceListState,
  type Devices,
} from '../devices/device-list.ts';
import { createExtensions } from '../extensions.ts';
import { type OwnershipResult, type Ownership, createOwnership } from './ownership.ts';

let phone: ReturnType<typeof createSandboxPhone>;
let list: DeviceListService;
let openOver: (devices: Devices) => Ownership;
let ownership: Ownership;
let posts: string[];
/** The answers of these posts are lost, after (`true`) or before their effect. */
let lost: { path: string; after: boolean } | null;

beforeEach(async () => {
  posts = [];
  lost = null;
  phone = createSandboxPhone({
    seed: 'ownership-test',
    async around({ method, path, body }, send) {
      if (method === 'POST') posts.push(`${path}?${body}`);
      if (lost?.path === path && !lost.after) throw new TypeError('Failed to fetch');
      const answered = await send();
      if (lost?.path === path) throw new TypeError('Failed to fetch');
      return answered;
    },
  });
  const { account, backend, http } = phone;
  const none = { all: async () => [], watch: () => () => {} } as never;
  list = createDeviceList({
    account,
    backend,
    packages: none,
    runs: none,
    receipts: none,
    clock: { ...phone.clock, nowMs: () => phone.clock.nowMs() + posts.length },
    pace: { current: () => null },
    devices: devicesOver({ devices: new Map() }),
  });
  await list.start();
  await list.refresh();
  openOver = (devices) =>
    createOwnership({
      backend: {
        ...createBackendOnRequest(http),
        readDevice: backend.readDevice,
      },
      devices,
      extensions: createExtensions({
        extensions: createMemoryMetaRows(),
        clock: phone.clock,
        onTrouble: (error) => expect.fail(String(error)),
      }),
    });
  ownership = openOver(list);
});

const owned = (count: number): string[] =>
  list.list.value
    .devices!.filter(({ access, deviceType }) => access === 'OWNER' && deviceType === 'BEACON')
    .slice(0, count)
    .map(({ uniqueId }) => uniqueId);
const kinds = (results: readonly OwnershipResult[]): string[] => results.map(({ kind }) => kind);
const wish = {
  managerMail: 'editor@sandbox.example',
  access: 'VIEWER',
  expirationSeconds: Date.UTC(2026, 5, 1) / 1000,
  withMetadata: true,
} as const;

describe('claiming orders of devices', () => {
  it('adds their devices to the list with one request, and keeps the case of the order IDs', async () => {
    expect(await ownership.assign(['FK-NEW-02', 'fk-new-03'])).toMatchObject({
      kind: 'assigned',
      found: { kind: 'listed', uniqueIds: { length: 8 } },
    });
    expect(posts).toEqual(['/order/assign?orderId=FK-NEW-02%2Cfk-new-03']);
  });

  it('names no device as new when the list had never been read', async () => {
    const unread = signal<DeviceListState>({ devices: null, completedAtMs: null, refreshing: null, failure: null });
    let refreshes = 0;
    const refresh = async (): Promise<void> => {
      refreshes += 1;
      if (refreshes > 1) unread.value = list.list.value;
    };
    const outcome = await openOver({ ...list, list: unread, refresh }).assign(['FK-NEW-02']);
    expect(outcome).toMatchObject({ kind: 'assigned', found: { kind: 'unread' } });
  });

  it('is refused the second time, and the list shows that nothing was added', async () => {
    await ownership.assign(['FK-NEW-01']);
    expect(await ownership.assign(['FK-NEW-01'])).toMatchObject({
      kind: 'refused',
      failure: { kind: 'conflict' },
      found: { kind: 'listed', uniqueIds: [] },
    });
    expect(await ownership.assign(['NO-SUCH'])).toMatchObject({
      kind: 'refused',
      failure: { kind: 'notFound' },
      found: { kind: 'listed', uniqueIds: [] },
    });
  });

  it.each([404, 409, 422])(
    'reads the list after a refusal with %i, which may answer the browser’s own repeat, and reports what came',
    async (status) => {
      await phone.control('faults', [
        { name: 'status', status, effect: true, match: { path: '/order/assign' }, times: 1 },
      ]);
      expect(await ownership.assign(['FK-NEW-02'])).toMatchObject({
        kind: 'refused',
        failure: { status },
        found: { kind: 'listed', uniqueIds: { length: 5 } },
      });
    },
  );

  it.each([
    [true, 5],
    [false, 0],
  ])('is never repeated after a lost answer; the list is read instead (took effect: %s)', async (after, found) => {
    lost = { path: '/order/assign', after };
    expect(await ownership.assign(['FK-NEW-02'])).toMatchObject({
      kind: 'unknown',
      failure: { kind: 'offline' },
      found: { kind: 'listed', uniqueIds: { length: found } },
    });
    expect(posts).toHaveLength(1);
  });

  it('finds devices that the backend adds only later when a person checks again', async () => {
    await phone.control('options', { orderImportSeconds: 30 });
    expect(await ownership.assign(['FK-NEW-02'])).toMatchObject({
      kind: 'assigned',
      found: { kind: 'listed', uniqueIds: [] },
    });
    await phone.clock.sleep(31_000);
    expect(await ownership.findNewDevices()).toMatchObject({ kind: 'listed', uniqueIds: { length: 5 } });
  });

  it('shows beforehand what the orders hold, and what of it is in the list already', async () => {
    const preview = await ownership.previewOrders(['FK-NEW-02', 'FK-USED', 'fk-new-03']);
    expect(preview).toMatchObject({
      kind: 'seen',
      orders: [
        { orderId: 'FK-NEW-02', uniqueIds: { length: 5 }, here: [] },
        { orderId: 'FK-USED', uniqueIds: [], here: [] },
        { orderId: 'fk-new-03', uniqueIds: { length: 3 }, here: [] },
      ],
    });
    expect(posts).toEqual([]);
    expect(await ownership.previewOffer()).toBe('offered');
    await ownership.assign(['FK-NEW-02']);
    expect(await ownership.previewOrders(['FK-NEW-02'])).toMatchObject({ orders: [{ uniqueIds: [] }] });
  });

  it('names the devices that are in the list although the backend calls them unclaimed', async () => {
    await ownership.assign(['FK-NEW-02']);
    await phone.control('reset', {});
    expect(await ownership.previewOrders(['FK-NEW-02'])).toMatchObject({
      orders: [{ uniqueIds: { length: 5 }, here: { length: 5 } }],
    });
  });

  it('shows no content of an order for a day after the backend had no call for it', async () => {
    await phone.control('options', { orderLook: 'notFound' });
    expect(await ownership.previewOrders(['FK-NEW-02'])).toEqual({ kind: 'notOffered' });
    await phone.control('options', { orderLook: 'served' });
    expect(await ownership.previewOrders(['FK-NEW-02'])).toEqual({ kind: 'notOffered' });
    await phone.clock.sleep(25 * 3_600_000);
    expect(await ownership.previewOrders(['FK-NEW-02'])).toMatchObject({ kind: 'seen' });
    // The call is known: a 404 is about the order.
    await phone.control('options', { orderLook: 'notFound' });
    expect(await ownership.previewOrders(['FK-NEW-02'])).toMatchObject({
      kind: 'failed',
      failure: { kind: 'notFound' },
    });
  });

  it('reports the failure if the content of an order cannot be read', async () => {
    await phone.control('faults', [
      { name: 'status', status: 403, match: { method: 'GET', path: '/order' }, times: 1 },
    ]);
    expect(await ownership.previewOrders(['FK-NEW-02'])).toMatchObject({
      kind: 'failed',
      failure: { kind: 'forbidden' },
    });
    expect(await ownership.previewOffer()).toBe('unknown');
  });

  it('claims no order with a wrong key', async () => {
    phone.key.value = 'wrong';
    expect(await ownership.assign(['FK-NEW-02'])).toMatchObject({ kind: 'refused', failure: { kind: 'key' } });
  });
});

describe('moving devices to another manager', () => {
  it('sends one request per device, and removes each moved device from the list', async () => {
    const ids = owned(3);
    const steps: number[] = [];
    const results = await ownership.move(ids, 'somebody@else.example', { onProgress: (now) => steps.push(now.length) });
    expect([kinds(results), steps]).toEqual([
      ['done', 'done', 'done'],
      [1, 2, 3],
    ]);
    expect(posts[0]).toBe(`/device/move?uniqueId=${ids[0]}&managerEmail=somebody%40else.example`);
    await list.refresh();
    expect(list.list.value.devices!.some(({ uniqueId }) => ids.includes(uniqueId))).toBe(false);
  });

  it('reports the result for each device', async () => {
    const viewed = list.list.value.devices!.find(({ access }) => access === 'EDITOR' || access === 'VIEWER')!.uniqueId;
    const [one, two] = owned(2) as [string, string];
    const results = await ownership.move([one, viewed, 'stranger', two], 'somebody@else.example');
    expect(kinds(results)).toEqual(['done', 'refused', 'refused', 'done']);
    expect(results[1]).toMatchObject({ failure: { kind: 'forbidden' } });
  });

  it('checks the list after a lost answer: a device that is gone was moved', async () => {
    const [one, two] = owned(2) as [string, string];
    lost = { path: '/device/move', after: true };
    expect(kinds(await ownership.move([one], 'somebody@else.example'))).toEqual(['shown']);
    lost = { path: '/device/move', after: false };
    expect(kinds(await ownership.move([two], 'somebody@else.example'))).toEqual(['unknown']);
    expect(posts).toHaveLength(2);
  });

  it.each([404, 409])(
    'checks the list after a refusal with %i, which may answer the browser’s own repeat',
    async (status) => {
      const [one, two] = owned(2) as [string, string];
      await phone.control('faults', [
        { name: 'status', status, effect: true, match: { path: '/device/move' }, times: 1 },
      ]);
      expect(await ownership.move([one], 'somebody@else.example')).toMatchObject([
        { kind: 'shown', failure: { status } },
      ]);
      await phone.control('faults', [{ name: 'status', status, match: { path: '/device/move' }, times: 1 }]);
      expect(await ownership.move([two], 'somebody@else.example')).toMatchObject([
        { kind: 'refused', failure: { status } },
      ]);
    },
  );

  it('does not count a device as gone that a backend without the filter did not name', async () => {
    const [one] = owned(1) as [string];
    await phone.control('options', { deviceFilter: 'ignored', devicePageMost: 5 });
    lost = { path: '/device/move', after: false };
    const far = list.list.value.devices!.at(-1)!.uniqueId;
    expect(kinds(await ownership.move([far, one], 'somebody@else.example'))[0]).toBe('unknown');
  });

  it('stops when no more request can succeed, or when the person stops it', async () => {
    const ids = owned(3);
    lost = { path: '/device/move', after: false };
    expect(kinds(await ownership.move(ids, 'somebody@else.example'))).toEqual(['unknown', 'notSent', 'notSent']);
    lost = null;
    const stop = new AbortController();
    expect(
      kinds(
        await ownership.move(ids, 'somebody@else.example', { signal: stop.signal, onProgress: () => stop.abort() }),
      ),
    ).toEqual(['done', 'notSent', 'notSent']);
  });
});

describe('sharing devices', () => {
  it('sends the address in the field managerMail, the end in seconds, and the wish for metadata', async () => {
    const [id] = owned(1) as [string];
    expect(kinds(await ownership.share([id], wish))).toEqual(['done']);
    expect(posts[0]).toBe(
      `/device/share?uniqueId=${id}&managerMail=editor%40sandbox.example&access=VIEWER&expirationDate=${wish.expirationSeconds}&withMetadata=true`,
    );
    await list.refresh();
    expect(
      JSON.stringify(list.list.value.devices!.find(({ uniqueId }) => uniqueId === id)?.attributes['shares']),
    ).toContain(wish.managerMail);
  });

  it('checks the shares after a lost answer: a listed manager means shared', async () => {
    const [one, two] = owned(2) as [string, string];
    lost = { path: '/device/share', after: true };
    expect(kinds(await ownership.share([one], wish))).toEqual(['shown']);
    lost = { path: '/device/share', after: false };
    expect(kinds(await ownership.share([two], wish))).toEqual(['unknown']);
    // Already shared with the same manager: the list's entry does not prove this post.
    lost = null;
    await list.refresh();
    lost = { path: '/device/share', after: true };
    expect(kinds(await ownership.share([one], wish))).toEqual(['unknown']);
  });
});

describe('the list of people who can see a device', () => {
  const EDITOR = 'editor@sandbox.example';
  const offers = () => ownership.access.offers();
  const shared = async (): Promise<string> => {
    const [id] = owned(1) as [string];
    await ownership.share([id], { ...wish, managerMail: 'guest@else.example' });
    await ownership.share([id], wish);
    return id;
  };
  const holders = (reading: object): string[] =>
    'holders' in reading ? (reading.holders as { email: string; role: string }[]).map(({ email }) => email) : [];

  it('contains roles, names and ends of access', async () => {
    const id = await shared();
    expect(await offers()).toEqual({ list: 'unknown', takeBack: 'unknown' });
    expect(await ownership.access.read(id)).toEqual({
      kind: 'listed',
      holders: [
        { email: 'owner@sandbox.example', name: 'Ona Owner', role: 'OWNER', expiresAtMs: null },
        { email: EDITOR, name: 'Edwin Editor', role: expect.any(String), expiresAtMs: wish.expirationSeconds * 1000 },
        { email: 'guest@else.example', name: '', role: 'VIEWER', expiresAtMs: wish.expirationSeconds * 1000 },
      ],
    });
    expect(await offers()).toEqual({ list: 'offered', takeBack: 'unknown' });
  });

  it('contains one person less after an access was taken back', async () => {
    const id = await shared();
    const outcome = await ownership.access.takeBack(id, EDITOR);
    expect(outcome.kind).toBe('takenBack');
    expect(holders(outcome)).toEqual(['owner@sandbox.example', 'guest@else.example']);
    expect(await offers()).toEqual({ list: 'offered', takeBack: 'offered' });
    phone.key.value = 'sandbox-editor-key';
    expect(await ownership.access.read(id)).toMatchObject({ kind: 'failed', failure: { kind: 'notFound' } });
    // The device is not found: this says nothing of the call.
    expect((await offers()).list).toBe('offered');
  });

  it.each([404, 405])('is not offered after a %i, and is requested again after a day', async (status) => {
    const id = await shared();
    await phone.control('faults', [{ name: 'status', status, match: { method: 'GET', path: '/access' }, times: 1 }]);
    expect(await ownership.access.read(id)).toEqual({ kind: 'notOffered' });
    expect(await ownership.access.read(id)).toEqual({ kind: 'notOffered' });
    await phone.clock.sleep(25 * 3_600_000);
    expect(await ownership.access.read(id)).toMatchObject({ kind: 'listed' });
  });

  it('is not offered while the sandbox is set to have no such call, nor is taking an access back', async () => {
    const id = await shared();
    await phone.control('options', { accessRevoke: 'notAllowed' });
    expect(await ownership.access.takeBack(id, EDITOR)).toEqual({ kind: 'notOffered' });
    expect(await offers()).toEqual({ list: 'offered', takeBack: 'notOffered' });
    await phone.control('options', { accessList: 'notFound' });
    expect(await ownership.access.read(id)).toEqual({ kind: 'notOffered' });
  });

  it('stays unknown as a call of the backend if this key is refused with 403', async () => {
    const id = await shared();
    await phone.control('faults', [{ name: 'status', status: 403, match: { path: '/access' }, times: 1 }]);
    expect(await ownership.access.read(id)).toMatchObject({ kind: 'failed', failure: { kind: 'forbidden' } });
    expect((await offers()).list).toBe('unknown');
    await phone.control('faults', [
      { name: 'status', status: 403, match: { method: 'DELETE', path: '/access' }, times: 1 },
    ]);
    expect(await ownership.access.takeBack(id, EDITOR)).toMatchObject({ kind: 'refused' });
    expect((await offers()).takeBack).toBe('unknown');
  });

  it('is read again after a lost answer, because the access may have been taken back', async () => {
    const id = await shared();
    const path = `/device/${id}/access/${encodeURIComponent(EDITOR)}`;
    lost = { path, after: false };
    expect(await ownership.access.takeBack(id, EDITOR)).toMatchObject({
      kind: 'unknown',
      failure: { kind: 'offline' },
    });
    lost = { path, after: true };
    expect(await ownership.access.takeBack(id, EDITOR)).toMatchObject({ kind: 'takenBack' });
    lost = null;
    // Nobody has this access: the backend's 404 is about the person.
    expect(await ownership.access.takeBack(id, EDITOR)).toMatchObject({ kind: 'takenBack' });
    expect((await offers()).takeBack).toBe('unknown');
  });

  it('keeps an access that the backend lists although it has accepted to take it back', async () => {
    const id = await shared();
    await phone.control('faults', [
      { name: 'accepted', effect: false, match: { method: 'DELETE', path: '/access' }, times: 1 },
    ]);
    const outcome = await ownership.access.takeBack(id, EDITOR);
    expect(outcome.kind).toBe('stillListed');
    expect(holders(outcome)).toContain(EDITOR);
  });
});

describe('a part of the list of devices', () => {
  it('is requested by its query and merged into the stored list, from which nothing is removed', async () => {
    const before = list.list.value;
    await phone.control('options', {});
    await list.fetchPart({ startIndex: 10, maxResult: 5, orderBy: 'uniqueId', order: 'DESC', onePage: true });
    const after = list.list.value;
    expect(after.devices!.map(({ uniqueId }) => uniqueId)).toEqual(before.devices!.map(({ uniqueId }) => uniqueId));
    expect([after.completedAtMs, after.failure, after.refreshing]).toEqual([before.completedAtMs, null, null]);
  });

  it('adds new devices at the end of the stored list', async () => {
    const count = list.list.value.devices!.length;
    await phone.sandbox.handle(
      new Request('http://s/sandbox/legacy/order/assign', {
        method: 'POST',
        body: 'orderId=FK-NEW-02',
        headers: {
          accept: 'application/vnd.com.acme+json;version=10',
          'api-key': phone.key.value!,
          'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        },
      }),
    );
    await list.fetchPart({ startIndex: count, maxResult: 3, orderBy: 'created', order: 'ASC', onePage: true });
    expect(list.list.value.devices!.length).toBe(count + 3);
    await list.fetchPart({ startIndex: count, maxResult: 3, orderBy: 'created', order: 'ASC', onePage: false });
    expect(list.list.value.devices!.length).toBe(count + 5);
    expect(new Set(list.list.value.devices!.map(({ order }) => order)).size).toBe(count + 5);
  });
});
