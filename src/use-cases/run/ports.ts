/**
 * The ports of a run besides its rows and the radio (bluetooth-port.ts): the second copy of its receipt, the clock skew
 * of the backend, the wake lock, and the other accounts of this phone.
 */
import type { Receipt } from '../../domain/receipt.ts';
import type { ClockTrust, Run } from '../../domain/run.ts';

/**
 * The second copy of each receipt, in OPFS: one preallocated file for each receipt. It is flushed before `write`
 * resolves.
 */
export interface ReceiptMirror {
  /** Preallocates the file. Called before the first operation on the beacon. */
  reserve(receiptId: string): Promise<void>;
  /** Removes a reserved file that was not filled. */
  release(receiptId: string): Promise<void>;
  write(receipt: Receipt): Promise<void>;
}

export interface SkewReading {
  /** Backend clock minus phone clock, ms. */
  readonly skewMs: number;
  readonly trust: ClockTrust;
}

export interface SkewStore {
  /** Returns 0 and 'unchecked' before the first reading. */
  read(): Promise<SkewReading>;
  write(reading: SkewReading): Promise<void>;
}

/** An unfinished run of another account of this phone. Its beacon may still hold its response. */
export interface UnreadRun {
  readonly accountId: string;
  readonly run: Run;
}

export interface OtherAccounts {
  /** Returns their runs at the beacon with this ID, oldest first. */
  unreadRuns(uniqueId: string): Promise<readonly UnreadRun[]>;
}

export interface WakeLock {
  /** Keeps the screen awake until the returned function is called. Resolves with null if that is not possible. */
  acquire(): Promise<(() => void) | null>;
}
