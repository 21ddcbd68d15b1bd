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

const never = (): Promise<void> => new Promise(() => undefined);
const reads = (world: World): number => world.air.filter((operation) => operation === 'readResponse').length;

describe.each([
  ['with the waits that ship', {}],
  ['with no time before the response', { beforeResponseMs: 0 }],
])('%s', (_name, timing) => {
  it('leaves the response in the beacon where the word that it is read next could not be stored', async () => {
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

  it('reads nothing before that word is stored', async () => {
    const world = createWorld(timing);
    let store: () => void = () => undefined;
    const window = await windowWith(world, (run) =>
      lastWord(run) === 'taken' ? new Promise((resolve) => (store = resolve)) : Promise.resolve(),
    );
    const over = window.runs.start(world.carry(ID, TOKEN).id);
    await expect.poll(() => window.now().phase).toBe('settling');
    // The clock passes only when nothing else can happen: whatever does not wait for the disk has happened by then.
    await world.clock.sleep(60_000);
    expect(reads(world)).toBe(0);
    store();
    await over;
    expect(window.now().outcome).toMatchObject({ kind: 'receipt' });
  });
});

it('is not held up by its own row where the beacon is given no time: that was asked for before, and its word is stored', async () => {
  const world = createWorld({ beforeResponseMs: 0 });
  const asked: string[] = [];
  const window = await windowWith(world, (run) => {
    asked.push(`${lastWord(run)}, ${reads(world)} read`);
    return lastWord(run) === 'reading' ? never() : Promise.resolve();
  });
  await window.runs.start(world.carry(ID, TOKEN).id);
  expect(asked).toEqual(['writing, 0 read', 'taken, 0 read', 'reading, 0 read']);
  expect(window.now().outcome).toMatchObject({ kind: 'receipt' });
});

it('is stored itself before the read where the beacon is given time', async () => {
  const world = createWorld();
  const window = await windowWith(world, async (run) => {
    if (lastWord(run) === 'reading') throw Object.assign(new Error('full'), { code: 'full' });
  });
  await window.runs.start(world.carry(ID, TOKEN).id);
  expect(window.now()).toMatchObject({ failure: { code: 'storageFull' }, outcome: null });
  expect(reads(world)).toBe(0);
});
