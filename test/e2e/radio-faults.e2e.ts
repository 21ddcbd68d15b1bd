/**
 * Faults of the radio and refusals of the beacon, as Chromium reports them: the text, the one next action, the journal,
 * and the result. Some of them, drawn by the seed; `ways-to-fail.test.ts` has every operation with every fault.
 */
import { afterEach, expect, it } from 'vitest';
import type { BeaconFault } from '../../src/sandbox/beacon/faults.ts';
import {
  RECEIPT_UNCERTAIN,
  UNWRITTEN,
  WRITE_UNCERTAIN,
  appliedOnce,
  beacon,
  beaconStore,
  counts,
  emulatedRadio,
  expectConnects,
  fault,
  go,
  inFaultPlace,
  journal,
  page,
  ready,
  run,
  sandbox,
  verified,
  id,
} from '../support/fault-run.ts';
import { FLEET_IDS, act, beaconNamed, hangUp, runEnded, shownRun } from '../support/journey.ts';
import { sampled } from '../support/sampled.ts';
import { tokenKinds } from '../support/with-token.ts';

inFaultPlace();
afterEach(() => {
  emulatedRadio.dropOrder = 'linkFirst';
});

const AGAIN = 'Reconnect and check';
const NEW_PACKAGE = 'Fetch a new package';
const REFUSED = [...UNWRITTEN, 'Written: refused'];
const DROPPED_WRITING = 'Connection lost while writing. Reconnect to check.';
const DROPPED_WORKING = 'The connection dropped while the beacon was processing the package.';
const NEVER_ENDED = 'The beacon has not reported that it is finished.';
const DROPPED_READING = 'The connection dropped before the receipt was read.';

type Stop = readonly [says: string, action: string, track: readonly string[]];
const unwritten = (says: string): Stop => [says, 'Connect again', UNWRITTEN];
const writing = (says: string): Stop => [says, AGAIN, WRITE_UNCERTAIN];

/** `stop`: what the screen shows when the run has stopped. `writes`: how often the package is written in all. */
const FAULTS: readonly (readonly [name: string, faults: readonly BeaconFault[], stop: Stop, writes: number])[] = [
  [
    'every connect fails',
    [{ name: 'connectFails', times: 4 }],
    unwritten('The beacon did not accept the connection. Nothing was written.'),
    1,
  ],
  [
    'every connect hangs',
    [{ name: 'connectHangs', times: 4 }],
    unwritten('The beacon did not answer in time. Nothing was written.'),
    1,
  ],
  [
    'the link drops during the discovery',
    [{ name: 'drop', when: 'during', operation: 'discover' }],
    unwritten('The connection dropped before anything was written.'),
    1,
  ],
  [
    'the discovery hangs',
    [{ name: 'hang', operation: 'discover' }],
    unwritten('The beacon did not show its services in time. Nothing was written.'),
    1,
  ],
  [
    'the link drops before the write took effect',
    [{ name: 'drop', when: 'before', operation: 'write' }],
    writing(DROPPED_WRITING),
    2,
  ],
  [
    'the link drops after the write took effect',
    [{ name: 'drop', when: 'during', operation: 'write' }],
    writing(DROPPED_WRITING),
    1,
  ],
  [
    'the write is not answered',
    [{ name: 'hang', operation: 'write' }],
    writing('The beacon did not confirm the write.'),
    1,
  ],
  ['the beacon is locked', [{ name: 'lockedOut' }], writing('The beacon refused the write. Reconnect to check.'), 2],
  [
    'the link drops right after the write',
    [{ name: 'drop', when: 'after', operation: 'write' }],
    writing(DROPPED_WORKING),
    1,
  ],
  [
    'the link drops while 81F4 is read',
    [{ name: 'drop', when: 'during', operation: 'poll' }],
    writing(DROPPED_WORKING),
    1,
  ],
  ['81F4 is not answered', [{ name: 'hang', operation: 'poll' }], writing(NEVER_ENDED), 1],
  ['81F4 never reports the end, and the package was applied', [{ name: 'neverEnds' }], writing(NEVER_ENDED), 1],
  [
    '81F4 never reports the end, and nothing was applied',
    [{ name: 'neverEnds', applies: false }],
    writing(NEVER_ENDED),
    2,
  ],
  [
    'the link drops before the response is read',
    [{ name: 'drop', when: 'before', operation: 'readResponse' }],
    [DROPPED_READING, AGAIN, RECEIPT_UNCERTAIN],
    1,
  ],
  [
    'the beacon reports result 8, an internal error',
    [{ name: 'refuses', code: 8 }],
    ['Refused: the beacon had an internal error.', 'Connect again', REFUSED],
    2,
  ],
];

it.each(
  sampled('radio faults', FAULTS, 4).flatMap((row) =>
    tokenKinds(row[0]).flatMap(([kind, tokenReadable]) =>
      // An error may precede the event of the disconnect.
      sampled(`drop order, ${row[0]}`, ['linkFirst', 'errorFirst'] as const, 1).map(
        (order) => [row[0], kind, order, tokenReadable, row] as const,
      ),
    ),
  ),
)(
  'a run stops with words and one action when %s, %s, %s, and is verified after it',
  async (_name, _kind, order, tokenReadable, [, faults, [says, action, track], writes]) => {
    emulatedRadio.dropOrder = order;
    await ready({ tokenReadable, processingMs: 100 });
    fault(...faults);
    const shown = await run();
    expect(shown).toMatchObject({ says, action, track });
    await go(shown);
    await verified();
    expect(counts()).toMatchObject({ write: writes, readToken: 0 });
    // A beacon that refused has to be picked again.
    expect(emulatedRadio.prompts).toHaveLength(track === REFUSED ? 2 : 1);
    appliedOnce();
  },
);

it('a run connects again on the same handle after three failed connects, without another chooser', async () => {
  await ready();
  fault({ name: 'connectFails', times: 3 });
  await run();
  await verified();
  expect(counts()).toMatchObject({ write: 1, readResponse: 1 });
  expectConnects(4);
  expect(emulatedRadio.prompts).toHaveLength(1);
  expect(await journal()).toEqual(['intent', 'writing', 'taken', 'written', 'reading', 'receipt']);
});

it.each(
  sampled(
    'names',
    [
      ['another name', 'Reception-3'],
      ['other capitals', 'KONTAKT'],
      ['no name', ''],
    ],
    1,
  ),
)('a beacon with %s can be picked after one closed chooser', async (_, name) => {
  await ready({ name });
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
  expect(emulatedRadio.prompts.map(({ addresses }) => addresses.includes(beacon.address))).toEqual([false, true]);
});

it('a wrong beacon refuses the package, is left unchanged, and the right one is picked next', async () => {
  await ready();
  const wrong = beaconNamed(FLEET_IDS.at(-1)!);
  await hangUp(emulatedRadio, beaconStore, wrong);
  const before = wrong.state.values;
  const shown = await act(page, emulatedRadio, wrong.address, 'Connect');
  expect(shown).toMatchObject({
    says: 'Refused: the beacon does not accept this package. It is probably the wrong beacon, so check the label.',
    action: 'Pick the beacon again',
    track: REFUSED,
  });
  expect(beaconStore.beacons.get(wrong.address)!.state.values).toEqual(before);
  await go(shown);
  await verified();
  appliedOnce();
});

const LOST: readonly (readonly [name: string, fault: BeaconFault, isInOptions: boolean])[] = [
  ['was read and lost on the way', { name: 'drop', when: 'during', operation: 'readResponse' }, false],
  // Beside another way on, a new package is among the options.
  ['is empty each time', { name: 'emptyResponse' }, true],
  ['is half', { name: 'truncatedResponse' }, false],
];

it.each(sampled('lost responses', LOST, 1))(
  'a response that %s leaves the run unverified until a new package is written',
  async (name, broken, isInOptions) => {
    await ready();
    fault(broken);
    let shown = await run();
    if (name === LOST[0]![0]) {
      expect(shown).toMatchObject({ says: DROPPED_READING, action: AGAIN, track: RECEIPT_UNCERTAIN });
      shown = await go(shown);
    }
    await expect.poll(async () => (await shownRun(page)).track).not.toContain('Verified');
    expect((await sandbox.devices(id))[id]).toMatchObject({ stateChanges: 0 });
    if (isInOptions) await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByRole('button', { name: NEW_PACKAGE }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await run();
    await verified();
  },
);
