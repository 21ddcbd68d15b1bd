/** What preparing is made of. */
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { DeviceStore, ReceiptStore, PackageStore, RunStore } from '../stores.ts';
import type { Clock, NewId } from '../surroundings.ts';
import type { PrepareBackend } from './backend-port.ts';

export interface PrepareParts {
  readonly backend: PrepareBackend;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly devices: DeviceStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: NewId;
  /** Ids of the runs that are being carried out now, in any window: they may write at any moment. */
  readonly running: () => Promise<ReadonlySet<string>>;
  /** Packets to find the beacon with on site, for the next package (blink-packets.ts); none where none came. Never rejects. */
  readonly fetchBlinks: (uniqueId: string, signal?: AbortSignal) => Promise<readonly CarriedPackage[]>;
  /** Sends what waits in the outbox; resolves when nothing more can be sent now. */
  readonly drain: () => Promise<void>;
}

/** The calls of which many devices make many. */
export type PrepareCalls = Pick<PrepareBackend, 'createConfig' | 'encryptConfig'> & Pick<PrepareParts, 'fetchBlinks'>;
