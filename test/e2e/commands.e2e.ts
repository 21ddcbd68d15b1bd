/** Commands in the built app: fetched ahead, carried, written offline from a cold start, and an end that claims no more than is known. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { EDITOR_KEY } from '../../src/sandbox/backend/gate.ts';
import type { BeaconFault } from '../../src/sandbox/beacon/faults.ts';
import type { CommandName } from '../../src/domain/commands/command.ts';
import type { Services } from '../../src/ui/shell/services.ts';
import {
  sandboxControl,
  startAppServer,
  startSandboxServer,
  type RunningServer,
  type SandboxControl,
} from '../support/app-server.ts';
import { launchBrowser, temporaryFolder, type TestBrowser } from '../support/browser.ts';
import { beaconsWith, besides, callsOf, openCommand, openDevicePage, shown, soon } from '../support/devices-place.ts';
import {
  FEW_WAITS,
  FLEET_IDS,
  beaconNamed,
  connectAccount,
  counterWords,
  devicesRead,
  giveKey,
  goTo,
  hangUp,
  openDevice,
  openPage,
  openRun,
  prepare,
  runFace,
  runOnce,
  saveSettings,
  trackTo,
  trackWords,
} from '../support/journey.ts';
import { createShelf, openAir, type Air, type Beacon, type BeaconShelf } from '../support/peripheral.ts';
import { storedRuns } from '../support/stored-rows.ts';

const CONFIRMED = /verified|done|success|confirmed by/i;

let server: RunningServer;
/** Keeps a page of another origin alive all the while, which the emulated radio needs. */
let elsewhere: RunningServer;
let backend: RunningServer;
let sandbox: SandboxControl;
let profile: string;
let browser: TestBrowser;
let shelf: BeaconShelf;
let air: Air;
let page: Page;
let used = 0;

beforeAll(async () => {
  [server, elsewhere, backend] = await Promise.all([startAppServer(), startAppServer(), startSandboxServer()]);
  sandbox = sandboxControl(backend.origin, 'commands');
  await sandbox.setOptions({ cors: 'public', v3Cors: 'public' });
  shelf = createShelf();
  profile = temporaryFolder('profile');
  await start();
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  await saveSettings(page, { ...FEW_WAITS, 'delivery.backoffMinMs': '100', 'delivery.backoffMaxMs': '1000' });
});
afterAll(async () => {
  await browser.kill();
  await Promise.all([server.close().catch(() => undefined), elsewhere.close(), backend.close()]);
});
beforeEach(async () => {
  await sandbox.setFaults();
  await sandbox.clearLog();
});

async function start(): Promise<void> {
  browser = await launchBrowser({ profile });
  air = await openAir(browser, shelf, { keepAliveOrigin: elsewhere.origin });
  page = await openPage(browser, air);
}

const nextId = (): string => FLEET_IDS[used++]!;
const encrypts = (): ReturnType<typeof callsOf> => callsOf(sandbox, 'GET', '/command/encrypt');
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const state = (beacon: Beacon) => shelf.beacons.get(beacon.address)!.state;

async function hung(id: string, ...faults: BeaconFault[]): Promise<Beacon> {
  const beacon = beaconNamed(id);
  await hangUp(air, shelf, beacon);
  if (faults.length > 0) shelf.fault(beacon.address, ...faults);
  air.resetCounts();
  air.hand = { pick: beacon.address };
  return beacon;
}

async function fetched(id: string, command: CommandName): Promise<void> {
  await openCommand(page, id, command);
  await button('Fetch command').click();
  await button('Connect and send').waitFor();
}

async function confirm(id: string, action: string): Promise<void> {
  const dialog = page.locator('fk-confirm-typed');
  await dialog.getByLabel(`Type ${id.slice(-4)} to go on`).fill(id.slice(-4));
  await dialog.getByRole('button', { name: action, exact: true }).click();
}

async function sent(): Promise<void> {
  await page.getByText(/^Sent, cannot be confirmed\. /).waitFor();
  expect(await shown(page)).not.toMatch(CONFIRMED);
}

describe('carried to where there is no network', () => {
  it('is fetched ahead and written after a cold start; the drop after a restart is no failure, and the end claims nothing', async () => {
    const id = nextId();
    await openDevice(page, id);
    await page.getByRole('link', { name: /^Restart/ }).click();
    await button('Fetch command').click();
    await page.getByText('On this phone.', { exact: true }).waitFor();
    expect(await encrypts()).toMatchObject([{ query: { uniqueId: id, command: 'RESET' }, outcome: 200 }]);
    await goTo(page, '/more');
    await page.getByText('Ready to start offline.').waitFor();

    await sandbox.setFaults({ name: 'offline' });
    const { port } = new URL(server.origin);
    await server.close();
    await browser.close();
    await start();
    await browser.context.setOffline(true);
    const beacon = await hung(id);
    await sandbox.clearLog();
    await page.goto(`${server.origin}/devices`);
    await openDevice(page, id);
    await soon(() => page.getByRole('link', { name: /^Restart/ }).textContent()).toMatch(/On this phone/);
    await page.getByRole('link', { name: /^Restart/ }).click();
    await button('Connect and send').click();
    await sent();
    expect(state(beacon)).toMatchObject({ commands: ['RESET'], mode: 'normal' });
    // One write, no poll, no response: that is all there is to a command (interface.md 4.4).
    expect(air.counts(beacon.address)).toEqual({
      connect: 1,
      discover: 1,
      write: 1,
      poll: 0,
      readResponse: 0,
      readToken: 0,
      other: 0,
    });

    server = await startAppServer({ port: Number(port) });
    await sandbox.setFaults();
    await browser.context.setOffline(false);
    await giveKey(page);
    await openDevicePage(page, id);
    await soon(() => shown(page)).toMatch(/Packages on this device Restart ?: Sent, cannot be confirmed/);
    await soon(() => shown(page)).toMatch(/History on this laptop Restart ?: Sent, cannot be confirmed/);
    expect((await storedRuns(page, id)).map(({ outcome }) => outcome)).toEqual([{ kind: 'commandSent' }]);
    // Nothing of it is for the backend, nor is it fetched again.
    expect(await counterWords(page)).toBe('No receipts waiting');
    expect((await sandbox.log()).filter(({ method, path }) => method === 'POST' || path.includes('encrypt'))).toEqual(
      [],
    );
  });

  it('identify makes the beacon blink, and it stays connectable; a chooser that was closed is no failure', async () => {
    const id = nextId();
    await fetched(id, 'identify');
    const beacon = await hung(id);
    air.hand = 'cancel';
    await button('Connect and send').click();
    await soon(() => air.prompts.map(({ answered }) => answered)).toEqual([true]);
    await soon(() =>
      page.evaluate(
        () =>
          document.querySelector<HTMLElement & { services: Services }>('fk-app')!.services.runs.current.value?.phase ??
          'ended',
      ),
    ).toBe('ended');
    await soon(() => button('Connect and send').isEnabled()).toBe(true);
    expect(await shown(page)).not.toMatch(/Uncertain|fail|could not/i);
    air.hand = { pick: beacon.address };
    await button('Connect and send').click();
    await sent();
    await page.getByText('Look for the blinking beacon.', { exact: false }).waitFor();
    expect(state(beacon)).toMatchObject({ commands: ['BLINK_10S'], mode: 'normal' });
    expect(state(beacon).blinksUntilMs).toBeGreaterThan(0);
    expect((await encrypts()).map(({ query }) => query['command'])).toEqual(['BLINK_10S']);
  });
});

describe('a link that goes', () => {
  it.each([
    ['the write took effect: its token says so, and it is not written again', 'during', 1],
    ['the write never arrived: it is written once more', 'before', 2],
  ] as const)('before the acknowledgement is uncertain; looked at again, %s', async (_what, when, writes) => {
    const id = nextId();
    await fetched(id, 'restart');
    const beacon = await hung(id, { name: 'drop', when, operation: 'write' });
    await button('Connect and send').click();
    await page.getByText(/^Uncertain: the connection ended before the beacon confirmed the command\./).waitFor();
    await button('Reconnect and check').click();
    await sent();
    expect(state(beacon).commands).toEqual(['RESET']);
    expect(air.counts(beacon.address)).toMatchObject({ write: writes, poll: 0, readResponse: 0, readToken: 1 });
    expect(air.prompts).toHaveLength(1);
  });

  it('right after the acknowledgement is the end of the bootloader command too, once its last four characters were typed', async () => {
    const id = nextId();
    await fetched(id, 'bootloader');
    const beacon = await hung(id);
    expect(await page.locator('fk-command-page .primary, fk-command-page [variant="primary"]').count()).toBe(0);
    await button('Connect and send').click();
    const dialog = page.locator('fk-confirm-typed');
    await dialog
      .getByText(
        /^The beacon stops sending, and this app cannot recover it\. Everyone who relies on its signal loses it/,
      )
      .waitFor();
    const start = dialog.getByRole('button', { name: 'Start bootloader', exact: true });
    expect(await start.isDisabled()).toBe(true);
    await dialog.getByLabel(`Type ${id.slice(-4)} to go on`).fill('xxxx');
    await dialog.getByText('These are not the last characters of the id').waitFor();
    await dialog.getByLabel(`Type ${id.slice(-4)} to go on`).press('Enter');
    expect(await start.isDisabled()).toBe(true);
    expect(air.prompts).toHaveLength(0);
    await confirm(id, 'Start bootloader');
    await sent();
    expect(state(beacon)).toMatchObject({ commands: ['BOOTLOADER'], mode: 'bootloader' });
    expect(air.counts(beacon.address)).toMatchObject({ write: 1, poll: 0, readResponse: 0, readToken: 0 });
  });
});

describe('who may', () => {
  it('non-connectable, where the backend does not say what the access is: a warning, one chip family, and the server judges', async () => {
    const { uniqueId: id } = beaconsWith('owner', 'OWNER', { bare: true })[0]!;
    await openCommand(page, id, 'nonConnectable');
    await page
      .getByText(
        'The backend does not say what access you have to this device. It will decide whether you may send this.',
      )
      .waitFor();
    expect(await shown(page)).toContain('Known to work on one chip family only');
    await button('Fetch command').click();
    await button('Connect and send').waitFor();
    const beacon = await hung(id);
    await button('Connect and send').click();
    await confirm(id, 'Make non-connectable');
    await sent();
    expect(state(beacon)).toMatchObject({ commands: ['NONCONNECTABLE'], mode: 'nonConnectable' });
  });
});

describe('packets of one beacon carry tokens that only go up', () => {
  it('a configuration is not written over an older command; set aside, the command dies with it and is fetched again when there is a network', async () => {
    const id = nextId();
    await fetched(id, 'restart');
    await prepare(page, id, { interval: 1234 });
    const beacon = await hung(id);
    await openRun(page, id);
    await page
      .getByText(
        'An earlier command is waiting for this beacon: Restart. Writing the configuration would make it useless.',
      )
      .waitFor();
    expect(await button('Connect').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Send Restart first' }).getAttribute('href')).toBe(
      `/devices/${id}/commands/restart`,
    );
    await button('Put on hold').click();
    await page.getByText(/^On hold: it is/).waitFor();
    await openCommand(page, id, 'restart');
    await page.getByText(/^On hold: a newer package is waiting for this beacon\./).waitFor();
    await openRun(page, id);

    await browser.context.setOffline(true);
    expect(await runOnce(page, air, beacon.address)).toMatchObject({ track: trackTo('Receipt on this phone') });
    await openDevicePage(page, id);
    await soon(() => page.getByRole('link', { name: /^Restart/ }).textContent()).toMatch(/No longer usable/);
    expect(await encrypts()).toHaveLength(1);
    await page.getByRole('link', { name: /^Restart/ }).click();
    await page.getByText('A newer package was applied to the beacon, so this one can no longer be used.').waitFor();
    await openDevicePage(page, id);

    await browser.context.setOffline(false);
    await soon(async () =>
      (await encrypts()).map(({ query, outcome }) => [query['uniqueId'], query['command'], outcome]),
    ).toEqual([
      [id, 'RESET', 200],
      [id, 'RESET', 200],
    ]);
    await soon(() => page.getByRole('link', { name: /^Restart/ }).textContent()).toMatch(/On this phone/);
    await soon(() => trackWords(page)).toEqual(trackTo('Verified'));
    await page.getByRole('link', { name: /^Restart/ }).click();
    await button('Connect and send').click();
    await sent();
    expect(state(beacon)).toMatchObject({
      commands: ['RESET'],
      applied: [expect.any(Number)],
      values: { interval: 1234 },
    });
  });

  it('identify comes before a configuration that is carried already: that one is fetched anew, and both are taken', async () => {
    const id = nextId();
    await prepare(page, id, { interval: 1234 });
    const beacon = await hung(id);
    await openCommand(page, id, 'identify');
    await button('Fetch command').click();
    await page
      .getByText('On this phone. The configuration of this beacon was fetched again, so the command goes first.')
      .waitFor();
    await button('Connect and send').click();
    await sent();
    await openRun(page, id);
    await runOnce(page, air, beacon.address);
    await soon(() => trackWords(page)).toEqual(trackTo('Verified'));
    expect(state(beacon)).toMatchObject({ commands: ['BLINK_10S'], values: { interval: 1234 } });
  });

  it('a restart fetched after a configuration waits for it, and says so', async () => {
    const id = nextId();
    await prepare(page, id, { interval: 1234 });
    await openCommand(page, id, 'restart');
    await button('Fetch command').click();
    await page
      .getByText(
        'A configuration for this beacon was fetched earlier. Write it first, or this command would make it useless.',
      )
      .waitFor();
    expect(await page.locator('fk-command-page fk-notice').count()).toBe(1);
    expect(await button('Connect and send').count()).toBe(0);
    await page.getByRole('link', { name: 'Go to the run' }).click();
    await soon(() => runFace(page)).toMatchObject({ action: 'Connect', track: trackTo('On this phone') });
  });
});

describe('what the backend answers', () => {
  it.each([
    [401, 'The backend does not accept the API key.'],
    [403, 'Your key has no permission for this.'],
    [404, 'Not found at the backend, or your key has no access to it.'],
    [500, 'The backend reports an error of its own.'],
  ] as const)('%s is said in words, and nothing is carried', async (status, words) => {
    const id = nextId();
    await sandbox.setFaults({ name: 'status', status, match: { method: 'GET', path: '/command/encrypt' } });
    await openCommand(page, id, 'identify');
    await button('Fetch command').click();
    await page.getByText(words, { exact: true }).waitFor();
    expect(await shown(page)).toContain(`HTTP ${status}: The sandbox was told to answer ${status}`);
    expect(await button('Connect and send').count()).toBe(0);
    // The key is asked for where the key is what is wrong.
    expect(await page.locator('main').getByRole('button', { name: 'Enter key' }).count()).toBe(status === 401 ? 1 : 0);
    await sandbox.setFaults();
    await button('Fetch command').click();
    await button('Connect and send').waitFor();
  });

  it('an answer without the device: not accessible with this key', async () => {
    const id = nextId();
    expect(
      (await besides(sandbox).form('/device/move', { uniqueId: id, managerEmail: 'new@elsewhere.example' })).ok,
    ).toBe(true);
    await openCommand(page, id, 'identify');
    await button('Fetch command').click();
    await page.getByText('Your key has no access to this device: the backend left it out of its answer.').waitFor();
  });

  it('spells commands as the settings say, and offers none where they say nothing', async () => {
    const [id, other] = [nextId(), nextId()];
    await saveSettings(page, { 'commands.identify': 'BLINK_30S', 'commands.restart': '' });
    await fetched(id, 'identify');
    expect((await encrypts()).map(({ query }) => query)).toEqual([{ uniqueId: id, command: 'BLINK_30S' }]);
    const beacon = await hung(id);
    await button('Connect and send').click();
    await sent();
    expect(state(beacon).commands).toEqual(['BLINK_30S']);
    await openCommand(page, other, 'restart');
    await page
      .getByText('This backend does not offer the command, according to the settings of this account.')
      .waitFor();
    expect(await button('Fetch command').count()).toBe(0);
  });
});

describe('an editor', () => {
  beforeAll(async () => {
    await connectAccount(page, {
      origin: server.origin,
      sandbox,
      key: EDITOR_KEY,
      name: 'Editor',
      whose: 'Another account',
    });
    await devicesRead(page);
  });

  it("is told why the dangerous ones are the owner's, and may send the others", async () => {
    const { uniqueId: id } = beaconsWith('editor', 'EDITOR').filter(
      ({ uniqueId }) => !FLEET_IDS.slice(0, used).includes(uniqueId),
    )[0]!;
    await openDevicePage(page, id);
    const reason = 'Only an OWNER may send this. Your access to this device is EDITOR.';
    await page.getByText(reason).first().waitFor();
    expect(await page.getByText(reason).count()).toBe(2);
    expect(await page.getByRole('link', { name: /^(Make non-connectable|Start bootloader)/ }).count()).toBe(0);
    // Nor by its address.
    await openCommand(page, id, 'bootloader');
    await page.getByText(reason).waitFor();
    expect(await button(/Fetch|Connect/).count()).toBe(0);
    await fetched(id, 'restart');
    const beacon = await hung(id);
    await button('Connect and send').click();
    await sent();
    expect(state(beacon).commands).toEqual(['RESET']);
    expect(await encrypts()).toMatchObject([{ query: { command: 'RESET' } }]);
  });

  it('is refused by the server where the list did not say what the access is', async () => {
    const { uniqueId: id } = beaconsWith('editor', 'EDITOR', { bare: true })[0]!;
    await openCommand(page, id, 'bootloader');
    await page
      .getByText(
        'The backend does not say what access you have to this device. It will decide whether you may send this.',
      )
      .waitFor();
    await button('Fetch command').click();
    await page.getByText('Your key has no permission for this.', { exact: true }).waitFor();
    expect(await shown(page)).toContain(`BOOTLOADER needs OWNER; this key is EDITOR of ${id}`);
  });

  it('as a viewer sees all of them, with the reason, and can send none', async () => {
    const { uniqueId: id } = beaconsWith('editor', 'VIEWER')[0]!;
    await openDevicePage(page, id);
    const commands = page.locator('fk-device-commands');
    await commands.getByText('Your access is VIEWER: you can view this device but not change it.').first().waitFor();
    expect(await commands.getByText('Your access is VIEWER: you can view this device but not change it.').count()).toBe(
      4,
    );
    expect(await commands.getByRole('link').count()).toBe(0);
  });
});
