import { beforeEach, expect, it } from 'vitest';
import { createCachedRows } from './cached-rows.ts';
import type { RowStore } from './stores.ts';

interface Row {
  readonly id: string;
  readonly atMs: number;
}

let stored: Map<string, Row>;
let requested: (readonly string[] | 'all')[];
let failsNext: boolean;
let listeners: Set<(ids?: readonly string[] | null) => void>;
let store: RowStore<Row>;

beforeEach(() => {
  stored = new Map();
  requested = [];
  failsNext = false;
  listeners = new Set();
  const read = async (what: readonly string[] | 'all'): Promise<Row[]> => {
    requested.push(what);
    const fails = failsNext;
    failsNext = false;
    await Promise.resolve();
    if (fails) throw new Error('The disk cannot be read');
    const rows = what === 'all' ? [...stored.values()] : what.flatMap((id) => stored.get(id) ?? []);
    return rows.sort(store.inOrder);
  };
  store = {
    all: () => read('all'),
    ids: async () => [...stored.keys()],
    getMany: (ids) => read(ids),
    inOrder: (one, other) => one.atMs - other.atMs,
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
});

function write(id: string, atMs: number | null, payload: readonly string[] | null = [id]): void {
  if (atMs === null) stored.delete(id);
  else stored.set(id, { id, atMs });
  for (const listener of listeners) listener(payload);
}

const idsOf = async (rows: Pick<RowStore<Row>, 'all'>): Promise<string> =>
  (await rows.all()).map(({ id, atMs }) => `${id}${atMs}`).join(' ');

it('the cache of stored rows reads all rows once, and then only those that have changed', async () => {
  write('a', 1);
  write('c', 3);
  const cache = createCachedRows(store);
  expect(await idsOf(cache)).toBe('a1 c3');
  write('b', 2);
  write('c', 4);
  expect(await idsOf(cache)).toBe('a1 b2 c4');
  write('a', null);
  write('b', 9);
  expect(await idsOf(cache)).toBe('c4 b9');
  expect(await idsOf(cache)).toBe('c4 b9');
  expect(requested).toEqual(['all', ['b', 'c'], ['a', 'b']]);
});

it('the cache of stored rows reads all rows again after a change without IDs, or if a notification may have been missed', async () => {
  const cache = createCachedRows(store);
  await cache.all();
  write('a', 1, null);
  expect(await idsOf(cache)).toBe('a1');
  stored.set('b', { id: 'b', atMs: 2 });
  expect(await idsOf(cache)).toBe('a1');
  cache.forget();
  expect(await idsOf(cache)).toBe('a1 b2');
  expect(requested).toEqual(['all', 'all', 'all']);
});

it('the cache of stored rows includes a row that was written while the others were being read', async () => {
  write('a', 1);
  const cache = createCachedRows(store);
  const reading = cache.all();
  await Promise.resolve();
  write('b', 2);
  await reading;
  expect(await idsOf(cache)).toBe('a1 b2');
});

it('the cache of stored rows reads the changed rows again after a read that failed', async () => {
  write('a', 1);
  const cache = createCachedRows(store);
  await cache.all();
  write('b', 2);
  failsNext = true;
  await expect(cache.all()).rejects.toThrow('The disk cannot be read');
  write('c', 3);
  expect(await idsOf(cache)).toBe('a1 b2 c3');
});

it('the cache of stored rows returns an array of its own to each caller', async () => {
  write('a', 1);
  const cache = createCachedRows(store);
  (await cache.all()).length = 0;
  expect(await idsOf(cache)).toBe('a1');
});

it('the cache of stored rows reads what another window has written before its notification arrives, and no final row twice', async () => {
  write('a', 1);
  write('b', 2);
  write('c', 3);
  const cache = createCachedRows(store);
  await cache.all();
  requested = [];
  // No news: a row was changed, one has gone, one has come.
  stored.set('b', { id: 'b', atMs: 7 });
  stored.delete('c');
  stored.set('d', { id: 'd', atMs: 4 });
  const rows = await cache.allStored(({ id }) => id === 'a' || id === 'c');
  expect(rows.map(({ id, atMs }) => `${id}${atMs}`)).toEqual(['a1', 'd4', 'b7']);
  expect(requested).toEqual([['b', 'd']]);
});

it('the cache of stored rows reads all rows together if more than a hundred may have changed', async () => {
  for (let at = 0; at <= 100; at += 1) write(`row-${at}`, at);
  const cache = createCachedRows(store);
  expect(await cache.allStored(() => false)).toHaveLength(101);
  expect(requested).toEqual(['all']);
});
