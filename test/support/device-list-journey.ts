/** An account whose list has not been read yet, the backend's devices, and the controls of the list. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { type SandboxControl } from './app-server.ts';
import { besides, callsOf } from './devices-place.ts';
import { FLEET_IDS, connectAccount, freshSandbox, goTo } from './journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from './shared-browser.ts';

/** An element of `devices` as the backend lists it. */
export interface Listed {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly access?: string;
  readonly model?: string;
  readonly orderId?: string;
  readonly tags?: readonly string[];
  readonly alias?: string;
  readonly mac?: string;
  readonly batteryLevel?: number;
  readonly lastSeen?: number | null;
  readonly status?: { readonly externalPower?: boolean };
  readonly pendingConfig?: object;
}

export const [WAITS, EDITED, CHANGED, FORMULA, QUOTED, ODD_LEVEL] = FLEET_IDS as [
  string,
  string,
  string,
  string,
  string,
  string,
];
export const FORMULAS = {
  [FORMULA]: '=HYPERLINK("https://elsewhere.example")',
  [QUOTED]: 'Hall, "west"\nwing',
} as const;
export const LISTED = { method: 'GET', path: '/legacy/device' } as const;

export let server: SharedServer;
export let browser: SharedBrowser;
export let sandbox: SandboxControl;
export let page: Page;
/** The devices of the backend, read without the app. */
export let all: Listed[];
export const hosts = new Set<string>();

export async function readBeside(): Promise<void> {
  const answered = await besides(sandbox).get('/device?maxResult=500');
  ({ devices: all } = (await answered.json()) as { devices: Listed[] });
}

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/**
 * Returns the queries for pages of the list, without requests for named IDs, in the order of the list: several are
 * under way at once, and may arrive in any order.
 */
export const pages = async () =>
  (await callsOf(sandbox, 'GET', '/device'))
    .map(({ query }) => query)
    .filter((query) => 'startIndex' in query)
    .sort((one, other) => Number(one['startIndex']) - Number(other['startIndex']));
export const row = (id: string): Locator => page.locator(`a[href="/devices/${encodeURIComponent(id)}"]`).first();
/** Returns a control of the panel beside the list. */
export const option = (name: string): Locator =>
  page.locator(`fk-list-options fk-field[name="${name}"]`).locator('input, select').first();
export const counted = async (): Promise<string> =>
  (
    (await page
      .getByText(/\d+ devices/)
      .first()
      .textContent()) ?? ''
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Two pages arrive and the third hangs, so that no order of a race is left to chance. */
export async function hangAtThirdPage(): Promise<void> {
  await sandbox.setFaults({ name: 'slow', ms: 1, times: 2, match: LISTED }, { name: 'hang', match: LISTED });
}

export async function search(text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search' }).fill(text);
}

export async function openOptions(): Promise<void> {
  await goTo(page, '/devices');
  if ((await page.locator('fk-list-options').count()) === 0) await button(/^View/).click();
  await page.locator('fk-list-options').waitFor();
}

export async function set(name: string, value: string | boolean): Promise<void> {
  const choice = page.locator(`fk-list-options fk-filter-choice[name="${name}"]`);
  if ((await choice.count()) > 0) {
    const details = choice.locator('details');
    if ((await details.getAttribute('open')) === null) await choice.locator('summary').click();
    // When a choice has many values, only some are drawn.
    const search = choice.getByRole('searchbox');
    if ((await search.count()) > 0) await search.fill(String(value));
    await choice.locator(`input[value="${String(value)}"]`).check();
    return;
  }
  const control = option(name);
  if (typeof value === 'boolean') await control.setChecked(value);
  else if ((await control.evaluate((element) => element.localName)) === 'select') await control.selectOption(value);
  else {
    await control.fill(value);
    await control.press('Tab');
  }
}

/** Registers the setup and teardown that every file of these tests needs. */
export function inListPlace(): void {
  beforeAll(async () => {
    server = await shareServer();
    browser = await shareBrowser();
    sandbox = freshSandbox(server);
    await sandbox.setDevice({ uniqueId: WAITS, pending: { interval: 777 } });
    await sandbox.setDevice({ uniqueId: ODD_LEVEL, values: { access: 'CUSTODIAN' } });
    for (const [uniqueId, alias] of Object.entries(FORMULAS)) await sandbox.setDevice({ uniqueId, virtual: { alias } });
    await readBeside();
    page = await browser.newPage();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    // Nothing is listed when the account is connected, so that the tests see the first read.
    await sandbox.setFaults({ name: 'status', status: 503, match: LISTED });
    // Pages small enough that the list has several.
    const advanced = { pageSize: 50 };
    await connectAccount(page, { origin: server.origin, sandbox, advanced, anyway: true });
    // Wait on this page: the page before has sent a request too, and this one sends another.
    await page.locator('fk-devices-page').getByText('The backend reports an error of its own.').waitFor();
  });
  afterAll(async () => {
    await browser.giveBack();
  });
  beforeEach(async () => {
    await sandbox.setFaults();
    await sandbox.clearLog();
  });
}
