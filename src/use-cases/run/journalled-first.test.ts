/** What the journal says before a response is read, and what becomes of the read where it could not be said. */
import { describe, expect, it } from 'vitest';
import type { Run } from '../../domain/run.ts';
import { createWorld, type Window, type World } from '../../../test/support/run-world.ts';
import { ID, TOKEN } from '../../../test/support/run-place.ts';

const lastWord = (run: Run): string => run.journal.at(-1)!.note ?? run.journal.at(-1)!.step;

/** Where `ahead` is called for rows of the journal before they are stored. */
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
  ['with the waits that ship', {}],
  ['with no time before the response', { beforeResponseMs: 0 }],
])('%s', (_name, timing) => {
  it('leaves the response in the beacon where it could not be stored that the package was taken', async () => {
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

  it('asks the beacon for nothing before it is stored that the package was taken', async () => {
    const world = createWorld(timing);
    let store: () => void = () => undefined;
    const window = await windowWith(world, (run) =>
      lastWord(run) === 'taken' ? new Promise((resolve) => (store = resolve)) : Promise.resolve(),
    );
    const over = window.runs.start(world.carry(ID, TOKEN).id);
    await expect.poll(() => window.now().phase).toBe('processing');
    // The clock passes only when nothing else can happen: whatever does not wait for the disk has happened by then.
    await world.clock.sleep(60_000);
    expect(world.operations).not.toContain('poll');
    store();
    await over;
    expect(window.now().outcome).toMatchObject({ kind: 'receipt' });
  });

  it('reads nothing before it is stored that the response is read next', async () => {
    const world = createWorld(timing);
    const window = await windowWith(world, async (run) => {
      if (lastWord(run) === 'reading') throw Object.assign(new Error('full'), { code: 'full' });
    });
    await window.runs.start(world.carry(ID, TOKEN).id);
    expect(window.now()).toMatchObject({ failure: { code: 'storageFull' }, outcome: null });
    expect(reads(world)).toBe(0);
  });
});
