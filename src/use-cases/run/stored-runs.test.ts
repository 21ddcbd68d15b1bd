/** A run that begins or reads a response knows what other windows have written, without reading every ended run. */
import { expect, it } from 'vitest';
import { fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { createWorld } from '../../../test/support/run-world.ts';
import type { Run } from '../../domain/run.ts';
import { createCachedRows } from '../cached-rows.ts';
import { createStoredRuns } from './stored-runs.ts';

it('the storage of runs reads every run again except those whose receipt is verified', async () => {
  const { stores } = await createWorld().open();
  const disk = new Map<string, Run>();
  const read: string[] = [];
  const store = {
    ...stores.runs,
    watch: () => () => undefined,
    all: async () => [...disk.values()],
    ids: async () => [...disk.keys()],
    async getMany(ids: readonly string[]) {
      read.push(...ids);
      return ids.flatMap((id) => disk.get(id) ?? []);
    },
    inOrder: (one: Run, other: Run) => (one.id < other.id ? -1 : 1),
  };
  const put = (id: string, changes: Partial<Run>) => disk.set(id, fixtureRun('tB4x', { id, ...changes }));
  put('a verified', { outcome: { kind: 'receipt', receiptId: 'verified' } });
  put('b waiting', { outcome: { kind: 'receipt', receiptId: 'waiting' } });
  put('c refused', { outcome: { kind: 'refused', receiptId: 'verified', result: 4 } });
  put('d open', {});
  const runs = createCachedRows<Run, typeof store>(store);
  const receipts = [
    fixtureReceipt('tB4x', { id: 'verified', state: 'verified' }),
    fixtureReceipt('tB4x', { id: 'waiting', state: 'waiting' }),
  ];
  const stored = createStoredRuns(store, { runs, receipts: { all: async () => receipts } });
  await runs.all();
  // Another window writes, and its notification has not arrived yet.
  put('d open', { step: 'writing' });
  put('e begun', {});
  const all = await stored.all();
  expect(all.map(({ id, step }) => [id, step])).toEqual([
    ['a verified', disk.get('a verified')!.step],
    ['b waiting', disk.get('b waiting')!.step],
    ['c refused', disk.get('c refused')!.step],
    ['d open', 'writing'],
    ['e begun', 'intent'],
  ]);
  expect(read.toSorted()).toEqual(['b waiting', 'c refused', 'd open', 'e begun']);
  expect(await stored.get('unknown')).toBeNull();
});
