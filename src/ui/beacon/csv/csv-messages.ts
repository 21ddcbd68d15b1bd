/** The messages between the table import and its worker. */
import type { TablePurpose } from '../../../domain/job/csv-columns.ts';
import type { ListedBeacon, RowResult, TableChoices } from '../../../domain/job/csv-rows.ts';
import type { TableDraft } from '../../../domain/job/table-draft.ts';
import type { EncodingChoice, NotATable, TableEncoding } from '../../../domain/table/decode-table.ts';

export type ToCsvWorker =
  | {
      readonly kind: 'open';
      readonly purpose: TablePurpose;
      readonly file: Blob;
      readonly remembered: Readonly<Record<string, string>>;
      /** IDs of the devices. */
      readonly ids: readonly string[];
      /** The encoding that the person chose; null when there was nothing to choose. */
      readonly encoding: TableEncoding | null;
    }
  /** Opens the table of a draft in place of a file. */
  | { readonly kind: 'reopen'; readonly draft: TableDraft }
  /** Asks for the draft of the table that is open. */
  | (TableChoices & {
      readonly kind: 'keep';
      readonly name: string;
      readonly columns: readonly string[];
      readonly mixedLines: number;
    })
  /** Puts another text into one cell of the table that is open. */
  | { readonly kind: 'correct'; readonly line: number; readonly at: number; readonly text: string }
  /** Reads the rows of the table that is open. */
  | (TableChoices & {
      readonly kind: 'read';
      readonly purpose: TablePurpose;
      readonly columns: readonly string[];
      readonly listed: readonly ListedBeacon[];
    });

export type FromCsvWorker =
  | {
      readonly kind: 'opened';
      readonly heads: readonly string[];
      /** The guessed role of each column. */
      readonly columns: readonly string[];
      /** The first cells of each column. */
      readonly samples: readonly (readonly string[])[];
      readonly rows: number;
      /** Numbers of the rows without data; they are skipped. */
      readonly titles: readonly number[];
      readonly emptyRows: number;
      /** Number of Windows-1252 lines within a UTF-8 file. */
      readonly mixedLines: number;
      readonly encoding: TableEncoding;
      /** False until the person has chosen one of `choices`. */
      readonly isCertain: boolean;
      readonly choices: readonly EncodingChoice[];
    }
  | { readonly kind: 'notATable'; readonly what: NotATable }
  | { readonly kind: 'unreadable' }
  /** More than MAX_COLUMNS. */
  | { readonly kind: 'tooManyColumns'; readonly columns: number }
  /** Null: the table is too large to be kept. */
  | { readonly kind: 'kept'; readonly draft: TableDraft | null }
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'read'; readonly results: readonly RowResult[]; readonly isInDbm: boolean };
