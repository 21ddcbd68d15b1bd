/**
 * The ports of a run besides its rows and the radio (bluetooth-port.ts): the second copy of its receipt, the clock skew
 * of the backend, and the wake lock.
 */
import type { Receipt } from '../../domain/receipt.ts';
import type { ClockTrust } from '../../domain/run.ts';

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

export interface WakeLock {
  /** Keeps the screen awake until the returned function is called. Resolves with null if that is not possible. */
  acquire(): Promise<(() => void) | null>;
}
