/** A window's views of runs, packages and receipts follow the disk, whichever window writes. */
import { beforeEach, describe, expect, it } from 'vitest';
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

it('the list of runs shows a run that another window began, and its next step when its package changes', async () => {
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

it('the list of runs shows the next step of a run when its receipt changes', async () => {
  world.choosers.next = ID;
  await window.runs.start(world.carry(ID, 1_750_000_000).id);
  const [run] = window.runs.list.value;
  expect(window.runs.nextStep(run!)).toBe('deliver');
  await window.stores.receipts.update(run!.receiptId, (stored) => ({ ...stored, state: 'verified' }));
  await expect.poll(() => window.runs.nextStep(run!)).toBe('nothing');
});

it('the list of runs is not notified after it is closed', async () => {
  window.runs.close();
  const carried = world.carry(ID, 1_750_000_000);
  const run = newRun({ id: 'r1', receiptId: 'x1', package: carried, nowMs: world.clock.nowMs() });
  await window.stores.runs.put(run);
  expect(window.runs.list.value).toEqual([]);
});

/** Views over stores whose reads may end a turn of the event loop later, and a radio that can be switched. */
function createLateViews({ isLate = true } = {}) {
  const later = async <T>(rows: T): Promise<T> => {
    // On the virtual clock a turn of the event loop lets time pass.
    if (isLate) await new Promise((resolve) => setImmediate(resolve));
    return rows;
  };
  const { runs, packages, receipts } = window.stores;
  const radio = { state: 'off' as 'off' | 'available', notify: (): void => undefined, reads: 0 };
  let fault: Error | null = null;
  let lockReads = 0;
  const views = createRunViews({
    runs: {
      watch: runs.watch,
      async all() {
        if (fault !== null) throw fault;
        return later([...world.disk.runs.values()]);
      },
    },
    packages: { watch: packages.watch, all: () => later([...world.disk.packages.values()]) },
    receipts: { watch: receipts.watch, all: () => later([...world.disk.receipts.values()]) },
    devices: () => [...world.disk.devices.values()],
    locks: {
      ...world.locks,
      held() {
        lockReads += 1;
        return later(new Set(world.held));
      },
    },
    clock: world.clock,
    bluetooth: {
      availability: () => later(radio.state),
      onAvailability: (listener) => ((radio.notify = listener), () => (radio.notify = () => undefined)),
    },
  });
  return { views, radio, lockReads: () => lockReads, fail: (error: Error | null) => void (fault = error) };
}

describe('the views of runs, on a disk that answers late,', () => {
  const begun = () => {
    const carried = world.carry(ID, 1_750_000_000);
    const run = newRun({ id: 'r1', receiptId: 'x1', package: carried, nowMs: world.clock.nowMs() });
    world.disk.runs.set(run.id, run);
    for (const device of [
      fixtureDevice(0, { uniqueId: ID, name: 'Ward 7' }),
      fixtureDevice(1, { uniqueId: 'Kf7Qp2', name: null }),
      fixtureDevice(2, { uniqueId: 'm3Rw', name: 'Ward 7' }),
    ])
      world.disk.devices.set(device.uniqueId, device);
    return { run, carried };
  };

  it.each([
    ['refresh', 'off'],
    ['open', 'off'],
    ['readRows', 'unknown'],
  ] as const)('complete "%s" only when everything that it reads can be shown', async (read, state) => {
    const { views } = createLateViews();
    const { run, carried } = begun();
    world.held.add('fieldkit-run-r1');
    await views[read]();
    expect(views.list.value).toEqual([run]);
    expect(views.package(carried.id)).toEqual(carried);
    expect(views.nextStep(run)).toBe('runningElsewhere');
    expect([views.names(), views.radio.value]).toEqual([['Ward 7'], state]);
    views.close();
  });

  it('open only once their rows can be read', async () => {
    const { views, fail } = createLateViews();
    const { run } = begun();
    const error = new Error('The database does not answer');
    fail(error);
    await expect(views.open()).rejects.toBe(error);
    fail(null);
    await views.open();
    expect(views.list.value).toEqual([run]);
    views.close();
  });

  it('show that Bluetooth is switched on during their use', async () => {
    const { views, radio } = createLateViews();
    await views.open();
    radio.state = 'available';
    radio.notify();
    await expect.poll(() => views.radio.value).toBe('available');
    views.close();
  });

  it('keep rows that cannot be read, and read them at the next change', async () => {
    const { views, fail } = createLateViews();
    const { run } = begun();
    await views.refresh();
    fail(new Error('torn'));
    world.disk.runs.clear();
    await views.refresh();
    expect(views.list.value).toEqual([run]);
    fail(null);
    await window.stores.runs.put({ ...run, id: 'r2' });
    await expect.poll(() => views.list.value.map(({ id }) => id)).toEqual(['r2']);
    views.close();
  });
});

describe('the runs of other windows', () => {
  it('are looked for every two seconds while there is one, and no longer', async () => {
    const { views, lockReads } = createLateViews({ isLate: false });
    await views.readRows();
    await world.clock.sleep(10_000);
    expect(lockReads()).toBe(1);
    world.held.add('fieldkit-run-r1');
    await views.readRows();
    await views.readRows();
    const before = lockReads();
    const reads: number[] = [];
    for (const ms of [1990, 20, 2000, 2000]) {
      await world.clock.sleep(ms);
      reads.push(lockReads() - before);
    }
    expect(reads).toEqual([0, 1, 2, 3]);
    world.held.delete('fieldkit-run-r1');
    await world.clock.sleep(2000);
    expect([...views.elsewhere.value]).toEqual([]);
    const after = lockReads();
    await world.clock.sleep(10_000);
    expect(lockReads()).toBe(after);
    // Another one is found as the first was.
    world.held.add('fieldkit-run-r2');
    await views.readRows();
    world.held.delete('fieldkit-run-r2');
    await world.clock.sleep(3000);
    expect([...views.elsewhere.value]).toEqual([]);
    views.close();
  });

  it('are reported only when they change, also where one takes the place of another', async () => {
    const { views } = createLateViews({ isLate: false });
    const changes: string[][] = [];
    views.elsewhere.subscribe(() => changes.push([...views.elsewhere.value]));
    world.held.add('fieldkit-radio').add('fieldkit-run-r1');
    await views.readRows();
    await views.readRows();
    world.held.delete('fieldkit-run-r1');
    world.held.add('fieldkit-run-r2');
    await views.readRows();
    expect(changes).toEqual([[], ['r1'], ['r2']]);
    views.close();
  });

  it('are not those that this window carries out or waits for', async () => {
    const { views } = createLateViews({ isLate: false });
    views.follow({ isLocked: (id) => id === 'mine' || id === 'late', isAwaited: (id) => id === 'late' });
    for (const id of ['mine', 'late', 'theirs']) world.held.add(`fieldkit-run-${id}`);
    await views.readRows();
    expect([...views.elsewhere.value]).toEqual(['theirs']);
    views.close();
  });

  it('are not looked for after the views are closed', async () => {
    const { views, lockReads } = createLateViews({ isLate: false });
    world.held.add('fieldkit-run-r1');
    await views.readRows();
    views.close();
    const before = lockReads();
    await world.clock.sleep(10_000);
    expect(lockReads()).toBe(before);
  });
});
