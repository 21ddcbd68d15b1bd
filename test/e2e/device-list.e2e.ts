/** The list of devices and a device's page in the built app: read to its end, asked for in parts, filtered, chosen, saved, merged; each access level as it is. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { startAppServer, type RunningServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { beaconsWith, besides, callsOf, openDevicePage, readCsv, shown, soon } from '../support/devices-place.ts';
import {
  FLEET_IDS,
  connectAccount,
  devicesRead,
  freshSandbox,
  goTo,
  prepare,
  readable,
  saveSettings,
} from '../support/journey.ts';

/** An element of `devices` as the backend lists it. */
interface Listed {
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
  readonly pendingConfig?: object;
}

const [WAITS, EDITED, CHANGED, FORMULA, QUOTED, ODD_LEVEL] = FLEET_IDS as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const FORMULAS = { [FORMULA]: '=HYPERLINK("https://elsewhere.example")', [QUOTED]: 'Hall, "west"\nwing' } as const;
const LISTED = { method: 'GET', path: '/legacy/device' } as const;

let server: RunningServer;
let browser: TestBrowser;
let sandbox: SandboxControl;
let page: Page;
/** What the backend has, read beside the app. */
let all: Listed[];
const hosts = new Set<string>();

beforeAll(async () => {
  server = await startAppServer();
  browser = await launchBrowser();
  sandbox = freshSandbox(server);
  await sandbox.setDevice({ uniqueId: WAITS, pending: { interval: 777 } });
  await sandbox.setDevice({ uniqueId: ODD_LEVEL, values: { access: 'CUSTODIAN' } });
  for (const [uniqueId, alias] of Object.entries(FORMULAS)) await sandbox.setDevice({ uniqueId, virtual: { alias } });
  await readBeside();
  page = await browser.newPage();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  // Nothing is listed yet when the account is connected: the first read is for the tests to see.
  await sandbox.setFaults({ name: 'status', status: 503, match: LISTED });
  await connectAccount(page, { origin: server.origin, sandbox });
  await page.getByText('The backend reports an error of its own.').waitFor();
});
afterAll(async () => {
  await browser.kill();
  await server.close();
});
beforeEach(async () => {
  await sandbox.setFaults();
  await sandbox.clearLog();
});

async function readBeside(): Promise<void> {
  const answered = await besides(sandbox).get('/device?maxResult=500');
  ({ devices: all } = (await answered.json()) as { devices: Listed[] });
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/** Queries of the list's pages, ids asked for by name left out. */
const pages = async () =>
  (await callsOf(sandbox, 'GET', '/device')).map(({ query }) => query).filter((query) => 'startIndex' in query);
const row = (id: string): Locator => page.locator(`a[href="/devices/${encodeURIComponent(id)}"]`).first();
/** A control of the panel beside the list. */
const option = (name: string): Locator =>
  page.locator(`fk-list-options fk-field[name="${name}"]`).locator('input, select').first();
const counted = async (): Promise<string> =>
  (
    (await page
      .getByText(/\d+ devices/)
      .first()
      .textContent()) ?? ''
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Two pages come, the third hangs: both orders of a race are shut out. */
async function hangAtThirdPage(): Promise<void> {
  await sandbox.setFaults({ name: 'slow', ms: 1, times: 2, match: LISTED }, { name: 'hang', match: LISTED });
}

async function search(text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search' }).fill(text);
}

async function openOptions(): Promise<void> {
  await goTo(page, '/devices');
  if ((await page.locator('fk-list-options').count()) === 0) await button(/^View/).click();
  await page.locator('fk-list-options').waitFor();
}

async function set(name: string, value: string | boolean): Promise<void> {
  const control = option(name);
  if (typeof value === 'boolean') await control.setChecked(value);
  else if ((await control.evaluate((element) => element.localName)) === 'select') await control.selectOption(value);
  else {
    await control.fill(value);
    await control.press('Tab');
  }
}

describe('reading the list', () => {
  it('follows nextResults with progress; stopped half-way it keeps what came and says that something is missing', async () => {
    await hangAtThirdPage();
    await button('Refresh').click();
    await page.getByText(/100 so far/).waitFor();
    await button('Cancel').click();
    await page.getByText('The list was not loaded completely; some devices may be missing.').waitFor();
    expect(await counted()).toBe('100 devices');
    expect((await pages()).map(({ startIndex }) => startIndex)).toEqual(['0', '50', '100']);
    await search(all[60]!.uniqueId);
    await row(all[60]!.uniqueId).waitFor();
    await search('');
  });

  it('goes to the end, oldest first, and to no other host, wherever the answer points', async () => {
    await sandbox.setOptions({ foreignLinks: true });
    await button('Refresh').click();
    await devicesRead(page);
    await soon(counted).toBe(`${all.length} devices`);
    expect(await pages()).toEqual(
      [0, 50, 100, 150, 200, 250].map((startIndex) => ({
        startIndex: String(startIndex),
        maxResult: '50',
        orderBy: 'created',
        order: 'ASC',
      })),
    );
    expect([...hosts]).toEqual([new URL(server.origin).host]);
    await sandbox.setOptions({ foreignLinks: false });
  });

  it('stopped when it was whole before, it stays whole', async () => {
    await hangAtThirdPage();
    await button('Refresh').click();
    const progress = page.getByRole('progressbar');
    await soon(() => readable(page.locator('fk-devices-page fk-progress'))).toContain(`100 of ${all.length}`);
    expect(await progress.getAttribute('value')).toBe('100');
    await button('Cancel').click();
    await soon(counted).toBe(`${all.length} devices`);
    expect(await page.getByText('The list was not read to its end').count()).toBe(0);
  });

  it('asks for as many at once as the settings say', async () => {
    await saveSettings(page, { pageSize: '120' });
    await goTo(page, '/devices');
    await sandbox.clearLog();
    await button('Refresh').click();
    await soon(async () => (await pages()).map(({ startIndex, maxResult }) => `${startIndex} ${maxResult}`)).toEqual([
      '0 120',
      '120 120',
      '240 120',
    ]);
    await devicesRead(page);
  });
});

describe('a part of the list, as a person asks for it', () => {
  it('carries startIndex, maxResult, orderBy and order; one part, or on to the end', async () => {
    await openOptions();
    await page.getByText('Load part of the list').click();
    for (const [name, value] of Object.entries({
      startIndex: '200',
      maxResult: '30',
      orderBy: 'uniqueId',
      order: 'DESC',
    }))
      await set(name, value);
    const wish = { maxResult: '30', orderBy: 'uniqueId', order: 'DESC' };
    await button('Load').click();
    await soon(pages).toEqual([{ startIndex: '200', ...wish }]);
    await devicesRead(page);
    await openOptions();
    await page.getByText('Load part of the list').click();
    for (const [name, value] of Object.entries({
      startIndex: '200',
      maxResult: '30',
      orderBy: 'uniqueId',
      order: 'DESC',
      oneOnly: false,
    }))
      await set(name, value);
    await sandbox.clearLog();
    await button('Load').click();
    await soon(pages).toEqual([
      { startIndex: '200', ...wish },
      { startIndex: '230', ...wish },
    ]);
    await devicesRead(page);
    expect(await counted()).toBe(`${all.length} devices`);
  });

  it('that the backend does not sort by is refused in its words', async () => {
    await openOptions();
    await page.getByText('Load part of the list').click();
    await set('orderBy', 'colour');
    await button('Load').click();
    await page.getByText('The backend does not accept these values.').waitFor();
    await page.getByText('Details').first().click();
    await soon(() => shown(page)).toMatch(/orderBy.*cannot be sorted by/);
    await button('Refresh').click();
    await devicesRead(page);
    await soon(() => page.getByText('The backend does not accept these values.').count()).toBe(0);
  });
});

describe('finding devices', () => {
  // One that fails leaves the next the whole list.
  beforeEach(async () => {
    await openOptions();
    await search('');
    const clear = page.locator('fk-list-options').getByRole('button', { name: 'Show all devices' });
    if (await clear.isVisible()) await clear.click();
  });
  afterAll(() => button('Back to the list').click());

  const battery = ({ batteryLevel }: Listed, most: number): boolean =>
    batteryLevel !== undefined && batteryLevel <= most;

  it.each<[string, Readonly<Record<string, string | boolean>>, (device: Listed) => boolean]>([
    ['type', { deviceType: 'GATEWAY' }, ({ deviceType }) => deviceType === 'GATEWAY'],
    ['access', { access: 'VIEWER' }, ({ access }) => access === 'VIEWER'],
    ['an access level nobody knows', { access: 'CUSTODIAN' }, ({ access }) => access === 'CUSTODIAN'],
    ['model', { model: 'CARD_TAG' }, ({ model }) => model === 'CARD_TAG'],
    ['tag', { tag: 'north' }, ({ tags }) => tags?.includes('north') === true],
    ['what waits', { pending: true }, ({ pendingConfig }) => pendingConfig !== undefined],
    ['what was never heard', { neverHeard: true }, ({ lastSeen }) => lastSeen === null],
    ['battery', { batteryAtMost: '20' }, (device) => battery(device, 20)],
    [
      'several at once',
      { deviceType: 'BEACON', tag: 'south', batteryAtMost: '50' },
      (device) => device.deviceType === 'BEACON' && device.tags?.includes('south') === true && battery(device, 50),
    ],
  ])('by %s', async (_what, filters, fits) => {
    await readBeside();
    for (const [name, value] of Object.entries(filters)) await set(name, value);
    const wanted = all.filter(fits);
    expect(wanted.length).toBeGreaterThan(0);
    const count = Object.keys(filters).length;
    await soon(counted).toBe(
      `${wanted.length} of ${all.length} devices, ${count === 1 ? '1 filter' : `${count} filters`}`,
    );
    await row(wanted[0]!.uniqueId).waitFor();
  });

  it('by order', async () => {
    const { orderId } = all[3]!;
    await set('orderId', orderId!);
    await soon(counted).toBe(
      `${all.filter((device) => device.orderId === orderId).length} of ${all.length} devices, 1 filter`,
    );
  });

  it('by free search over id, alias, MAC with or without colons, and tags', async () => {
    const { uniqueId, mac, alias } = all.find(
      (device) => device.mac !== undefined && /^[A-Z][\w ]+ \d+$/.test(device.alias ?? ''),
    )!;
    for (const text of [uniqueId.toLowerCase(), mac!.toUpperCase(), mac!.replaceAll(':', ''), alias!]) {
      await search(text);
      await row(uniqueId).waitFor();
    }
    await search('north spare');
    const tagged = all.filter((device) => ['north', 'spare'].every((tag) => device.tags?.includes(tag)));
    await soon(counted).toBe(`${tagged.length} of ${all.length} devices`);
    await search('no such device');
    await page.getByText('No device matches “no such device”.').waitFor();
    await page.locator('fk-empty').getByRole('button', { name: 'Show all devices' }).click();
    await soon(counted).toBe(`${all.length} devices`);
  });
});

describe('choosing several', () => {
  it('by the keyboard: space, and shift for all between; then none', async () => {
    await goTo(page, '/devices');
    await search('');
    await page.getByRole('searchbox', { name: 'Search' }).press('ArrowDown');
    await page.keyboard.press(' ');
    await page.getByText('1 device chosen', { exact: true }).waitFor();
    for (let down = 0; down < 3; down += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ ');
    await page.getByText('4 devices chosen', { exact: true }).waitFor();
    const chosen = await page
      .getByRole('checkbox', { checked: true })
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')));
    expect(chosen).toEqual(all.slice(0, 4).map(({ uniqueId }) => `Choose ${uniqueId}`));
    await page.keyboard.press(' ');
    await page.getByText('3 devices chosen', { exact: true }).waitFor();
    await button('Clear selection').click();
    await page.getByText('0 devices chosen', { exact: true }).waitFor();
  });

  it('by the mouse with shift, kept while the list shows others', async () => {
    await row(all[1]!.uniqueId).click({ modifiers: ['Shift'] });
    await row(all[5]!.uniqueId).click({ modifiers: ['Shift'] });
    await page.getByText('5 devices chosen', { exact: true }).waitFor();
    await search(all[1]!.uniqueId);
    await page.getByText(/^5 devices chosen \([34] hidden\)$/).waitFor();
    await search('');
    await button('Clear selection').click();
  });

  it('saves them as CSV with the columns chosen: no formula begins, quotes and lines hold, numbers stay numbers', async () => {
    await openOptions();
    await page.locator('fk-list-options fk-field[name="columns"]').getByLabel('Order', { exact: true }).check();
    await button('Back to the list').click();
    await page.getByRole('columnheader', { name: 'Order' }).waitFor();
    await button('Choose all').click();
    await page.getByText(`${all.length} devices chosen`, { exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await button('Save as CSV').click();
    const text = await readFile(await (await download).path(), 'utf8');
    await page.getByText(`${all.length} devices saved to a file.`).waitFor();
    expect(text.startsWith('\ufeff')).toBe(true);
    const [head, ...lines] = readCsv(text.slice(1)) as [string[], ...string[][]];
    expect(head).toEqual(expect.arrayContaining(['uniqueId', 'alias', 'batteryPercent', 'orderId']));
    const rows = lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at]!])));
    expect(lines.filter((cells) => cells.length !== head.length)).toEqual([]);
    expect(rows).toHaveLength(all.length);
    expect(new Set(rows.map(({ uniqueId }) => uniqueId))).toEqual(new Set(all.map(({ uniqueId }) => uniqueId)));
    expect(lines.flat().filter((cell) => /^[=+@\t\r-]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))).toEqual([]);
    const of = (id: string) => rows.find(({ uniqueId }) => uniqueId === id)!;
    expect(of(FORMULA)['alias']).toBe(`'${FORMULAS[FORMULA]}`);
    expect(of(QUOTED)['alias']).toBe(FORMULAS[QUOTED]);
    for (const { uniqueId, batteryLevel, orderId } of all) {
      expect(of(uniqueId)).toMatchObject({
        batteryPercent: batteryLevel === undefined ? '' : String(batteryLevel),
        orderId: orderId ?? '',
      });
    }
    await button('Clear selection').click();
    await button('Close').last().click();
  });
});

describe('a refresh', () => {
  it('takes what the backend has changed, and leaves an edit that is not sent yet on top', async () => {
    await sandbox.setFaults({ name: 'offline', match: { method: 'POST', path: '/device/update' } });
    await openDevicePage(page, EDITED);
    await page.getByLabel('Alias', { exact: true }).fill('Chapel door');
    await button('Save').click();
    await page.getByText('Saved on this device. It will be sent when the backend can be reached.').first().waitFor();
    await sandbox.setDevice({ uniqueId: EDITED, virtual: { alias: 'Vestry door' } });
    await sandbox.setDevice({ uniqueId: CHANGED, virtual: { alias: 'Crypt stairs' } });
    await goTo(page, '/devices');
    await button('Refresh').click();
    await soon(async () => (await pages()).map(({ startIndex }) => startIndex)).toEqual(['0', '120', '240']);
    await devicesRead(page);
    await search('Crypt stairs');
    await row(CHANGED).waitFor();
    await search(EDITED);
    await soon(() => shown(page)).toContain('Chapel door');
    expect(await shown(page)).not.toContain('Vestry door');
    await openDevicePage(page, EDITED);
    await page.getByText('Changed at the backend since then: Vestry door').waitFor();
    expect(await page.getByLabel('Alias', { exact: true }).inputValue()).toBe('Chapel door');
  });
});

describe("a device's page", () => {
  /** The sections by their headings. */
  const sections = async (): Promise<Record<string, string>> => {
    const found = page.locator('fk-device-page section');
    const texts = await Promise.all(
      Array.from(
        { length: await found.count() },
        async (_, at) =>
          [
            (await found.nth(at).getByRole('heading').first().textContent())!.trim(),
            await readable(found.nth(at)),
          ] as const,
      ),
    );
    return Object.fromEntries(texts);
  };

  it('tells who it is, what waits from what it is now, the kinds of values apart, and what this phone holds', async () => {
    const beacon = beaconsWith('owner', 'OWNER').find(({ uniqueId }) => uniqueId === WAITS)!;
    await openDevicePage(page, WAITS);
    await soon(sections).toMatchObject({
      'Pending at the backend': expect.stringMatching(
        new RegExp(`Advertising interval from ${String(beacon.physical['interval'])}.* to 777`),
      ) as unknown,
      'On the beacon': expect.stringContaining(`Major ${String(beacon.physical['major'])}`) as unknown,
      Fixed: expect.stringContaining(`Unique ID ${WAITS}`) as unknown,
      Commands: expect.stringContaining('Restart') as unknown,
      'Telemetry at a glance': expect.any(String) as unknown,
      'Shares and ownership': expect.stringContaining('The backend lists no shares of this device.') as unknown,
    });
    expect(Object.keys(await sections())).toContain('At the backend only');
    expect((await sections())['Read-only']).toMatch(/Your access OWNER/);
    await prepare(page, CHANGED, { interval: 1234 });
    await openDevicePage(page, CHANGED);
    await soon(sections).toMatchObject({
      'Packages on this device': expect.stringMatching(/Configuration ?: On this phone 1 value ?, fetched/) as unknown,
    });
    await page.getByRole('link', { name: 'Go to run' }).waitFor();
  });

  it('for a viewer: everything that changes something is disabled, with the reason', async () => {
    const { uniqueId } = beaconsWith('owner', 'VIEWER')[0]!;
    await openDevicePage(page, uniqueId);
    await page.getByText('Your access is VIEWER: you can view this device but not change it.').first().waitFor();
    for (const name of ['Configure', 'Save', 'Move'])
      expect(await page.locator('fk-device-page').getByRole('button', { name, exact: true }).isDisabled(), name).toBe(
        true,
      );
    for (const name of ['Alias', 'Tags', 'Notes'])
      expect(await page.getByLabel(name, { exact: true }).isDisabled(), name).toBe(true);
    expect(
      await page
        .locator('fk-device-page')
        .getByRole('link', { name: /Configure|Restart|Identify|bootloader/ })
        .count(),
    ).toBe(0);
    expect((await sections())['Shares and ownership']).toContain(
      'Only an OWNER or SUPERVISOR may move or share this device. Your access is VIEWER.',
    );
  });

  it('with an access level nobody knows: shown as it is, the dangerous ones closed, the rest for the server to judge', async () => {
    await openDevicePage(page, ODD_LEVEL);
    await soon(sections).toMatchObject({ Fixed: expect.stringContaining('Your access CUSTODIAN') as unknown });
    expect((await sections())['Commands']).toContain(
      'Only an OWNER may send this. Your access to this device is CUSTODIAN.',
    );
    await page.getByRole('link', { name: 'Configure', exact: true }).waitFor();
    expect(
      await page
        .locator('fk-device-page')
        .getByRole('link', { name: /^Restart/ })
        .count(),
    ).toBe(1);
    for (const name of ['Share', 'Move'])
      expect(await page.locator('fk-device-page').getByRole('button', { name, exact: true }).isEnabled(), name).toBe(
        true,
      );
  });
});
