/** What a window knows of runs, packages and receipts follows the disk, whoever writes there. */
import { beforeEach, expect, it } from 'vitest';
import { createWorld, type Window, type World } from '../../../test/support/run-world.ts';
import { newRun, stepTo } from '../../domain/provisioning/journal.ts';

const ID = 'tB4x';
let world: World;
let window: Window;

beforeEach(async () => {
  world = createWorld();
  window = await world.open();
});

it('shows a run that was begun beside it, and its next step once its package is another', async () => {
  const carried = world.carry(ID, 1_750_000_000);
  const run = newRun({ id: 'r1', receiptId: 'x1', package: carried, nowMs: world.clock.nowMs() });
  await window.stores.packages.mark(carried.id, 'carried');
  await window.stores.runs.put(run);
  await expect.poll(() => window.runs.list.value.map(({ id }) => id)).toEqual(['r1']);
  expect(window.runs.nextStep(run)).toBe('start');
  const written = { ...stepTo(run, 'writing', 1), writes: 1 };
  await window.stores.runs.put(written);
  await expect.poll(() => window.runs.list.value[0]?.step).toBe('writing');
  expect(window.runs.nextStep(written)).toBe('resume');
});

it('is told nothing any more once it is closed', async () => {
  window.runs.close();
  const carried = world.carry(ID, 1_750_000_000);
  const run = newRun({ id: 'r1', receiptId: 'x1', package: carried, nowMs: world.clock.nowMs() });
  await window.stores.runs.put(run);
  expect(window.runs.list.value).toEqual([]);
});
