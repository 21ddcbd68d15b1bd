/** What the device list needs from outside, and what other use cases read of the devices. */
import type { DeviceStore, PackageStore, ReceiptStore, RunStore } from '../stores.ts';
import type { Clock } from '../surroundings.ts';
import type { Account } from '../../domain/account.ts';
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { CachedDevice, Device } from '../../domain/device.ts';

/** The top of a long list, which can be shown while the rest is read. */
export interface DeviceHead {
  /** In the order of the list. */
  readonly devices: readonly CachedDevice[];
  /** Of the whole list. */
  readonly count: number;
}

/** As the list needs it, which can be forgotten. */
export interface ListedDevices extends DeviceStore {
  /** Those that are there, as they are on the disk now. */
  getMany(uniqueIds: readonly string[]): Promise<ReadonlyMap<string, CachedDevice>>;
  /** The first rows of the list as it was last whole, as they are now; null where it never was. Reads none of the others. */
  head(): Promise<DeviceHead | null>;
  /** Forgets all rows but these and when the list was read, whatever the others hold: none of them is read. */
  keepOnly(uniqueIds: readonly string[]): Promise<void>;
}

/** One page of GET /device (interface.md 2.6, 4.3). */
export interface DevicePage {
  readonly devices: readonly Device[];
  readonly startIndex: number;
  /** Query of the next page taken from `nextResults`; null at the end, or where `startIndex` does not move on. */
  readonly nextQuery: string | null;
  /** Elements without a uniqueId or a deviceType, left out. */
  readonly skipped: number;
  /** The answer holds more elements than `MOST_DEVICES`; those after them were not read. */
  readonly isCut: boolean;
  /** Devices in the whole list where the backend says it; often null. */
  readonly count: number | null;
}

export interface DeviceListBackend {
  /** The first page of GET /device when `query` is null; oldest first, so that new devices come at the end (interface.md 4.3). */
  devicePage(query: string | null, pageSize: number, signal?: AbortSignal): Promise<BackendResult<DevicePage>>;
  readDevices(uniqueIds: readonly string[], signal?: AbortSignal): Promise<BackendResult<FoundDevices>>;
}

export interface FoundDevices {
  readonly devices: readonly Device[];
  /** Ids that are not among them do not exist or are not accessible; false = nothing is known of those. */
  readonly isWhole: boolean;
}

export interface DeviceListParts {
  readonly account: () => Account;
  readonly backend: DeviceListBackend;
  readonly devices: ListedDevices;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Resolves when the top of a long list has been drawn: only then the rest is read. */
  readonly headDrawn?: () => Promise<void>;
}
