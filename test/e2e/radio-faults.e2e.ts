/**
 * Every fault of the radio until the beacon has finished: the text, the one next action, the journal, and the result.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  emulatedRadio,
  page,
  id,
  beacon,
  ready,
  counts,
  fault,
  run,
  go,
  verified,
  appliedOnce,
  expectConnects,
  journal,
  UNWRITTEN,
  WRITE_UNCERTAIN,
  inFaultPlace,
} from '../support/fault-run.ts';
import { runStrings } from '../../src/ui/strings/run.ts';
import { openRun, runEnded } from '../support/journey.ts';
import { sampled } from '../support/sampled.ts';
import { tokenKinds } from '../support/with-token.ts';

inFaultPlace();

describe('a connection to a beacon', () => {
  beforeEach(() => ready());

  const CONNECTING = [
    ['fails three times', { name: 'connectFails', times: 3 }, 4],
    ['hangs once', { name: 'connectHangs' }, 2],
    ['drops before it stands', { name: 'drop', when: 'before', operation: 'connect' }, 2],
    ['drops while it is made', { name: 'drop', when: 'during', operation: 'connect' }, 2],
  ] as const;

  it.each(sampled('connecting', CONNECTING, 2))(
    'is tried again on the same handle without another chooser when it %s',
    async (_, broken, connects) => {
      fault(broken);
      await run();
      await verified();
      expect(counts()).toMatchObject({ write: 1, readResponse: 1 });
      expectConnects(connects);
      expect(emulatedRadio.prompts).toHaveLength(1);
    },
  );

  const NEVER_CONNECTING = [
    [
      'fails every time',
      { name: 'connectFails', times: 4 },
      'The beacon did not accept the connection. Nothing was written.',
      'connectFailed',
    ],
    [
      'hangs every time',
      { name: 'connectHangs', times: 4 },
      'The beacon did not answer in time. Nothing was written.',
      'connectTimedOut',
    ],
  ] as const;

  it.each(sampled('never connecting', NEVER_CONNECTING, 1))(
    'is reported as failed when it %s, and the next press needs no chooser',
    async (_, broken, words, code) => {
      fault(broken);
      const shown = await run();
      expect(shown).toMatchObject({ says: words, action: 'Connect again', track: UNWRITTEN });
      expect(shown.detail).toContain(code);
      expect(await journal()).toEqual(['intent']);
      await go(shown);
      await verified();
      expect(counts().write).toBe(1);
      expectConnects(5);
      expect(emulatedRadio.prompts).toHaveLength(1);
    },
  );

  it.each(sampled('discovery', ['before', 'during', 'after'] as const, 1))(
    'may be interrupted %s the discovery, and nothing is written then',
    async (when) => {
      fault({ name: 'drop', when, operation: 'discover' });
      const shown = await run();
      expect(shown).toMatchObject({
        says: 'The connection dropped before anything was written.',
        action: 'Connect again',
        track: UNWRITTEN,
      });
      expect(counts().write).toBe(0);
      await go(shown);
      await verified();
      appliedOnce();
    },
  );

  it('may be interrupted right after the connect, or by a discovery that hangs', async () => {
    fault({ name: 'drop', when: 'after', operation: 'connect' });
    const first = await run();
    expect(first).toMatchObject({
      says: 'The connection dropped before anything was written.',
      action: 'Connect again',
    });
    // Set only now, because over BlueZ the system discovers services as soon as a link is established.
    fault({ name: 'hang', operation: 'discover' });
    const second = await go(first);
    expect(second).toMatchObject({
      says: 'The beacon did not show its services in time. Nothing was written.',
      action: 'Connect again',
      track: UNWRITTEN,
    });
    await go(second);
    await verified();
    expect(counts().write).toBe(1);
  });

  it('is not an error when the chooser is closed, and the same button is offered again', async () => {
    emulatedRadio.hand = 'cancel';
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    expect(await runEnded(page)).toMatchObject({
      says: 'No beacon was picked. Next time the list shows all devices. Nothing was written.',
      action: 'Connect',
      track: UNWRITTEN,
    });
    expect(counts().connect).toBe(0);
    await run();
    await verified();
  });
});

describe('a beacon with an unknown name', () => {
  const isListed = (): boolean[] => emulatedRadio.prompts.map(({ addresses }) => addresses.includes(beacon.address));

  it.each([
    ['another name', 'Reception-3'],
    ['other capitals', 'KONTAKT'],
    ['no name', ''],
  ])('can be picked after one closed chooser: %s', async (_, name) => {
    await ready({ name });
    emulatedRadio.hand = 'cancel';
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await runEnded(page);
    await run();
    await verified();
    expect(isListed()).toEqual([false, true]);
  });

  it('can be picked by the button below "Which beacon?", also after returning', async () => {
    await ready({ name: 'Reception-3' });
    fault({ name: 'drop', when: 'during', operation: 'write' });
    emulatedRadio.hand = { pick: beacon.address };
    await page.getByText(runStrings.chooser.notListed, { exact: true }).click();
    await page.getByRole('button', { name: runStrings.chooser.allDevices, exact: true }).click();
    expect(await runEnded(page)).toMatchObject({ action: 'Reconnect and check' });
    await openRun(page, id);
    await page.getByText(runStrings.chooser.notListed, { exact: true }).click();
    await page.getByRole('button', { name: runStrings.chooser.allDevices, exact: true }).click();
    await runEnded(page);
    await verified();
    expect(isListed()).toEqual([true, true]);
    appliedOnce();
  });
});

describe.each(tokenKinds('writes'))('the write of a package, %s', (_, tokenReadable) => {
  beforeEach(() => ready({ tokenReadable, processingMs: 100 }));

  it.each([
    ['cut off before it took effect', 'before', 2],
    ['cut off after it took effect', 'during', 1],
  ] as const)('is Uncertain, then checked and applied once when it is %s', async (_, when, writes) => {
    fault({ name: 'drop', when, operation: 'write' });
    const shown = await run();
    expect(shown).toMatchObject({
      says: 'Uncertain: connection lost while writing. Reconnect to check.',
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    expect(await journal()).toEqual(['intent', 'writing']);
    await go(shown);
    await verified();
    expect(counts()).toMatchObject({ write: writes, readToken: 0 });
    expect(emulatedRadio.prompts).toHaveLength(1);
    appliedOnce();
  });

  it('is Uncertain without an answer, then checked and applied once', async () => {
    fault({ name: 'hang', operation: 'write' });
    const shown = await run();
    expect(shown).toMatchObject({
      says: 'Uncertain: the beacon did not confirm the write.',
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    await go(shown);
    await verified();
    expect(counts().write).toBe(1);
    appliedOnce();
  });

  it('is refused by a locked beacon, checked, and written again', async () => {
    fault({ name: 'lockedOut' });
    const shown = await run();
    expect(shown).toMatchObject({
      says: 'Uncertain: the beacon refused the write. Reconnect to check.',
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    await go(shown);
    await verified();
    expect(counts().write).toBe(2);
    appliedOnce();
  });

  it('is not repeated when 81F4 never reports the end although it was applied: the response is read after a reconnect', async () => {
    fault({ name: 'neverEnds' });
    const shown = await run();
    expect(shown).toMatchObject({
      says: 'Uncertain: the beacon has not reported that it is finished.',
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    expect(await journal()).toEqual(['intent', 'writing', 'taken']);
    await go(shown);
    await verified();
    expect(counts().write).toBe(1);
    appliedOnce();
  });

  it('is repeated once when 81F4 never reports the end and nothing was applied', async () => {
    fault({ name: 'neverEnds', applies: false });
    await go(await run());
    await verified();
    expect(counts().write).toBe(2);
    appliedOnce();
  });
});

describe('a run whose link drops while the beacon works', () => {
  beforeEach(() => ready({ processingMs: 400 }));

  const DROPPED = 'Uncertain: the connection dropped while the beacon was processing the package.';
  const AT_WORK = [
    ['cut off right after the write', [{ name: 'drop', when: 'after', operation: 'write' }], DROPPED],
    ['cut off before 81F4 is read', [{ name: 'drop', when: 'before', operation: 'poll' }], DROPPED],
    ['cut off while 81F4 is read', [{ name: 'drop', when: 'during', operation: 'poll' }], DROPPED],
    // However late it is read, it does not report the end before the next connection.
    [
      'cut off after 81F4 was read',
      [{ name: 'drop', when: 'after', operation: 'poll' }, { name: 'neverEnds' }],
      DROPPED,
    ],
    [
      '81F4 is not answered',
      [{ name: 'hang', operation: 'poll' }],
      'Uncertain: the beacon has not reported that it is finished.',
    ],
  ] as const;

  it.each(sampled('at work', AT_WORK, 2))('is Uncertain until its receipt is read: %s', async (_, broken, says) => {
    fault(...broken);
    const shown = await run();
    expect(shown).toMatchObject({
      says,
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    await go(shown);
    await verified();
    expect(counts()).toMatchObject({ write: 1, readToken: 0 });
    appliedOnce();
  });
});
