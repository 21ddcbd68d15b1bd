/**
 * Moves and shares in the built app: what is sent, shown and never repeated, the result for each device, and nothing
 * without a network.
 */
import { describe, expect, it } from 'vitest';
import { besides, openDevicePage, shown, soon } from '../support/devices-place.ts';
import { goTo } from '../support/journey.ts';
import {
  MAIL,
  browser,
  sandbox,
  page,
  nextIds,
  button,
  forms,
  confirm,
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
});
