/**
 * Alias, tags and notes: edited without a network, kept through a reload, sent later, never over somebody else's
 * change.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startAppServer, type RunningServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import {
  FLEET_IDS,
  connectAccount,
  devicesRead,
  editDevice,
  freshSandbox,
  giveKey,
  goTo,
  openDevice,
  openOutbox,
  outboxEntries,
  readable,
  saveSettings,
} from '../support/journey.ts';
import { toastAfter } from '../support/toasts.ts';
import { storedDrafts, storedEdit } from '../support/stored-rows.ts';
import { allOf } from '../../src/ui/language/counting.ts';
import { configureStrings } from '../../src/ui/strings/configure.ts';
import { devicePageStrings } from '../../src/ui/strings/device-page.ts';

const [EDITED, CHANGED] = FLEET_IDS as [string, string];

let server: RunningServer;
let browser: TestBrowser;
let sandbox: SandboxControl;
let page: Page;

beforeAll(async () => {
  server = await startAppServer();
  browser = await launchBrowser();
  sandbox = freshSandbox(server);
  page = await browser.newPage();
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  await saveSettings(page, { 'delivery.backoffMinMs': '100', 'delivery.backoffMaxMs': '1000' });
});
afterAll(async () => {
  await browser.kill();
  await server.close();
});

const soon = <T>(read: () => T) => expect.poll(read);
const field = (name: string) => page.getByLabel(name, { exact: true });

async function edit(id: string, values: Readonly<Record<string, string>>): Promise<void> {
  await goTo(page, `/devices/${id}`);
  await editDevice(page);
  for (const [name, value] of Object.entries(values)) await field(name).fill(value);
  await toastAfter(page, devicePageStrings.savedHere, () =>
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  );
}

/** Returns the posted forms of a device, oldest first. */
async function posts(id: string): Promise<Record<string, string>[]> {
  const log = await sandbox.log();
  return log
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/legacy/device/update'))
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    .filter(({ uniqueId }) => uniqueId === id);
}

/** Fields that a post of virtual values may contain. */
const VIRTUAL_POST = ['alias', 'deviceType', 'notes', 'tags', 'uniqueId'];

describe('virtual attributes (alias, tags, notes, deployment, metadata)', () => {
  it('that are edited without a network are marked, shown instead of the old ones, and survive a reload', async () => {
    await openDevice(page, EDITED);
    await sandbox.setFaults({ name: 'offline' });
    await edit(EDITED, { Alias: 'Chapel door', Tags: 'night,east wing' });
    await edit(EDITED, { Notes: 'Behind the organ' });
    await page.getByText(devicePageStrings.unsentNames(allOf(['Alias', 'Tags', 'Notes'])), { exact: true }).waitFor();
    expect((await sandbox.devices(EDITED))[EDITED]!.virtualPosts).toBe(0);
    // Two edits of one device share one row.
    expect(await storedEdit(page, EDITED)).toMatchObject({
      state: 'waiting',
      values: { alias: 'Chapel door', tags: 'night,east wing', notes: 'Behind the organ' },
    });

    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Chapel door', exact: true }).waitFor();
    await editDevice(page);
    await soon(() => field('Alias').inputValue()).toBe('Chapel door');
    expect(await field('Tags').inputValue()).toBe('night,east wing');
    expect(await field('Notes').inputValue()).toBe('Behind the organ');
    await goTo(page, '/devices');
    await page.getByRole('searchbox', { name: 'Search' }).fill('Chapel door');
    await page.locator(`a[href="/devices/${EDITED}"]`).first().waitFor();
  });

  it('are sent by the outbox later, in a separate post', async () => {
    await sandbox.setFaults();
    await sandbox.clearLog();
    await giveKey(page);
    await openOutbox(page);
    await soon(() => readable(outboxEntries(page, EDITED))).toContain('Saved');
    const sent = await posts(EDITED);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ alias: 'Chapel door', notes: 'Behind the organ' });
    expect(Object.keys(sent[0]!).toSorted()).toEqual(VIRTUAL_POST);
    expect((await sandbox.devices(EDITED))[EDITED]).toMatchObject({
      virtualPosts: 1,
      stateChanges: 0,
      values: { alias: 'Chapel door', notes: 'Behind the organ' },
    });
    await goTo(page, `/devices/${EDITED}`);
    await soon(() => page.getByText('Not sent yet').count()).toBe(0);
  });

  it('that are only typed survive a killed browser, as does a configuration', async () => {
    await goTo(page, `/devices/${EDITED}`);
    await editDevice(page);
    await field('Alias').fill('Chapel window, half ty');
    await goTo(page, `/devices/${CHANGED}/configure`);
    await page.locator('fk-field[name="interval"] input').fill('555');
    // Waits only until the last keystroke is stored.
    await soon(() => storedDrafts(page)).toEqual([
      expect.objectContaining({ typed: { interval: '555' } }),
      { alias: 'Chapel window, half ty' },
    ]);
    const { profile } = browser;
    await browser.kill();
    browser = await launchBrowser({ profile });
    page = await browser.newPage();
    await page.goto(`${server.origin}/devices/${EDITED}`);
    const words = (text: string): RegExp => new RegExp(text.replace(/[.()]/g, '\\$&').replace('WHEN', '.+'));
    await page.getByText(words(devicePageStrings.restored('WHEN'))).waitFor();
    await page.getByRole('button', { name: devicePageStrings.goOn, exact: true }).click();
    expect(await field('Alias').inputValue()).toBe('Chapel window, half ty');
    await page.getByRole('button', { name: devicePageStrings.discard, exact: true }).click();
    await goTo(page, `/devices/${CHANGED}/configure`);
    await page.getByText(words(configureStrings.draft.restored('WHEN'))).waitFor();
    expect(await page.locator('fk-field[name="interval"] input').inputValue()).toBe('555');
    await soon(() => storedDrafts(page)).toHaveLength(1);
  });
});
