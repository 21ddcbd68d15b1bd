/** A wrong beacon after a reload, a response whose token proves nothing, a missing beacon: each run ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { OPERATION } from '../../src/domain/packet.ts';
import { exchange } from '../../src/sandbox/beacon/link.ts';
import { deviceKey, seal } from '../../src/sandbox/sealing.ts';
import { interruptedRuns, type Prepared } from '../support/cut-off.ts';
import { QUICK, beaconNamed, goTo, hangUp, shownRun, saveSettings, trackTo, trackWords } from '../support/journey.ts';
import type { EmulatedRadio, Beacon, BeaconStore } from '../support/peripheral.ts';
import { sampled } from '../support/sampled.ts';
import { openKeeper, openStage, type Stage } from '../support/stage.ts';
import { storedReceipts, storedRuns } from '../support/stored-rows.ts';
import { tokenKinds } from '../support/with-token.ts';

let stage: Stage;
let beaconStore: BeaconStore;
let emulatedRadio: EmulatedRadio;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  ({ beaconStore, emulatedRadio, page } = stage);
  await saveSettings(page, QUICK);
  // The key survives a reload of the first window.
  await openKeeper(stage);
});
afterAll(() => stage.close());

const { nextId, prepared, reloadDuring, reopenFromList, continueRun, verified } = interruptedRuns(() => stage);

describe.each(tokenKinds('wrong picks'))('a run in which a wrong beacon may be picked, %s,', (_, tokenReadable) => {
  const STRANGERS = [
    ['while the beacon works', 'poll', { name: 'slow', operation: 'poll', ms: 1 }],
    ['during a write that took effect', 'write', { name: 'hang', operation: 'write' }],
    ['during a write that never arrived', 'write', { name: 'hang', operation: 'write', effect: false }],
  ] as const;

  it.each(sampled('strangers', STRANGERS, 1))(
    'takes no result from a wrong beacon with a newer token and an empty 81F2, after a run cut off %s',
    async (_what, operation, broken) => {
      const mine = await prepared({ tokenReadable, processingMs: 300 });
      const stranger = await hungStranger(tokenReadable);
      await reloadDuring(mine, operation, broken);
      const shown = await continueRun(await reopenFromList(mine), stranger);
      expect(shown).toMatchObject({
        says: 'This is probably the wrong beacon. Check the label and pick again. What the beacon did before that is still uncertain.',
        action: 'Pick the beacon again',
      });
      expect(await runWords(mine)).toEqual(['unfinished', 1]);
      expect(await storedReceipts(page, mine.id)).toEqual([]);
      await continueRun(shown, mine.beacon);
      await verified(mine);
    },
  );

  it('can still write to the right beacon after a write to a wrong one and a lost link', async () => {
    const mine = await prepared({ tokenReadable });
    const stranger = await hungStranger(tokenReadable);
    await reloadDuring({ id: mine.id, beacon: stranger }, 'poll', { name: 'hang', operation: 'poll' });
    await continueRun(await reopenFromList(mine), mine.beacon);
    await verified(mine);
  });

  it('shows a response whose token proves nothing as verified and finished, whatever the second write reported', async () => {
    const mine = await prepared({ tokenReadable });
    await reloadDuring(mine, 'write', { name: 'hang', operation: 'write' });
    const { address } = mine.beacon;
    // It has finished by now: any operation makes it report so.
    const { state } = exchange(beaconStore.beacons.get(address)!.state, { operation: 'poll' }, Date.now() + 60_000);
    const plain = Buffer.alloc(5);
    plain.writeUInt32LE(state.lastToken, 1);
    const envelope = { kind: 'encryptedResponse', operation: OPERATION.write, token: 77 } as const;
    const response = seal(deviceKey(state.seed, mine.id), envelope, plain);
    beaconStore.keep(address, { ...state, response: Buffer.from(response).toString('hex') });
    await continueRun(await reopenFromList(mine), mine.beacon);
    await verified(mine);
    expect(await storedReceipts(page, mine.id)).toMatchObject([{ owner: 'unsure', state: 'verified' }]);
    // The run is ended after its receipt was verified.
    await expect.poll(() => runWords(mine)).toEqual(['receipt', 2]);
    await expect.poll(() => shownRun(page)).toMatchObject({ says: 'Verified by the backend.' });
  });
});

it('a run of a missing beacon can be closed with a reason, opened again and continued', async () => {
  const mine = await prepared();
  await reloadDuring(mine, 'write', { name: 'hang', operation: 'write' });
  await reopenFromList(mine);
  await page.getByRole('button', { name: 'Mark as gone' }).click();
  await page.getByLabel('Reason').fill('fell into the lift shaft');
  await page.getByRole('button', { name: 'Mark as gone', exact: true }).click();
  await expect
    .poll(async () => (await shownRun(page)).says)
    .toBe('This run was closed. What the beacon did is still uncertain.');
  await expect.poll(() => trackWords(page)).toEqual([...trackTo('Downloaded'), 'Written: uncertain']);
  await goTo(page, '/run');
  const closed = page.getByRole('region', { name: /^Closed/ });
  await closed.getByText('Closed: fell into the lift shaft').waitFor();
  await closed.getByRole('button', { name: new RegExp(mine.id) }).click();
  await continueRun(await reopenFromList(mine), mine.beacon);
  await verified(mine);
  expect(emulatedRadio.counts(mine.beacon.address).write).toBe(1);
});

/** Creates somebody else's beacon: its last token is newer than any created here, and its response is empty. */
async function hungStranger(tokenReadable: boolean): Promise<Beacon> {
  const beacon = beaconNamed(nextId(), { tokenReadable });
  beacon.state = { ...beacon.state, lastToken: Math.floor(Date.now() / 1000) + 86_400 };
  await hangUp(emulatedRadio, beaconStore, beacon);
  return beacon;
}

async function runWords({ id }: Prepared): Promise<(string | number)[]> {
  const run = (await storedRuns(page, id)).at(-1)!;
  return [run.outcome?.kind ?? 'unfinished', run.writes];
}
