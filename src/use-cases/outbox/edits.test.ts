/** An unsent edit of virtual values on its way to the sandbox: the effect of each answer, and a person's actions. */
import { describe, expect, it } from 'vitest';
import { createPhone } from '../../../test/support/outbox-phone.ts';
import { jitterMs } from '../../domain/delivery/backoff.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { VirtualEdit, VirtualValues } from '../../domain/virtual-edit.ts';

const READ_DEVICE = { method: 'GET', path: '/device' };
const SAVE = { path: '/device/update' };

async function createEditor() {
  const phone = createPhone();
  const deviceOf = async (uniqueId: string): Promise<CachedDevice> => {
    const read = await phone.backend.readDevice(uniqueId);
    if (!read.ok || read.value === null) throw new Error('the device is there');
    const device = { ...read.value, order: 7, readAtMs: 0 };
    await phone.stores.devices.putMany([device]);
    return device;
  };
  const device = await deviceOf('tB4x');
  const edit = (uniqueId = 'tB4x'): VirtualEdit | undefined => phone.stores.rows.edits.get(uniqueId);
  await phone.outbox.start();
  return {
    ...phone,
    device,
    deviceOf,
    edit,
    saveElsewhere: (values: VirtualValues) =>
      phone.backend.postVirtual({ uniqueId: 'tB4x', deviceType: device.deviceType, values }),
    fault: (fault: object) => phone.control('faults', [fault]),
    isSaved: () => phone.until(() => edit()?.state === 'saved'),
    posts: async () => (await phone.snapshot('tB4x')).virtualPosts,
  };
}

describe('an edit of virtual values', () => {
  it('is saved, and the list on the phone shows it, each tag separately', async () => {
    const phone = await createEditor();
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9', tags: ' a, b,,c ' });
    await phone.isSaved();
    expect(phone.stores.rows.devices.get('tB4x')).toMatchObject({
      alias: 'Ward 9',
      tags: ['a', 'b', 'c'],
      notes: phone.device.notes,
      order: 7,
    });
    expect(phone.stores.rows.devices.get('tB4x')!.readAtMs).toBeGreaterThan(0);
    await phone.outbox.editVirtual(await phone.deviceOf('tB4x'), { notes: 'by the door' });
    await phone.until(() => phone.stores.rows.devices.get('tB4x')?.notes === 'by the door');
    expect(phone.stores.rows.devices.get('tB4x')).toMatchObject({ alias: 'Ward 9', tags: ['a', 'b', 'c'] });
    expect(phone.troubles).toEqual([]);
  });

  it('is in the list on the phone before it counts as saved, so that a phone that dies between the two shows no old value', async () => {
    const phone = await createEditor();
    const listed: unknown[] = [];
    phone.stores.edits.watch(() => {
      if (phone.edit()?.state === 'saved') listed.push(phone.stores.rows.devices.get('tB4x')!.alias);
    });
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
    await phone.isSaved();
    expect(listed[0]).toBe('Ward 9');
  });

  it.each([
    ['the read', { name: 'status', status: 503, match: READ_DEVICE, times: 1 }, { tries: 0, posts: 0 }],
    ['the post', { name: 'status', status: 503, match: SAVE, times: 1 }, { tries: 1, posts: 0 }],
  ])('waits and is sent again if %s fails temporarily', async (_which, fault, { tries, posts }) => {
    const phone = await createEditor();
    await phone.fault(fault);
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
    await phone.until(() => phone.edit()!.nextAtMs !== null);
    expect(phone.edit()).toMatchObject({ state: 'waiting', inFlight: null, tries, lastAnswer: { status: 503 } });
    expect(await phone.posts()).toBe(posts);
    await phone.isSaved();
    expect(phone.stores.rows.pause).toBeNull();
  });

  it('that has failed often waits as long as the number of its tries requires, also in a new sender', async () => {
    const phone = await createEditor();
    phone.key.value = null;
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
    phone.stores.rows.edits.set('tB4x', { ...phone.edit()!, tries: 5 });
    await phone.fault({ name: 'status', status: 503, match: SAVE });
    phone.key.value = 'sandbox-owner-key';
    await phone.outbox.keyGiven();
    expect(phone.edit()).toMatchObject({ tries: 6, state: 'waiting' });
    const { delivery } = phone.account.settings;
    expect(phone.edit()!.nextAtMs! - phone.edit()!.lastAnswer!.atMs).toBe(jitterMs(6, 0.5, delivery));
  });

  it.each([
    ['the read', READ_DEVICE],
    ['the post', SAVE],
  ])('waits for a key if %s is answered with 401', async (_which, match) => {
    const phone = await createEditor();
    await phone.fault({ name: 'status', status: 401, match, times: 1 });
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
    await phone.until(() => phone.stores.rows.pause?.reason === 'key');
    expect(phone.edit()).toMatchObject({ state: 'waiting', inFlight: null, lastAnswer: { status: 401 } });
    expect(await phone.posts()).toBe(0);
    await phone.outbox.keyGiven();
    await phone.isSaved();
  });

  it('is not changed when the key disappears after the read', async () => {
    const phone = await createEditor();
    phone.onRequest.value = async () => void (phone.key.value = null);
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
    await phone.until(() => phone.key.value === null && !phone.outbox.state.value.sending);
    expect(phone.edit()).toMatchObject({ state: 'waiting', inFlight: null, lastAnswer: null, nextAtMs: null });
    phone.onRequest.value = async () => {};
    phone.key.value = 'sandbox-owner-key';
    await phone.outbox.keyGiven();
    await phone.isSaved();
    expect(await phone.posts()).toBe(1);
  });

  it('is sent when the backend does not allow the read', async () => {
    const phone = await createEditor();
    await phone.fault({ name: 'status', status: 403, match: READ_DEVICE });
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
    await phone.isSaved();
  });

  it('that the backend refuses asks for a person, whose "try again" sends only the chosen ones', async () => {
    const phone = await createEditor();
    const other = await phone.deviceOf('m3Rw');
    await phone.fault({ name: 'status', status: 422, match: SAVE, times: 2 });
    await phone.outbox.editMany([
      { device: phone.device, values: { alias: 'Ward 9' } },
      { device: other, values: { alias: 'Ward 3' } },
    ]);
    await phone.until(() => phone.edit()!.state === 'parked' && phone.edit('m3Rw')!.state === 'parked');
    expect(phone.edit()).toMatchObject({ inFlight: null, nextAtMs: null, lastAnswer: { status: 422 } });
    expect(phone.outbox.state.value).toMatchObject({ pause: null, needsYou: 2 });
    await phone.outbox.retryParked(['tB4x']);
    await phone.isSaved();
    expect(phone.edit('m3Rw')).toMatchObject({ state: 'parked', tries: 1 });
    await phone.outbox.sendNow(['m3Rw']);
    await phone.until(() => phone.edit('m3Rw')!.state === 'saved');
  });

  it('that was interrupted during its post is sent again, and accepts what the post may have saved', async () => {
    const phone = await createEditor();
    await phone.fault({ name: 'status', status: 503, match: READ_DEVICE, times: 1 });
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
    await phone.until(() => phone.edit()!.nextAtMs !== null);
    phone.stores.rows.edits.set('tB4x', { ...phone.edit()!, inFlight: { alias: 'Ward 8' }, nextAtMs: null });
    await phone.saveElsewhere({ alias: 'Ward 8' });
    await phone.outbox.sendNow();
    await phone.isSaved();
    expect(await phone.posts()).toBe(2);
  });

  it('is not treated as interrupted while its own post is in flight', async () => {
    const phone = await createEditor();
    const devices = [phone.device, await phone.deviceOf('m3Rw'), await phone.deviceOf('Kf7Qp2')];
    let saves = 0;
    const seen: string[] = [];
    phone.onRequest.value = async (path) => {
      if (path !== SAVE.path || (saves += 1) !== 2) return;
      await phone.until(() => phone.outbox.state.value.edits.filter(({ state }) => state === 'saved').length === 2);
      for (const { state, inFlight } of phone.stores.rows.edits.values()) seen.push(`${state} ${inFlight?.alias}`);
    };
    await phone.outbox.editMany(devices.map((device) => ({ device, values: { alias: 'Ward 9' } })));
    await phone.until(() => [...phone.stores.rows.edits.values()].every(({ state }) => state === 'saved'));
    expect(seen.sort()).toEqual(['saved undefined', 'saved undefined', 'waiting Ward 9']);
  });

  it('that a person discards can be restored once, and is not sent', async () => {
    const phone = await createEditor();
    phone.key.value = null;
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
    expect(await phone.outbox.discardEdit('tB4x')).toMatchObject({ values: { alias: 'Ward 9' } });
    expect(await phone.outbox.discardEdit('tB4x')).toBeNull();
    expect(phone.outbox.state.value.edits).toEqual([]);
  });

  it('that was saved is shown for a day, and removed at the next start', async () => {
    const phone = await createEditor();
    await phone.outbox.editVirtual(phone.device, { alias: 'Ward 9' });
    await phone.isSaved();
    const startAgain = async (): Promise<void> => {
      phone.outbox.stop();
      await phone.outbox.start();
    };
    phone.clock.set(86_000_000);
    await startAgain();
    expect(phone.edit()).toBeDefined();
    phone.clock.set(500_000);
    await startAgain();
    expect(phone.edit()).toBeUndefined();
  });
});
