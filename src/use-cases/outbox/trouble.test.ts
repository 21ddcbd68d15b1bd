/**
 * Failures of storage while sending: each is reported, three in a row are shown, and the receipts can still be
 * exported.
 */
import { describe, expect, it } from 'vitest';
import { createPhone } from '../../../test/support/outbox-phone.ts';

const full = Object.assign(new Error('no room'), { name: 'StorageError', code: 'full' });
const damaged = Object.assign(new Error('torn'), { name: 'StorageError', code: 'damaged' });

async function phoneWithReceipt(id: string) {
  const phone = createPhone();
  await phone.control('faults', [{ name: 'offline', match: { path: '/device/update' }, times: 1 }]);
  const receipt = await phone.configure('tB4x', 11, id);
  await phone.outbox.start();
  await phone.until(() => phone.row(id).lastAnswer !== null && !phone.outbox.state.value.sending);
  return { phone, receipt };
}

describe('storage that fails while sending', () => {
  it('is reported each time, answered at once after a press, shown after three failures in a row, and sending continues once it works', async () => {
    const { phone } = await phoneWithReceipt('r');
    phone.storageError.value = full;
    for (const shown of [null, null, 'storageFull'] as const) {
      await expect(phone.outbox.sendNow()).rejects.toThrow();
      expect(phone.outbox.state.value.trouble).toBe(shown);
    }
    expect(phone.troubles).toEqual([full, full, full]);
    phone.storageError.value = null;
    await phone.outbox.sendNow();
    await phone.until(() => phone.row('r').state === 'verified');
    expect(phone.outbox.state.value).toMatchObject({ trouble: null, toSend: 0 });
  });

  it('is shown without a press, because the sender tries again automatically', async () => {
    const { phone } = await phoneWithReceipt('r');
    phone.storageError.value = damaged;
    for (let minute = 0; minute < 3; minute += 1) await phone.clock.sleep(60_000);
    expect(phone.outbox.state.value.trouble).toBe('storageFailed');
    phone.storageError.value = null;
    await phone.clock.sleep(60_000);
    await phone.until(() => phone.row('r').state === 'verified' && phone.outbox.state.value.trouble === null);
  });

  it('does not prevent an export: the file contains the receipts as they were last read', async () => {
    const { phone, receipt } = await phoneWithReceipt('r');
    phone.storageError.value = damaged;
    const { text, ids } = await phone.outbox.export();
    expect(ids).toEqual(['r']);
    expect(text).toContain(receipt.responseBase64);
    // The file is saved; failing to note that is no failure of the export.
    await phone.outbox.noteExported(ids);
    expect(phone.troubles).toEqual([damaged, damaged]);
  });
});

it('undelivered receipts are stored again from memory when the browser has emptied the storage, and are delivered', async () => {
  const { phone, receipt } = await phoneWithReceipt('r');
  phone.rows().clear();
  phone.cutOff();
  await phone.until(() => phone.rows().get('r')?.state === 'verified');
  expect(phone.row('r').responseBase64).toBe(receipt.responseBase64);
  expect(phone.troubles).toEqual([]);
});

it('a receipt that disappears from storage during its post is reported', async () => {
  const phone = createPhone();
  await phone.configure('tB4x', 11, 'r');
  phone.onRequest.value = async (path) => {
    if (path.startsWith('/device/update')) phone.rows().clear();
  };
  await phone.outbox.start();
  await phone.until(() => phone.troubles.length > 0);
  expect(phone.troubles).toMatchObject([{ name: 'NotFoundError' }]);
});
