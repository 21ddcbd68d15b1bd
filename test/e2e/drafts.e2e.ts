/**
 * What is typed into a form that is work is there again after a reload and a kill. What is typed into a secret field of
 * any form is nowhere in the browser's profile.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { CATALOGUE } from '../../src/domain/attributes/catalogue.ts';
import { isSecret } from '../../src/domain/attributes/values.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { listOptionStrings } from '../../src/ui/strings/list-options.ts';
import { settingsStrings } from '../../src/ui/strings/settings.ts';
import { streamStrings } from '../../src/ui/strings/streams.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { fillFields, type FilledField } from '../support/fill-fields.ts';
import { drawn, FILLED_PAGES } from '../support/filled-practice.ts';
import {
  FLEET_IDS,
  OWNER_KEY,
  connectAccount,
  devicesRead,
  editDevice,
  freshSandbox,
  giveKey,
  goTo,
} from '../support/journey.ts';
import { removeFolder, temporaryFolder } from '../support/process-end.ts';
import { shareServer, type SharedServer } from '../support/shared-browser.ts';
import { openQueryForm } from '../support/telemetry-journey.ts';
import { streamButton } from '../support/stream-journey.ts';
import { storedDrafts } from '../support/stored-rows.ts';
import { storedTraces, windowTraces } from '../support/traces.ts';

const SECRET = 'sEcrEt';
const SECRET_NAMES = CATALOGUE.map(({ name }) => name).filter(isSecret);
const [ONE, TWO] = FLEET_IDS as [string, string];
const TABLE = `id,password,alias\n${ONE},${SECRET},tYpEdInTable\n`;

/** Without pages that need a run or a job, and views without a field of their own. */
const PAGES = [
  ...FILLED_PAGES.filter(
    (address) =>
      !/^\/(?:run|overview|practice|devices$|jobs\/north-wing)|Kf7Qp2|fpDU|view=(?:hours|compare|gateways)/.test(
        address,
      ),
  ),
  '/devices',
];

/** What is opened on a page before its fields are filled. */
const OPENED: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/streams': (page) => streamButton(page, streamStrings.steps.create).click(),
  '/more': (page) => page.getByRole('button', { name: settingsStrings.key.remember, exact: true }).click(),
  '/telemetry': (page) => openRequest(page),
  '/devices/tB4x': (page) => editDevice(page),
  '/jobs/new': (page) => chooseTable(page),
  '/device-table': (page) => chooseTable(page),
};

/** Fields of forms that are work, by the address of the page. */
const WORK: Readonly<Record<string, readonly string[]>> = {
  '/jobs/new': ['name', 'site', 'ids'],
  '/orders': ['orderId'],
  '/share': ['mail'],
  '/move': ['mail'],
  '/streams': ['endpoint', 'streamName', 'region'],
  '/devices/tB4x': ['alias', 'notes'],
  '/devices/tB4x/configure': ['name'],
  '/tags': ['room', 'add'],
  // The form of the request stays open from view to view.
  '/telemetry?view=alarms': ['devices'],
  '/more': ['commands.identify'],
};

async function chooseTable(page: Page): Promise<void> {
  const file = { name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) };
  await page.locator('fk-csv-import input[type="file"]').setInputFiles(file);
  await page.getByText(jobStrings.csv.found(1, 1, 0)).waitFor();
}

async function openRequest(page: Page): Promise<void> {
  await openQueryForm(page);
  await page.locator('fk-telemetry-query fk-telemetry-picker').waitFor();
}

/** Returns the files of the profile that contain the text, as the browser writes texts of either kind. */
function filesWith(text: string, folder: string): string[] {
  const [narrow, wide] = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const file = path.join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    return bytes.includes(narrow) || bytes.includes(wide) ? [file] : [];
  });
}

describe('a text that was typed and not submitted', () => {
  let server: SharedServer;
  let browser: TestBrowser;
  const profile = temporaryFolder('drafts');

  beforeAll(async () => {
    server = await shareServer();
    browser = await launchBrowser({ profile });
  });
  afterAll(async () => {
    await browser.kill();
    removeFolder(profile);
  });

  async function fill(page: Page, at: number): Promise<readonly FilledField[]> {
    return page.evaluate(fillFields, [String(at), SECRET_NAMES] as const);
  }

  it('survives a reload and a kill in every form that takes work to fill in, and is never stored from a secret field', async () => {
    let page = await browser.newPage();
    await page.goto(`${server.origin}/connect`);
    await drawn(page);
    const connecting = await fill(page, 0);
    expect(connecting.some(({ isHidden }) => isHidden)).toBe(true);
    await connectAccount(page, { origin: server.origin, sandbox: freshSandbox(server) });
    await devicesRead(page);
    for (const id of [ONE, TWO]) {
      await page.getByRole('searchbox', { name: 'Search' }).fill(id);
      const row = page.locator(`a[href="/devices/${id}"]`).first();
      await row.focus();
      await page.keyboard.press(' ');
    }
    await page.getByText(/^2 devices chosen/).waitFor();
    await page.getByRole('button', { name: listOptionStrings.actions.configure, exact: true }).click();
    await page.waitForURL('**/configure');
    const typed: Record<string, readonly FilledField[]> = {};
    for (const [at, address] of PAGES.entries()) {
      await goTo(page, address);
      await drawn(page);
      await OPENED[address]?.(page);
      typed[address] = await fill(page, at + 1);
    }
    // A key that is pasted among order IDs.
    const orders = page.locator('fk-orders-page textarea');
    await goTo(page, '/orders');
    await orders.fill(`${await orders.inputValue()}\nSharedAccessKey=${SECRET}`);
    const secrets = Object.values(typed).flatMap((fields) => fields.filter(({ isHidden }) => isHidden));
    expect(secrets.length).toBeGreaterThan(4);
    await page.reload();
    await page.locator('fk-app h1').waitFor();
    expect(await windowTraces(page)).not.toContain(SECRET);
    await browser.kill();
    expect(filesWith(typed['/jobs/new']![0]!.text, profile)).not.toEqual([]);
    expect(filesWith(SECRET, profile)).toEqual([]);

    browser = await launchBrowser({ profile });
    page = await browser.newPage();
    await page.goto(server.origin);
    await giveKey(page, OWNER_KEY);
    const stored = await storedTraces(page);
    for (const text of [SECRET, OWNER_KEY, ...connecting.map((field) => field.text)])
      expect(Object.entries(stored).filter(([, content]) => content.includes(text))).toEqual([]);
    const drafts = JSON.stringify(await storedDrafts(page));
    for (const [address, names] of Object.entries(WORK))
      for (const name of names) {
        const texts = typed[address]!.filter((field) => field.name === name).map(({ text }) => text);
        expect(texts, `${address} ${name}`).toHaveLength(1);
        expect(drafts, `${address} ${name}`).toContain(texts[0]);
      }
    expect(drafts).toContain('"belowPercent":"7"');
    await goTo(page, '/jobs/new');
    await page.getByText(jobStrings.csv.found(1, 1, 0)).waitFor();
    expect(await page.locator('fk-new-job-page fk-field[name="name"] input').inputValue()).toContain('tYpEd');
    await goTo(page, '/device-table');
    await page.locator('fk-device-line').getByText('tYpEdInTable').waitFor();
  });
});
