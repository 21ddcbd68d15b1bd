import { expect, it } from 'vitest';
import { createDrafts, type StoredDraft } from './drafts.ts';
import type { DraftStore } from './ports.ts';

/** A store whose writes end when the test says so. */
function slowStore(rows: Map<string, StoredDraft> = new Map()) {
  const ends: (() => void)[] = [];
  const puts: (string | null)[] = [];
  let notify = (_changed: readonly string[]): void => {};
  const store: DraftStore = {
    all: async () => new Map(rows),
    get: async (of) => rows.get(of) ?? null,
    async put(of, draft) {
      puts.push(draft === null ? null : String(draft.draft));
      await new Promise<void>((resolve) => ends.push(resolve));
      if (draft === null) rows.delete(of);
      else rows.set(of, draft);
      notify([of]);
    },
    watch: (listener) => {
      notify = listener;
      return () => (notify = () => {});
    },
  };
  const end = async (): Promise<void> => {
    ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { store, puts, end, rows };
}

const text = (word: string) => Object.assign(Object.create(null) as object, { toString: () => word });

function open(rows?: Map<string, StoredDraft>) {
  const slow = slowStore(rows);
  const troubles: unknown[] = [];
  let now = 100;
  const drafts = createDrafts({
    drafts: slow.store,
    clock: { nowMs: () => now++ },
    onTrouble: (error) => troubles.push(error),
  });
  return { ...slow, drafts, troubles };
}

it('a draft returns at once what was typed, with its time, and is deleted on request', async () => {
  const { drafts, end, rows } = open();
  await drafts.open();
  expect(drafts.load('a')).toBeNull();
  const one = text('one');
  drafts.store('a', one);
  expect(drafts.load('a')).toEqual({ atMs: 100, draft: one });
  await end();
  expect(drafts.load('a')?.draft).toBe(one);
  drafts.store('a', null);
  expect(drafts.load('a')).toBeNull();
  await end();
  expect([...rows]).toEqual([]);
});

it('a draft stores the latest of what was typed during a write, and nothing in between', async () => {
  const { drafts, puts, end } = open();
  await drafts.open();
  for (const word of ['1', '12', '123', '1234']) drafts.store('a', text(word));
  await end();
  await end();
  expect(puts).toEqual(['1', '1234']);
  expect(String(drafts.load('a')?.draft)).toBe('1234');
});

it('the drafts open with what is stored, and are notified by another window', async () => {
  const { drafts, rows, store, end } = open(new Map([['a', { atMs: 5, draft: 'kept' }]]));
  await drafts.open();
  expect(drafts.load('a')).toEqual({ atMs: 5, draft: 'kept' });
  void store.put('b', { atMs: 6, draft: 'elsewhere' });
  await end();
  expect(drafts.load('b')).toEqual({ atMs: 6, draft: 'elsewhere' });
  expect(rows.size).toBe(2);
});

it('the drafts close when what was typed is written', async () => {
  const { drafts, end, rows } = open();
  await drafts.open();
  drafts.store('a', text('last'));
  const closed = drafts.close();
  await end();
  await closed;
  expect(String(rows.get('a')?.draft)).toBe('last');
});

it('a draft that cannot be written stays on the page, and is written again with the next keystroke', async () => {
  const troubles: unknown[] = [];
  let full = true;
  const written: unknown[] = [];
  const drafts = createDrafts({
    drafts: {
      all: async () => new Map(),
      get: async () => null,
      async put(_of, draft) {
        if (full) throw new Error('full');
        written.push(draft?.draft);
      },
      watch: () => () => {},
    },
    clock: { nowMs: () => 1 },
    onTrouble: (error) => troubles.push(error),
  });
  await drafts.open();
  drafts.store('a', { n: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(troubles).toHaveLength(1);
  expect(drafts.load('a')?.draft).toEqual({ n: 1 });
  full = false;
  drafts.store('b', { n: 2 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual([{ n: 1 }, { n: 2 }]);
});
