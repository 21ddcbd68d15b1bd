/** A connected account whose requests for orders, moves and shares are recorded, and the steps of its dialogs. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { type SandboxControl } from './app-server.ts';
import { callsOf, shown } from './devices-place.ts';
import { FLEET_IDS, connectAccount, devicesRead, freshSandbox, goTo, saveSettings } from './journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from './shared-browser.ts';

export const MAIL = 'new@elsewhere.example';
export const OFFLINE = 'You must be online for this. It takes effect at once and cannot wait in the outbox.';

export let server: SharedServer;
export let browser: SharedBrowser;
export let sandbox: SandboxControl;
export let page: Page;
export let used = 0;
/** Paths of the posts made by the page; those that the browser repeats when a socket breaks are not included. */
export const postedPaths: string[] = [];

export const nextIds = (count: number): string[] => FLEET_IDS.slice(used, (used += count));
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
export const posts = (path: string): ReturnType<typeof callsOf> => callsOf(sandbox, 'POST', path);
export const forms = async (path: string) => (await posts(path)).map(({ form }) => form);
export const reads = async (): Promise<number> =>
  (await callsOf(sandbox, 'GET', '/device')).filter(({ query }) => query['startIndex'] === '0').length;
export const dialog = () => page.locator('fk-confirm-typed');

/** Returns the text of the confirm dialog, enters the last four characters and presses its one button. */
export async function confirm(subject: string, action: string): Promise<string> {
  await dialog().getByRole('button', { name: action, exact: true }).waitFor();
  const shownText = await shown(page);
  expect(await dialog().getByRole('button', { name: action, exact: true }).isDisabled()).toBe(true);
  await dialog()
    .getByLabel(`Type ${subject.slice(-4)} to continue`)
    .fill(subject.slice(-4));
  await dialog().getByRole('button', { name: action, exact: true }).click();
  return shownText;
}

export async function claim(typed: string, last: string, orders: number): Promise<string> {
  await goTo(page, '/orders');
  if (await button('Claim other orders').isVisible()) await button('Claim other orders').click();
  await page.getByLabel('Order IDs', { exact: true }).fill(typed);
  await button('Continue').click();
  return confirm(last, orders === 1 ? 'Claim 1 order' : `Claim ${orders} orders`);
}

/** Chooses devices in the list, each found by its ID, and presses one of the actions. */
export async function choose(ids: readonly string[], action: 'Move' | 'Share'): Promise<void> {
  await goTo(page, '/devices');
  // The list still has the selection of the previous sheet.
  if (await button('Clear selection').isVisible()) await button('Clear selection').click();
  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const id of ids) {
    await search.fill(id);
    const row = page.locator(`a[href="/devices/${id}"]`).first();
    await row.waitFor();
    await row.focus();
    await page.keyboard.press(' ');
  }
  await page.getByText(new RegExp(`^${ids.length} devices? chosen`)).waitFor();
  await button(action).click();
  await page.getByRole('heading', { name: `${action} devices`, exact: true }).waitFor();
  await page.getByLabel(/^Manager’s e-mail/).waitFor();
}

export const results = () => page.locator('main').getByRole('listitem');

/** Registers the setup and teardown that every file of these tests needs. */
export function setUpOwnershipTests(): void {
  beforeAll(async () => {
    server = await shareServer();
    browser = await shareBrowser();
    sandbox = freshSandbox(server);
    page = await browser.newPage();
    page.on(
      'request',
      (request) =>
        void (
          request.method() === 'POST' && postedPaths.push(new URL(request.url()).pathname.replace(/^.*\/legacy/, ''))
        ),
    );
    await connectAccount(page, { origin: server.origin, sandbox, name: 'North Wing' });
    await devicesRead(page);
    await saveSettings(page, { 'delivery.backoffMinMs': '100', 'delivery.backoffMaxMs': '1000' });
  });
  afterAll(async () => {
    await browser.giveBack();
  });
  beforeEach(async () => {
    await sandbox.setFaults();
    await sandbox.clearLog();
    postedPaths.length = 0;
  });
}
