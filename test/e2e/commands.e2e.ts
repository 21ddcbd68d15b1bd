/**
 * Commands in the built app: downloaded in advance, written offline after a cold start, in the order of their tokens,
 * with a result that states only what is known.
 */
import { describe, expect, it } from 'vitest';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import {
  server,
  browser,
  sandbox,
  emulatedRadio,
  page,
  start,
  serveAgain,
  nextId,
  encrypts,
  button,
  state,
  hung,
  fetched,
  confirm,
  sent,
  inCommandPlace,
} from '../support/command-journey.ts';
import { openCommand, openDevicePage, shown, soon } from '../support/devices-place.ts';
import {
  counterWords,
  giveKey,
  goTo,
  openDevice,
  openRun,
  prepare,
  readable,
  runOnce,
  trackTo,
  trackWords,
} from '../support/journey.ts';
import { storedRuns } from '../support/stored-rows.ts';
import { commandStrings } from '../../src/ui/strings/commands.ts';

inCommandPlace();

describe('a command for a place without a network', () => {
  it('is downloaded in advance and written after a cold start; the drop of the restarting beacon is no failure, and no result is claimed', async () => {
    const id = nextId();
    await openDevice(page, id);
    await page.getByRole('link', { name: /^Restart/ }).click();
    await button('Fetch command').click();
    await page.getByText('Downloaded.', { exact: true }).waitFor();
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
    await soon(() => page.getByRole('link', { name: /^Restart/ }).textContent()).toMatch(/Downloaded/);
    await page.getByRole('link', { name: /^Restart/ }).click();
    await button('Connect and send').click();
    await sent();
    expect(state(beacon)).toMatchObject({ commands: ['RESET'], mode: 'normal' });
    // A command consists of one write, without polls and without a response (interface.md 4.4).
    expect(emulatedRadio.counts(beacon.address)).toEqual({
      connect: 1,
      discover: 1,
      write: 1,
      poll: 0,
      readResponse: 0,
      readToken: 0,
      other: 0,
    });

    await serveAgain(Number(port));
    await sandbox.setFaults();
    await browser.context.setOffline(false);
    await giveKey(page);
    await openDevicePage(page, id);
    await soon(() => readable(page.locator('fk-device-page .history'))).toMatch(/Restart: Sent, cannot be confirmed/);
    expect((await storedRuns(page, id)).map(({ outcome }) => outcome)).toEqual([{ kind: 'commandSent' }]);
    // Nothing has to be sent to the backend or downloaded again.
    expect(await counterWords(page)).toBe('Outbox, nothing to send');
    expect((await sandbox.log()).filter(({ method, path }) => method === 'POST' || path.includes('encrypt'))).toEqual(
      [],
    );
  });

  it('makes the beacon blink with identify and leaves the beacon connectable; a closed chooser is no failure', async () => {
    const id = nextId();
    await fetched(id, 'identify');
    const beacon = await hung(id);
    emulatedRadio.hand = 'cancel';
    await button('Connect and send').click();
    await soon(() => emulatedRadio.prompts.map(({ answered }) => answered)).toEqual([true]);
    await soon(() =>
      page.evaluate(
        () =>
          document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!.account.runs.current.value
            ?.phase ?? 'ended',
      ),
    ).toBe('ended');
    await soon(() => button('Connect and send').isEnabled()).toBe(true);
    expect(await shown(page)).not.toMatch(/Uncertain|fail|could not/i);
    emulatedRadio.hand = { pick: beacon.address };
    await button('Connect and send').click();
    await sent();
    await page.getByText('Look for the blinking beacon.', { exact: false }).waitFor();
    expect(state(beacon)).toMatchObject({ commands: ['BLINK_10S'], mode: 'normal' });
    expect(state(beacon).blinksUntilMs).toBeGreaterThan(0);
    expect((await encrypts()).map(({ query }) => query['command'])).toEqual(['BLINK_10S']);
  });
});

describe('a link that drops during a command', () => {
  it.each([
    ['the write took effect: its token says so, and it is not written again', 'during', 1],
    ['the write never arrived: it is written once more', 'before', 2],
  ] as const)(
    'before the acknowledgement leaves the command Uncertain, and the beacon is checked: %s',
    async (_what, when, writes) => {
      const id = nextId();
      await fetched(id, 'restart');
      const beacon = await hung(id, { name: 'drop', when, operation: 'write' });
      await button('Connect and send').click();
      await page.getByText(/^Uncertain: the connection ended before the beacon confirmed the command\./).waitFor();
      await button('Reconnect and check').click();
      await sent();
      expect(state(beacon).commands).toEqual(['RESET']);
      expect(emulatedRadio.counts(beacon.address)).toMatchObject({
        write: writes,
        poll: 0,
        readResponse: 0,
        readToken: 1,
      });
      expect(emulatedRadio.prompts).toHaveLength(1);
    },
  );

  it('right after the acknowledgement ends the bootloader command too, after its last four characters were typed', async () => {
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
    await dialog.getByLabel(`Type ${id.slice(-4)} to continue`).fill('xxxx');
    await dialog.getByText('These are not the last characters of the ID').waitFor();
    await dialog.getByLabel(`Type ${id.slice(-4)} to continue`).press('Enter');
    expect(await start.isDisabled()).toBe(true);
    expect(emulatedRadio.prompts).toHaveLength(0);
    await confirm(id, 'Start bootloader');
    await sent();
    expect(state(beacon)).toMatchObject({ commands: ['BOOTLOADER'], mode: 'bootloader' });
    expect(emulatedRadio.counts(beacon.address)).toMatchObject({ write: 1, poll: 0, readResponse: 0, readToken: 0 });
  });
});

it('a configuration waits for an older command; written first, it makes the command useless, which is downloaded again online', async () => {
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
  expect(await runOnce(page, emulatedRadio, beacon.address)).toMatchObject({ track: trackTo('Receipt saved') });
  await openDevicePage(page, id);
  await soon(() => page.getByRole('link', { name: /^Restart/ }).textContent()).toMatch(/No longer usable/);
  expect(await encrypts('RESET')).toHaveLength(1);
  await page.getByRole('link', { name: /^Restart/ }).click();
  await page.getByText(commandStrings.dead).waitFor();
  await openDevicePage(page, id);

  // The first request after the network has returned does not reach the backend.
  await sandbox.setFaults({ name: 'captivePortal', times: 1, match: { method: 'GET', path: '/command/encrypt' } });
  await browser.context.setOffline(false);
  await soon(async () =>
    (await encrypts('RESET')).map(({ query, outcome }) => [query['uniqueId'], query['command'], outcome]),
  ).toEqual([
    [id, 'RESET', 200],
    [id, 'RESET', 200],
    [id, 'RESET', 200],
  ]);
  await soon(() => page.getByRole('link', { name: /^Restart/ }).textContent()).toMatch(/Downloaded/);
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
