/** What a run needs besides its rows: the second copy of its receipt and the backend's clock; the radio is in bluetooth-port.ts. */
import type { Receipt } from '../../domain/receipt.ts';
import type { ClockTrust } from '../../domain/run.ts';

/** The second copy of each receipt (OPFS): one preallocated file a receipt, flushed before it resolves. */
export interface ReceiptMirror {
  /** Preallocates the file before the beacon is touched. */
  reserve(receiptId: string): Promise<void>;
  /** Gives back what was reserved and not filled. */
  release(receiptId: string): Promise<void>;
  write(receipt: Receipt): Promise<void>;
}

export interface SkewReading {
  /** Backend clock minus phone clock. */
  readonly skewMs: number;
  readonly trust: ClockTrust;
}

export interface SkewStore {
  /** 0 and 'unchecked' before the first reading. */
  read(): Promise<SkewReading>;
  write(reading: SkewReading): Promise<void>;
}

export interface WakeLock {
  /** Keeps the screen awake until released; resolves with null where that is not possible. */
  acquire(): Promise<(() => void) | null>;
}
