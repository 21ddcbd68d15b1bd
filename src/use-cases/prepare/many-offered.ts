/** What this room offers to the screens: preparing many devices in one go. */
import type { AttributeValues } from '../../domain/device.ts';
import type { Live } from '../../domain/live.ts';
import type { PrepareOutcome } from './offered.ts';

export interface PrepareTask {
  readonly uniqueId: string;
  readonly deviceType: string;
  /** `fetch`: it is pending at the backend already, only its package is wanted. */
  readonly kind: 'prepare' | 'fetch';
  readonly values: AttributeValues;
  readonly before: AttributeValues;
}

export interface PrepareManyState {
  readonly tasks: readonly PrepareTask[];
  /** By device, of those that were tried. One map for the whole time: look at it again at each change of the state. */
  readonly outcomes: ReadonlyMap<string, PrepareOutcome>;
  readonly running: boolean;
  /** Why it has ended, or is about to end, before all were tried; null otherwise. */
  readonly stopped: 'cancelled' | 'key' | 'offline' | null;
  /** The backend has asked to wait until then, Unix ms; null while nothing is waited for. */
  readonly waitsUntilMs: number | null;
}

export interface PrepareMany {
  /** null while nothing was started; kept until `dismiss`, whatever screen is open. */
  readonly state: Live<PrepareManyState | null>;
  /** Several requests at a time, within the account's settings. Resolves when it has ended; never rejects. Does nothing while one is going on. */
  start(tasks: readonly PrepareTask[]): Promise<void>;
  /** Takes up no more; what is on its way is waited for, so that its outcome is known. */
  cancel(): void;
  /** Those that were not tried and those whose package is not on this phone, once more. */
  retry(): Promise<void>;
  dismiss(): void;
}
