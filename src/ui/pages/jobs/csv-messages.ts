/** What the import of a table and its worker say to each other; both are built from the same source. */
import type { ListedBeacon, RowResult } from '../../../domain/job/csv-rows.ts';

export type ToCsvWorker =
  | { readonly kind: 'open'; readonly file: Blob; readonly remembered: Readonly<Record<string, string>> }
  /** Reads the rows of the table that is open. */
  | { readonly kind: 'read'; readonly columns: readonly string[]; readonly listed: readonly ListedBeacon[] };

export type FromCsvWorker =
  | {
      readonly kind: 'opened';
      readonly heads: readonly string[];
      /** By column, what it seems to say. */
      readonly columns: readonly string[];
      /** The first cells of each column. */
      readonly samples: readonly (readonly string[])[];
      readonly rows: number;
    }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly results: readonly RowResult[] };
