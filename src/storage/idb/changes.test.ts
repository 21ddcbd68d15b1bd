/** What a window learns of the rows that another one has changed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openChanges, type Changes } from './changes.ts';

type Store = 'runs' | 'receipts';

let here: Changes<Store>;
let there: Changes<Store>;
let name = '';
beforeEach(() => {
  name = `changes-${crypto.randomUUID()}`;
  here = openChanges<Store>(name);
  there = openChanges<Store>(name);
});
afterEach(() => {
  here.close();
  there.close();
});

it('changes reach windows as the IDs of the rows of each store, or null where any row may have changed', async () => {
  const calls: [window: string, store: Store, ids: readonly string[] | null][] = [];
  for (const store of ['runs', 'receipts'] as const) {
    here.watch(store, (ids) => calls.push(['here', store, ids]));
    there.watch(store, (ids) => calls.push(['there', store, ids]));
  }
  here.announce(['runs', 'receipts'], { runs: ['1', 'receipts:2'] });
  here.announce(['receipts'], { runs: ['3'] });
  here.announce(['receipts']);
  const expected = (window: string): typeof calls => [
    [window, 'runs', ['1', 'receipts:2']],
    [window, 'receipts', null],
    [window, 'receipts', null],
    [window, 'receipts', null],
  ];
  expect(calls, 'at once in its own window').toEqual(expected('here'));
  await expect.poll(() => calls.length).toBe(8);
  expect(calls.slice(4)).toEqual(expected('there'));
});

it('changes reach every listener of a store except those that have unsubscribed', () => {
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
  here.watch('runs', first);
  const stop = here.watch('runs', second);
  here.watch('runs', third);
  stop();
  here.announce(['runs']);
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
});

it('changes stop when their channel is closed, in both directions', async () => {
  const [before, after, other] = [vi.fn(), vi.fn(), vi.fn()];
  here.watch('runs', before);
  there.watch('runs', other);
  here.close();
  here.watch('runs', after);
  there.announce(['runs']);
  here.announce(['receipts', 'runs']);
  expect(before, 'a listener from before').not.toHaveBeenCalled();
  expect(after).toHaveBeenCalledTimes(1);
  // A third window is told after the two messages would have arrived.
  const last = openChanges<Store>(name);
  const arrived = new Promise((resolve) => there.watch('receipts', resolve));
  last.announce(['receipts']);
  await arrived;
  last.close();
  expect(after, 'what another window changes').toHaveBeenCalledTimes(1);
  expect(other, 'what a closed window changes').toHaveBeenCalledTimes(1);
});

it('changes are taken from no message that is not a list of texts', async () => {
  const listener = vi.fn();
  here.watch('runs', listener);
  const stranger = new BroadcastChannel(`fieldkit-changes:${name}`);
  for (const odd of [null, 'runs', { runs: ['1'] }, [['runs']]]) stranger.postMessage(odd);
  stranger.postMessage(['runs', 7, 'runs:1']);
  await expect.poll(() => listener.mock.calls).toEqual([[['1']]]);
  stranger.close();
});
