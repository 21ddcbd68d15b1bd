/** Every inferred value of an account as a setting with its default (product.md "Numbers to hold", field-facts.md.md 1). */
import type { CommandWords } from './commands/command.ts';

export interface BluetoothProfile {
  readonly serviceUuid: string;
  readonly requestUuid: string;
  readonly responseUuid: string;
  readonly tokenUuid: string;
  readonly controlPointUuid: string;
  /** Value of the Control Point that means "processing has ended". */
  readonly controlPointEnded: number;
  /** Name prefixes offered to the chooser besides the account's own names. */
  readonly namePrefixes: readonly string[];
}

export interface Timing {
  readonly connectTimeoutMs: number;
  readonly connectGapsMs: readonly number[];
  readonly connectTotalMs: number;
  /** Pause between our own disconnect and the next connect to the same device; 0 for none (src/bluetooth/closing-link.ts). */
  readonly reconnectAfterMs: number;
  /** From the link to the services and characteristics: the system looks for all of them before it answers. */
  readonly discoveryTimeoutMs: number;
  readonly operationTimeoutMs: number;
  readonly writeTimeoutMs: number;
  readonly afterWriteMs: number;
  readonly pollStartMs: number;
  readonly pollMaxMs: number;
  readonly pollTotalMs: number;
  readonly beforeResponseMs: number;
}

export interface Delivery {
  readonly timeoutMs: number;
  readonly backoffMinMs: number;
  readonly backoffMaxMs: number;
  /** Wait after a 429 whose Retry-After cannot be read. */
  readonly rateLimitMs: number;
  readonly keepDeliveredDays: number;
  /** Same refusal on this many devices in a row pauses the queue. */
  readonly pauseAfterSameRefusal: number;
}

/** Many devices in one go. */
export interface Bulk {
  /** Requests that are on their way at a time, to prepare and to deliver. */
  readonly inFlight: number;
  /**
   * Devices named in one POST /config/create where their values are the same, and in one GET /command/encrypt (field-facts.md.md 3); 1
   * sends each alone.
   */
  readonly idsAtOnce: number;
}

export interface Settings {
  readonly profile: BluetoothProfile;
  readonly timing: Timing;
  readonly delivery: Delivery;
  readonly bulk: Bulk;
  /** `maxResult` of list requests, 1 to 500 (interface.md 4.3). */
  readonly pageSize: number;
  /** How the backend spells the commands (field-facts.md.md 3); '' where it does not offer one. */
  readonly commands: CommandWords;
}

export const DEFAULT_RECONNECT_AFTER_MS = 2500;
export const DEFAULT_DISCOVERY_TIMEOUT_MS = 15_000;

export const DEFAULT_COMMANDS: CommandWords = {
  identify: 'BLINK_10S',
  restart: 'RESET',
  nonConnectable: 'NONCONNECTABLE',
  bootloader: 'BOOTLOADER',
};

export const DEFAULT_BULK: Bulk = { inFlight: 4, idsAtOnce: 20 };
