/** What an answer changes: the list on the phone, subscribers of Verified, and no other row. */
import { expect, it } from 'vitest';
import { createPhone } from '../../../test/support/outbox-phone.ts';

it('the outbox reports a Verified receipt once, with its values, and reports no refused receipt', async () => {
  const phone = createPhone();
  await phone.configure('tB4x', 11);
  const foreign = await phone.configure('Kf7Qp2', 12, 'foreign');
  phone.rows().set('bad', { ...foreign, id: 'bad', uniqueId: 'm3Rw' });
  phone.rows().delete('foreign');
  await phone.outbox.start();
  await phone.until(() => phone.row('r-tB4x-11').state === 'verified' && phone.row('bad').state !== 'waiting');
  expect(phone.verified).toMatchObject([{ id: 'r-tB4x-11', state: 'verified', values: { minor: 11 } }]);
  expect(phone.troubles).toEqual([]);
});

it('the list on the phone shows what a read has found', async () => {
  const phone = createPhone();
  const read = await phone.backend.readDevice('tB4x');
  if (!read.ok || read.value === null) throw new Error('the device is there');
  await phone.stores.devices.putMany([{ ...read.value, order: 7, readAtMs: 0 }]);
  await phone.configure('tB4x', 13);
  await phone.control('faults', [{ name: 'accepted', match: { path: '/device/update' }, times: 1 }]);
  await phone.outbox.start();
  await phone.until(() => phone.row('r-tB4x-13').state === 'verified');
  expect(phone.stores.rows.devices.get('tB4x')).toMatchObject({ order: 7, attributes: { minor: 13 } });
  expect(phone.stores.rows.devices.get('tB4x')!.readAtMs).toBeGreaterThan(0);
});

it('the outbox sends a receipt that another window has stored, without a press', async () => {
  const phone = createPhone();
  await phone.outbox.start();
  const row = await phone.configure('tB4x', 17);
  await phone.stores.receipts.put(row);
  await phone.until(() => phone.row(row.id).state === 'verified');
  expect((await phone.snapshot('tB4x')).posts).toBe(1);
});

it('a receipt that is assigned to another device during its post is not judged by the answer for the first device', async () => {
  const phone = createPhone();
  const row = await phone.configure('tB4x', 14);
  let posts = 0;
  phone.onRequest.value = async (path) => {
    if (!path.startsWith('/device/update') || (posts += 1) > 1) return;
    await phone.outbox.assignOwner(row.id, 'Kf7Qp2');
    await phone.outbox.hold(row.id, true);
  };
  await phone.outbox.start();
  await phone.until(() => posts === 1 && !phone.outbox.state.value.sending);
  expect(phone.row(row.id)).toMatchObject({
    uniqueId: 'Kf7Qp2',
    candidates: ['Kf7Qp2', 'tB4x'],
    state: 'waiting',
    inFlightSinceMs: null,
    responseBase64: row.responseBase64,
  });
  expect(phone.verified).toEqual([]);
});

it('"send now" skips a wait that the backend requests only once, whatever else waits without an answer', async () => {
  const phone = createPhone();
  await phone.configure('tB4x', 15);
  const limit = { name: 'status', status: 429, seconds: 30, match: { path: '/device/update' }, times: 1 };
  await phone.control('faults', [limit]);
  await phone.outbox.start();
  await phone.until(() => phone.row('r-tB4x-15').nextAtMs !== null && !phone.outbox.state.value.sending);
  await phone.configure('m3Rw', 16);
  await phone.control('faults', [limit]);
  await phone.outbox.sendNow(['r-tB4x-15']);
  expect(phone.stores.rows.wait).toMatchObject({ wasPressed: true });
  expect(phone.troubles).toEqual([]);
});

it('undoing the removal of a file restores exactly the receipts that the file had brought to this account', async () => {
  const phone = createPhone();
  const row = await phone.configure('tB4x', 17);
  phone.key.value = null;
  await phone.outbox.start();
  phone.rows().clear();
  await phone.outbox.restoreImported([
    row,
    { ...row, id: 'theirs', origin: 'import', accountId: 'someone else' },
    { ...row, id: 'ours', origin: 'import' },
  ]);
  expect([...phone.rows().keys()]).toEqual(['ours']);
  expect(phone.outbox.state.value.receipts.map(({ id }) => id)).toEqual(['ours']);
});

it('a device list neither verifies nor settles anew a sent receipt whose device is not in the list', async () => {
  const phone = createPhone();
  const read = await phone.backend.readDevice('tB4x');
  if (!read.ok || read.value === null) throw new Error('the device is there');
  const row = await phone.configure('m3Rw', 18);
  phone.rows().set(row.id, { ...row, state: 'sent', settledAtMs: 1 });
  await phone.outbox.start();
  await phone.stores.devices.putMany([{ ...read.value, order: 0, readAtMs: phone.clock.nowMs() }]);
  await phone.outbox.sendNow();
  expect(phone.row(row.id)).toMatchObject({ state: 'sent', settledAtMs: 1 });
  expect(phone.troubles).toEqual([]);
});

it('a receipt with a plain refusal is sent when a person chooses that, and nothing else is sent with it', async () => {
  const phone = createPhone();
  await phone.outbox.start();
  const row = await phone.configure('tB4x', 19);
  phone.rows().set(row.id, { ...row, state: 'verified', held: true, settledAtMs: 1 });
  await phone.outbox.sendAnyway(row.id);
  expect(phone.row(row.id)).toMatchObject({ state: 'verified', held: true, tries: 0 });
  phone.rows().set(row.id, { ...row, state: 'refused', held: true, settledAtMs: 1 });
  await phone.outbox.sendAnyway(row.id);
  await phone.until(() => phone.row(row.id).state === 'verified');
  expect(phone.row(row.id).tries).toBe(1);
});
