/**
 * Moves and shares in the built app: what is sent, shown and never repeated, the result for each device, and nothing
 * without a network.
 */
import { describe, expect, it } from 'vitest';
import { EDITOR_KEY } from '../../src/sandbox/backend/gate.ts';
import { beaconsWith, besides, openDevicePage, shown, soon } from '../support/devices-place.ts';
import {
  connectAccount,
  devicesRead,
  freshSandbox,
  goTo,
  openOutbox,
  readable,
  sendWhatWaits,
} from '../support/journey.ts';
import { importReceipts } from '../support/receipts.ts';
import { giveStrings } from '../../src/ui/strings/ownership.ts';
import {
  MAIL,
  OFFLINE,
  server,
  browser,
  sandbox,
  page,
  postedPaths,
  nextIds,
  button,
  posts,
  forms,
  confirm,
  claim,
  choose,
  results,
  setUpOwnershipTests,
} from '../support/ownership-journey.ts';

setUpOwnershipTests();

describe('a move', () => {
  it('of one device names who loses what, asks for four characters, sends managerEmail, and removes the device from the list', async () => {
    const [id] = nextIds(1) as [string];
    await openDevicePage(page, id);
    await button('Move').click();
    await page.getByLabel(/^Manager’s e-mail/).fill('nobody');
    await button('Check and move').click();
    await page.getByText('This is not an e-mail address.').waitFor();
    await page.getByLabel(/^Manager’s e-mail/).fill(` ${MAIL} `);
    await button('Check and move').click();
    const message = await confirm(id, 'Move 1 device');
    expect(message).toContain(
      `The device leaves the account “North Wing” and goes to ${MAIL}. You lose access, and only the new owner can give it back.`,
    );
    await page.getByText('Results: 1 of 1 device').waitFor();
    await results().filter({ hasText: id }).getByText('Moved', { exact: true }).waitFor();
    expect(await forms('/device/move')).toEqual([{ uniqueId: id, managerEmail: MAIL }]);
    await goTo(page, '/devices');
    await page.getByRole('searchbox', { name: 'Search' }).fill(id);
    await page.getByText(`No device matches “${id}”.`).waitFor();
  });

  it('is checked after a lost answer, but never posted twice', async () => {
    const [id] = nextIds(1) as [string];
    await sandbox.setFaults({ name: 'lost', match: { method: 'POST', path: '/device/move' } });
    await openDevicePage(page, id);
    await button('Move').click();
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await button('Check and move').click();
    await confirm(id, 'Move 1 device');
    await results()
      .filter({ hasText: id })
      .getByText('No longer in your account: moved now, or earlier by someone else. The last answer did not say.', {
        exact: true,
      })
      .waitFor();
    // The browser itself may have sent it again, but not the page.
    expect((await posts('/device/move'))[0]).toMatchObject({ outcome: 'lost' });
    expect(postedPaths).toEqual(['/device/move']);
  });

  it('warns of a receipt that exists only on this phone, until it is delivered', async () => {
    const [id] = nextIds(1) as [string];
    await openOutbox(page);
    await sandbox.setFaults({ name: 'offline', match: { method: 'POST', path: '/device/update' } });
    await importReceipts(page, sandbox, id);
    const warning = page.getByText(giveStrings.receipts(id));
    await openDevicePage(page, id);
    await button('Move').click();
    await warning.waitFor();
    // While nothing can be sent; otherwise the receipt may be sent automatically and the warning would disappear.
    await page.getByRole('link', { name: 'Open the outbox' }).click();
    await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
    await sandbox.setFaults();
    await sendWhatWaits(page);
    await soon(async () => (await sandbox.devices(id))[id]).toMatchObject({ stateChanges: 1 });
    await openDevicePage(page, id);
    await button('Move').click();
    await page.getByLabel(/^Manager’s e-mail/).waitFor();
    await soon(() => warning.count()).toBe(0);
  });
});

describe('a share', () => {
  /** A future day, in the form of a date picker. */
  const DAY = `${new Date().getFullYear() + 1}-03-31`;

  it("sends one post for each of many devices in the interface's form, and shows the result of each", async () => {
    // A time zone that is half an hour off the full hours.
    await (await browser.pageSession(page)).send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' });
    const [first, gone, last] = nextIds(3) as [string, string, string];
    // Somebody else has moved it since the list was read.
    expect((await besides(sandbox).form('/device/move', { uniqueId: gone, managerEmail: MAIL })).ok).toBe(true);
    await sandbox.clearLog();
    await choose([first, gone, last], 'Share');
    await button('Share').click();
    await page.getByText('Enter an e-mail address.').waitFor();
    await page.getByText('Choose a date.').waitFor();
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await page.getByLabel(/^Access/).selectOption('EDITOR');
    await page.getByLabel(/^Ends on/).fill('2020-01-01');
    await page.getByText('Choose a date in the future.').waitFor();
    await page.getByLabel(/^Ends on/).fill(DAY);
    await page.getByLabel('Include the devices’ metadata').check();
    await button('Share').click();

    await page.getByText('Results: 2 of 3 devices').waitFor();
    const result = (id: string) => results().filter({ hasText: id });
    await result(first).getByText('Shared', { exact: true }).waitFor();
    await result(last).getByText('Shared', { exact: true }).waitFor();
    await result(gone).getByText('Refused', { exact: true }).waitFor();
    await result(gone)
      .getByText(`Not found at the backend, or your key has no access to it. Unknown device ${gone}`)
      .waitFor();
    // The last second of that day in the person's time zone, in seconds.
    const expirationDate = String(Date.parse(`${DAY}T23:59:59+05:30`) / 1000);
    const share = { managerMail: MAIL, access: 'EDITOR', expirationDate, withMetadata: 'true' };
    expect(await forms('/device/share')).toEqual([first, gone, last].map((uniqueId) => ({ uniqueId, ...share })));

    // Accepted posts are not sent again.
    await button('Try the others again').click();
    await soon(async () => (await forms('/device/share')).map(({ uniqueId }) => uniqueId)).toEqual([
      first,
      gone,
      last,
      gone,
    ]);
    await page.getByText('Results: 2 of 3 devices').waitFor();
    await openDevicePage(page, first);
    await soon(() => shown(page)).toMatch(new RegExp(`Shares and ownership ${MAIL} · Editor · `));
  });

  it('has an unknown result without an answer and without an entry in the list; the rest is not sent, and nothing is sent twice', async () => {
    const [first, second] = nextIds(2) as [string, string];
    await choose([first, second], 'Share');
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await page.getByLabel(/^Ends on/).fill(DAY);
    await sandbox.setFaults({ name: 'offline', match: { method: 'POST', path: '/device/share' } });
    await button('Share').click();
    await results()
      .filter({ hasText: first })
      .getByText('Not known: no answer came. Check the device before you try again.')
      .waitFor();
    await results().filter({ hasText: second }).getByText('Not sent', { exact: true }).waitFor();
    for (const form of await forms('/device/share'))
      expect(form).toMatchObject({ uniqueId: first, access: 'VIEWER', withMetadata: 'false' });
    expect(postedPaths).toEqual(['/device/share']);
    // Only posts that were never sent are tried again.
    await sandbox.setFaults();
    await button('Try the others again').click();
    await results().filter({ hasText: second }).getByText('Shared', { exact: true }).waitFor();
    expect([...new Set((await forms('/device/share')).map(({ uniqueId }) => uniqueId))]).toEqual([first, second]);
    expect(postedPaths).toEqual(['/device/share', '/device/share']);
  });

  it('waits for the post in transit when stopped half-way, and does not send the rest', async () => {
    const ids = nextIds(3) as [string, string, string];
    await choose(ids, 'Share');
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await page.getByLabel(/^Ends on/).fill(DAY);
    // The first post stays in transit until the person has stopped.
    let go = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/legacy/device/share', async (route) => {
      await stopped;
      await route.continue();
    });
    await button('Share').click();
    await page.locator('fk-share-page').getByRole('button', { name: 'Cancel', exact: true }).click();
    go();
    await page.getByText('Results: 1 of 3 devices').waitFor();
    await page.unroute('**/legacy/device/share');
    const words = await Promise.all(ids.map((id) => readable(results().filter({ hasText: id }))));
    expect(words).toEqual([`${ids[0]} Shared`, `${ids[1]} Not sent`, `${ids[2]} Not sent`]);
    expect((await forms('/device/share')).map(({ uniqueId }) => uniqueId)).toEqual([ids[0]]);
  });

  it('leaves out devices whose access does not allow it, with the reason', async () => {
    const [id] = nextIds(1) as [string];
    const viewed = beaconsWith('owner', 'VIEWER')[0]!.uniqueId;
    await choose([id, viewed], 'Share');
    await page.getByText('1 device left out: your access does not allow this.').waitFor();
    expect(await shown(page)).toContain(`${viewed} your access is VIEWER`);
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await page.getByLabel(/^Ends on/).fill(DAY);
    await button('Share').click();
    await page.getByText('Results: 1 of 1 device').waitFor();
    expect((await forms('/device/share')).map(({ uniqueId }) => uniqueId)).toEqual([id]);
  });
});

describe('many selected devices', () => {
  it('are moved one by one after one confirmation, and devices that left are deselected', async () => {
    const [first, gone, last] = nextIds(3) as [string, string, string];
    expect((await besides(sandbox).form('/device/move', { uniqueId: gone, managerEmail: MAIL })).ok).toBe(true);
    await sandbox.clearLog();
    await choose([first, gone, last], 'Move');
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await button('Check and move').click();
    const message = await confirm(first, 'Move 3 devices');
    expect(message).toContain(`3 devices leave the account “North Wing” and go to ${MAIL}.`);
    // It was moved before, so its absence is all that can be known.
    await page.getByText('Results: 3 of 3 devices').waitFor();
    await results()
      .filter({ hasText: gone })
      .getByText(/^No longer in your account: moved now, or earlier by someone else\./)
      .waitFor();
    expect(await forms('/device/move')).toEqual(
      [first, gone, last].map((uniqueId) => ({ uniqueId, managerEmail: MAIL })),
    );
    await soon(async () =>
      (
        await Promise.all(
          [first, last].map(async (id) => (await besides(sandbox).get(`/device?uniqueId=${id}`)).json()),
        )
      ).flatMap((answer) => (answer as { devices: unknown[] }).devices),
    ).toEqual([]);
    await goTo(page, '/share');
    await page.getByText('No device is chosen.').waitFor();
  });
});

describe('the ownership pages without a network', () => {
  it('explain that orders, moves and shares need one, and disable them until the network is back', async () => {
    const [id] = nextIds(1) as [string];
    await choose([id], 'Move');
    await browser.context.setOffline(true);
    await page.getByText(OFFLINE).waitFor();
    expect(await button('Check and move').isDisabled()).toBe(true);
    await goTo(page, '/share');
    await page.getByText(OFFLINE).waitFor();
    expect(await button('Share').isDisabled()).toBe(true);
    await goTo(page, '/orders');
    await page.getByText(OFFLINE).waitFor();
    await page.getByLabel('Order IDs', { exact: true }).fill('FK-NEW-05');
    expect(await button('Continue').isDisabled()).toBe(true);
    await browser.context.setOffline(false);
    await soon(() => page.getByText(OFFLINE).count()).toBe(0);
    await soon(() => button('Continue').isEnabled()).toBe(true);
    expect((await sandbox.log()).filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('a person with the access EDITOR', () => {
  it('is told that only owner and supervisor move devices, and may claim orders', async () => {
    const editors = freshSandbox(server);
    await connectAccount(page, { origin: server.origin, sandbox: editors, key: EDITOR_KEY, name: 'Editors' });
    await devicesRead(page);
    const { uniqueId } = beaconsWith('editor', 'EDITOR')[0]!;
    await openDevicePage(page, uniqueId);
    await page.getByText('Only an Owner or Supervisor may move or share this device. Your access is Editor.').waitFor();
    expect(await button('Move').isDisabled()).toBe(true);
    expect(await button('Share').isDisabled()).toBe(true);
    const message = await claim('FK-NEW-01', 'FK-NEW-01', 1);
    expect(message).toContain('Claim for Editors?');
    await page.getByText('Assigned. New in the list: 1 device.').waitFor();
    await results().getByRole('link').click();
    await soon(() => button('Move').isEnabled()).toBe(true);
  });
});
