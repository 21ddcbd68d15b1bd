/** A table of the corpus, and how the app reads it: with the functions and in the order of the import's worker. */
import { openTable } from '../../../src/domain/job/csv-columns.ts';
import { readRows, type ListedBeacon, type RowResult, type TableChoices } from '../../../src/domain/job/csv-rows.ts';
import { decodeTable, type NotATable } from '../../../src/domain/table/decode-table.ts';
import type { Table } from '../../../src/domain/table/read-table.ts';

export interface MeantRow {
  readonly id: string;
  readonly alias?: string;
  readonly room?: string;
  readonly note?: string;
  /** Planned values as the backend takes them. */
  readonly values?: Readonly<Record<string, unknown>>;
}

export type Field = 'alias' | 'room' | 'note' | 'values';

export interface CorpusTable {
  readonly name: string;
  readonly text: string;
  /** UTF-8 unless said otherwise. */
  readonly encoding?: 'utf-8-bom' | 'utf-16le' | 'windows-1252' | 'ibm850';
  /** The rows that a person means. Empty where the file is no table. */
  readonly means: readonly MeantRow[];
  /** The kind of file that is named in place of a table. */
  readonly isNo?: NotATable;
  /** The question that comes before any row is used, or, for `rooms`, with the rows. */
  readonly asks?: 'encoding' | 'ID column' | 'rooms';
  /** What stands in columns that are left out until a person says what they mean. */
  readonly leaves?: readonly Field[];
  /** What a person may mean or not: the column and its meaning are shown. */
  readonly mayDiffer?: readonly Field[];
  /** IDs whose rows are refused with a reason. */
  readonly refused?: readonly string[];
}

const DOS: Readonly<Record<string, number>> = { ü: 0x81, ä: 0x84, ö: 0x94, Ä: 0x8e, Ö: 0x99, Ü: 0x9a, ß: 0xe1 };

export function bytesOf({ text, encoding }: CorpusTable): Uint8Array {
  if (encoding === 'windows-1252')
    return Uint8Array.from(text, (letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)));
  if (encoding === 'ibm850') return Uint8Array.from(text, (letter) => DOS[letter] ?? letter.charCodeAt(0));
  if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  return new TextEncoder().encode(encoding === 'utf-8-bom' ? `\ufeff${text}` : text);
}

/** The devices of the account, which any ID of a table is looked up in. */
export const LISTED: readonly ListedBeacon[] = ['82TR3V', 'tB4x', '5ZPbrLyB', 'Kf7Qp2', 'Zq81Lm'].map(
  (uniqueId, at) => ({ uniqueId, deviceType: 'BEACON', access: 'OWNER', mac: `21:19:5C:48:EE:E${at + 1}` }),
);

export interface Reading {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly results: readonly RowResult[];
}

/** Returns what the app shows of a table: its rows; or the question that comes before them; or what the file is. */
export function readAsPage(
  bytes: Uint8Array,
  choices: Partial<TableChoices> = {},
): Reading | { readonly asks: 'encoding' | 'ID column' } | { readonly isNo: NotATable } {
  const decoded = decodeTable(bytes);
  if (decoded.kind === 'notATable') return { isNo: decoded.what };
  if (!decoded.isCertain) return { asks: 'encoding' };
  const { table, columns } = openTable(decoded.text, new Set(LISTED.map(({ uniqueId }) => uniqueId)));
  if (!columns.includes('uniqueId')) return { asks: 'ID column' };
  return { table, columns, results: readRows(table.rows, columns, LISTED, { ...choices, heads: table.heads }) };
}
