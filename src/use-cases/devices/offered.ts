/** What the device list offers to the screens. */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { DeviceHead } from './ports.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { Live } from '../../domain/live.ts';
import type { ListCount } from '../stores.ts';

export interface DeviceListState {
  readonly devices: readonly CachedDevice[];
  readonly loadedFromCache: boolean;
  /** What can be shown until then. Absent = nothing, or no longer needed. */
  readonly head?: DeviceHead | null;
  readonly completedAtMs: number | null;
  /** `total` where the backend counts or the cache remembers a longer list; absent or null while nobody can tell. */
  readonly refreshing: { readonly read: number; readonly total?: number | null; readonly doing: string } | null;
  readonly failure: BackendFailure | null;
  /** Elements of the last whole reading that name no device or no type: reading again changes nothing. Absent = none. */
  readonly leftOut?: number;
  /** The last whole reading came to fewer devices than the backend counts, also at the second try. Absent or null = it did not. */
  readonly short?: ListCount | null;
}

/** A part of the list as a person asks for it (interface.md 4.3). */
export interface DeviceAsk {
  readonly startIndex: number;
  /** 1 to 500. */
  readonly maxResult: number;
  /** A field as the backend calls it. */
  readonly orderBy: string;
  readonly order: 'ASC' | 'DESC';
  /** Not on to the end by `nextResults`. */
  readonly onePage: boolean;
}

export interface Devices {
  readonly list: Live<DeviceListState>;
  /** Follows `nextResults` to the end; merges into the cache (interface.md 2.6, 4.3). */
  refresh(options?: { signal?: AbortSignal }): Promise<void>;
  /** Asks for a part and merges it into the cache; what is not in it stays. Waits for nothing: while a refresh goes on it joins that. */
  askPart(ask: DeviceAsk): Promise<void>;
  cancelRefresh(): void;
  /** Forgets the cached list; devices with a package, a run or a receipt stay. It is read again when it is next asked for. */
  forget(): Promise<void>;
}
