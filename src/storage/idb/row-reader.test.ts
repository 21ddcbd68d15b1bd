/** A damaged row is copied to quarantine, whatever the browser returns for it. The rows beside it are still read. */
import { expect, it } from 'vitest';
import { nextTurn } from '../../../test/support/until.ts';
import type { RowParser } from '../stores/rows.ts';
import { createRowReader, keyOf } from './row-reader.ts';
import type { AccountDatabase, QuarantinedRow } from './schema.ts';

const parse: RowParser<{ id: string }> = (raw) =>
  typeof (raw as { id?: unknown } | null)?.id === 'string'
    ? { ok: true, row: raw as { id: string } }
    : { ok: false, reason: 'no id' };

/** A database whose store of quarantined rows is empty and takes them so. */
function databaseOf(quarantine: (id: string, entry: QuarantinedRow) => Promise<void>): AccountDatabase {
  const store = {
    get: async () => undefined,
    put: (entry: QuarantinedRow, id: string) => quarantine(id, entry),
  };
  const write = (_stores: unknown, work: (tx: unknown) => Promise<void>) => work({ objectStore: () => store });
  return { write } as unknown as AccountDatabase;
}

it('a row that the browser reads as null is copied to quarantine, and the others are read', async () => {
  const quarantined: QuarantinedRow[] = [];
  const messages: string[] = [];
  const reader = createRowReader(
    databaseOf(async (_id, entry) => void quarantined.push(entry)),
    { add: (remark: string) => void messages.push(remark) } as unknown as Parameters<typeof createRowReader>[1],
    () => 7,
  );
  expect(reader.many('devices', 'id', [{ id: 'a' }, null, 'text', { id: 'b' }], parse)).toEqual([
    { id: 'a' },
    { id: 'b' },
  ]);
  expect(messages).toEqual(['damagedRow:devices:?']);
  await nextTurn();
  expect(quarantined).toMatchObject([{ store: 'devices', row: null, reason: 'no id', atMs: 7 }]);
});

it.each([null, undefined, 'text', 7, [], {}])('a damaged row has no key when it is %j', (raw) => {
  expect(keyOf(raw, 'id')).toBeNull();
});

it('the key of a row is found although the row is damaged otherwise', () => {
  expect(keyOf({ id: 'a', odd: true }, 'id')).toBe('a');
});

it('a damaged row is copied to quarantine under its key, once, and again at the next reading if that failed', async () => {
  const damaged = { id: 'a', text: 7 };
  const parseText: RowParser<{ text: string }> = (raw) =>
    typeof (raw as { text?: unknown }).text === 'string'
      ? { ok: true, row: raw as { text: string } }
      : { ok: false, reason: 'text' };
  const [tried, messages]: [string[], string[]] = [[], []];
  const reader = createRowReader(
    databaseOf(async (id) => {
      tried.push(id);
      if (tried.length === 1) throw new Error('no room');
    }),
    { add: (remark: string) => void messages.push(remark) } as unknown as Parameters<typeof createRowReader>[1],
    () => 7,
  );
  const read = async (): Promise<void> => {
    expect(reader.many('runs', 'id', [damaged], parseText)).toEqual([]);
    expect(reader.one('runs', 'a', damaged, parseText)).toBeNull();
    await nextTurn();
  };
  await read();
  expect(tried).toEqual(['runs:a']);
  await read();
  await read();
  expect(tried).toEqual(['runs:a', 'runs:a']);
  expect(new Set(messages)).toEqual(new Set(['damagedRow:runs:a']));
});

it('a row that is absent is not reported', () => {
  const reader = createRowReader(
    databaseOf(() => Promise.reject(new Error('quarantined'))),
    { add: expect.unreachable } as unknown as Parameters<typeof createRowReader>[1],
    () => 7,
  );
  expect(reader.one('runs', 'a', undefined, parse)).toBeNull();
});
