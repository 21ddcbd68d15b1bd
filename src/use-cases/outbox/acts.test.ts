/**
 * A person's actions on the outbox. Each ends when the state that the screens show contains what it changed, also where
 * the disk answers late. The sender is not started here unless a test is about what an action sends.
 */
import { describe, expect, it } from 'vitest';
import { createPhone, START } from '../../../test/support/outbox-phone.ts';
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

describe('an action on the outbox ends when the screens show', () => {
  it('that a receipt is held, and no longer', async () => {
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
    expect(state().onlyHere).toBe(0);
    await outbox.takeUp(id);
    expect(shown()!.givenUpAtMs).toBeUndefined();
    expect(state().onlyHere).toBe(1);
  });

  it('that a plain answer is sent anyway', async () => {
    const { outbox, id, shown } = await createReader({ state: 'refused', held: true, result: 3 });
    await outbox.sendAnyway(id);
    expect(shown()).toMatchObject({ state: 'waiting', held: false });
  });

  it('whose beacon a receipt is', async () => {
    const { outbox, id, shown } = await createReader({ owner: 'unsure', candidates: ['tB4x', 'm3Rw'] });
    await outbox.assignOwner(id, 'm3Rw');
    expect(shown()).toMatchObject({ uniqueId: 'm3Rw', candidates: ['m3Rw', 'tB4x'] });
  });

  it.each([
    ['trying a refused receipt again', (phone) => phone.outbox.retryParked([phone.id])],
    ['trying all that was refused again', (phone) => phone.outbox.retryParked()],
    ['sending this one now', (phone) => phone.outbox.sendNow([phone.id])],
  ] satisfies [string, (phone: Awaited<ReturnType<typeof createReader>>) => Promise<void>][])(
    'what waits again after %s',
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

  it('an edit when it is saved, held, discarded and restored', async () => {
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

  it('what was typed since an edit was discarded, before what the edit had', async () => {
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

  it('that a file holds what is only here', async () => {
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

  it('what waits, once a pause was ended', async () => {
    const phone = await createReader();
    await phone.stores.queue.setPause({ reason: 'sameRefusal', status: 422, atMs: START });
    await phone.outbox.start();
    await phone.clock.sleep(60_000);
    expect((await phone.snapshot('tB4x')).posts).toBe(0);
    await phone.outbox.resume();
    await phone.until(() => phone.row(phone.id).state === 'verified');
  });

  it('nothing more and shows nothing more after it was stopped', async () => {
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

  it('nothing where it was stopped while it started', async () => {
    const phone = await createReader();
    const started = phone.outbox.start();
    phone.outbox.stop();
    await started;
    await phone.clock.sleep(600_000);
    expect((await phone.snapshot('tB4x')).posts).toBe(0);
    expect(phone.row(phone.id)).toMatchObject({ tries: 0, state: 'waiting' });
  });
});
