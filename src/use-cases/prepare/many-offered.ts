/** The services for the screens that prepare many devices, fetch their packages and withdraw their changes. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { AttributeValues } from '../../domain/device.ts';
import type { PrepareOutcome } from './offered.ts';

export interface PrepareTask {
  readonly uniqueId: string;
  readonly deviceType: string;
  /**
   * `prepare`: create the change. `fetch`: the change is already pending at the backend, and only its package is
   * needed. `withdraw`: withdraw the pending change.
   */
  readonly kind: 'prepare' | 'fetch' | 'withdraw';
  readonly values: AttributeValues;
  readonly before: AttributeValues;
}

export interface PrepareManyState {
  readonly tasks: readonly PrepareTask[];
  /** By device, of those that were tried. It stays the same map, so read it again after each change of the state. */
  readonly outcomes: ReadonlyMap<string, PrepareOutcome>;
  readonly running: boolean;
  /** Why it has ended, or is about to end, before all devices were tried. Null: it has not. */
  readonly stopped: 'cancelled' | 'key' | 'offline' | null;
  /** End of the wait that the backend requires, Unix ms; null while there is none. */
  readonly waitsUntilMs: number | null;
}

export interface PrepareMany {
  /** null before the first start; kept until `dismiss`, whatever screen is open. */
  readonly state: ReadonlySignal<PrepareManyState | null>;
  /**
   * Sends several requests at a time, within the account's settings. Resolves when it has ended; never rejects. Does
   * nothing while another one runs.
   */
  start(tasks: readonly PrepareTask[]): Promise<void>;
  /** Starts no further device. Requests in flight are waited for, so that their outcome is known. */
  cancel(): void;
  /** Tries again the devices that were not tried and those whose package is not on this phone. */
  retry(): Promise<void>;
  dismiss(): void;
}
