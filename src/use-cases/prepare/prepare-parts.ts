/** The dependencies of preparing. */
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { DeviceStore, ReceiptStore, PackageStore, RunStore } from '../stores.ts';
import type { Clock, Locks, NewId } from '../surroundings.ts';
import type { PrepareBackend } from './backend-port.ts';

export interface PrepareParts {
  readonly backend: PrepareBackend;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly devices: DeviceStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: NewId;
  readonly locks: Pick<Locks, 'acquire'>;
  /** Returns the IDs of the runs in progress in any window, which may write at any moment. */
  readonly running: () => Promise<ReadonlySet<string>>;
  /** Fetches spare packets for the next package (blink-packets.ts); empty when there are none. Never rejects. */
  readonly fetchBlinks: (uniqueId: string, signal?: AbortSignal) => Promise<readonly CarriedPackage[]>;
  /** Sends what waits in the outbox; resolves when nothing more can be sent now. */
  readonly drain: () => Promise<void>;
}

/** The requests that preparing many devices replaces with shared ones. */
export type PrepareCalls = Pick<PrepareBackend, 'createConfig' | 'readPending' | 'encryptConfig'> &
  Pick<PrepareParts, 'fetchBlinks'>;
