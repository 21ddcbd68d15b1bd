/** The messages between the import of a table and its worker. */
import type { TablePurpose } from '../../../domain/job/csv-columns.ts';
import type { ListedBeacon, RowResult } from '../../../domain/job/csv-rows.ts';
import type { EncodingChoice, NotATable, TableEncoding } from '../../../domain/table/decode-table.ts';

export type ToCsvWorker =
  | {
      readonly kind: 'open';
      readonly purpose: TablePurpose;
      readonly file: Blob;
      readonly remembered: Readonly<Record<string, string>>;
      /** What a person said of the file; null where nobody was asked. */
      readonly encoding: TableEncoding | null;
    }
  /** Puts another text into one cell of the table that is open. */
  | { readonly kind: 'correct'; readonly line: number; readonly at: number; readonly text: string }
  /** Reads the rows of the table that is open. */
  | {
      readonly kind: 'read';
      readonly purpose: TablePurpose;
      readonly columns: readonly string[];
      readonly listed: readonly ListedBeacon[];
    };

export type FromCsvWorker =
  | {
      readonly kind: 'opened';
      readonly heads: readonly string[];
      /** By column, what it seems to say. */
      readonly columns: readonly string[];
      /** The first cells of each column. */
      readonly samples: readonly (readonly string[])[];
      readonly rows: number;
      /** Numbers of the rows above the head, which are left out. */
      readonly titles: readonly number[];
      readonly emptyRows: number;
      /** Lines in Windows-1252 within a file in UTF-8. */
      readonly mixedLines: number;
      readonly encoding: TableEncoding;
      /** False until a person has chosen among `choices`. */
      readonly isCertain: boolean;
      readonly choices: readonly EncodingChoice[];
    }
  | { readonly kind: 'notATable'; readonly what: NotATable }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'read'; readonly results: readonly RowResult[]; readonly isInDbm: boolean };
