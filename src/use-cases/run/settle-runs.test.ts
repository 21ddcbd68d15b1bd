import { beforeEach, describe, expect, it } from 'vitest';
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
  it.each(['replaced', 'used', 'dead'] as const)('is over when its package is %s', async (state) => {
    const run = stoppedBeforeWriting(state);
    expect(await settle()).toBe(1);
    expect(stored(run).outcome).toEqual({ kind: 'abandoned' });
    expect(await settle()).toBe(0);
  });

  it.each(['carried', 'prepared'] as const)('goes on when its package is %s', async (state) => {
    const run = stoppedBeforeWriting(state);
    expect(await settle()).toBe(0);
    expect(stored(run).outcome).toBeNull();
  });

  it('continues while a window carries it out', async () => {
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

it('continues a run that has written since its row was read', async () => {
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

it('does not end a run that may have written when its package is replaced, because a response may be in the beacon', async () => {
  const run = { ...stepTo(stoppedBeforeWriting('replaced'), 'writing', 1), writes: 1 };
  world.disk.runs.set(run.id, run);
  expect(await settle()).toBe(0);
  expect(stored(run).outcome).toBeNull();
});
