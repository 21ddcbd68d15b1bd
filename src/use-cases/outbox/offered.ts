/** The outbox as it is offered to the screens. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { FileFault } from '../../domain/file-faults.ts';
import type { SyncProgress } from '../../domain/delivery/sync-progress.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { VirtualEdit, VirtualValues } from '../../domain/virtual-edit.ts';
import type { QueuePause } from './ports.ts';

/** Why sending keeps failing on this device: it has no free space, or storage or the lock fails for another reason. */
export type SendTrouble = 'storageFull' | 'storageFailed';

/** Everything in it has been read: an account is offered to the screens only then. */
export interface OutboxState {
  readonly receipts: readonly Receipt[];
  readonly edits: readonly VirtualEdit[];
  readonly onlyHere: number;
  /** Those of them that are in no exported file, as far as is known. */
  readonly unexported: number;
  /** Receipts that the backend accepted but did not verify. */
  readonly unverified: number;
  /** Number of entries that need a person. */
  readonly needsYou: number;
  readonly pause: QueuePause | null;
  readonly sending: boolean;
  /** Progress while it sends; else null. */
  readonly sync: SyncProgress | null;
  /** Set after three failures of storage or the lock in a row; null once it works again. */
  readonly trouble: SendTrouble | null;
  /** What was found damaged or was restored at the start, as codes for the strings. */
  readonly storageRemarks: readonly string[];
}

export type ImportOutcome =
  /** `problems`: receipts in the file that could not be read. */
  | {
      readonly kind: 'imported';
      readonly added: number;
      readonly known: number;
      readonly problems?: readonly FileFault[];
    }
  | { readonly kind: 'otherAccount'; readonly accountId: string; readonly baseUrl: string; readonly count: number }
  | { readonly kind: 'invalid'; readonly problems: readonly FileFault[] };

/** The contents of a file before it is imported. */
export type FilePreview =
  | {
      readonly kind: 'file';
      readonly count: number;
      /** Number of different beacons. */
      readonly devices: number;
      readonly accountId: string;
      readonly baseUrl: string;
      /** null when the file does not contain it. */
      readonly exportedAtMs: number | null;
      readonly ofThisAccount: boolean;
      /** Rows that cannot be read and would be left out. */
      readonly problems: readonly FileFault[];
      /** Fields that this version does not know and leaves out, by path. */
      readonly dropped: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly problems: readonly FileFault[] };

interface ReceiptExport {
  /** JSON text of the file. It contains the account ID and base URL, but no credentials. */
  readonly text: string;
  /** IDs of the receipts in the file. */
  readonly ids: readonly string[];
}

export interface Outbox {
  readonly state: ReadonlySignal<OutboxState>;
  /** Sends everything that may be sent now. */
  sendNow(ids?: readonly string[]): Promise<void>;
  /** Holds a receipt back, or frees it. Freeing a reading asks to bring the backend up to date with it. */
  hold(id: string, held: boolean): Promise<void>;
  holdEdit(uniqueId: string, held: boolean): Promise<void>;
  /** Retries what the backend has refused, by default all of it. An edit is named by the ID of its device. */
  retryParked(ids?: readonly string[]): Promise<void>;
  /** Marks a receipt as done by a person: kept, no longer counted, blocks nothing; `takeUp` undoes it. */
  giveUp(id: string): Promise<void>;
  takeUp(id: string): Promise<void>;
  /** Posts a held plain refusal anyway. */
  sendAnyway(id: string): Promise<void>;
  /** Assigns a receipt of unsure owner to another candidate and posts it again. */
  assignOwner(id: string, uniqueId: string): Promise<void>;
  resume(): Promise<void>;
  /** Exports receipts by ID, by default all that are not verified. */
  export(ids?: readonly string[]): Promise<ReceiptExport>;
  /** Records that a file with these receipts was saved, so that their export is not suggested again. */
  noteExported(ids: readonly string[]): Promise<void>;
  /** Returns what a file contains. Stores nothing. */
  preview(text: string, signal?: AbortSignal): Promise<FilePreview>;
  /** Removes imported receipts with their second copies; those of a run stay. Returns what was removed. */
  removeImported(ids: readonly string[]): Promise<readonly Receipt[]>;
  /** Undoes `removeImported`. */
  restoreImported(rows: readonly Receipt[]): Promise<void>;
  import(text: string, options?: { intoThisAccount?: boolean }): Promise<ImportOutcome>;
  editVirtual(device: CachedDevice, values: VirtualValues): Promise<void>;
  /** Edits many devices. When one fails, those saved before stay saved. */
  editMany(edits: readonly { readonly device: CachedDevice; readonly values: VirtualValues }[]): Promise<void>;
  discardEdit(uniqueId: string): Promise<VirtualEdit | null>;
  restoreEdit(edit: VirtualEdit): Promise<void>;
}
