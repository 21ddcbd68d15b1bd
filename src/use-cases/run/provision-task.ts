/** The inputs of one run: its stores, its beacon, and what is known before it starts. */
import type { Account } from '../../domain/account.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { Precaution } from '../../domain/provisioning/machine.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import type { RadioHandle } from './bluetooth-port.ts';
import type { Reservation } from './reservation.ts';
import type { ReceiptStore, PackageStore, RunStore } from '../stores.ts';
import type { SkewReading, ReceiptMirror, UnreadRun } from './ports.ts';
import type { NewId, RunClock } from '../surroundings.ts';

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
