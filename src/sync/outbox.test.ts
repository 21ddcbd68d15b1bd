import { describe, expect, it } from 'vitest';
import { fixtureReceipt } from '../../test/support/fixture-rows.ts';
import { createVirtualClock } from '../../test/support/virtual-clock.ts';
import { createBackend, type Backend } from '../backend/backend.ts';
import { makeAccount } from '../domain/account.ts';
import { decodeBase64, encodeBase64 } from '../domain/base64.ts';
import { tokenOf } from '../domain/packet.ts';
import type { CachedDevice } from '../domain/device.ts';
import type { Receipt } from '../domain/receipt.ts';
import { createSandboxBackend } from '../sandbox/backend/backend.ts';
import { onRead, onWrite, tick } from '../sandbox/beacon/beacon.ts';
import { fleetBeacon } from '../sandbox/beacon/nearby.ts';
import { createMemoryStores } from './memory-stores.ts';
import { createOutbox, type RunningOutbox } from './outbox.ts';
import type { Trigger } from './triggers.ts';

const START = Date.UTC(2026, 0, 2);
const SEED = 'outbox-test';

/** A phone with a key beside the sandbox's backend; what it would have read from beacons comes from the practice beacon. */
function createPhone(accountId = 'phone', shared?: ReturnType<typeof createSandboxBackend>) {
  const clock = createVirtualClock(START);
  const sandbox = shared ?? createSandboxBackend({ seed: SEED, now: () => clock.nowMs() });
  const account = makeAccount({ name: 'x', baseUrl: 'http://s/sandbox', legacyBaseUrl: 'http://s/sandbox/legacy', vendor: 'acme' }, accountId, 'sandbox', START);
  const key: { value: string | null } = { value: 'sandbox-owner-key' };
  const backend: Backend = createBackend({
    account, apiKey: () => key.value, nowMs: () => clock.nowMs(),
    // The network's own failure looks to a page like this.
    fetch: (url, init) => sandbox.handle(new Request(url, init)).catch(() => Promise.reject(new TypeError('Failed to fetch'))),
    timeout: () => new AbortController().signal,
  });
  const stores = createMemoryStores();
  const offered: string[] = [];
  const troubles: unknown[] = [];
  let listener: (trigger: Trigger) => void = () => {};
  const held = new Map<string, Promise<void>>();
  const outbox: RunningOutbox = createOutbox({
    account, ...stores, backend, clock, random: () => 0.5, keyKnown: () => key.value !== null, newId: () => `new-${stores.rows.receipts.size}-${Math.random()}`,
    locks: {
      async acquire(name) {
        const before = held.get(name) ?? Promise.resolve();
        let release = (): void => {};
        held.set(name, new Promise((resolve) => (release = resolve)));
        await before;
        return release;
      },
    },
    sources: [{ subscribe: (to) => ((listener = to), () => (listener = () => {})) }],
    onNewPackage: (uniqueId) => void offered.push(uniqueId),
    onTrouble: (error) => troubles.push(error),
  });
  const control = (action: string, body: unknown) =>
    sandbox.handle(new Request(`http://s/sandbox/control/${action}`, { method: 'PUT', body: JSON.stringify(body) })).then((answer) => answer.json() as Promise<unknown>);

  return {
    clock, sandbox, account, backend, stores, outbox, offered, troubles, key, control,
    happens: (trigger: Trigger) => listener(trigger),
    rows: () => stores.rows.receipts,
    row: (id: string) => stores.rows.receipts.get(id)!,
    async snapshot(uniqueId: string) {
      const answer = await sandbox.handle(new Request(`http://s/sandbox/control/snapshot?uniqueId=${uniqueId}`));
      return ((await answer.json()) as { devices: Record<string, { posts: number; effects: Record<string, number>; pending: unknown; virtualPosts: number; values: Record<string, unknown> }> }).devices[uniqueId]!;
    },
    /** Prepares at the backend, writes to the beacon, reads its response: the row as a run leaves it. */
    async configure(uniqueId: string, minor: number, id = `r-${uniqueId}-${minor}`): Promise<Receipt> {
      await backend.createConfig({ uniqueIds: [uniqueId], deviceType: 'BEACON', values: { minor } });
      const encrypted = await backend.encryptConfig(uniqueId);
      const request = decodeBase64(encrypted.ok ? encrypted.value! : '')!;
      const nowMs = clock.nowMs();
      const written = onWrite(fleetBeacon(SEED, uniqueId), 'request', request, nowMs);
      const response = onRead(tick(written.state, nowMs + 5000), 'response', nowMs + 5000);
      const row: Receipt = {
        id, accountId, runId: `run-${id}`, uniqueId, deviceType: 'BEACON', owner: 'known', candidates: [uniqueId], responseBase64: encodeBase64(response.bytes!),
        token: tokenOf(response.bytes!), result: null, updatedSeconds: Math.floor(nowMs / 1000), clock: 'checkedDate', values: { minor }, state: 'waiting', held: false,
        createdAtMs: nowMs, mirrored: true, tries: 0, unanswered: 0, inFlightSinceMs: null, lastAnswer: null, nextAtMs: null, settledAtMs: null, origin: 'run',
      };
      stores.rows.receipts.set(id, row);
      return row;
    },
    /** Until nothing of the device moves by itself. */
    async until(condition: () => boolean) {
      for (let round = 0; round < 5000 && !condition(); round += 1) await clock.sleep(1);
      expect(condition(), JSON.stringify([...stores.rows.receipts.values(), stores.rows.pause])).toBe(true);
    },
  };
}

const IDS = ['tB4x', 'Kf7Qp2', 'm3Rw', '9cVx2LaT', 'Wq8d'];

describe('delivery to the sandbox', () => {
  it('sends what waits at start and says Verified when the backend does', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 11);
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-11').state === 'verified');
    expect(phone.row('r-tB4x-11')).toMatchObject({ tries: 1, unanswered: 0, lastAnswer: { status: 204, code: 'verified' } });
    await phone.outbox.sendNow();
    expect(phone.outbox.state.value).toMatchObject({ onlyHere: 0, pause: null, sending: false, loaded: true });
    expect(await phone.snapshot('tB4x')).toMatchObject({ posts: 1, pending: null });
    expect(phone.troubles).toEqual([]);
  });

  it.each([204, 200, 409])('an answer lost after it took effect is repeated once; the repeat is answered %i', async (repeatAnswer) => {
    const phone = createPhone();
    await phone.control('options', { repeatAnswer });
    await phone.configure('tB4x', 12);
    await phone.control('faults', [{ name: 'lost', match: { path: '/device/update' }, times: 1 }]);
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-12').state === 'verified');
    expect(phone.row('r-tB4x-12')).toMatchObject({ tries: 2, unanswered: 1 });
    const { posts, effects } = await phone.snapshot('tB4x');
    expect(posts).toBe(2);
    expect(Object.values(effects)).toEqual([1]);
  });

  it.each([
    ['accepted', 202], ['emptyObject', 200],
  ])('%s is Sent, and Verified when a later read shows it', async (name, status) => {
    const phone = createPhone();
    await phone.configure('tB4x', 13);
    await phone.control('faults', [{ name, match: { path: '/device/update' }, times: 1 }]);
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-13').state === 'sent');
    expect(phone.row('r-tB4x-13').lastAnswer).toMatchObject({ status, code: 'sent' });
    await phone.until(() => phone.row('r-tB4x-13').state === 'verified');
    expect(phone.row('r-tB4x-13').tries).toBe(1);
  });

  it.each(['captivePortal', 'redirect', 'truncated', 'notJson', 'offline'])('%s keeps the receipt and tries again', async (name) => {
    const phone = createPhone();
    await phone.configure('tB4x', 14);
    await phone.control('faults', [{ name, match: { path: '/device/update' }, times: 2 }]);
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-14').state === 'verified');
    expect(phone.row('r-tB4x-14').tries).toBe(3);
  });

  it.each([['seconds', 30], ['date', 30], ['joined', 30], ['none', 60]] as const)('429 with Retry-After as %s waits %i s', async (retryAfter, seconds) => {
    const phone = createPhone();
    await phone.configure('tB4x', 15);
    await phone.control('faults', [{ name: 'status', status: 429, retryAfter, seconds: 30, match: { path: '/device/update' }, times: 1 }]);
    const begunMs = phone.clock.nowMs();
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-15').tries === 1 && phone.row('r-tB4x-15').nextAtMs !== null);
    // A person in a hurry does not pass over what the backend has asked for.
    await phone.outbox.sendNow();
    expect(phone.row('r-tB4x-15').tries).toBe(1);
    await phone.clock.sleep(seconds * 1000 + 5000);
    await phone.until(() => phone.row('r-tB4x-15').state === 'verified');
    expect(phone.clock.nowMs() - begunMs).toBeGreaterThanOrEqual(seconds * 1000);
  });

  it('401 pauses all, loses none, and goes on with a key', async () => {
    const phone = createPhone();
    for (const id of IDS) await phone.configure(id, 16);
    phone.key.value = 'wrong';
    await phone.outbox.start();
    await phone.until(() => phone.stores.rows.pause?.reason === 'key');
    const tries = [...phone.rows().values()].map((row) => row.tries);
    expect(tries.reduce((sum, one) => sum + one)).toBe(1);
    phone.happens('online');
    await phone.outbox.sendNow();
    expect([...phone.rows().values()].every((row) => row.state === 'waiting' && row.unanswered === 0)).toBe(true);
    phone.key.value = 'sandbox-owner-key';
    await phone.outbox.keyGiven();
    await phone.until(() => [...phone.rows().values()].every((row) => row.state === 'verified'));
  });

  it('without a key nothing is sent and nothing changes', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 17);
    phone.key.value = null;
    const before = phone.row('r-tB4x-17');
    await phone.outbox.start();
    await phone.outbox.sendNow();
    expect(phone.row('r-tB4x-17')).toEqual({ ...before });
    expect(await phone.snapshot('tB4x')).toMatchObject({ posts: 0 });
  });

  it('parks what is refused, lets the others go on, pauses at the third in a row', async () => {
    const phone = createPhone();
    for (const id of IDS) await phone.configure(id, 18);
    await phone.control('faults', [{ name: 'status', status: 403, match: { path: '/device/update' }, times: 3 }]);
    await phone.outbox.start();
    await phone.until(() => phone.stores.rows.pause !== null);
    expect(phone.stores.rows.pause).toMatchObject({ reason: 'sameRefusal', status: 403 });
    expect([...phone.rows().values()].map((row) => row.state).sort()).toEqual(['parked', 'parked', 'parked', 'waiting', 'waiting']);
    expect([...phone.rows().values()].filter((row) => row.state === 'parked').every((row) => row.lastAnswer?.code === 'forbidden')).toBe(true);
    await phone.outbox.retryParked();
    await phone.until(() => [...phone.rows().values()].every((row) => row.state === 'verified'));
  });

  it('tells Not verified from a change that took its place, and keeps the new package', async () => {
    const phone = createPhone();
    const good = await phone.configure('tB4x', 19);
    // A response of another beacon: nothing here verifies it.
    const foreign = await phone.configure('Kf7Qp2', 20, 'foreign');
    phone.rows().set('r-tB4x-19', { ...good, responseBase64: foreign.responseBase64 });
    phone.rows().delete('foreign');
    await phone.configure('m3Rw', 21);
    await phone.backend.createConfig({ uniqueIds: ['m3Rw'], deviceType: 'BEACON', values: { major: 9 } });
    await phone.outbox.start();
    await phone.until(() => [...phone.rows().values()].every((row) => row.state === 'notVerified'));
    expect(phone.row('r-tB4x-19').lastAnswer?.code).toBe('notVerified');
    expect(phone.row('r-m3Rw-21').lastAnswer?.code).toBe('replaced');
    expect(phone.offered.sort()).toEqual(['m3Rw', 'tB4x']);
  });

  it('one window sends what two windows hold', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 22);
    await phone.outbox.start();
    await Promise.all([phone.outbox.sendNow(), phone.outbox.sendNow(), phone.outbox.kick('online')]);
    await phone.until(() => phone.row('r-tB4x-22').state === 'verified');
    expect(await phone.snapshot('tB4x')).toMatchObject({ posts: 1 });
  });

  it('holds what a person holds, and never another account\'s rows', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 23);
    phone.rows().set('other', { ...phone.row('r-tB4x-23'), id: 'other', accountId: 'someone else' });
    await phone.outbox.hold('r-tB4x-23', true);
    await phone.outbox.start();
    await phone.outbox.sendNow();
    expect(await phone.snapshot('tB4x')).toMatchObject({ posts: 0 });
    expect(phone.outbox.state.value.receipts.map(({ id }) => id)).toEqual(['r-tB4x-23']);
    await phone.outbox.hold('r-tB4x-23', false);
    await phone.until(() => phone.row('r-tB4x-23').state === 'verified');
    expect(phone.row('other')).toMatchObject({ state: 'waiting', tries: 0 });
  });
});

describe('a file between two phones', () => {
  it('brings receipts over; each is one, whoever posts it first', async () => {
    const first = createPhone('shared');
    await first.control('options', { repeatAnswer: 409 });
    for (const id of IDS) await first.configure(id, 31);
    await first.outbox.start();
    const file = await first.outbox.export();
    expect(file).not.toContain('sandbox-owner-key');
    const second = createPhone('shared', first.sandbox);
    await second.outbox.start();
    await expect(second.outbox.import(file)).resolves.toEqual({ kind: 'imported', added: 5, known: 0, problems: [] });
    await expect(second.outbox.import(file)).resolves.toEqual({ kind: 'imported', added: 0, known: 5, problems: [] });
    await first.until(() => [...first.rows().values()].every((row) => row.state === 'verified'));
    await second.until(() => [...second.rows().values()].every((row) => row.state === 'verified'));
    for (const id of IDS) expect(Object.values((await first.snapshot(id)).effects)).toEqual([1]);
    await expect(first.outbox.import(file)).resolves.toMatchObject({ added: 0, known: 5 });
  });

  it('asks before it takes another account\'s receipts, and names what it cannot read', async () => {
    const first = createPhone('one');
    await first.configure('tB4x', 32);
    const file = await first.outbox.export();
    const second = createPhone('two', first.sandbox);
    await expect(second.outbox.import(file)).resolves.toMatchObject({ kind: 'otherAccount', accountId: 'one', baseUrl: 'http://s/sandbox/legacy', count: 1 });
    await expect(second.outbox.import(file, { intoThisAccount: true })).resolves.toMatchObject({ kind: 'imported', added: 1 });
    expect([...second.rows().values()]).toMatchObject([{ accountId: 'two', origin: 'import', state: 'waiting', runId: null, mirrored: false }]);
    await expect(second.outbox.import('{')).resolves.toMatchObject({ kind: 'invalid' });
  });

  it('says what a file holds before it takes any of it', async () => {
    const first = createPhone('one');
    for (const minor of [32, 33]) await first.configure('tB4x', minor);
    await first.configure('m3Rw', 34);
    const file = await first.outbox.export();
    const facts = { kind: 'file', count: 3, devices: 2, accountId: 'one', baseUrl: 'http://s/sandbox/legacy', exportedAtMs: START, problems: [] };
    await expect(first.outbox.lookAt(file)).resolves.toEqual({ ...facts, ofThisAccount: true });
    const second = createPhone('two', first.sandbox);
    await expect(second.outbox.lookAt(file)).resolves.toEqual({ ...facts, ofThisAccount: false });
    await expect(second.outbox.lookAt('{')).resolves.toMatchObject({ kind: 'invalid' });
    expect(second.rows().size).toBe(0);
  });

  it('takes two thousand receipts in with one write and one reading of the rows', async () => {
    const first = createPhone('many');
    for (let at = 0; at < 2000; at += 1) {
      first.rows().set(`r${at}`, { ...fixtureReceipt(`b${at}`, { id: `r${at}`, accountId: 'many', responseBase64: btoa(`response-${at}-padding`), mirrored: true }) });
    }
    const file = await first.outbox.export();
    const second = createPhone('many', first.sandbox);
    second.key.value = null;
    const calls = { all: 0, writes: 0 };
    const { receipts } = second.stores;
    const [all, update, addMissing] = [receipts.all, receipts.update, receipts.addMissing];
    Object.assign(receipts, {
      all: () => (calls.all++, all()),
      update: (...given: Parameters<typeof update>) => (calls.writes++, update(...given)),
      addMissing: (...given: Parameters<typeof addMissing>) => (calls.writes++, addMissing(...given)),
    });
    await expect(second.outbox.import(file)).resolves.toMatchObject({ kind: 'imported', added: 2000 });
    expect(calls).toEqual({ all: 1, writes: 1 });
    expect(second.outbox.state.value.receipts).toHaveLength(2000);
  });
});

describe('virtual values', () => {
  const cached = (uniqueId: string, change: Partial<CachedDevice> = {}): CachedDevice => ({
    uniqueId, deviceType: 'BEACON', name: null, alias: null, tags: [], notes: null, model: null, mac: null, access: 'OWNER', firmware: null, batteryPercent: null,
    lastSeenMs: null, pending: null, attributes: {}, readAtMs: START, order: 0, ...change,
  });
  async function ready() {
    const phone = createPhone();
    const read = await phone.backend.readDevice('tB4x');
    const device = cached('tB4x', read.ok ? read.value! : {});
    phone.stores.rows.devices.set('tB4x', device);
    return { phone, device, edit: () => phone.stores.rows.edits.get('tB4x') };
  }

  it('edits made offline are one row and one post, apart from any response', async () => {
    const { phone, device, edit } = await ready();
    await phone.outbox.editVirtual(device, { alias: 'One' });
    await phone.outbox.editVirtual(device, { alias: 'Two', tags: 'a,b' });
    await phone.outbox.editVirtual(device, { notes: 'third' });
    expect(edit()).toMatchObject({ values: { alias: 'Two', tags: 'a,b', notes: 'third' }, base: { alias: device.alias ?? '' }, state: 'waiting' });
    await phone.configure('tB4x', 41);
    await phone.outbox.start();
    await phone.until(() => edit()?.state === 'saved' && phone.row('r-tB4x-41').state === 'verified');
    const shown = await phone.snapshot('tB4x');
    expect(shown).toMatchObject({ virtualPosts: 1, posts: 1, values: { alias: 'Two', tags: ['a', 'b'], notes: 'third' } });
    expect(phone.stores.rows.devices.get('tB4x')).toMatchObject({ alias: 'Two', tags: ['a', 'b'], notes: 'third' });
  });

  it('an edit back to what the backend has leaves nothing to send', async () => {
    const { phone, device, edit } = await ready();
    await phone.outbox.editVirtual(device, { alias: 'One' });
    await phone.outbox.editVirtual(device, { alias: device.alias ?? '' });
    expect(edit()).toBeUndefined();
  });

  it('a value that has changed at the backend meanwhile is not written over: the person chooses', async () => {
    const { phone, device, edit } = await ready();
    await phone.outbox.editVirtual(device, { alias: 'Mine' });
    await phone.backend.postVirtual({ uniqueId: 'tB4x', deviceType: 'BEACON', values: { alias: 'Theirs' } });
    await phone.outbox.start();
    await phone.until(() => edit()?.state === 'parked');
    expect(edit()?.lastAnswer).toMatchObject({ code: 'changedMeanwhile', message: 'alias' });
    expect(phone.stores.rows.devices.get('tB4x')?.alias).toBe('Theirs');
    expect((await phone.snapshot('tB4x')).virtualPosts).toBe(1);
    await phone.outbox.sendNow(['tB4x']);
    await phone.until(() => edit()?.state === 'saved');
    expect((await phone.snapshot('tB4x')).values['alias']).toBe('Mine');
  });

  it('what is typed while a post is under way is sent after it', async () => {
    const { phone, device, edit } = await ready();
    await phone.control('faults', [{ name: 'lost', match: { path: '/device/update' }, times: 1 }]);
    await phone.outbox.editVirtual(device, { alias: 'One', notes: 'n' });
    const sent = phone.outbox.start();
    await phone.until(() => edit()?.tries === 1);
    await phone.outbox.editVirtual(device, { alias: 'Two' });
    await sent;
    await phone.until(() => edit()?.state === 'saved');
    expect((await phone.snapshot('tB4x')).values).toMatchObject({ alias: 'Two', notes: 'n' });
  });

  it('discarding takes it back, and undo brings it back', async () => {
    const { phone, device, edit } = await ready();
    await phone.outbox.editVirtual(device, { alias: 'One' });
    const discarded = await phone.outbox.discardEdit('tB4x');
    expect(edit()).toBeUndefined();
    await phone.outbox.restoreEdit(discarded!);
    expect(edit()).toMatchObject({ values: { alias: 'One' }, state: 'waiting' });
  });
});
