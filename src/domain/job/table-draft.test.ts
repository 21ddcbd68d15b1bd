import { expect, it } from 'vitest';
import { readRows, withCell } from './csv-rows.ts';
import { openTable } from './csv-columns.ts';
import { MAX_DRAFT_ROWS, tableDraftOf, tableDraftSchema, tableOfDraft } from './table-draft.ts';

const LISTED = ['aB3d', 'kQ7r'].map((uniqueId) => ({ uniqueId, deviceType: 'BEACON', access: 'OWNER', mac: null }));
const CHOICES = { takesDoubtful: true, fillsRooms: true };
const FACTS = { name: 'plan.csv', columns: ['uniqueId', '', 'place'], mixedLines: 1, ...CHOICES };
const TEXT =
  'Ward list\n\nid,password,room\naB3d,swordfish,East\nnobody,swordfish,West\nkQ7r,a,b,swordfish\nkQ7r,,South\n';

it('the stored draft of a table gives the same beacons and faults as the corrected file', () => {
  const table = openTable(TEXT, new Set()).table;
  const corrected = { ...table, rows: withCell(table.rows, 5, 0, 'kQ7r') };
  const draft = tableDraftSchema.parse(JSON.parse(JSON.stringify(tableDraftOf(corrected, FACTS))));
  expect(draft).toMatchObject(CHOICES);
  const again = tableOfDraft(draft);
  const read = (rows: typeof table.rows) =>
    readRows(rows, FACTS.columns, LISTED).map((row) =>
      'task' in row ? [row.line, row.task.uniqueId, row.task.place] : [row.line, row.fault.code],
    );
  expect(read(again.rows)).toEqual(read(corrected.rows));
  expect(read(again.rows)).toEqual([
    [4, 'aB3d', 'East'],
    [5, 'kQ7r', 'West'],
    [6, 'tooManyCells'],
    [7, 'twice'],
  ]);
  expect(again).toMatchObject({ heads: ['id', '', 'room'], emptyRows: 1, titles: [{ line: 1 }] });
});

it('the stored draft of a table holds no cell of a column that is not used', () => {
  const table = openTable(`${TEXT}kQ7r,,AKIAIOSFODNN7EXAMPLE\n`, new Set()).table;
  const text = JSON.stringify(tableDraftOf(table, FACTS));
  expect(text).toContain('West');
  for (const secret of ['swordfish', 'password', 'AKIA']) expect(text).not.toContain(secret);
});

it('the stored draft of a table is not made when the table has too many rows', () => {
  const lines = (count: number) => openTable(`id\n${'aB3d\n'.repeat(count)}`, new Set()).table;
  const facts = { ...FACTS, columns: ['uniqueId'] };
  expect(tableDraftOf(lines(MAX_DRAFT_ROWS), facts)?.rows).toHaveLength(MAX_DRAFT_ROWS);
  expect(tableDraftOf(lines(MAX_DRAFT_ROWS + 1), facts)).toBeNull();
});
