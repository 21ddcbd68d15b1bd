/** Who may send which command in the built app: the access in the device list, and the backend's answers, in words. */
import { beforeAll, describe, expect, it } from 'vitest';
import { EDITOR_KEY } from '../../src/sandbox/backend/gate.ts';
import {
  server,
  sandbox,
  page,
  used,
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
import { beaconsWith, besides, openCommand, openDevicePage, shown } from '../support/devices-place.ts';
import { FLEET_IDS, connectAccount, devicesRead, saveSettings } from '../support/journey.ts';
import { sampled } from '../support/sampled.ts';

inCommandPlace();

describe('a device whose access the backend does not report', () => {
  it('allows "non-connectable" with a warning for one chip family, and leaves the decision to the backend', async () => {
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

describe('the answer of the backend to a command', () => {
  const COMMANDS_REFUSED = [
    [401, 'The backend does not accept the API key.'],
    [403, 'Your key has no permission for this.'],
    [404, 'Not found at the backend, or your key has no access to it.'],
    [500, 'The backend reports an error of its own.'],
  ] as const;

  it.each(sampled('commands refused', COMMANDS_REFUSED, 2))(
    'is reported in words when it is %s, and nothing is stored',
    async (status, words) => {
      const id = nextId();
      await sandbox.setFaults({ name: 'status', status, match: { method: 'GET', path: '/command/encrypt' } });
      await openCommand(page, id, 'identify');
      await button('Fetch command').click();
      await page.getByText(words, { exact: true }).waitFor();
      expect(await shown(page)).toContain(`HTTP ${status}: The sandbox was told to answer ${status}`);
      expect(await button('Connect and send').count()).toBe(0);
      // The key dialog is offered only when the key is the cause.
      expect(await page.locator('main').getByRole('button', { name: 'Enter key' }).count()).toBe(
        status === 401 ? 1 : 0,
      );
      await sandbox.setFaults();
      await button('Fetch command').click();
      await button('Connect and send').waitFor();
    },
  );

  it('is reported as "not accessible with this key" when it does not contain the device', async () => {
    const id = nextId();
    expect(
      (await besides(sandbox).form('/device/move', { uniqueId: id, managerEmail: 'new@elsewhere.example' })).ok,
    ).toBe(true);
    await openCommand(page, id, 'identify');
    await button('Fetch command').click();
    await page.getByText('Your key has no access to this device: the backend left it out of its answer.').waitFor();
  });

  it('belongs to a command that is spelled as in the settings, and a command without a spelling is not offered', async () => {
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

describe('a person with the access EDITOR', () => {
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

  it('is told why dangerous commands are reserved for the owner, and may send the others', async () => {
    const { uniqueId: id } = beaconsWith('editor', 'EDITOR').filter(
      ({ uniqueId }) => !FLEET_IDS.slice(0, used).includes(uniqueId),
    )[0]!;
    await openDevicePage(page, id);
    const reason = 'Only an Owner may send this. Your access to this device is Editor.';
    await page.getByText(reason).first().waitFor();
    expect(await page.getByText(reason).count()).toBe(2);
    expect(await page.getByRole('link', { name: /^(Make non-connectable|Start bootloader)/ }).count()).toBe(0);
    // The address does not open it either.
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

  it('is refused by the backend when the list did not contain the access', async () => {
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

  it('sees all commands as a viewer, with the reason why none can be sent', async () => {
    const { uniqueId: id } = beaconsWith('editor', 'VIEWER')[0]!;
    await openDevicePage(page, id);
    const commands = page.locator('fk-device-page .commands');
    await commands.getByText('Your access is Viewer: you can view this device but not change it.').first().waitFor();
    expect(await commands.getByText('Your access is Viewer: you can view this device but not change it.').count()).toBe(
      4,
    );
    expect(await commands.getByRole('link').count()).toBe(0);
  });
});
