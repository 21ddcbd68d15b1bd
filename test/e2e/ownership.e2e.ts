/** Moves and shares in the built app: what is sent and shown, and the result of each device. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { type SandboxControl } from '../support/app-server.ts';
import { besides, callsOf, openDevicePage, shown, soon } from '../support/devices-place.ts';
import { FLEET_IDS, connectAccount, devicesRead, freshSandbox, goTo } from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser } from '../support/shared-browser.ts';

const MAIL = 'new@elsewhere.example';

let browser: SharedBrowser;
let sandbox: SandboxControl;
let page: Page;
let used = 0;

const nextIds = (count: number): string[] => FLEET_IDS.slice(used, (used += count));
const button = (name: string) => page.getByRole('button', { name, exact: true });
const results = () => page.locator('main').getByRole('listitem');
const forms = async (path: string) => (await callsOf(sandbox, 'POST', path)).map(({ form }) => form);

beforeAll(async () => {
  const server = await shareServer();
  browser = await shareBrowser();
  sandbox = freshSandbox(server);
  page = await browser.newPage();
  await connectAccount(page, { origin: server.origin, sandbox, name: 'North Wing' });
  await devicesRead(page);
});
afterAll(() => browser.giveBack());
beforeEach(() => sandbox.clearLog());

/** Returns the text of the confirm dialog, enters the last four characters and presses its one button. */
async function confirm(subject: string, action: string): Promise<string> {
  const dialog = page.locator('fk-confirm-typed');
  const go = dialog.getByRole('button', { name: action, exact: true });
  await go.waitFor();
  const text = await shown(page);
  expect(await go.isDisabled()).toBe(true);
  await dialog.getByLabel(`Type ${subject.slice(-4)} to continue`).fill(subject.slice(-4));
  await go.click();
  return text;
}

/** Chooses devices in the list, each found by its ID, and opens the page that shares them. */
async function chooseToShare(ids: readonly string[]): Promise<void> {
  await goTo(page, '/devices');
  for (const id of ids) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(id);
    const row = page.locator(`a[href="/devices/${id}"]`).first();
    await row.waitFor();
    await row.focus();
    await page.keyboard.press(' ');
  }
  await page.getByText(new RegExp(`^${ids.length} devices? chosen`)).waitFor();
  await button('Share').click();
  await page.getByRole('heading', { name: 'Share devices', exact: true }).waitFor();
  await page.getByLabel(/^Manager’s e-mail/).waitFor();
}

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
    await chooseToShare([first, gone, last]);
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
