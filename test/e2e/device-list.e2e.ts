/** The device list in the built app: read to its end or in parts, filtered, selected, saved, merged. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openDevicePage, readCsv, shown, soon } from '../support/devices-place.ts';
import { devicesRead, editDevice, goTo, readable, saveSettings } from '../support/journey.ts';
import { deviceListStrings } from '../../src/ui/strings/device-list.ts';
import { devicePageStrings } from '../../src/ui/strings/device-page.ts';
import {
  type Listed,
  FORMULAS,
  server,
  sandbox,
  page,
  all,
  hosts,
  readBeside,
  button,
  pages,
  row,
  counted,
  hangAtThirdPage,
  search,
  openOptions,
  set,
  EDITED,
  CHANGED,
  FORMULA,
  QUOTED,
  inListPlace,
} from '../support/device-list-journey.ts';
import { sampled } from '../support/sampled.ts';

inListPlace();

describe('reading the device list', () => {
  it('follows nextResults with progress; when stopped half-way it keeps the devices read and reports that some are missing', async () => {
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

  it('reads to the end, oldest first, and contacts no other host, wherever the answer points', async () => {
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

  it('keeps the complete list when a later read is stopped', async () => {
    await hangAtThirdPage();
    await button('Refresh').click();
    const progress = page.getByRole('progressbar');
    await soon(() => readable(page.locator('fk-devices-page fk-progress'))).toContain(`100 of ${all.length}`);
    expect(await progress.getAttribute('value')).toBe('100');
    await button('Cancel').click();
    await soon(counted).toBe(`${all.length} devices`);
    expect(await page.getByText('The list was not loaded completely').count()).toBe(0);
  });

  it('requests as many devices at once as the settings say', async () => {
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

describe('a part of the list that a person requests', () => {
  it('is sent as startIndex, maxResult, orderBy and order; one part, or all to the end', async () => {
    await openOptions();
    await page.getByText('Load part of the list').click();
    for (const [name, value] of Object.entries({
      startIndex: '200',
      maxResult: '30',
      orderBy: 'uniqueId',
      order: 'DESC',
    }))
      await set(name, value);
    const parameters = { maxResult: '30', orderBy: 'uniqueId', order: 'DESC' };
    await button('Load').click();
    await soon(pages).toEqual([{ startIndex: '200', ...parameters }]);
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
      { startIndex: '200', ...parameters },
      { startIndex: '230', ...parameters },
    ]);
    await devicesRead(page);
    expect(await counted()).toBe(`${all.length} devices`);
  });

  it("shows the backend's reason when it refuses an order", async () => {
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
  // When one test fails, the next one still has the whole list.
  beforeEach(async () => {
    await openOptions();
    await search('');
    const clear = page.locator('fk-list-options').getByRole('button', { name: 'Show all devices' });
    if (await clear.isVisible()) await clear.click();
  });
  afterAll(() => button('Back to the list').click());

  const battery = ({ batteryLevel }: Listed, most: number): boolean =>
    batteryLevel !== undefined && batteryLevel <= most;

  const FILTERS: readonly (readonly [
    string,
    Readonly<Record<string, string | boolean>>,
    (device: Listed) => boolean,
  ])[] = [
    ['type', { types: 'GATEWAY' }, ({ deviceType }) => deviceType === 'GATEWAY'],
    ['access', { accesses: 'VIEWER' }, ({ access }) => access === 'VIEWER'],
    ['an access level nobody knows', { accesses: 'CUSTODIAN' }, ({ access }) => access === 'CUSTODIAN'],
    ['model', { models: 'CARD_BEACON_2' }, ({ model }) => model === 'CARD_BEACON_2'],
    ['tag', { tags: 'north' }, ({ tags }) => tags?.includes('north') === true],
    ['what waits', { needs: 'pending' }, ({ pendingConfig }) => pendingConfig !== undefined],
    ['what runs on mains power', { facts: 'mains' }, ({ status }) => status?.externalPower === true],
    ['what was never heard', { never: true }, ({ lastSeen }) => lastSeen === null],
    ['battery', { battery: '20' }, (device) => battery(device, 20)],
    [
      'several at once',
      { types: 'BEACON', tags: 'south', battery: '50' },
      (device) => device.deviceType === 'BEACON' && device.tags?.includes('south') === true && battery(device, 50),
    ],
  ];

  it.each(sampled('filters', FILTERS, 3))('by %s shows exactly the matching ones', async (_what, filters, fits) => {
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

  it('by order shows only the devices that came with it', async () => {
    const { orderId } = all[3]!;
    await set('orders', orderId!);
    await soon(counted).toBe(
      `${all.filter((device) => device.orderId === orderId).length} of ${all.length} devices, 1 filter`,
    );
  });

  it('by search and filters gives each view its own address, for links and for Back', async () => {
    await set('types', 'GATEWAY');
    await set('battery', '50');
    expect(new URL(page.url()).search).toBe('?type=GATEWAY&battery=50');
    const wanted = all.filter((device) => device.deviceType === 'GATEWAY' && battery(device, 50)).length;
    await soon(counted).toBe(`${wanted} of ${all.length} devices, 2 filters`);
    await page.goBack();
    await soon(counted).toBe(
      `${all.filter(({ deviceType }) => deviceType === 'GATEWAY').length} of ${all.length} devices, 1 filter`,
    );
    await goTo(page, '/devices?model=CARD_BEACON_2&sort=-batteryPercent&q=o');
    await page.getByRole('searchbox', { name: 'Search' }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('o');
    await page.locator('[aria-sort="descending"]').waitFor();
    await search('');
    await page.getByRole('columnheader', { name: 'Battery' }).getByRole('button').click();
    await openOptions();
  });

  it('by search covers ID, alias, MAC with or without colons, and tags', async () => {
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

describe('selecting several devices', () => {
  it('works by keyboard: space, shift for a range, then none', async () => {
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

  it('works by mouse with shift, and survives a change of the filter', async () => {
    await row(all[1]!.uniqueId).click({ modifiers: ['Shift'] });
    await row(all[5]!.uniqueId).click({ modifiers: ['Shift'] });
    await page.getByText('5 devices chosen', { exact: true }).waitFor();
    await search(all[1]!.uniqueId);
    await page.getByText(/^5 devices chosen \([34] hidden\)$/).waitFor();
    await search('');
    await button('Clear selection').click();
  });

  it('allows saving these as CSV with the chosen columns: no formula, valid quotes and lines, numbers as numbers', async () => {
    await openOptions();
    await page.locator('fk-list-options fk-field[name="columns"]').getByLabel('Order', { exact: true }).check();
    await button('Back to the list').click();
    await page.getByRole('columnheader', { name: 'Order' }).waitFor();
    await button(`Choose all ${all.length}`).click();
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
    await button(deviceListStrings.chooseDone).last().click();
  });
});

describe('a refresh of the device list', () => {
  it("shows the backend's changes, and keeps an unsent edit on top", async () => {
    await sandbox.setFaults({ name: 'offline', match: { method: 'POST', path: '/device/update' } });
    await openDevicePage(page, EDITED);
    await editDevice(page);
    await page.getByLabel('Alias', { exact: true }).fill('Chapel door');
    await button('Save').click();
    await page.getByText(devicePageStrings.savedHere).first().waitFor();
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
    await page.getByRole('heading', { level: 2, name: 'Chapel door', exact: true }).waitFor();
  });
});
