/** The device list as it is offered to the screens. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { DeviceHead } from './ports.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { ListCount } from '../stores.ts';

export interface DeviceListState {
  /** Null until the stored list is read: nothing is known about any device before. */
  readonly devices: readonly CachedDevice[] | null;
  /** The preview until the list is loaded. Absent when there is none or it is not needed. */
  readonly head?: DeviceHead | null;
  readonly completedAtMs: number | null;
  /** `total`: the backend's count, or the size of a longer cached list; absent or null when unknown. */
  readonly refreshing: { readonly read: number; readonly total?: number | null; readonly doing: string } | null;
  readonly failure: BackendFailure | null;
  /** Elements without device or type in the last complete read; reading again changes nothing. Absent = none. */
  readonly leftOut?: number;
  /** Set when the last complete read had fewer devices than the backend counts, also at the second try. */
  readonly short?: ListCount | null;
}

/** A part of the list that a person requests (interface.md 4.3). */
export interface DeviceQuery {
  readonly startIndex: number;
  /** 1 to 500. */
  readonly maxResult: number;
  /** A field as the backend spells it. */
  readonly orderBy: string;
  readonly order: 'ASC' | 'DESC';
  /** True to read one page only, without following `nextResults`. */
  readonly onePage: boolean;
}

export interface Devices {
  readonly list: ReadonlySignal<DeviceListState>;
  /** Follows `nextResults` to the end and merges into the cache (interface.md 2.6, 4.3). */
  refresh(options?: { signal?: AbortSignal }): Promise<void>;
  /** Reads a part and merges it into the cache; everything else stays. During a refresh it returns with that. */
  fetchPart(query: DeviceQuery): Promise<void>;
  cancelRefresh(): void;
  /**
   * Deletes the cached list; devices with a package, a run or a receipt stay. The list is read again on the next
   * request.
   */
  forget(): Promise<void>;
}
