/** What the page and the mirror's worker say to each other; both are built from the same source. */
import type { MirrorRecord } from './mirror-record.ts';

export type MirrorRequest =
  | { readonly op: 'probe' }
  | { readonly op: 'reserve'; readonly folder: string; readonly id: string }
  /** Says in a reservation what it is for; a record is left as it is. Not flushed. */
  | { readonly op: 'note'; readonly folder: string; readonly id: string; readonly json: string }
  /** Gives a reservation back; a record stays. */
  | { readonly op: 'release'; readonly folder: string; readonly id: string }
  /** By the Base64 response and the beacon an older record is told to be the same. */
  | {
      readonly op: 'write';
      readonly folder: string;
      readonly id: string;
      readonly json: string;
      readonly response: string;
      readonly uniqueId: string;
    }
  | { readonly op: 'readAll'; readonly folder: string }
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
  readonly remove: null;
  readonly readNote: string | null;
  readonly writeNote: null;
}
