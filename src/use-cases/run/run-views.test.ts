/** A window's views of runs, packages and receipts follow the disk, whichever window writes. */
import { beforeEach, expect, it } from 'vitest';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { createWorld, type Window, type World } from '../../../test/support/run-world.ts';
import { newRun, stepTo } from '../../domain/provisioning/journal.ts';
import { createRunViews } from './run-views.ts';

const ID = 'tB4x';
let world: World;
let window: Window;

beforeEach(async () => {
  world = createWorld();
  window = await world.open();
});

it('shows a run that another window began, and its next step when its package changes', async () => {
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

it('shows the next step of a run when its receipt changes', async () => {
  world.choosers.next = ID;
  await window.runs.start(world.carry(ID, 1_750_000_000).id);
  const [run] = window.runs.list.value;
  expect(window.runs.nextStep(run!)).toBe('deliver');
  await window.stores.receipts.update(run!.receiptId, (stored) => ({ ...stored, state: 'verified' }));
  await expect.poll(() => window.runs.nextStep(run!)).toBe('nothing');
});

it('lists the devices from the first reading on, and those that are added later', async () => {
  const views = createRunViews({
    ...window.stores,
    locks: world.locks,
    clock: world.clock,
    bluetooth: { availability: async () => 'absent', onAvailability: () => () => undefined },
  });
  world.disk.devices.push(fixtureDevice(0, { uniqueId: ID, name: 'Ward 7' }));
  expect(views.device(ID)).toBeNull();
  await views.readDevices();
  expect([views.device(ID)?.name, views.names()]).toEqual(['Ward 7', ['Ward 7']]);
  world.disk.devices.push(fixtureDevice(1, { uniqueId: 'Kf7Qp2', name: 'Ward 8' }));
  // The store of this test notifies all listeners of any change.
  await window.stores.runs.put(newRun({ id: 'r1', receiptId: 'x1', package: world.carry(ID, 1), nowMs: 0 }));
  await expect.poll(() => views.names()).toEqual(['Ward 7', 'Ward 8']);
  views.close();
});

it('is not notified after it is closed', async () => {
  window.runs.close();
  const carried = world.carry(ID, 1_750_000_000);
  const run = newRun({ id: 'r1', receiptId: 'x1', package: carried, nowMs: world.clock.nowMs() });
  await window.stores.runs.put(run);
  expect(window.runs.list.value).toEqual([]);
});
