/** The ports of the device list, and what other use cases read of the devices. */
import type { DeviceStore, PackageStore, ReceiptStore, RunStore } from '../stores.ts';
import type { Pace } from '../pace.ts';
import type { Clock } from '../surroundings.ts';
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { CachedDevice, Device } from '../../domain/device.ts';
import type { Settings } from '../../domain/settings.ts';

/** The top of a long list, which can be shown while the rest is read. */
export interface DeviceHead {
  /** In list order. */
  readonly devices: readonly CachedDevice[];
  /** Size of the whole list. */
  readonly count: number;
}

/** The device store with what only the list needs. */
export interface ListedDevices extends DeviceStore {
  /** Returns the stored devices among these, as they are on the disk. */
  getMany(uniqueIds: readonly string[]): Promise<ReadonlyMap<string, CachedDevice>>;
  /**
   * Returns the current first rows of the last complete list, without reading the others; null when it was never
   * complete.
   */
  head(): Promise<DeviceHead | null>;
  /** Deletes all rows except these, and the time of the last read. Reads no row. */
  keepOnly(uniqueIds: readonly string[]): Promise<void>;
}

/** One page of GET /device (interface.md 2.6, 4.3). */
export interface DevicePage {
  readonly devices: readonly Device[];
  readonly startIndex: number;
  /** Query of the next page from `nextResults`; null at the end, or when `startIndex` does not advance. */
  readonly nextQuery: string | null;
  /** The backend says that more follows, but gives no usable link. */
  readonly breaksOff: boolean;
  /** Number of elements without a uniqueId or a deviceType, which are left out. */
  readonly skipped: number;
  /** True when the answer contains more than `MAX_DEVICES` elements; the rest was not read. */
  readonly isCut: boolean;
  /** Number of devices in the whole list if the backend reports it; often null. */
  readonly count: number | null;
}

export interface DeviceListBackend {
  /**
   * Returns one page of GET /device: that of the query of a link, or from a position on; oldest first, so that new
   * devices are at the end (interface.md 4.3).
   */
  devicePage(at: string | number, pageSize: number, signal?: AbortSignal): Promise<BackendResult<DevicePage>>;
  readDevices(uniqueIds: readonly string[], signal?: AbortSignal): Promise<BackendResult<FoundDevices>>;
}

export interface FoundDevices {
  readonly devices: readonly Device[];
  /** True when IDs missing in the answer do not exist or are not accessible; false when nothing is known about them. */
  readonly isWhole: boolean;
}

export interface DeviceListParts {
  readonly account: { readonly settings: Pick<Settings, 'pageSize'> };
  readonly backend: DeviceListBackend;
  readonly devices: ListedDevices;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly clock: Clock;
  readonly pace: Pick<Pace, 'current'>;
  /** Resolves when the top of a long list has been drawn; only then the rest is read. */
  readonly headDrawn?: () => Promise<void>;
}
