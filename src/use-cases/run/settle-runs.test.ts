import { beforeEach, describe, expect, it } from 'vitest';
import { fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { createWorld, type Window, type World } from '../../../test/support/run-world.ts';
import type { PackageState } from '../../domain/carried-package.ts';
import { newRun, stepTo } from '../../domain/provisioning/journal.ts';
import type { Run } from '../../domain/run.ts';
import { runLock } from '../../names.ts';
import { settleRuns } from './settle-runs.ts';

let world: World;
let window: Window;

beforeEach(async () => {
  world = createWorld();
  window = await world.open();
});

const settle = () => settleRuns({ ...window.stores, locks: world.locks, clock: world.clock });
const stored = (run: Run) => world.disk.runs.get(run.id)!;

/** Returns a run that began and wrote nothing, whose package is now in this state. */
function stoppedBeforeWriting(state: PackageState): Run {
  const carried = world.carry('tB4x', 1_750_000_000, { state });
  const run = newRun({ id: 'r1', receiptId: 'x1', package: carried, nowMs: world.clock.nowMs() });
  world.disk.runs.set(run.id, run);
  return run;
}

describe('a run that wrote nothing', () => {
  it.each(['replaced', 'used', 'dead'] as const)('is ended when its package is %s', async (state) => {
    const run = stoppedBeforeWriting(state);
    expect(await settle()).toBe(1);
    expect(stored(run).outcome).toEqual({ kind: 'abandoned' });
    expect(await settle()).toBe(0);
  });

  it.each(['carried', 'prepared'] as const)('stays unfinished when its package is %s', async (state) => {
    const run = stoppedBeforeWriting(state);
    expect(await settle()).toBe(0);
    expect(stored(run).outcome).toBeNull();
  });

  it('is not ended while a window carries it out', async () => {
    const run = stoppedBeforeWriting('replaced');
    const release = await world.locks.tryAcquire(runLock(run.id));
    expect(await settle()).toBe(0);
    expect(stored(run).outcome).toBeNull();
    release!();
    expect(await settle()).toBe(1);
  });
});

describe('an interrupted run that was to make a beacon blink', () => {
  it.each([
    ['ends before the write with a packet that can be sent', false, 'carried'],
    ['ends in the write with a packet that counts as sent', true, 'dead'],
  ] as const)('%s, and leaves nothing unfinished', async (_where, hasWritten, state) => {
    const carried = world.carry('tB4x', 1_750_000_000, { kind: 'command', command: 'identify', spare: 1 });
    const run = newRun({ id: 'r1', receiptId: 'x1', package: carried, nowMs: world.clock.nowMs() });
    world.disk.runs.set(run.id, hasWritten ? { ...stepTo(run, 'writing', 1), writes: 1 } : run);
    const release = await world.locks.tryAcquire(runLock(run.id));
    expect(await settle()).toBe(0);
    release!();
    expect(await settle()).toBe(1);
    expect(stored(run).outcome).toEqual({ kind: 'abandoned' });
    expect(world.disk.packages.get(carried.id)!.state).toBe(state);
  });
});

it('settling runs does not end a run that has written since its row was read', async () => {
  const run = stoppedBeforeWriting('replaced');
  const written = { ...stepTo(run, 'writing', 1), writes: 1 };
  const locks: typeof world.locks = {
    ...world.locks,
    async tryAcquire(name) {
      world.disk.runs.set(run.id, written);
      return world.locks.tryAcquire(name);
    },
  };
  expect(await settleRuns({ ...window.stores, locks, clock: world.clock })).toBe(0);
  expect(stored(run)).toEqual(written);
});

it('a run that may have written does not end when its package is replaced, because a response may be in the beacon', async () => {
  const run = { ...stepTo(stoppedBeforeWriting('replaced'), 'writing', 1), writes: 1 };
  world.disk.runs.set(run.id, run);
  expect(await settle()).toBe(0);
  expect(stored(run).outcome).toBeNull();
});

it.each([
  ['end', { kind: 'receipt', receiptId: 'x1' }],
  ['put', null],
] as const)('settling runs ends only when the rows are stored: %s', async (operation, outcome) => {
  const run = stepTo(stepTo(stepTo(stoppedBeforeWriting('carried'), 'writing', 1), 'written', 1), 'receipt', 1);
  world.disk.runs.set(run.id, run);
  const receipt = fixtureReceipt('tB4x', { id: 'x1', runId: 'r1', owner: 'unsure' });
  world.disk.receipts.set('x1', { ...receipt, state: outcome === null ? 'notVerified' : 'verified' });
  let store: () => void = () => undefined;
  world.disk.waits.set(operation, new Promise((resolve) => (store = resolve)));
  let changed: number | null = null;
  const settling = settle().then((count) => (changed = count));
  await world.clock.sleep(1000);
  expect(changed).toBeNull();
  store();
  await settling;
  expect(changed).toBe(1);
  expect(stored(run)).toMatchObject({ outcome, step: outcome === null ? 'reading' : 'receipt' });
});

it('settling runs keeps the lock of a run until the end of the run is stored', async () => {
  const run = stoppedBeforeWriting('replaced');
  let store: () => void = () => undefined;
  world.disk.waits.set('end', new Promise((resolve) => (store = resolve)));
  const settling = settle();
  await world.clock.sleep(1000);
  expect([...world.held]).toEqual([runLock(run.id)]);
  store();
  expect(await settling).toBe(1);
  expect(world.held.size).toBe(0);
});

it('settling runs settles each run by its own receipts, among those of many', async () => {
  const carried = world.carry('tB4x', 1_750_000_000);
  const runs = ['r1', 'r2', 'r3'].map((id, at) => {
    const uniqueId = ['tB4x', 'm3Rw', 'Kf7Qp2'][at]!;
    const run = newRun({ id, receiptId: `x-${id}`, package: { ...carried, uniqueId }, nowMs: world.clock.nowMs() });
    return { ...stepTo(run, 'receipt', 1), writes: 1 };
  });
  for (const run of runs) world.disk.runs.set(run.id, run);
  for (const [at, state] of (['verified', 'waiting', 'verified'] as const).entries()) {
    const { id, uniqueId } = runs[at]!;
    world.disk.receipts.set(
      `x-${id}`,
      fixtureReceipt(uniqueId, { id: `x-${id}`, runId: id, owner: 'unsure', state, candidates: [uniqueId] }),
    );
  }
  expect(await settle()).toBe(2);
  expect(runs.map((run) => stored(run).outcome)).toEqual([
    { kind: 'receipt', receiptId: 'x-r1' },
    null,
    { kind: 'receipt', receiptId: 'x-r3' },
  ]);
});
