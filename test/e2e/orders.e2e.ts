/** Orders in the built app: what is sent, shown and never repeated, and the result of each lost answer. */
import { describe, expect, it } from 'vitest';
import { shown, soon } from '../support/devices-place.ts';
import { deviceShown } from '../support/journey.ts';
import {
  sandbox,
  page,
  postedPaths,
  button,
  posts,
  forms,
  reads,
  claim,
  results,
  setUpOwnershipTests,
} from '../support/ownership-journey.ts';
import { sampled } from '../support/sampled.ts';

setUpOwnershipTests();

describe('orders', () => {
  it('are claimed for the named account once, trimmed, with their case kept, and their devices are shown', async () => {
    const message = await claim('  FK-NEW-01\u200b\n', 'FK-NEW-01', 1);
    expect(message).toContain('Claim for North Wing?');
    expect(message).toContain(
      'This order and all its devices go to the account “North Wing”. An order ID works only once: no other account can claim it afterwards.',
    );
    await page.getByText('Assigned. New in the list: 1 device.').waitFor();
    expect(await forms('/order/assign')).toEqual([{ orderId: 'FK-NEW-01' }]);
    const device = page.locator('main').getByRole('listitem').getByRole('link');
    const id = (await device.textContent())!.trim();
    await device.click();
    await deviceShown(page, id);
    await soon(() => shown(page)).toContain('Owner');
  });

  it('are claimed once each, and "FK-NEW-03" and "fk-new-03" are two orders; the answer may have a body', async () => {
    await sandbox.setOptions({ assignAnswer: 'message' });
    const message = await claim('FK-NEW-03, fk-new-03;\nFK-NEW-03', 'fk-new-03', 2);
    expect(message).toContain('Entered twice, sent once: FK-NEW-03.');
    await page.getByText('Assigned. New in the list: 11 devices.').waitFor();
    expect(await forms('/order/assign')).toEqual([{ orderId: 'FK-NEW-03,fk-new-03' }]);
    await sandbox.setOptions({ assignAnswer: 'addedDevices' });
  });

  const USED_ORDERS = [
    [409, 'Refused: it conflicts with the backend’s data, or this model does not support it.'],
    [422, 'The backend does not accept these values.'],
  ] as const;

  it.each(sampled('used orders', USED_ORDERS, 1))(
    'that were used before and answered with %s are refused in words, and nothing else happens',
    async (usedOrderStatus, words) => {
      await sandbox.setOptions({ usedOrderStatus });
      await claim('FK-NEW-01', 'FK-NEW-01', 1);
      await page.getByText(`Refused, and the list shows no new device. ${words}`, { exact: true }).waitFor();
      expect(await shown(page)).toContain(`HTTP ${usedOrderStatus}: Order already assigned: FK-NEW-01`);
      expect(await posts('/order/assign')).toMatchObject([{ outcome: usedOrderStatus }]);
      expect(await reads()).toBe(1);
      // A refused order stays in the form, to be corrected.
      await button('Claim other orders').click();
      expect(await page.getByLabel('Order IDs', { exact: true }).inputValue()).toBe('FK-NEW-01');
    },
  );

  it('are never sent again after a lost answer: the list is read, and new devices are shown', async () => {
    await sandbox.setFaults({ name: 'lost', match: { method: 'POST', path: '/order/assign' } });
    await claim('FK-NEW-02', 'FK-NEW-02', 1);
    await page
      .getByText(
        'No answer came, so the orders may or may not be assigned. This app does not send them again by itself. It loaded the device list instead. New in the list: 5 devices. So at least one order was assigned.',
      )
      .waitFor();
    expect(await results().count()).toBe(5);
    expect(await posts('/order/assign')).toMatchObject([{ form: { orderId: 'FK-NEW-02' }, outcome: 'lost' }]);
    expect(postedPaths).toEqual(['/order/assign']);
    expect(await reads()).toBe(1);
    // A claimed order does not stay in the form to be claimed a second time.
    await button('Claim other orders').click();
    expect(await page.getByLabel('Order IDs', { exact: true }).inputValue()).toBe('');
  });

  it('are checked again, and not sent again, after a lost answer and a slow import', async () => {
    await sandbox.setOptions({ orderImportSeconds: 3600 });
    await sandbox.setFaults({ name: 'lost', match: { method: 'POST', path: '/order/assign' } });
    await claim('FK-NEW-04', 'FK-NEW-04', 1);
    await page
      .getByText(/The list shows no new device yet\. Check again before you claim these IDs a second time/)
      .waitFor();
    await button('Check again').click();
    await soon(reads).toBe(2);
    await page.getByText(/The list shows no new device yet\./).waitFor();
    // An hour later at the backend.
    await sandbox.setOptions({ clockSkewSeconds: 3700 });
    await button('Check again').click();
    await page.getByText(/New in the list: 12 devices\. So at least one order was assigned\./).waitFor();
    expect(await posts('/order/assign')).toHaveLength(1);
    expect(postedPaths).toEqual(['/order/assign']);
  });
});
