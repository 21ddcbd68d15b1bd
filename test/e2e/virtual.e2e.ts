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
  sendWhatWaits,
} from '../support/journey.ts';
import { importReceipts } from '../support/receipts.ts';
import { toastAfter } from '../support/toasts.ts';
import { storedDrafts, storedEdit } from '../support/stored-rows.ts';
import { allOf } from '../../src/ui/language/counting.ts';
import { configureStrings } from '../../src/ui/strings/configure.ts';
import { labelOf } from '../../src/ui/words/configure.ts';
import { devicePageStrings } from '../../src/ui/strings/device-page.ts';

const [EDITED, CHANGED, BOTH, FITTED] = FLEET_IDS as [string, string, string, string];

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

  it('that somebody has changed at the backend meanwhile are not overwritten: both values are shown, and the person decides', async () => {
    await sandbox.setFaults({ name: 'offline' });
    await edit(CHANGED, { Alias: 'Ours' });
    await sandbox.setDevice({ uniqueId: CHANGED, virtual: { alias: 'Theirs' } });
    await sandbox.setFaults();
    await sandbox.clearLog();
    await page.getByText('Changed at the backend since then: Theirs').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Ours', exact: true }).waitFor();
    expect(await posts(CHANGED)).toEqual([]);
    expect((await sandbox.devices(CHANGED))[CHANGED]!.values).toMatchObject({ alias: 'Theirs' });
    await openOutbox(page);
    await soon(() => readable(outboxEntries(page, CHANGED))).toContain('Someone else has changed this since.');
    await outboxEntries(page, CHANGED)
      .getByRole('button', { name: /^Send again/ })
      .click();
    await soon(() => readable(outboxEntries(page, CHANGED))).toContain('Saved');
    expect((await sandbox.devices(CHANGED))[CHANGED]!.values).toMatchObject({ alias: 'Ours' });
  });

  it('are never sent together with a response or with physical values', async () => {
    await openOutbox(page);
    await sandbox.setFaults({ name: 'offline' });
    // Prepared directly at the backend, because the fault would prevent it in the app.
    await sandbox.setFaults({ name: 'offline', match: { method: 'POST', path: '/device/update' } });
    await importReceipts(page, sandbox, BOTH);
    await edit(BOTH, { Alias: 'Both at once', Notes: 'n' });
    await sandbox.clearLog();
    await sandbox.setFaults();
    await openOutbox(page);
    await sendWhatWaits(page);
    await soon(async () => (await sandbox.devices(BOTH))[BOTH]).toMatchObject({
      virtualPosts: 1,
      stateChanges: 1,
      pending: null,
      values: { alias: 'Both at once', interval: 1234 },
    });
    const sent = await posts(BOTH);
    const withResponse = sent.filter((form) => 'response' in form);
    const withValues = sent.filter((form) => !('response' in form));
    expect(withResponse.length).toBeGreaterThanOrEqual(1);
    for (const form of withResponse)
      expect(Object.keys(form).toSorted()).toEqual(['deviceType', 'response', 'uniqueId', 'updated']);
    expect(withValues.length).toBeGreaterThanOrEqual(1);
    for (const form of withValues) expect(Object.keys(form).filter((name) => !VIRTUAL_POST.includes(name))).toEqual([]);
  });

  it('include deployment and metadata, and are shown afterwards as the backend has stored them', async () => {
    await goTo(page, `/devices/${FITTED}`);
    await editDevice(page);
    await page.getByText(devicePageStrings.moreFields).click();
    const { deploymentStatus } = devicePageStrings;
    await field(labelOf('deployment.status')).selectOption(deploymentStatus.END_OF_LIFE);
    await field(labelOf('deployment.installerName')).fill('Ada');
    await field(labelOf('metadata')).fill('floor 3');
    await page.getByText(devicePageStrings.noMetadata).waitFor();
    await field(labelOf('metadata')).fill('{ "floor": 3 }');
    await toastAfter(page, devicePageStrings.savedHere, () =>
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    );
    await soon(async () => (await posts(FITTED)).length).toBe(1);
    expect((await posts(FITTED))[0]).toEqual({
      uniqueId: FITTED,
      deviceType: 'BEACON',
      'deployment.status': 'END_OF_LIFE',
      'deployment.installerName': 'Ada',
      metadata: '{"floor":3}',
    });
    await page.reload();
    await editDevice(page);
    await page.getByText(devicePageStrings.moreFields).click();
    await soon(() => field(labelOf('metadata')).inputValue()).toBe('{"floor":3}');
    expect(await field(labelOf('deployment.status')).inputValue()).toBe('END_OF_LIFE');
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
