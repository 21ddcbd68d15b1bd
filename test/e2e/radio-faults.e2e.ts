/** Every fault of the radio and of the beacon by name: the words, the one next action, the journal, and what comes of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { BeaconFault } from '../../src/sandbox/beacon/faults.ts';
import type { SandboxControl } from '../support/app-server.ts';
import {
  FLEET_IDS,
  QUICK,
  act,
  beaconNamed,
  goTo,
  hangUp,
  openRun,
  prepare,
  runEnded,
  runFace,
  runOnce,
  saveSettings,
  trackTo,
  trackWords,
  type RunFace,
} from '../support/journey.ts';
import type { Air, Beacon, BeaconShelf } from '../support/peripheral.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { storedReceipts, storedRuns } from '../support/stored-rows.ts';

/** Well past the limit of one operation. */
const LATE_MS = 6000;

let stage: Stage;
let shelf: BeaconShelf;
let air: Air;
let sandbox: SandboxControl;
let page: Page;
let id: string;
let beacon: Beacon;
let used = 0;

beforeAll(async () => {
  stage = await openStage();
  ({ shelf, air, sandbox, page } = stage);
  await saveSettings(page, QUICK);
});
afterAll(() => stage.close());

/** Each test has a beacon of its own that is prepared and at hand. */
async function ready(options: { tokenReadable?: boolean; processingMs?: number } = {}): Promise<void> {
  id = FLEET_IDS[used++]!;
  beacon = beaconNamed(id, options);
  await hangUp(air, shelf, beacon);
  await prepare(page, id, { interval: 1234 });
  air.resetCounts();
  await openRun(page, id);
}

const counts = () => air.counts(beacon.address);
const fault = (...faults: BeaconFault[]): void => shelf.fault(beacon.address, ...faults);
const run = (): Promise<RunFace> => runOnce(page, air, beacon.address);
/** The one action that is offered. */
const go = (face: RunFace): Promise<RunFace> => act(page, air, beacon.address, face.action);

async function verified(): Promise<void> {
  await expect.poll(() => trackWords(page)).toEqual(trackTo('Verified'));
  const device = (await sandbox.devices(id))[id]!;
  expect(device).toMatchObject({ pending: null, stateChanges: 1 });
  expect(device.values).toMatchObject({ interval: 1234 });
}

/** The package was applied once, however often it was written. */
function appliedOnce(): void {
  expect(shelf.beacons.get(beacon.address)!.state.applied).toHaveLength(1);
}

/** The emulated radio answers a connect that hung when it is let go, and may hand that answer to the next one: one more try. */
function expectConnects(connects: number): void {
  expect(counts().connect).toBeGreaterThanOrEqual(connects);
  expect(counts().connect).toBeLessThanOrEqual(connects + 1);
}

async function journal(): Promise<string[]> {
  return (await storedRuns(page, id)).at(-1)!.journal.map(({ step }) => step);
}

const UNWRITTEN = trackTo('On this phone');
const WRITE_UNCERTAIN = [...UNWRITTEN, 'Written: uncertain'];
const RECEIPT_UNCERTAIN = [...trackTo('Written'), 'Receipt on this phone: uncertain'];

describe('connecting', () => {
  beforeEach(() => ready());

  it.each([
    ['fails three times', { name: 'connectFails', times: 3 }, 4],
    ['hangs once', { name: 'connectHangs' }, 2],
    ['drops before it stands', { name: 'drop', when: 'before', operation: 'connect' }, 2],
    ['drops while it is made', { name: 'drop', when: 'during', operation: 'connect' }, 2],
  ] as const)('%s: tried again on the same handle, nobody is bothered', async (_, broken, connects) => {
    fault(broken);
    await run();
    await verified();
    expect(counts()).toMatchObject({ write: 1, readResponse: 1 });
    expectConnects(connects);
    expect(air.prompts).toHaveLength(1);
  });

  it.each([
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
  ] as const)('%s: said so, and the next click needs no chooser', async (_, broken, says, code) => {
    fault(broken);
    const face = await run();
    expect(face).toMatchObject({ says, action: 'Connect again', track: UNWRITTEN });
    expect(face.detail).toContain(code);
    expect(await journal()).toEqual(['intent']);
    await go(face);
    await verified();
    expect(counts().write).toBe(1);
    expectConnects(5);
    expect(air.prompts).toHaveLength(1);
  });

  it.each(['before', 'during', 'after'] as const)('is cut off %s the discovery: nothing was written', async (when) => {
    fault({ name: 'drop', when, operation: 'discover' });
    const face = await run();
    expect(face).toMatchObject({
      says: 'The connection dropped before anything was written.',
      action: 'Connect again',
      track: UNWRITTEN,
    });
    expect(counts().write).toBe(0);
    await go(face);
    await verified();
    appliedOnce();
  });

  it('is cut off right after the connect, and when discovery hangs', async () => {
    fault({ name: 'drop', when: 'after', operation: 'connect' }, { name: 'hang', operation: 'discover' });
    const first = await run();
    expect(first).toMatchObject({
      says: 'The connection dropped before anything was written.',
      action: 'Connect again',
    });
    const second = await go(first);
    expect(second).toMatchObject({
      says: 'The connection dropped before anything was written.',
      action: 'Connect again',
      track: UNWRITTEN,
    });
    await go(second);
    await verified();
    expect(counts().write).toBe(1);
  });

  it('the chooser is closed: no error, and the same button again', async () => {
    air.hand = 'cancel';
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    expect(await runEnded(page)).toMatchObject({
      says: 'No beacon was picked. Nothing was written.',
      action: 'Connect',
      track: UNWRITTEN,
    });
    expect(counts().connect).toBe(0);
    await run();
    await verified();
  });
});

describe.each([
  ['with 81F3', true],
  ['without 81F3', false],
] as const)('the write, %s', (_, tokenReadable) => {
  beforeEach(() => ready({ tokenReadable, processingMs: 100 }));

  it.each([
    ['cut off before it took effect', 'before', 2],
    ['cut off after it took effect', 'during', 1],
  ] as const)('%s: uncertain, looked at, applied once', async (_, when, writes) => {
    fault({ name: 'drop', when, operation: 'write' });
    const face = await run();
    expect(face).toMatchObject({
      says: 'Uncertain: the connection dropped during the write. The beacon may have changed.',
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    expect(await journal()).toEqual(['intent', 'writing']);
    await go(face);
    await verified();
    expect(counts()).toMatchObject({ write: writes, readToken: 0 });
    expect(air.prompts).toHaveLength(1);
    appliedOnce();
  });

  it('is never answered: uncertain, looked at, applied once', async () => {
    fault({ name: 'hang', operation: 'write' });
    const face = await run();
    expect(face).toMatchObject({
      says: 'Uncertain: the beacon did not confirm the write.',
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    await go(face);
    await verified();
    expect(counts().write).toBe(1);
    appliedOnce();
  });

  it('is refused by a locked beacon: looked at, written again', async () => {
    fault({ name: 'lockedOut' });
    const face = await run();
    expect(face).toMatchObject({
      says: 'Uncertain: the beacon refused the write. It may or may not have changed.',
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    await go(face);
    await verified();
    expect(counts().write).toBe(2);
    appliedOnce();
  });

  it('81F4 never says ended although it was applied: reconnected, read, not written again', async () => {
    fault({ name: 'neverEnds' });
    const face = await run();
    expect(face).toMatchObject({
      says: 'Uncertain: the beacon has the package but has not reported that it is finished.',
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    expect(await journal()).toEqual(['intent', 'writing']);
    await go(face);
    await verified();
    expect(counts().write).toBe(1);
    appliedOnce();
  });

  it('81F4 never says ended and nothing was applied: written once more', async () => {
    fault({ name: 'neverEnds', applies: false });
    await go(await run());
    await verified();
    expect(counts().write).toBe(2);
    appliedOnce();
  });
});

describe('while the beacon works', () => {
  beforeEach(() => ready({ processingMs: 400 }));

  it.each([
    ['cut off right after the write', { name: 'drop', when: 'after', operation: 'write' }],
    ['cut off before 81F4 is read', { name: 'drop', when: 'before', operation: 'poll' }],
    ['cut off while 81F4 is read', { name: 'drop', when: 'during', operation: 'poll' }],
    ['cut off after 81F4 was read', { name: 'drop', when: 'after', operation: 'poll' }],
    ['81F4 is not answered', { name: 'hang', operation: 'poll' }],
  ] as const)('%s: uncertain, then its receipt', async (_, broken) => {
    fault(broken);
    const face = await run();
    expect(face).toMatchObject({
      says: 'Uncertain: the connection dropped while the beacon was processing the package.',
      action: 'Reconnect and check',
      track: WRITE_UNCERTAIN,
    });
    await go(face);
    await verified();
    expect(counts()).toMatchObject({ write: 1, readToken: 0 });
    appliedOnce();
  });
});

describe('reading the response', () => {
  beforeEach(() => ready());

  it('is cut off before: it is read later, nothing is written again', async () => {
    fault({ name: 'drop', when: 'before', operation: 'readResponse' });
    const face = await run();
    expect(face).toMatchObject({
      says: 'Uncertain: the connection dropped before the receipt was read.',
      action: 'Reconnect and check',
      track: RECEIPT_UNCERTAIN,
    });
    expect(await journal()).toEqual(['intent', 'writing', 'written', 'reading']);
    await go(face);
    await verified();
    expect(counts()).toMatchObject({ write: 1, readToken: 0 });
  });

  it('is cut off after: the receipt is kept and nothing is said of it', async () => {
    fault({ name: 'drop', when: 'after', operation: 'readResponse' });
    await run();
    await verified();
  });

  it.each([
    [
      'was read and lost on the way',
      { name: 'drop', when: 'during', operation: 'readResponse' },
      'Uncertain: the connection dropped before the receipt was read.',
    ],
    [
      'is never answered',
      { name: 'hang', operation: 'readResponse' },
      'Uncertain: the receipt could not be read in time.',
    ],
  ] as const)('%s: looked at, written once more, and a new package settles it', async (_, broken, says) => {
    fault(broken);
    const face = await run();
    expect(face).toMatchObject({ says, action: 'Reconnect and check', track: RECEIPT_UNCERTAIN });
    await uncertainThenSettled(await go(face));
  });

  it('finds it empty three times: nothing is claimed of the beacon, and a new package settles it', async () => {
    fault({ name: 'emptyResponse' });
    const face = await run();
    expect(counts()).toMatchObject({ write: 1, readResponse: 3, readToken: 0 });
    expect(face).toMatchObject({
      says: 'Uncertain: no receipt came back. If this was the right beacon, it has applied the change, but the backend cannot know.',
      action: 'Reconnect and check',
      track: RECEIPT_UNCERTAIN,
    });
    await settleWithNewPackage({ ...face, action: 'Fetch a new package' });
    expect(air.prompts).toHaveLength(2);
  });

  it('comes after its limit: kept all the same, and the run that had stopped is over', async () => {
    fault({ name: 'slow', operation: 'readResponse', ms: LATE_MS });
    const face = await run();
    expect(face.says).toBe('Uncertain: the receipt could not be read in time.');
    await verified();
    expect(counts()).toMatchObject({ write: 1, readResponse: 1 });
    expect(await storedReceipts(page, id)).toMatchObject([{ owner: 'known', mirrored: true }]);
  });

  it('finds half of it: kept and sent, not verified, and the newer package is offered', async () => {
    fault({ name: 'truncatedResponse' });
    await run();
    await expect
      .poll(async () => (await runFace(page)).says)
      .toBe('Not verified: the backend still has a configuration waiting.');
    const face = await runFace(page);
    expect(face.track.slice(-1)).toEqual(['Not verified']);
    expect((await sandbox.devices(id))[id]).toMatchObject({ posts: 1, notVerified: 1, stateChanges: 0 });
    expect(face.action).toBe('Fetch a new package');
    await settleWithNewPackage(face);
  });

  async function uncertainThenSettled(face: RunFace): Promise<void> {
    expect(face.says).toBe(
      'Uncertain: the beacon you picked has already had this package or a newer one. Fetch a new package when online and write it to settle this.',
    );
    // The marks follow the row, which is read again after the words of the run.
    await expect.poll(async () => (await runFace(page)).track).toEqual(RECEIPT_UNCERTAIN);
    expect(face.action).toBe('Fetch a new package');
    expect((await sandbox.devices(id))[id]).toMatchObject({ posts: 0, stateChanges: 0 });
    await settleWithNewPackage(face);
  }

  async function settleWithNewPackage(face: RunFace): Promise<void> {
    await page.getByRole('button', { name: face.action }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await run();
    await verified();
  }
});

describe('the beacon says no', () => {
  beforeEach(() => ready());

  it('a wrong beacon refuses and stays as it is; the right one is picked next', async () => {
    const wrong = beaconNamed(FLEET_IDS.at(-1)!);
    await hangUp(air, shelf, wrong);
    const before = wrong.state.values;
    const face = await act(page, air, wrong.address, 'Connect');
    expect(face).toMatchObject({
      says: 'Refused: the beacon does not accept this package. It is probably the wrong beacon, so check the label.',
      action: 'Pick the beacon again',
      track: [...UNWRITTEN, 'Written: refused'],
    });
    expect(face.detail).toContain('4');
    expect(shelf.beacons.get(wrong.address)!.state.values).toEqual(before);
    await go(face);
    await verified();
    expect(air.prompts).toHaveLength(2);
    appliedOnce();
  });

  it.each([
    [
      3,
      'Refused: the beacon does not accept this package. It is probably the wrong beacon, so check the label.',
      'Pick the beacon again',
    ],
    [
      4,
      'Refused: the beacon does not accept this package. It is probably the wrong beacon, so check the label.',
      'Pick the beacon again',
    ],
    [8, 'Refused: the beacon had an internal error.', 'Connect again'],
  ] as const)('plain result %i: the same package may be tried again', async (code, says, action) => {
    fault({ name: 'refuses', code });
    const face = await run();
    expect(face).toMatchObject({ says, action, track: [...UNWRITTEN, 'Written: refused'] });
    await go(face);
    await verified();
    appliedOnce();
  });

  it.each([
    [7, 'Refused: the beacon you picked has already taken this package or a newer one.'],
    [9, 'Refused: the beacon says this package has expired.'],
    [1, 'Refused: the beacon could not read the package.'],
  ] as const)('plain result %i: a new package is needed', async (code, says) => {
    fault({ name: 'refuses', code });
    const face = await run();
    expect(face).toMatchObject({ says, action: 'Fetch a new package', track: [...UNWRITTEN, 'Written: refused'] });
    // Held: shown as refused, not counted, not sent.
    expect((await sandbox.devices(id))[id]).toMatchObject({ posts: 0 });
    await page.getByRole('button', { name: face.action }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await run();
    await verified();
    appliedOnce();
  });

  it.each([
    [2, 'Refused: this beacon does not support this kind of package.'],
    [5, 'Refused: the beacon does not know one of the settings.'],
    [6, 'Refused: too many changes at once for this beacon.'],
  ] as const)('plain result %i: the configuration has to change', async (code, says) => {
    fault({ name: 'refuses', code });
    const face = await run();
    expect(face).toMatchObject({ says, action: 'Change the configuration' });
    await goTo(page, `/devices/${id}`);
    await expect.poll(() => trackWords(page)).toEqual([...UNWRITTEN, 'Written: refused']);
  });
});
