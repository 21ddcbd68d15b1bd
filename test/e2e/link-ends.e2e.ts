/**
 * How a link ends on Linux: the system keeps it for a while after the app has closed it, and an error may precede the
 * disconnect event.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runStrings } from '../../src/ui/strings/run.ts';
import {
  RECEIPT_UNCERTAIN,
  WRITE_UNCERTAIN,
  emulatedRadio,
  appliedOnce,
  beacon,
  counts,
  fault,
  go,
  id,
  inFaultPlace,
  page,
  ready,
  run,
  verified,
} from '../support/fault-run.ts';
import { goTo, readable, runEnded, saveSettings } from '../support/journey.ts';
import { storedRuns } from '../support/stored-rows.ts';

inFaultPlace();

async function setPause(ms: number): Promise<void> {
  // The form is collapsed on a newly opened page.
  await goTo(page, '/run');
  await saveSettings(page, { 'timing.reconnectAfterMs': String(ms) });
}

const writesOfRun = async (): Promise<number> => (await storedRuns(page, id)).at(-1)!.writes;

describe('while the system keeps a link that the app has closed', () => {
  beforeEach(async () => {
    await setPause(4000);
    emulatedRadio.closeMs = 1000;
  });
  afterEach(() => {
    emulatedRadio.closeMs = 0;
  });

  it('the next press on Connect waits with an explanation, and the run does not stop a second time', async () => {
    await ready({ processingMs: 1200 });
    fault({ name: 'lockedOut' });
    const shown = await run();
    expect(shown).toMatchObject({ action: 'Reconnect and check', track: WRITE_UNCERTAIN });
    emulatedRadio.hand = { pick: beacon.address };
    await page.getByRole('button', { name: shown.action }).click();
    await page.locator('fk-run-page .say').getByText(runStrings.waitsForOldLink).first().waitFor();
    await runEnded(page);
    await verified();
    expect(counts()).toMatchObject({ connect: 2, write: 2 });
    appliedOnce();
  });

  it('a run overwrites no unread response, so no receipt is lost', async () => {
    await ready();
    fault({ name: 'hang', operation: 'poll' }, { name: 'slow', ms: 1500, operation: 'readResponse' });
    await go(await run());
    await verified();
    expect(counts()).toMatchObject({ connect: 2, write: 1, readResponse: 1 });
    appliedOnce();
  });

  it('a person can cancel the wait, and nothing is written', async () => {
    await setPause(10_000);
    await ready();
    fault({ name: 'hang', operation: 'discover' });
    const shown = await run();
    expect(shown).toMatchObject({ action: 'Connect again' });
    await page.getByRole('button', { name: shown.action }).click();
    await page.locator('fk-run-page .say').getByText(runStrings.waitsForOldLink).first().waitFor();
    await page.getByRole('button', { name: runStrings.cancel }).click();
    await runEnded(page);
    expect(await readable(page.locator('fk-run-page .say'))).not.toContain(runStrings.waitsForOldLink);
    expect(counts()).toMatchObject({ connect: 1, write: 0 });
  });

  it('a run connects to another beacon at once', async () => {
    await ready();
    await run();
    await verified();
    await ready();
    const waited = page
      .locator('fk-run-page .say')
      .getByText(runStrings.waitsForOldLink)
      .first()
      .waitFor()
      .then(
        () => true,
        () => false,
      );
    await run();
    await verified();
    expect(await Promise.race([waited, Promise.resolve(false)])).toBe(false);
  });
});

describe('a GATT operation that fails before the disconnect event', () => {
  beforeEach(async () => {
    await setPause(0);
    emulatedRadio.dropOrder = 'errorFirst';
  });
  afterEach(() => {
    emulatedRadio.dropOrder = 'linkFirst';
  });

  it.each([
    ['before it took effect', 'before', 2],
    ['after it took effect', 'during', 1],
  ] as const)('counts as an interrupted write when it is a write cut off %s', async (_, when, writes) => {
    await ready();
    fault({ name: 'drop', when, operation: 'write' });
    const shown = await run();
    expect(shown).toMatchObject({
      says: 'Uncertain: connection lost while writing. Reconnect to check.',
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    expect(await writesOfRun()).toBe(1);
    await go(shown);
    await verified();
    expect([counts().write, await writesOfRun(), emulatedRadio.prompts.length]).toEqual([writes, writes, 1]);
    appliedOnce();
  });

  it('is reported as a drop while the beacon was working when it is a poll', async () => {
    await ready({ processingMs: 400 });
    fault({ name: 'drop', when: 'during', operation: 'poll' });
    const shown = await run();
    expect(shown).toMatchObject({
      says: 'Uncertain: the connection dropped while the beacon was processing the package.',
      track: WRITE_UNCERTAIN,
    });
    await go(shown);
    await verified();
    appliedOnce();
  });

  it('is reported as a drop before the receipt was read when it is a read of the response', async () => {
    await ready();
    fault({ name: 'drop', when: 'before', operation: 'readResponse' });
    const shown = await run();
    expect(shown).toMatchObject({
      says: 'Uncertain: the connection dropped before the receipt was read.',
      track: RECEIPT_UNCERTAIN,
    });
    await go(shown);
    await verified();
    appliedOnce();
  });

  // Must be the last test: it leaves an unfinished run, and a run of another beacon then begins with one read.
  it('is tried at most twice when it is a write that is interrupted each time', async () => {
    await ready();
    fault({ name: 'drop', when: 'before', operation: 'write', times: 3 });
    await go(await go(await run()));
    expect([counts().write, await writesOfRun()]).toEqual([2, 2]);
  });
});
