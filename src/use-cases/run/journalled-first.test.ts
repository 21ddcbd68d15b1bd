/** The journal is stored before a response is read. Without it the response stays in the beacon. */
import { describe, expect, it } from 'vitest';
import type { Run } from '../../domain/run.ts';
import { createWorld, type Window, type World } from '../../../test/support/run-world.ts';
import { ID, TOKEN } from '../../../test/support/run-place.ts';

const lastWord = (run: Run): string => run.journal.at(-1)!.note ?? run.journal.at(-1)!.step;

/** Opens a window in which `ahead` is called with each journal row before it is stored. */
async function windowWith(world: World, ahead: (run: Run) => Promise<void>): Promise<Window> {
  world.choosers.next = ID;
  const window = await world.open();
  const { put } = window.stores.runs;
  window.stores.runs.put = async (run, durability) => {
    await ahead(run);
    return put(run, durability);
  };
  return window;
}

const reads = (world: World): number => world.operations.filter((operation) => operation === 'readResponse').length;

describe.each([
  ['with the default waits', {}],
  ['with no time before the response', { beforeResponseMs: 0 }],
])('a run %s', (_name, timing) => {
  it('leaves the response in the beacon if the journal could not store that the write was acknowledged', async () => {
    const world = createWorld(timing);
    const window = await windowWith(world, async (run) => {
      if (lastWord(run) === 'taken') throw Object.assign(new Error('full'), { code: 'full' });
    });
    await window.runs.start(world.carry(ID, TOKEN).id);
    expect(window.now()).toMatchObject({ failure: { code: 'storageFull' }, outcome: null });
    expect(reads(world)).toBe(0);
    const { id } = [...world.disk.runs.values()][0]!;
    world.held.clear();
    const later = await world.open();
    await later.runs.resume(id);
    expect(later.now().outcome).toMatchObject({ kind: 'receipt' });
    expect([...world.disk.receipts.values()]).toMatchObject([{ state: 'waiting', mirrored: true }]);
  });

  it('starts no operation on the beacon before the journal has stored that the write was acknowledged', async () => {
    const world = createWorld(timing);
    let store: () => void = () => undefined;
    const window = await windowWith(world, (run) =>
      lastWord(run) === 'taken' ? new Promise((resolve) => (store = resolve)) : Promise.resolve(),
    );
    const over = window.runs.start(world.carry(ID, TOKEN).id);
    await expect.poll(() => window.now().phase).toBe('processing');
    // The clock advances only when nothing else can happen, so everything that does not wait for the disk is done by
    // then.
    await world.clock.sleep(60_000);
    expect(world.operations).not.toContain('poll');
    store();
    await over;
    expect(window.now().outcome).toMatchObject({ kind: 'receipt' });
  });

  it('reads no response before the journal has stored the intention to read it', async () => {
    const world = createWorld(timing);
    const window = await windowWith(world, async (run) => {
      if (lastWord(run) === 'reading') throw Object.assign(new Error('full'), { code: 'full' });
    });
    await window.runs.start(world.carry(ID, TOKEN).id);
    expect(window.now()).toMatchObject({ failure: { code: 'storageFull' }, outcome: null });
    expect(reads(world)).toBe(0);
  });
});
