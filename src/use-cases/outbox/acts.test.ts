/**
 * A person's actions on the outbox. Each ends when the state that the screens show contains what it changed, also where
 * the disk answers late. The sender is not started here unless a test is about what an action sends.
 */
import { describe, expect, it } from 'vitest';
import { fixtureEdit } from '../../../test/support/fixture-rows.ts';
import { createPhone } from '../../../test/support/outbox-phone.ts';
import { START } from '../../../test/support/sandbox-phone.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';

const REFUSED = { state: 'parked', lastAnswer: { atMs: START, status: 422, code: 'other', message: '' } } as const;

/** A phone with one waiting receipt of `tB4x`, whose outbox has read its rows. */
async function createReader(changed: Partial<Receipt> = {}) {
  const phone = createPhone();
  const row = { ...(await phone.configure('tB4x', 12)), ...changed };
  phone.rows().set(row.id, row);
  const read = await phone.backend.readDevice('tB4x');
  if (!read.ok || read.value === null) throw new Error('the backend has the device');
  const device = { ...read.value, order: 0, readAtMs: START };
  phone.stores.rows.devices.set('tB4x', device);
  await phone.outbox.sendNow([]);
  const { state } = phone.outbox;
  return {
    ...phone,
    id: row.id,
    device,
    shown: () => state.value.receipts.find(({ id }) => id === row.id),
    shownEdit: () => state.value.edits.find(({ uniqueId }) => uniqueId === 'tB4x'),
    state: () => state.value,
  };
}

describe('an action on the outbox ends only when the screens show', () => {
  it('that a receipt is held, or is no longer held', async () => {
    const { outbox, id, shown } = await createReader();
    await outbox.hold(id, true);
    expect(shown()).toMatchObject({ held: true });
    await outbox.hold(id, false);
    expect(shown()).toMatchObject({ held: false });
  });

  it('that a receipt was given up, and is taken up again', async () => {
    const { outbox, id, shown, state } = await createReader(REFUSED);
    await outbox.giveUp(id);
    expect(shown()!.givenUpAtMs).toBeGreaterThanOrEqual(START);
    expect(state().toSend).toBe(0);
    await outbox.takeUp(id);
    expect(shown()!.givenUpAtMs).toBeUndefined();
    expect(state().toSend).toBe(1);
  });

  it('that a receipt with a plain refusal waits to be sent after a person has chosen that', async () => {
    const { outbox, id, shown } = await createReader({ state: 'refused', held: true, result: 3 });
    await outbox.sendAnyway(id);
    expect(shown()).toMatchObject({ state: 'waiting', held: false });
  });

  it('to which beacon a person has assigned a receipt', async () => {
    const { outbox, id, shown } = await createReader({ owner: 'unsure', candidates: ['tB4x', 'm3Rw'] });
    await outbox.assignOwner(id, 'm3Rw');
    expect(shown()).toMatchObject({ uniqueId: 'm3Rw', candidates: ['m3Rw', 'tB4x'] });
  });

  it.each([
    ['trying a refused receipt again', (phone) => phone.outbox.retryParked([phone.id])],
    ['trying all that was refused again', (phone) => phone.outbox.retryParked()],
    ['sending this one now', (phone) => phone.outbox.sendNow([phone.id])],
  ] satisfies [string, (phone: Awaited<ReturnType<typeof createReader>>) => Promise<void>][])(
    'the receipt as waiting after %s',
    async (_name, act) => {
      const phone = await createReader(REFUSED);
      await act(phone);
      expect(phone.shown()).toMatchObject({ state: 'waiting' });
      expect(phone.row(phone.id)).toMatchObject({ state: 'waiting' });
    },
  );

  it('that a pause is over after resuming', async () => {
    const phone = await createReader();
    await phone.stores.queue.setPause({ reason: 'key', atMs: START });
    await phone.outbox.sendNow([]);
    expect(phone.state().pause).not.toBeNull();
    await phone.outbox.resume();
    expect(phone.state().pause).toBeNull();
    expect(phone.stores.rows.pause).toBeNull();
  });

  it('the edit that was saved, held, discarded or restored', async () => {
    const { outbox, device, shownEdit } = await createReader();
    await outbox.editVirtual(device, { alias: 'Ward 9', notes: 'left' });
    expect(shownEdit()).toMatchObject({ values: { alias: 'Ward 9', notes: 'left' } });
    await outbox.holdEdit('tB4x', true);
    expect(shownEdit()).toMatchObject({ held: true });
    const discarded = await outbox.discardEdit('tB4x');
    expect(shownEdit()).toBeUndefined();
    await outbox.restoreEdit(discarded!);
    expect(shownEdit()).toEqual({ ...discarded, inFlight: null });
  });

  it('the values typed after an edit was discarded, in preference to those of the restored edit', async () => {
    const { outbox, device, shownEdit } = await createReader();
    await outbox.editVirtual(device, { alias: 'Ward 9', notes: 'left' });
    const discarded = (await outbox.discardEdit('tB4x')) as VirtualEdit;
    await outbox.editVirtual(device, { alias: 'Ward 10' });
    await outbox.restoreEdit(discarded);
    expect(shownEdit()).toMatchObject({ values: { alias: 'Ward 10', notes: 'left' } });
    expect(Object.keys(shownEdit()!.base).toSorted()).toEqual(['alias', 'notes']);
  });

  it('the receipts of a file when they are imported, removed and restored', async () => {
    const { outbox, id, state, rows } = await createReader();
    const { text } = await outbox.export([id]);
    rows().clear();
    await outbox.sendNow([]);
    expect(state().receipts).toEqual([]);
    expect(await outbox.import(text, { intoThisAccount: true })).toMatchObject({ kind: 'imported', added: 1 });
    expect(state().receipts).toHaveLength(1);
    const imported = state().receipts[0]!;
    const removed = await outbox.removeImported([imported.id]);
    expect(removed).toEqual([imported]);
    expect(state().receipts).toEqual([]);
    await outbox.restoreImported([...removed, { ...imported, id: 'own', responseBase64: 'AAAA', origin: 'run' }]);
    expect(state().receipts.map((row) => row.id)).toEqual([imported.id]);
  });

  it('that an exported file contains the receipts that exist only on this phone', async () => {
    const { outbox, id, state } = await createReader();
    expect(state().unexported).toBe(1);
    await outbox.noteExported([id]);
    expect(state().unexported).toBe(0);
  });
});

describe('an action on the outbox sends', () => {
  it.each([
    ['a restored edit', async (phone) => phone.outbox.restoreEdit((await phone.outbox.discardEdit('tB4x'))!)],
    ['an edit that is no longer held', (phone) => phone.outbox.holdEdit('tB4x', false)],
  ] satisfies [string, (phone: Awaited<ReturnType<typeof createReader>>) => Promise<void>][])(
    '%s at once',
    async (_name, act) => {
      const phone = await createReader({ state: 'verified' });
      await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
      await phone.outbox.holdEdit('tB4x', true);
      await phone.outbox.start();
      await phone.clock.sleep(60_000);
      expect((await phone.snapshot('tB4x')).virtualPosts).toBe(0);
      await act(phone);
      // A restored edit is held as it was.
      await phone.outbox.holdEdit('tB4x', false);
      await phone.until(() => phone.stores.rows.edits.get('tB4x')?.state === 'saved');
    },
  );

  it.each([
    ['no longer held', { held: true }, (phone) => phone.outbox.hold(phone.id, false)],
    ['tried again', REFUSED, (phone) => phone.outbox.retryParked()],
  ] satisfies [string, Partial<Receipt>, (phone: Awaited<ReturnType<typeof createReader>>) => Promise<void>][])(
    'a receipt that is %s at once',
    async (_name, changed, act) => {
      const phone = await createReader(changed);
      await phone.outbox.start();
      await phone.clock.sleep(60_000);
      expect((await phone.snapshot('tB4x')).posts).toBe(0);
      await act(phone);
      await phone.until(() => phone.row(phone.id).state === 'verified');
    },
  );

  it('the waiting receipts as soon as a person has ended a pause', async () => {
    const phone = await createReader();
    await phone.stores.queue.setPause({ reason: 'sameRefusal', status: 422, atMs: START });
    await phone.outbox.start();
    await phone.clock.sleep(60_000);
    expect((await phone.snapshot('tB4x')).posts).toBe(0);
    await phone.outbox.resume();
    await phone.until(() => phone.row(phone.id).state === 'verified');
  });

  it('nothing more after the outbox was stopped, and changes nothing on the screens', async () => {
    const phone = await createReader({ held: true });
    await phone.outbox.start();
    await phone.until(() => !phone.state().sending);
    phone.outbox.stop();
    await phone.stores.receipts.update(phone.id, (row) => ({ ...row, held: false }));
    phone.happens('online');
    await phone.clock.sleep(600_000);
    expect(phone.shown()).toMatchObject({ held: true });
    expect((await phone.snapshot('tB4x')).posts).toBe(0);
  });

  it('nothing if the outbox was stopped while it started', async () => {
    const phone = await createReader();
    const started = phone.outbox.start();
    phone.outbox.stop();
    await started;
    await phone.clock.sleep(600_000);
    expect((await phone.snapshot('tB4x')).posts).toBe(0);
    expect(phone.row(phone.id)).toMatchObject({ tries: 0, state: 'waiting' });
  });
});

type Reader = Awaited<ReturnType<typeof createReader>>;

/**
 * Returns a phone whose sender waits because the network failed, with the number of times that it has begun to send
 * since, and of posts of the receipt that waits.
 */
async function createIdle(changed: Partial<Receipt> = {}) {
  const phone = await createReader({ state: 'refused', held: true, result: 3, ...changed });
  await phone.outbox.start();
  await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
  await phone.outbox.holdEdit('tB4x', true);
  await phone.control('faults', [{ name: 'offline', match: { path: '/device/update' } }]);
  const other = await phone.configure('m3Rw', 30);
  await phone.outbox.kick('enqueued');
  await phone.until(() => phone.row(other.id).nextAtMs !== null && !phone.state().sending);
  await phone.control('faults', []);
  const { tries } = phone.row(other.id);
  const began = { count: 0 };
  let wasSending = false;
  phone.outbox.state.subscribe(() => {
    const { sending } = phone.state();
    if (sending && !wasSending) began.count += 1;
    wasSending = sending;
  });
  return { ...phone, began, retriesOfOther: () => phone.row(other.id).tries - tries };
}

describe('the sender of the outbox', () => {
  it.each<[string, (phone: Reader) => Promise<unknown>]>([
    ['holding a receipt back', (phone) => phone.outbox.hold(phone.id, true)],
    ['holding an edit back', (phone) => phone.outbox.holdEdit('tB4x', true)],
    ['giving a receipt up', (phone) => phone.outbox.giveUp(phone.id)],
    ['discarding an edit', (phone) => phone.outbox.discardEdit('tB4x')],
    ['an export', (phone) => phone.outbox.export()],
    ['a note of an export', (phone) => phone.outbox.noteExported([phone.id])],
    ['looking at a file', (phone) => phone.outbox.preview('{')],
    ['a file without receipts', (phone) => phone.outbox.import('{')],
    ['a file with known receipts', async (phone) => phone.outbox.import((await phone.outbox.export([phone.id])).text)],
    ['removing imported receipts', (phone) => phone.outbox.removeImported([])],
  ])('does not skip the waits of others because of %s', async (_name, act) => {
    const phone = await createIdle();
    await act(phone);
    await phone.clock.sleep(100);
    expect([phone.began.count, phone.retriesOfOther()]).toEqual([0, 0]);
  });

  it.each<[string, (phone: Reader) => Promise<unknown>]>([
    ['a receipt is no longer held', (phone) => phone.outbox.hold(phone.id, false)],
    ['an edit is no longer held', (phone) => phone.outbox.holdEdit('tB4x', false)],
    ['a receipt is taken up again', (phone) => phone.outbox.takeUp(phone.id)],
    ['a plain answer is to be sent', (phone) => phone.outbox.sendAnyway(phone.id)],
    ['a receipt is given to a beacon', (phone) => phone.outbox.assignOwner(phone.id, 'tB4x')],
    ['an edit is saved', (phone) => phone.outbox.editVirtual(phone.device, { notes: 'n' })],
    ['an edit is restored', async (phone) => phone.outbox.restoreEdit(phone.shownEdit()!)],
    [
      'new receipts are imported',
      async (phone) => {
        const { text } = await phone.outbox.export([phone.id]);
        phone.rows().delete(phone.id);
        await phone.outbox.import(text);
      },
    ],
    ['imported receipts are restored', (phone) => phone.outbox.restoreImported([])],
  ])('sends at once when %s', async (_name, act) => {
    const phone = await createIdle();
    await act(phone);
    // The wait after the failure lasts about a second.
    await phone.clock.sleep(100);
    expect(phone.retriesOfOther()).toBe(1);
    expect(phone.troubles).toEqual([]);
  });

  it('sends only once for a second start of the outbox', async () => {
    const phone = await createIdle();
    await phone.outbox.start();
    await phone.clock.sleep(100);
    expect(phone.began.count).toBe(0);
  });

  it('sends what was saved of many edits before one could not be stored', async () => {
    const phone = await createIdle();
    const { edits } = phone.stores;
    const { update } = edits;
    const isFull = new DOMException('no room', 'QuotaExceededError');
    edits.update = (uniqueId, change) => (uniqueId === 'm3Rw' ? Promise.reject(isFull) : update(uniqueId, change));
    const devices = ['tB4x', 'm3Rw', 'Kf7Qp2'].map((uniqueId) => ({ ...phone.device, uniqueId }));
    const saving = phone.outbox.editMany(devices.map((device) => ({ device, values: { notes: 'n' } })));
    await expect(saving).rejects.toBe(isFull);
    expect(phone.state().edits.map(({ uniqueId, values }) => [uniqueId, values])).toEqual([
      ['tB4x', { alias: 'Ward 9', notes: 'n' }],
    ]);
    await phone.until(() => phone.began.count > 0);
  });
});

describe('a receipt of another account', () => {
  it.each<[string, Partial<Receipt>, (phone: Reader) => Promise<unknown>]>([
    ['is not given up', REFUSED, (phone) => phone.outbox.giveUp(phone.id)],
    ['is not taken up', { ...REFUSED, givenUpAtMs: 5 }, (phone) => phone.outbox.takeUp(phone.id)],
    ['is not sent now', REFUSED, (phone) => phone.outbox.sendNow([phone.id])],
    ['is not tried again', REFUSED, (phone) => phone.outbox.retryParked()],
    ['is not tried again by its ID', REFUSED, (phone) => phone.outbox.retryParked([phone.id])],
    ['is not forgiven', REFUSED, (phone) => phone.outbox.resume()],
    ['is not exported', REFUSED, async (phone) => expect((await phone.outbox.export()).ids).toEqual([])],
    [
      'is not exported by its ID',
      REFUSED,
      async (phone) => expect((await phone.outbox.export([phone.id])).ids).toEqual([]),
    ],
  ])('%s', async (_name, changed, act) => {
    const phone = await createReader({ ...changed, accountId: 'someone else' });
    const before = phone.row(phone.id);
    await act(phone);
    expect(phone.row(phone.id)).toEqual(before);
  });
});

describe('"try again" in the outbox', () => {
  it.each<[string, Partial<Receipt>]>([
    ['waits', { state: 'waiting', nextAtMs: 5 }],
    ['is sent', { state: 'sent', nextAtMs: 5 }],
    ['is not verified', { state: 'notVerified' }],
    ['was given up', { ...REFUSED, givenUpAtMs: 5 }],
  ])('does not change a receipt that %s', async (_which, changed) => {
    const phone = await createReader(changed);
    const before = phone.row(phone.id);
    await phone.outbox.retryParked();
    expect(phone.row(phone.id)).toEqual(before);
  });

  it('does not change a receipt that another window has given up in the meantime', async () => {
    const phone = await createReader(REFUSED);
    const { receipts } = phone.stores;
    const { update } = receipts;
    receipts.update = async (id, change) => {
      phone.rows().set(id, { ...phone.row(id), givenUpAtMs: 5 });
      return update(id, change);
    };
    await phone.outbox.retryParked();
    expect(phone.row(phone.id)).toMatchObject({ ...REFUSED, givenUpAtMs: 5 });
  });

  it('does not change an edit that was not refused, or is not among the chosen ones', async () => {
    const phone = await createReader();
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
    const waits = { ...phone.shownEdit()!, nextAtMs: 5 };
    phone.stores.rows.edits.set('tB4x', waits);
    await phone.outbox.retryParked(['tB4x']);
    expect(phone.shownEdit()).toEqual(waits);
    phone.stores.rows.edits.set('tB4x', { ...waits, state: 'parked' });
    await phone.outbox.retryParked(['m3Rw']);
    expect(phone.shownEdit()).toMatchObject({ state: 'parked' });
    await phone.outbox.retryParked();
    expect(phone.shownEdit()).toMatchObject({ state: 'waiting', nextAtMs: null });
  });

  it.each([
    ['ends a pause after equal refusals and forgives them', { reason: 'sameRefusal', status: 422, atMs: START }, null],
    ['does not end a pause that waits for a key', { reason: 'key', atMs: START }, { reason: 'key', atMs: START }],
  ] as const)('%s', async (_name, pause, after) => {
    const phone = await createReader(REFUSED);
    phone.rows().set('other', { ...phone.row(phone.id), id: 'other' });
    await phone.stores.queue.setPause(pause);
    await phone.outbox.retryParked([phone.id]);
    expect(phone.state().pause).toEqual(after);
    expect(phone.row('other').lastAnswer?.isForgiven).toBe(after === null ? true : undefined);
  });

  it.each<[string, (phone: Reader) => Promise<void>]>([
    ['"send now"', (phone) => phone.outbox.sendNow()],
    ['"try again"', (phone) => phone.outbox.retryParked()],
    ['"resume"', (phone) => phone.outbox.resume()],
  ])('returns an error, as similar actions do, if sending fails on this phone: %s', async (_name, act) => {
    const phone = await createIdle();
    phone.parts.locks.acquire = () => Promise.reject(new Error('no lock'));
    await expect(act(phone)).rejects.toThrow('Sending failed on this device');
  });

  it('ends only when the screens show its result', async () => {
    const phone = await createReader(REFUSED);
    await phone.outbox.start();
    await phone.outbox.sendNow([phone.id]);
    expect(phone.shown()).toMatchObject({ state: 'verified' });
  });
});

describe('an export of receipts', () => {
  it('contains all undelivered receipts, or the chosen ones', async () => {
    const phone = await createReader();
    const row = phone.row(phone.id);
    for (const state of ['reserved', 'sent', 'verified', 'notVerified', 'parked', 'refused'] as const)
      phone.rows().set(state, { ...row, id: state, state, responseBase64: btoa(state) });
    const { text, ids } = await phone.outbox.export();
    expect(ids).toEqual(['notVerified', 'parked', phone.id, 'refused', 'sent']);
    const { receipts, keyMark } = JSON.parse(text) as { receipts: unknown[]; keyMark: string };
    expect(receipts).toHaveLength(5);
    expect(keyMark).toBe(await phone.parts.keyMark());
    expect((await phone.outbox.export(['verified'])).ids).toEqual(['verified']);
    expect((await phone.outbox.export([])).ids).toEqual([]);
  });

  it('fails if storage fails before anything was read', async () => {
    const phone = createPhone();
    phone.storageError.value = new Error('torn');
    await expect(phone.outbox.export()).rejects.toThrow('torn');
    expect(phone.troubles).toEqual([]);
  });

  it('is noted with earlier exports as long as the receipts exist', async () => {
    const phone = await createReader();
    for (const id of ['a', 'b']) phone.rows().set(id, { ...phone.row(phone.id), id, responseBase64: btoa(id) });
    phone.stores.rows.exported = ['a', 'gone'];
    await phone.outbox.noteExported([phone.id, 'never there']);
    expect(phone.stores.rows.exported).toEqual(['a', phone.id]);
    expect(phone.state().unexported).toBe(1);
  });
});

describe('a restored edit', () => {
  it.each<[string, Partial<VirtualEdit> | null, object]>([
    ['is restored unchanged when there is no other', null, { values: { alias: 'Ward 9' }, held: true, inFlight: null }],
    [
      'is restored unchanged when a later one is saved',
      { state: 'saved', values: { notes: 'n' } },
      { values: { alias: 'Ward 9' }, held: true, inFlight: null },
    ],
    [
      'is added to one that waits',
      { values: { notes: 'n' }, base: { notes: '' }, held: false },
      { values: { alias: 'Ward 9', notes: 'n' }, base: { alias: 'Ward 1', notes: '' }, held: false },
    ],
  ])('%s', async (_name, later, after) => {
    const phone = await createReader();
    const edit = fixtureEdit('tB4x', {
      values: { alias: 'Ward 9' },
      base: { alias: 'Ward 1' },
      held: true,
      inFlight: { alias: 'Ward 9' },
    });
    if (later !== null) phone.stores.rows.edits.set('tB4x', { ...edit, inFlight: null, ...later });
    await phone.outbox.restoreEdit(edit);
    expect(phone.shownEdit()).toMatchObject(after);
  });

  it('is not created by holding or discarding an edit that no longer exists', async () => {
    const phone = await createReader();
    await phone.outbox.holdEdit('tB4x', true);
    await expect(phone.outbox.discardEdit('tB4x')).resolves.toBeNull();
    expect(phone.stores.rows.edits.size).toBe(0);
  });
});

describe('a list of devices that was read after a receipt was sent', () => {
  const SENT = { state: 'sent', settledAtMs: START + 10, nextAtMs: null } as const;
  const shows = { readAtMs: START + 20, pending: null, attributes: { minor: 12 } };

  it.each<[string, Partial<Receipt>, Partial<CachedDevice>]>([
    ['that is Not verified', { state: 'notVerified' }, {}],
    ['that is read again in any case', { settledAtMs: null, nextAtMs: START + 1e9 }, {}],
    ['that was given up', { givenUpAtMs: 5 }, {}],
    ['that was settled after the list was read', {}, { readAtMs: START + 10 }],
    ['while something is pending', {}, { pending: { minor: 12 } }],
    ['whose values it does not show', {}, { attributes: { minor: 11 } }],
  ])('does not read a receipt again %s', async (_which, row, device) => {
    const phone = await createReader({ ...SENT, ...row });
    await phone.outbox.start();
    await phone.until(() => !phone.state().sending);
    const before = phone.row(phone.id);
    await phone.stores.devices.putMany([{ ...phone.device, ...shows, ...device }]);
    await phone.clock.sleep(100);
    expect(phone.row(phone.id)).toEqual(before);
  });

  it('has every receipt read again whose values it shows', async () => {
    const phone = await createReader(SENT);
    const other = { ...phone.row(phone.id), id: 'other', uniqueId: 'gone' };
    phone.rows().clear();
    phone
      .rows()
      .set('gone', other)
      .set('first', { ...other, id: 'first', uniqueId: 'tB4x' });
    phone.rows().set('second', { ...other, id: 'second', uniqueId: 'tB4x' });
    await phone.outbox.start();
    await phone.until(() => !phone.state().sending);
    phone.key.value = null;
    await phone.stores.devices.putMany([{ ...phone.device, ...shows }]);
    await phone.until(() => phone.row('second').settledAtMs === null);
    expect(phone.row('first')).toMatchObject({ state: 'sent', settledAtMs: null, nextAtMs: null });
    expect(phone.row('gone')).toMatchObject({ settledAtMs: START + 10 });
  });

  it('does not change a receipt that was settled again in the meantime', async () => {
    const phone = await createReader(SENT);
    await phone.outbox.start();
    await phone.until(() => !phone.state().sending);
    const { receipts } = phone.stores;
    const { update } = receipts;
    receipts.update = async (id, change) => {
      phone.rows().set(id, { ...phone.row(id), settledAtMs: START + 30 });
      return update(id, change);
    };
    await phone.stores.devices.putMany([{ ...phone.device, ...shows }]);
    await phone.clock.sleep(100);
    expect(phone.row(phone.id)).toMatchObject({ ...SENT, settledAtMs: START + 30 });
    expect(phone.troubles).toEqual([]);
  });
});

it('the outbox stores no delivered receipt again when the browser has emptied the storage', async () => {
  const phone = await createReader({ state: 'verified' });
  const waiting = await phone.configure('m3Rw', 30);
  phone.rows().set(waiting.id, { ...waiting, held: true });
  await phone.outbox.start();
  phone.rows().clear();
  phone.cutOff();
  await phone.until(() => phone.rows().size > 0);
  expect([...phone.rows().keys()]).toEqual([waiting.id]);
});

it('the outbox keeps an edit that another window changes while the saved edit is being removed', async () => {
  const phone = await createReader({ held: true });
  const saved = fixtureEdit('tB4x', { state: 'saved', changedAtMs: START - 90_000_000 });
  const typed: VirtualEdit = { ...saved, state: 'waiting', held: true };
  phone.stores.rows.edits.set('tB4x', saved);
  const { edits } = phone.stores;
  const { update } = edits;
  edits.update = (uniqueId, change) => {
    phone.stores.rows.edits.set('tB4x', typed);
    return update(uniqueId, change);
  };
  await phone.outbox.start();
  expect(phone.stores.rows.edits.get('tB4x')).toEqual(typed);
});

describe('storage that fails under the outbox', () => {
  it.each<[string, (phone: Reader, fault: Error) => void | Promise<void>]>([
    [
      'while saved edits are forgotten',
      async (phone, fault) => {
        phone.stores.edits.all = () => Promise.reject(fault);
        await phone.outbox.start();
      },
    ],
    [
      'while sent receipts are looked at',
      async (phone, fault) => {
        phone.rows().set(phone.id, { ...phone.row(phone.id), state: 'sent', settledAtMs: START });
        await phone.outbox.start();
        await phone.until(() => !phone.state().sending);
        phone.stores.devices.get = () => Promise.reject(fault);
        await phone.stores.devices.putMany([]);
      },
    ],
    [
      'while a sent receipt is to be read again',
      async (phone, fault) => {
        const values = { minor: 12 };
        phone.rows().set(phone.id, { ...phone.row(phone.id), state: 'sent', settledAtMs: START + 10, values });
        await phone.outbox.start();
        await phone.until(() => !phone.state().sending);
        phone.stores.receipts.update = () => Promise.reject(fault);
        const shows = { readAtMs: START + 20, pending: null, attributes: values };
        await phone.stores.devices.putMany([{ ...phone.device, ...shows }]);
      },
    ],
    [
      'while receipts are stored again',
      async (phone, fault) => {
        await phone.outbox.start();
        await phone.until(() => !phone.state().sending);
        phone.stores.receipts.addMissing = () => Promise.reject(fault);
        phone.cutOff();
      },
    ],
  ])('is reported %s', async (_when, act) => {
    const phone = await createReader({ held: true });
    const fault = new Error('torn');
    await act(phone, fault);
    await phone.until(() => phone.troubles.includes(fault));
  });
});
