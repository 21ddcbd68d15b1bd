/**
 * A table that was read, as its draft keeps it: its rows with what was corrected, and only the cells of columns that are
 * used, because another column may hold anything, a password too.
 */
import * as z from 'zod/mini';
import { withoutSecrets } from '../draft-text.ts';
import type { Parsed } from '../schema.ts';
import type { Table } from '../table/read-table.ts';

/** Largest table that is kept, in rows. */
export const MAX_DRAFT_ROWS = 5000;

const texts = z.array(z.string());

export const tableDraftSchema = z.object({
  name: z.string(),
  /** Empty for a column that is not used. */
  heads: texts,
  /** The meaning of each column; empty for one that is not used. */
  columns: texts,
  rows: z.array(z.object({ line: z.number(), cells: texts, joinedLines: z.optional(z.number()) })),
  /** Lines of the rows above the heading row. */
  titles: z.array(z.number()),
  emptyRows: z.number(),
  mixedLines: z.number(),
  /** Whether words such as “n/a” are values. */
  takesDoubtful: z.optional(z.boolean()),
  /** Whether an empty cell has the room of the cell above it. */
  fillsRooms: z.optional(z.boolean()),
});
export type TableDraft = Parsed<typeof tableDraftSchema>;

/** What is known of a table beside its rows. */
type TableFacts = Pick<TableDraft, 'name' | 'columns' | 'mixedLines' | 'takesDoubtful' | 'fillsRooms'>;

/** Returns null for a table that is too large to be kept. */
export function tableDraftOf(
  table: Table,
  { name, columns, mixedLines, takesDoubtful, fillsRooms }: TableFacts,
): TableDraft | null {
  const { heads, rows, titles, emptyRows } = table;
  if (rows.length > MAX_DRAFT_ROWS) return null;
  const used = (texts: readonly string[]): string[] =>
    columns.map((role, at) => (role === '' ? '' : withoutSecrets(texts[at] ?? '')));
  return {
    name,
    columns,
    mixedLines,
    ...(takesDoubtful === true ? { takesDoubtful } : {}),
    ...(fillsRooms === true ? { fillsRooms } : {}),
    heads: used(heads),
    rows: rows.map((row) => ({ ...row, cells: [...used(row.cells), ...beyond(row.cells, columns.length)] })),
    titles: titles.map(({ line }) => line),
    emptyRows,
  };
}

/** Returns the table of a draft, to be read like that of a file. */
export function tableOfDraft({ heads, rows, titles, emptyRows }: TableDraft): Table {
  return { separator: ',', heads, rows, titles: titles.map((line) => ({ line, cells: [] })), emptyRows };
}

/** A row with too many cells stays one. */
function beyond(cells: readonly string[], columns: number): string[] {
  return cells.slice(columns).some((text) => text.trim() !== '') ? ['…'] : [];
}
