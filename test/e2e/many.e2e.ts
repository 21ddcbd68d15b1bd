/**
 * Many beacons in the built app: from the list to "50 of 50 prepared" in few clicks, the state after a reload, tags for
 * all of them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { type SandboxControl } from '../support/app-server.ts';
import { besides, callsOf, openDevicePage, shown, soon } from '../support/devices-place.ts';
import { connectAccount, devicesRead, freshSandbox, giveKey, goTo } from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import { bulkStrings as text } from '../../src/ui/strings/bulk.ts';
import { configureStrings } from '../../src/ui/strings/configure.ts';
import { devicePageStrings } from '../../src/ui/strings/device-page.ts';
import { deviceListStrings } from '../../src/ui/strings/device-list.ts';
import { listOptionStrings } from '../../src/ui/strings/list-options.ts';

const WANTED = 50;
const MAX_CLICKS = 12;

let server: SharedServer;
let browser: SharedBrowser;
let sandbox: SandboxControl;
let page: Page;
let listed: { uniqueId: string; deviceType: string; access?: string; model?: string }[];

const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (id: string) => page.getByLabel(deviceListStrings.chooseRow(id), { exact: true });

beforeAll(async () => {
  server = await shareServer();
  browser = await shareBrowser();
  sandbox = freshSandbox(server);
  page = await browser.newPage();
  await page.addInitScript(() => {
    const counted = window as unknown as { clicks: number };
    counted.clicks = 0;
    addEventListener('click', (event) => (counted.clicks += Number(event.isTrusted)), { capture: true });
  });
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  const answered = await besides(sandbox).get('/device?maxResult=500');
  ({ devices: listed } = (await answered.json()) as { devices: typeof listed });
});
afterAll(async () => {
  await browser.giveBack();
});

const able = () => listed.filter(({ deviceType, access }) => deviceType === 'BEACON' && access !== 'VIEWER');

async function chooseFirst(count: number): Promise<void> {
  const last = able()[count - 1]!.uniqueId;
  // The list still has the selection of the previous sheet.
  const done = button(deviceListStrings.chooseDone).first();
  if (await done.isVisible()) await done.click();
  await button(deviceListStrings.choose).click();
  await box(listed[0]!.uniqueId).click();
  const at = listed.findIndex(({ uniqueId }) => uniqueId === last);
  await page.locator('fk-device-window').evaluate((list, rows) => (list.scrollTop = (rows - 4) * 36), at);
  await box(last).click({ modifiers: ['Shift'] });
}

describe('fifty beacons with the same change', () => {
  it(`take at most ${MAX_CLICKS} clicks from the list to "50 of 50 prepared"`, async () => {
    await goTo(page, '/devices');
    const before = await page.evaluate(() => (window as unknown as { clicks: number }).clicks);
    await chooseFirst(WANTED);
    await button(listOptionStrings.actions.configure).click();
    const interval = page.locator('fk-field[name="interval"] input');
    await interval.click();
    await interval.fill('713');
    await button(configureStrings.review(1)).click();
    await button(text.prepare(WANTED)).click();
    await page.getByText(text.prepared(WANTED, WANTED)).waitFor();
    const clicks = (await page.evaluate(() => (window as unknown as { clicks: number }).clicks)) - before;
    process.stdout.write(`${WANTED} beacons prepared with ${clicks} clicks\n`);
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
    const created = await callsOf(sandbox, 'POST', '/config/create');
    expect(created.flatMap(({ form }) => form['uniqueId']!.split(','))).toHaveLength(WANTED);
    expect(new Set(created.map(({ form }) => form['interval']))).toEqual(new Set(['713']));
    const encrypted = (await callsOf(sandbox, 'GET', '/config/encrypt')).map(({ query }) =>
      query['uniqueId']!.split(','),
    );
    expect(encrypted.flat()).toHaveLength(WANTED);
    expect(encrypted.length).toBeLessThan(WANTED / 10);
  });
});

describe('tags for many devices', () => {
  it('are added to all selected devices and reach the backend', async () => {
    await goTo(page, '/devices');
    await chooseFirst(3);
    await button(listOptionStrings.actions.tags).click();
    await page.locator('fk-field[name="add"] input').fill('zulu, yankee');
    await page.getByRole('button', { name: /^Save for/ }).click();
    const ids = listed.slice(0, listed.indexOf(able()[2]!) + 1).map(({ uniqueId }) => uniqueId);
    await soon(async () => {
      const posts = await callsOf(sandbox, 'POST', '/device/update');
      return new Set(
        posts.filter(({ form }) => form['tags']?.endsWith('zulu,yankee')).map(({ form }) => form['uniqueId']),
      );
    }).toEqual(new Set(ids));
  });
});

describe('a reload while many devices are configured', () => {
  it('keeps the selection and the packages; repeating the same change sends no request', async () => {
    await goTo(page, '/devices');
    await chooseFirst(WANTED);
    await button(listOptionStrings.actions.configure).click();
    await page.locator('fk-attribute-form').waitFor();
    await page.reload();
    await page.getByText(text.chosen(listed.indexOf(able()[WANTED - 1]!) + 1)).waitFor();
    await page.locator('fk-field[name="interval"] input').fill('713');
    await sandbox.clearLog();
    await button(configureStrings.review(1)).click();
    await soon(() => shown(page)).toContain(text.leftOut.here);
    expect(await button(text.nothingToDo).isDisabled()).toBe(true);
    expect(await callsOf(sandbox, 'POST', '/config/create')).toEqual([]);
    await page.goBack();
    await button(configureStrings.review(1)).waitFor();
  });
});

describe('withdrawing pending configurations', () => {
  // The key was lost in the reload.
  beforeAll(() => giveKey(page));

  const pendingAt = async (ids: readonly string[]): Promise<number> => {
    const answered = await besides(sandbox).get(`/config?maxResult=500&uniqueId=${ids.join(',')}`);
    return ((await answered.json()) as { configs: unknown[] }).configs.length;
  };

  it('cancels the change of one beacon on its page, which shows from then on that the backend supports withdrawing', async () => {
    const { uniqueId } = able()[0]!;
    await openDevicePage(page, uniqueId);
    await page.getByText(text.withdraw.unsure).waitFor();
    await page.getByRole('button', { name: devicePageStrings.withdraw, exact: true }).click();
    await page.getByText(text.withdraw.note).waitFor();
    await page.locator('fk-confirm').getByRole('button', { name: devicePageStrings.withdraw, exact: true }).click();
    await page.getByText(configureStrings.outcome.withdrawn).waitFor();
    await page.getByText(devicePageStrings.packageStates.dead).first().waitFor();
    expect(await pendingAt([uniqueId])).toBe(0);
    await goTo(page, `/devices/${uniqueId}/configure`);
    await page.locator('fk-field[name="interval"] input').fill('714');
    await button(configureStrings.review(1)).click();
    await page.getByText(configureStrings.undo.offered).waitFor();
  });

  it('cancels the changes of all selected beacons', async () => {
    const ids = able()
      .slice(1, WANTED)
      .map(({ uniqueId }) => uniqueId);
    expect(await pendingAt(ids)).toBe(WANTED - 1);
    await goTo(page, '/devices');
    await chooseFirst(WANTED);
    await button(listOptionStrings.actions.withdraw).click();
    await page.getByText(/^\d+ left out$/).click();
    await page.getByText(text.leftOut.nothingPending).first().waitFor();
    await sandbox.clearLog();
    await button(text.withdraw.start(WANTED - 1)).click();
    await page.getByText(text.withdraw.done(WANTED - 1, WANTED - 1)).waitFor();
    expect(await pendingAt(ids)).toBe(0);
    expect(await callsOf(sandbox, 'POST', '/config/delete')).toHaveLength(3);
  });
});
