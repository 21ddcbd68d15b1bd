/** A device’s page in the built app: identity, pending changes, stored packages, and every access level. */
import { beforeAll, describe, expect, it } from 'vitest';
import { beaconsWith, callsOf, openDevicePage, shown, soon } from '../support/devices-place.ts';
import { devicesRead, goTo, prepare, readable, startPrepare } from '../support/journey.ts';
import {
  all,
  browser,
  button,
  page,
  sandbox,
  WAITS,
  CHANGED,
  ODD_LEVEL,
  inListPlace,
} from '../support/device-list-journey.ts';
import { configureStrings } from '../../src/ui/strings/configure.ts';
import { elementStrings } from '../../src/ui/strings/elements.ts';
import { devicePageStrings } from '../../src/ui/strings/device-page.ts';
import { historyStrings } from '../../src/ui/strings/history.ts';

inListPlace();

beforeAll(async () => {
  await sandbox.setFaults();
  await button('Refresh').click();
  await devicesRead(page);
});

describe("a device's page", () => {
  /** Returns the text of each section by its heading. */
  const sections = async (): Promise<Record<string, string>> => {
    const found = page.locator('fk-device-page section');
    const texts = await Promise.all(
      Array.from(
        { length: await found.count() },
        async (_, at) =>
          [
            (await found.nth(at).locator('h2, h3').first().textContent())!.trim(),
            await readable(found.nth(at)),
          ] as const,
      ),
    );
    return Object.fromEntries(texts);
  };

  it('shows identity, pending changes beside current values, each kind of value, and what this phone stores', async () => {
    const beacon = beaconsWith('owner', 'OWNER').find(({ uniqueId }) => uniqueId === WAITS)!;
    await openDevicePage(page, WAITS);
    await soon(sections).toMatchObject({
      [devicePageStrings.pendingHeading]: expect.stringMatching(
        new RegExp(`Advertising interval from ${String(beacon.physical['interval'])}.* to 777`),
      ) as unknown,
      [devicePageStrings.physical]: expect.stringContaining('Transmission power') as unknown,
      [devicePageStrings.readOnly]: expect.stringContaining(`Model ${beacon.model}`) as unknown,
      Commands: expect.stringContaining('Restart') as unknown,
      [historyStrings.telemetry]: expect.any(String) as unknown,
      [historyStrings.heading]: expect.stringContaining(historyStrings.othersPending) as unknown,
      [historyStrings.sharing]: expect.stringContaining('The backend lists no shares of this device.') as unknown,
    });
    await soon(() => readable(page.locator('fk-device-page .tiles'))).toMatch(/Your access Owner/);
    expect(await readable(page.locator('fk-device-page'))).toContain(`Major ${String(beacon.physical['major'])}`);
    await prepare(page, CHANGED, { interval: 1234 });
    await openDevicePage(page, CHANGED);
    await soon(sections).toMatchObject({
      [devicePageStrings.pendingHeading]: expect.stringContaining(devicePageStrings.carriedNote) as unknown,
      [historyStrings.heading]: expect.stringMatching(new RegExp(`${historyStrings.fetched}.*Downloaded`)) as unknown,
    });
    await page.getByRole('link', { name: 'Go to run' }).waitFor();
  });

  it('shows times in the zone and region to which the phone has moved, when it is looked at again', async () => {
    const time = page.locator('fk-device-page .history time').first();
    const here = await time.textContent();
    const session = await browser.pageSession(page);
    const [zone, { userAgent }] = await page.evaluate(
      () => [new Intl.DateTimeFormat().resolvedOptions().timeZone, { userAgent: navigator.userAgent }] as const,
    );
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kathmandu' });
    await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: 'en-DE' });
    // The browser of the tests never hides a page.
    const lookAgain = () => page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow')));
    await lookAgain();
    await soon(() => time.textContent()).toMatch(/^\d\d:\d\d$/);
    expect(Number((await time.textContent())!.split(':')[1])).not.toBe(Number(/:(\d\d)/.exec(here!)![1]));
    await session.send('Emulation.setTimezoneOverride', { timezoneId: zone });
    await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: 'en-US' });
    await lookAgain();
    await soon(() => time.textContent()).toBe(here);
  });

  it('disables every change for a viewer, with the reason', async () => {
    const { uniqueId } = beaconsWith('owner', 'VIEWER')[0]!;
    await openDevicePage(page, uniqueId);
    await page.getByText('Your access is Viewer: you can view this device but not change it.').first().waitFor();
    for (const name of ['Configure', devicePageStrings.editLong, 'Move'])
      expect(await page.locator('fk-device-page').getByRole('button', { name, exact: true }).isDisabled(), name).toBe(
        true,
      );
    expect(
      await page
        .locator('fk-device-page')
        .getByRole('link', { name: /Configure|Restart|Identify|bootloader/ })
        .count(),
    ).toBe(0);
    expect((await sections())['Shares and ownership']).toContain(
      'Only an Owner or Supervisor may move or share this device. Your access is Viewer.',
    );
  });

  it('configures a gateway at the backend, waits for it, and shows Applied once the gateway has fetched the change', async () => {
    const gateway = all.find(({ deviceType, access }) => deviceType === 'GATEWAY' && access !== 'VIEWER')!.uniqueId;
    await startPrepare(page, gateway, { name: 'North hall' });
    await page.getByText(configureStrings.outcome.waitingForGateway).waitFor();
    expect(
      await callsOf(sandbox, 'GET', '/config/encrypt').then((calls) => calls.map(({ query }) => query)),
    ).not.toContainEqual(expect.objectContaining({ uniqueId: gateway }));
    await page.getByRole('link', { name: configureStrings.action.device }).click();
    const { sentences, summaries } = elementStrings.track;
    await page.getByRole('list', { name: sentences.waitingForGateway }).waitFor();
    for (const name of [devicePageStrings.fetchPackage, devicePageStrings.goToRun])
      expect(await page.locator('fk-device-page').getByText(name, { exact: true }).count(), name).toBe(0);
    await sandbox.setOptions({ gatewayApplySeconds: 0 });
    await button(configureStrings.action.ask).click();
    await page.getByText(configureStrings.outcome.appliedByGateway).waitFor();
    await page.getByRole('list', { name: sentences.applied }).waitFor();
    await goTo(page, `/devices?q=${gateway}`);
    await page.locator('fk-device-window').getByText(summaries.applied).waitFor();
    await goTo(page, '/run');
    expect(await shown(page)).not.toContain(gateway);
  });

  it('shows an unknown access level, disables dangerous actions, and leaves other decisions to the backend', async () => {
    await openDevicePage(page, ODD_LEVEL);
    await soon(() => readable(page.locator('fk-device-page .tiles'))).toContain('Your access CUSTODIAN');
    expect((await sections())['Commands']).toContain(
      'Only an Owner may send this. Your access to this device is CUSTODIAN.',
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
