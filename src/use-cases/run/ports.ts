/**
 * What a run needs besides the radio (bluetooth-port.ts): the second copy of its receipt, the clock skew of the backend,
 * the wake lock, the other accounts of this phone, and what is known before it starts.
 */
import type { Account } from '../../domain/account.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { Precaution } from '../../domain/provisioning/run-state.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { ClockTrust, Run } from '../../domain/run.ts';
import type { PackageStore, ReceiptStore, RunStore } from '../stores.ts';
import type { NewId, RunClock } from '../surroundings.ts';
import type { RadioHandle } from './bluetooth-port.ts';
import type { Reservation } from './reservation.ts';

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

/** The services of a run besides its handle. */
export interface ProvisionPorts {
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly mirror: ReceiptMirror;
  readonly clock: RunClock;
  readonly newId: NewId;
}

export interface ProvisionTask {
  readonly account: Account;
  readonly run: Run;
  /** The reservation of a new run: its rows and its second copy. Null if the run was stored before. */
  readonly reservation: Reservation | null;
  readonly package: CarriedPackage | null;
  readonly handle: RadioHandle;
  /** True if this handle took every write of this run, and no other run has written over it since. */
  readonly sameHandle: boolean;
  /** What an earlier run may have left in a beacon. */
  readonly before: Precaution;
  /** Runs of other accounts of this phone at this beacon, oldest first. A response before the first write is theirs. */
  readonly elsewhere: readonly UnreadRun[];
  /** True if the last session of this run ended with a write that this handle refused. */
  readonly refusedBefore: boolean;
  /**
   * Read while the chooser is open, because it is needed as soon as the Control Point reports the end (skew-since.ts). Never
   * rejects.
   */
  readonly skew: () => Promise<SkewReading>;
  readonly signal: AbortSignal;
  readonly onAttempt: (attempt: number) => void;
  /** Called when connecting waits for an earlier link that may still be closing. */
  readonly onWait: () => void;
  /** Called when the copies of a late response are stored as far as possible. */
  readonly onLate: (receipt: Receipt) => void;
  /** True if another session of the same run has begun since. */
  readonly superseded: () => boolean;
}
