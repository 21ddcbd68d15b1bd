/** An edit that a person holds while the sender reads the device is not sent. */
import { expect, it } from 'vitest';
import { createPhone } from '../../../test/support/outbox-phone.ts';

it('an edit held during the read before its post stays on the phone until it is released', async () => {
  const phone = createPhone();
  const read = await phone.backend.readDevice('tB4x');
  if (!read.ok || read.value === null) throw new Error('the device is there');
  const device = { ...read.value, order: 0, readAtMs: phone.clock.nowMs() };
  await phone.stores.devices.putMany([device]);
  await phone.outbox.start();
  let reads = 0;
  phone.onRequest.value = async (path) => {
    if (!path.startsWith('/device') || path.startsWith('/device/update')) return;
    reads += 1;
    if (reads === 1) await phone.outbox.holdEdit('tB4x', true);
  };
  await phone.outbox.editVirtual(device, { alias: 'Ward 9' });
  await phone.until(() => reads > 0 && !phone.outbox.state.value.sending);
  expect(await phone.snapshot('tB4x')).toMatchObject({ virtualPosts: 0 });
  expect(phone.outbox.state.value.edits).toMatchObject([{ state: 'waiting', held: true, values: { alias: 'Ward 9' } }]);
  await phone.outbox.holdEdit('tB4x', false);
  await phone.until(() => phone.outbox.state.value.edits[0]?.state === 'saved');
  expect(await phone.snapshot('tB4x')).toMatchObject({ virtualPosts: 1 });
});
