/** What this room offers to the screens: the outbox. */
import type { FileFault } from '../../domain/file-faults.ts';
import type { SyncProgress } from '../../domain/delivery/sync-progress.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { Live } from '../../domain/live.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { VirtualEdit, VirtualValues } from '../../domain/virtual-edit.ts';
import type { QueuePause } from './ports.ts';

/** Why sending keeps failing on this device: it has no free space, or storage or the lock fails for another reason. */
export type SendTrouble = 'storageFull' | 'storageFailed';

export interface OutboxState {
  readonly receipts: readonly Receipt[];
  readonly edits: readonly VirtualEdit[];
  readonly onlyHere: number;
  /** Of these, receipts that no file holds as far as is known. */
  readonly unexported: number;
  /** Taken by the backend and not verified. */
  readonly unverified: number;
  /** Entries that need a person. */
  readonly needsYou: number;
  readonly pause: QueuePause | null;
  readonly sending: boolean;
  /** While it sends and something waits or waited; null else. */
  readonly sync: SyncProgress | null;
  /** Set after three failures of storage or the lock in a row; null once it works again. */
  readonly trouble: SendTrouble | null;
  /** Of the copies or the database: what was found damaged or restored at start, as codes for the strings. */
  readonly storageRemarks: readonly string[];
  readonly loaded: boolean;
}

export type ImportOutcome =
  /** `problems`: receipts of the file that could not be read; empty when all could. */
  | {
      readonly kind: 'imported';
      readonly added: number;
      readonly known: number;
      readonly problems?: readonly FileFault[];
    }
  | { readonly kind: 'otherAccount'; readonly accountId: string; readonly baseUrl: string; readonly count: number }
  | { readonly kind: 'invalid'; readonly problems: readonly FileFault[] };

/** What a file holds, before any of it is taken. */
export type FileLook =
  | {
      readonly kind: 'file';
      readonly count: number;
      /** Different beacons among them. */
      readonly devices: number;
      readonly accountId: string;
      readonly baseUrl: string;
      /** null where the file does not say it. */
      readonly exportedAtMs: number | null;
      readonly ofThisAccount: boolean;
      /** Rows that cannot be read and would be left out. */
      readonly problems: readonly FileFault[];
      /** Fields that this version does not know and leaves out, by path. */
      readonly dropped: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly problems: readonly FileFault[] };

interface ReceiptExport {
  /** JSON text of the file: no credential, account id and base URL inside. */
  readonly text: string;
  /** Of the receipts in it. */
  readonly ids: readonly string[];
}

export interface Outbox {
  readonly state: Live<OutboxState>;
  /** Starts sending whatever may be sent now. */
  sendNow(ids?: readonly string[]): Promise<void>;
  hold(id: string, held: boolean): Promise<void>;
  holdEdit(uniqueId: string, held: boolean): Promise<void>;
  /** What the backend has refused, by default all of it; an edit goes by the id of its device. */
  retryParked(ids?: readonly string[]): Promise<void>;
  /** A person is done with it: kept, no longer counted, in nobody's way; can be taken up again. */
  giveUp(id: string): Promise<void>;
  takeUp(id: string): Promise<void>;
  /** For a held plain refusal: post it anyway. */
  sendAnyway(id: string): Promise<void>;
  /** Give a receipt of an unsure owner to another candidate and post it again. */
  assignOwner(id: string, uniqueId: string): Promise<void>;
  resume(): Promise<void>;
  /** Receipts by id, by default all that are not verified. */
  export(ids?: readonly string[]): Promise<ReceiptExport>;
  /** A file with these was saved: they are not proposed for an export again. */
  noteExported(ids: readonly string[]): Promise<void>;
  /** Says what a file holds and stores nothing. */
  lookAt(text: string, signal?: AbortSignal): Promise<FileLook>;
  /** Removes receipts that came by a file, with their second copies; those of a run stay. Resolves with what was removed. */
  removeImported(ids: readonly string[]): Promise<readonly Receipt[]>;
  /** The way back. */
  restoreImported(rows: readonly Receipt[]): Promise<void>;
  import(text: string, options?: { intoThisAccount?: boolean }): Promise<ImportOutcome>;
  editVirtual(device: CachedDevice, values: VirtualValues): Promise<void>;
  /** Of many devices; what was saved before one failed stays saved. */
  editMany(edits: readonly { readonly device: CachedDevice; readonly values: VirtualValues }[]): Promise<void>;
  discardEdit(uniqueId: string): Promise<VirtualEdit | null>;
  restoreEdit(edit: VirtualEdit): Promise<void>;
}
