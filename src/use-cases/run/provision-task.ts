/** What one run is given: the stores it writes to, the beacon at hand, and what is known before it starts. */
import type { Account } from '../../domain/account.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { Precaution } from '../../domain/provisioning/machine.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import type { RadioHandle } from './bluetooth-port.ts';
import type { Reservation } from './reservation.ts';
import type { ReceiptStore, PackageStore, RunStore } from '../stores.ts';
import type { SkewReading, ReceiptMirror } from './ports.ts';
import type { NewId, RunClock } from '../surroundings.ts';

/** What a run writes to and reads from besides the radio. */
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
  /** The place of a new run; null for one whose row was stored before. */
  readonly reservation: Reservation | null;
  readonly package: CarriedPackage | null;
  readonly handle: RadioHandle;
  /** The beacon at hand took every write of this run: no chooser was opened since. */
  readonly sameHandle: boolean;
  /** What an earlier run may have left in a beacon. */
  readonly before: Precaution;
  /** Read while the chooser is open: it is needed at once when the Control Point reports the end. Never rejects. */
  readonly skew: Promise<SkewReading>;
  readonly signal: AbortSignal;
  readonly onAttempt: (attempt: number) => void;
  /** Connecting waits for an earlier link that may still be closing. */
  readonly onWait: () => void;
  /** A response that came after its limit is kept twice by now. */
  readonly onLate: (receipt: Receipt) => void;
  /** Another session of the same run has begun meanwhile. */
  readonly superseded: () => boolean;
}
