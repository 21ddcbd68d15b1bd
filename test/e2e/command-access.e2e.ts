/** Who may send which command in the built app: the access in the device list, and the backend's answers, in words. */
import { describe, expect, it } from 'vitest';
import {
  page,
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
import { beaconsWith, openCommand, shown } from '../support/devices-place.ts';
import { saveSettings } from '../support/journey.ts';

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
