/** What the mirror's worker offers to the page. The name of the worker is the ID of the account. */
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import type { MirrorRecord } from './mirror-record.ts';

/** The note in a reservation: the run with its last noted step, and its package. */
export interface RunNote {
  readonly run: Run;
  readonly package: CarriedPackage | null;
}

export interface StoredFile {
  readonly name: string;
  readonly modifiedMs: number;
  readonly record: MirrorRecord;
}

export interface MirrorFunctions {
  /** False when the browser has no private file system. */
  probe(): Promise<boolean>;
  /** Allocates space for the response before the beacon is contacted: 8 KiB, flushed to the disk when it resolves. */
  reserve(receiptId: string): Promise<void>;
  /** Notes in the reservation which run it belongs to. Passed to the system, but not flushed. A record is not changed. */
  note(about: RunNote): Promise<void>;
  /** Removes a reservation that holds no response. */
  release(receiptId: string): Promise<void>;
  /** Resolves when the copy is flushed to the disk. A sound copy of the same response and beacon is not changed. */
  write(receipt: Receipt): Promise<void>;
  readAll(): Promise<readonly StoredFile[]>;
  /** The names of the files that `readAll` would read. */
  names(): Promise<readonly string[]>;
  /** Removes files by their names from `readAll`. */
  remove(names: readonly string[]): Promise<void>;
  readNote(): Promise<string | null>;
  writeNote(text: string): Promise<void>;
}
