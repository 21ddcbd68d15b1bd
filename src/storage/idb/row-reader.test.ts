/** A damaged row is copied to quarantine, whatever the browser returns for it. The rows beside it are still read. */
import { expect, it } from 'vitest';
import type { RowParser } from '../stores/rows.ts';
import { createRowReader, keyOf } from './row-reader.ts';
import type { QuarantinedRow } from './schema.ts';

const parse: RowParser<{ id: string }> = (raw) =>
  typeof (raw as { id?: unknown } | null)?.id === 'string'
    ? { ok: true, row: raw as { id: string } }
    : { ok: false, reason: 'no id' };

it('quarantines a row that the browser reads as null, and reads the others', async () => {
  const quarantined: QuarantinedRow[] = [];
  const messages: string[] = [];
  const reader = createRowReader(
    async (_id, entry) => void quarantined.push(entry),
    { add: (remark: string) => void messages.push(remark) } as unknown as Parameters<typeof createRowReader>[1],
    () => 7,
  );
  expect(reader.many('devices', 'id', [{ id: 'a' }, null, 'text', { id: 'b' }], parse)).toEqual([
    { id: 'a' },
    { id: 'b' },
  ]);
  expect(messages).toEqual(['damagedRow:devices:?']);
  expect(quarantined).toMatchObject([{ store: 'devices', row: null, reason: 'no id', atMs: 7 }]);
});

it.each([null, undefined, 'text', 7, [], {}])('finds no key in %j', (raw) => {
  expect(keyOf(raw, 'id')).toBeNull();
});
