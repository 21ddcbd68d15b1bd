/** The messages between the page and the mirror's worker. Both are built from the same source. */
import type { MirrorRecord } from './mirror-record.ts';

export type MirrorRequest =
  | { readonly op: 'probe' }
  | { readonly op: 'reserve'; readonly folder: string; readonly id: string }
  /** Adds a note of the run to a reservation. A record is not changed. Not flushed. */
  | { readonly op: 'note'; readonly folder: string; readonly id: string; readonly json: string }
  /** Removes a reservation. A record is not changed. */
  | { readonly op: 'release'; readonly folder: string; readonly id: string }
  /** An existing record with the same Base64 response and beacon counts as the same receipt. */
  | {
      readonly op: 'write';
      readonly folder: string;
      readonly id: string;
      readonly json: string;
      readonly response: string;
      readonly uniqueId: string;
    }
  | { readonly op: 'readAll'; readonly folder: string }
  | { readonly op: 'names'; readonly folder: string }
  | { readonly op: 'remove'; readonly folder: string; readonly names: readonly string[] }
  | { readonly op: 'readNote'; readonly folder: string }
  | { readonly op: 'writeNote'; readonly folder: string; readonly text: string };

export interface MirrorAnswers {
  readonly probe: boolean;
  readonly reserve: null;
  readonly note: null;
  readonly release: null;
  readonly write: null;
  readonly readAll: readonly { readonly name: string; readonly modifiedMs: number; readonly record: MirrorRecord }[];
  readonly names: readonly string[];
  readonly remove: null;
  readonly readNote: string | null;
  readonly writeNote: null;
}
