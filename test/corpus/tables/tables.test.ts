/** Each table is read as its writer meant it, or a question comes first, or the row is refused with a reason. */
import { expect, it } from 'vitest';
import { bytesOf, readAsPage, type CorpusTable, type Field, type MeantRow, type Reading } from './corpus-table.ts';
import { EDGE_TABLES } from './edge-tables.ts';
import { TABLES_FROM_OUTSIDE } from './tables-from-outside.ts';

const TABLES = [...TABLES_FROM_OUTSIDE, ...EDGE_TABLES];
const FIELDS: readonly Field[] = ['alias', 'room', 'note', 'values'];
/** The meaning of the column in which a field stands. */
const ROLES: Readonly<Record<Exclude<Field, 'values'>, string>> = { alias: 'alias', room: 'place', note: 'note' };

/** The rows that the app would use. */
function rowsOf({ results }: Reading): MeantRow[] {
  return results.flatMap((result) => {
    if (!('task' in result)) return [];
    const { uniqueId, place, note, values } = result.task;
    const { alias, ...others } = values;
    return [
      {
        id: uniqueId,
        ...(typeof alias === 'string' ? { alias } : {}),
        ...(place === '' ? {} : { room: place }),
        ...(note === '' ? {} : { note: note.replace(/\s+/g, ' ') }),
        ...(Object.keys(others).length === 0 ? {} : { values: others }),
      },
    ];
  });
}

/** Rows in the order of their IDs, without the fields that are not compared. */
function compared(rows: readonly MeantRow[], { mayDiffer = [], leaves = [] }: CorpusTable): MeantRow[] {
  const open = new Set<string>([...mayDiffer, ...leaves]);
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !open.has(field))) as unknown as MeantRow)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

it.each(TABLES)('a table of the corpus is read as it was meant, or leads to the right question: $name', (one) => {
  const asksRooms = one.asks === 'rooms';
  const reading = readAsPage(bytesOf(one), { fillsRooms: asksRooms });
  if (one.isNo !== undefined) return expect(reading).toEqual({ isNo: one.isNo });
  if (one.asks !== undefined && !asksRooms) return expect(reading).toEqual({ asks: one.asks });
  if (!('table' in reading)) return expect(reading).toHaveProperty('table');
  const refused = new Set(one.refused);
  const meant = one.means.filter(({ id }) => !refused.has(id));
  expect(compared(rowsOf(reading), one)).toEqual(compared(meant, one));
  for (const field of one.leaves ?? []) if (field !== 'values') expect(reading.columns).not.toContain(ROLES[field]);
  const bad = reading.results.flatMap((result) => ('fault' in result ? [result.cells.map((cell) => cell.trim())] : []));
  for (const id of refused) expect(bad.flat()).toContain(id);
  const asked = reading.results.some((result) => 'task' in result && result.lacksRoom === true);
  if (asksRooms) expect(asked).toBe(true);
});

it('the corpus contains sixty different tables, with every kind of question and field', () => {
  expect(new Set(TABLES.map(({ name }) => name)).size).toBe(TABLES.length);
  expect(TABLES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(TABLES.map(({ asks }) => asks))).toEqual(new Set([undefined, 'encoding', 'ID column', 'rooms']));
  for (const field of FIELDS)
    expect(
      TABLES.some(({ means }) => means.some((row) => field in row)),
      field,
    ).toBe(true);
});
