/**
 * Every fault of the response, and every plain refusal of the beacon: the text, the one next action, and the result.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  beaconStore,
  emulatedRadio,
  sandbox,
  page,
  id,
  ready,
  counts,
  fault,
  run,
  go,
  verified,
  appliedOnce,
  journal,
  UNWRITTEN,
  RECEIPT_UNCERTAIN,
  inFaultPlace,
} from '../support/fault-run.ts';
import { holdOperation } from '../support/hold.ts';
import { FLEET_IDS, act, beaconNamed, goTo, hangUp, shownRun, trackWords, type ShownRun } from '../support/journey.ts';
import { sampled } from '../support/sampled.ts';
import { storedReceipts } from '../support/stored-rows.ts';

inFaultPlace();

/**
 * Writes the package, and returns the screen once it offers this action: the response is awaited until the browser
 * rejects the read, which may come after the drop of the link.
 */
async function runUntil(action: string): Promise<ShownRun> {
  await run();
  await expect.poll(async () => (await shownRun(page)).action, { timeout: 20_000 }).toBe(action);
  return shownRun(page);
}

describe('a read of the response', () => {
  beforeEach(() => ready());

  it('that is interrupted before the response leaves the beacon is repeated later, without another write', async () => {
    fault({ name: 'drop', when: 'before', operation: 'readResponse' });
    const shown = await runUntil('Reconnect and check');
    expect(shown).toMatchObject({
      says: 'Uncertain: the connection dropped before the receipt was read.',
      action: 'Reconnect and check',
      track: RECEIPT_UNCERTAIN,
    });
    expect(await journal()).toEqual(['intent', 'writing', 'taken', 'written', 'reading']);
    await go(shown);
    await verified();
    expect(counts()).toMatchObject({ write: 1, readToken: 0 });
  });

  it('that is interrupted after the read keeps the receipt and shows no error', async () => {
    fault({ name: 'drop', when: 'after', operation: 'readResponse' });
    await run();
    await verified();
  });

  const LOST_RESPONSES = [
    [
      'was read and lost on the way',
      { name: 'drop', when: 'during', operation: 'readResponse' },
      'Uncertain: the connection dropped before the receipt was read.',
      'Reconnect and check',
    ],
    [
      'is never answered',
      { name: 'hang', operation: 'readResponse' },
      'Still waiting for the answer of the beacon. Stay next to it.',
      'Stop waiting and reconnect',
    ],
  ] as const;

  it.each(sampled('lost responses', LOST_RESPONSES, 1))(
    'leads to a check and another write if the response %s, and a new package ends the uncertainty',
    async (_, broken, words, action) => {
      fault(broken);
      const shown = await runUntil(action);
      expect(shown).toMatchObject({ says: words, action, track: RECEIPT_UNCERTAIN });
      await uncertainThenSettled(await go(shown));
    },
  );

  it('that finds no response three times states nothing about the beacon, and a new package ends the uncertainty', async () => {
    fault({ name: 'emptyResponse' });
    const shown = await run();
    expect(counts()).toMatchObject({ write: 1, readResponse: 3, readToken: 0 });
    expect(shown).toMatchObject({
      says: 'Uncertain: no receipt came back. If this was the right beacon, it has applied the change, but the backend cannot know.',
      action: 'Reconnect and check',
      track: RECEIPT_UNCERTAIN,
    });
    await settleWithNewPackage({ ...shown, action: 'Fetch a new package' });
    expect(emulatedRadio.prompts).toHaveLength(2);
  });

  it('that ends after its limit stores the response anyway, and the stopped run is finished', async () => {
    const read = holdOperation(emulatedRadio, 'readResponse');
    const shown = await run();
    expect(shown).toMatchObject({
      says: 'Still waiting for the answer of the beacon. Stay next to it.',
      action: 'Stop waiting and reconnect',
      track: RECEIPT_UNCERTAIN,
    });
    read.letGo();
    await verified();
    expect(counts()).toMatchObject({ write: 1, readResponse: 1 });
    await expect.poll(() => storedReceipts(page, id)).toMatchObject([{ owner: 'known', mirrored: true }]);
  });

  it('that finds half of a response stores and sends that part, which is not verified, and offers the newer package', async () => {
    fault({ name: 'truncatedResponse' });
    await run();
    await expect
      .poll(async () => (await shownRun(page)).says)
      .toBe('Not verified: the backend still has a configuration waiting.');
    const shown = await shownRun(page);
    expect(shown.track.slice(-1)).toEqual(['Not verified']);
    expect((await sandbox.devices(id))[id]).toMatchObject({ posts: 1, notVerified: 1, stateChanges: 0 });
    expect(shown.action).toBe('Fetch a new package');
    await settleWithNewPackage(shown);
  });

  async function uncertainThenSettled(shown: ShownRun): Promise<void> {
    expect(shown.says).toBe(
      'Uncertain: the beacon you picked has already taken this package or a newer one. Fetch a new package when online and write it to settle this.',
    );
    // The marks depend on the row, which is read after the text of the run.
    await expect.poll(async () => (await shownRun(page)).track).toEqual(RECEIPT_UNCERTAIN);
    expect(shown.action).toBe('Fetch a new package');
    expect((await sandbox.devices(id))[id]).toMatchObject({ posts: 0, stateChanges: 0 });
    await settleWithNewPackage(shown);
  }

  async function settleWithNewPackage(shown: ShownRun): Promise<void> {
    await page.getByRole('button', { name: shown.action }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await run();
    await verified();
  }
});

describe('a refusal of the beacon', () => {
  const WRONG_BEACON =
    'Refused: the beacon does not accept this package. It is probably the wrong beacon, so check the label.';
  const SAME_AGAIN = [
    [3, WRONG_BEACON, 'Pick the beacon again'],
    [4, WRONG_BEACON, 'Pick the beacon again'],
    [8, 'Refused: the beacon had an internal error.', 'Connect again'],
  ] as const;
  const NEW_PACKAGE = [
    [7, 'Refused: the beacon you picked has already taken this package or a newer one.'],
    [9, 'Refused: package expired.'],
    [1, 'Refused: the beacon could not read the package.'],
  ] as const;
  const OTHER_CONFIGURATION = [
    [2, 'Refused: this beacon does not support this kind of package.'],
    [5, 'Refused: the beacon does not know one of the settings.'],
    [6, 'Refused: too many changes at once for this beacon.'],
  ] as const;

  beforeEach(() => ready());

  it('leaves a wrong beacon unchanged, and the right one is picked next', async () => {
    const wrong = beaconNamed(FLEET_IDS.at(-1)!);
    await hangUp(emulatedRadio, beaconStore, wrong);
    const before = wrong.state.values;
    const shown = await act(page, emulatedRadio, wrong.address, 'Connect');
    expect(shown).toMatchObject({
      says: WRONG_BEACON,
      action: 'Pick the beacon again',
      track: [...UNWRITTEN, 'Written: refused'],
    });
    expect(shown.detail).toContain('4');
    expect(beaconStore.beacons.get(wrong.address)!.state.values).toEqual(before);
    await go(shown);
    await verified();
    expect(emulatedRadio.prompts).toHaveLength(2);
    appliedOnce();
  });

  it.each(sampled('same again', SAME_AGAIN, 1))(
    'with the unencrypted result %i allows the same package to be written again',
    async (code, words, action) => {
      fault({ name: 'refuses', code });
      const shown = await run();
      expect(shown).toMatchObject({ says: words, action, track: [...UNWRITTEN, 'Written: refused'] });
      await go(shown);
      await verified();
      appliedOnce();
    },
  );

  it.each(sampled('new package', NEW_PACKAGE, 1))(
    'with the unencrypted result %i needs a new package',
    async (code, says) => {
      fault({ name: 'refuses', code });
      const shown = await run();
      expect(shown).toMatchObject({ says, action: 'Fetch a new package', track: [...UNWRITTEN, 'Written: refused'] });
      // Shown as refused, and neither counted nor sent.
      expect((await sandbox.devices(id))[id]).toMatchObject({ posts: 0 });
      await page.getByRole('button', { name: shown.action }).click();
      await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
      await run();
      await verified();
      appliedOnce();
    },
  );

  it.each(sampled('other configuration', OTHER_CONFIGURATION, 1))(
    'with the unencrypted result %i needs a changed configuration',
    async (code, words) => {
      fault({ name: 'refuses', code });
      const shown = await run();
      expect(shown).toMatchObject({ says: words, action: 'Change the configuration' });
      await goTo(page, `/devices/${id}`);
      await expect.poll(() => trackWords(page)).toEqual([...UNWRITTEN, 'Written: refused']);
    },
  );
});
