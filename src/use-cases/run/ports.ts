/** Where runs and their receipts are kept; the radio is in bluetooth-port.ts. */
import type { CarriedPackage, PackageState } from '../../domain/carried-package.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { ClockTrust, Run } from '../../domain/run.ts';
import type { Watchable } from '../surroundings.ts';

interface CommitFacts {
  /** The row of the run's package; null where it is not here. */
  readonly package: CarriedPackage | null;
  readonly again: boolean;
}

export interface RunStore extends Watchable {
  all(): Promise<Run[]>;
  get(id: string): Promise<Run | null>;
  /**
   * Strict, one transaction: the run (new at `intent`, or at its step when it needs another row) and its padded, `reserved`
   * receipt row. `new`: its ids were made for it, so that nothing can lie there yet. Throws StorageError 'full' when the disk is.
   */
  begin(run: Run, reserved: Receipt, which?: 'new' | 'again'): Promise<void>;
  /** Strict: awaited to `complete`. `relaxed` for a step that a strict one follows at once: that one takes it along to the disk. */
  put(run: Run, durability?: 'strict' | 'relaxed'): Promise<void>;
  /**
   * Strict, one transaction: the receipt with its response, the run at its new step/outcome, the package's new state. `null`
   * leaves the package as it lies there: another window may have replaced it since `known` was read. Asked for and closed in
   * the turn of the call, without a read: `known` is what was read before, and a window that dies right after it has kept the
   * response. `again`: an earlier try has not succeeded; then the row is looked at first, which may have come back from its
   * copy and been delivered since: its delivery is kept.
   */
  commitResponse(run: Run, receipt: Receipt, packageState: PackageState | null, known: CommitFacts): Promise<void>;
  /** Strict, one transaction: ends the run, drops the unused reservation, sets the package's state. */
  end(run: Run, packageState: PackageState | null): Promise<void>;
}

/** The second copy of each receipt (OPFS): one preallocated file a receipt, flushed before it resolves. */
export interface ReceiptMirror {
  /** Preallocates the file before the beacon is touched. */
  reserve(receiptId: string): Promise<void>;
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
