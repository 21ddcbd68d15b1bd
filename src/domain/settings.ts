/** Every assumed value of an account as a setting with its default (product.md "Numbers to hold", field-facts.md 1). */
import type { CommandWords } from './commands/command.ts';

export interface BluetoothProfile {
  readonly serviceUuid: string;
  readonly requestUuid: string;
  readonly responseUuid: string;
  readonly tokenUuid: string;
  readonly controlPointUuid: string;
  /** Value of the Control Point that means "processing has ended". */
  readonly controlPointEnded: number;
  /** Name prefixes for the chooser in addition to the account's own names. */
  readonly namePrefixes: readonly string[];
}

export interface Timing {
  readonly connectTimeoutMs: number;
  readonly connectGapsMs: readonly number[];
  readonly connectTotalMs: number;
  /**
   * Pause between our own disconnect and the next connect to the same device, ms; 0 for none
   * (src/bluetooth/closing-link.ts).
   */
  readonly reconnectAfterMs: number;
  /**
   * From the connection to the services and characteristics, ms. The system discovers all of them before it answers.
   */
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
  /** Wait after a 429 whose Retry-After cannot be read, ms. */
  readonly rateLimitMs: number;
  readonly keepDeliveredDays: number;
  /** Number of devices in a row whose equal refusal pauses the queue. */
  readonly pauseAfterSameRefusal: number;
}

/** Preparing and delivering many devices. */
export interface Bulk {
  /** Simultaneous requests for preparing and delivering. */
  readonly inFlight: number;
  /**
   * Devices in one POST /config/create with equal values, and in one GET /command/encrypt (field-facts.md 3); 1 sends
   * each alone.
   */
  readonly idsAtOnce: number;
}

/** How a request carries the key: in a header of its own, or as a token (RFC 6750). */
export const KEY_HEADERS = ['Api-Key', 'Authorization: Bearer'] as const;

/** What a backend of another version wants to hear; the defaults are those of interface.md 4.4. */
export interface Protocol {
  /** `version=` of the media type that requests accept. */
  readonly mediaVersion: number;
  readonly keyHeader: (typeof KEY_HEADERS)[number];
}

export interface Settings {
  readonly profile: BluetoothProfile;
  readonly timing: Timing;
  readonly delivery: Delivery;
  readonly bulk: Bulk;
  /** The largest `maxResult` of list requests, 1 to 500 (interface.md 4.3). */
  readonly pageSize: number;
  /** Absent in accounts of earlier versions, whose default of 50 was no choice (storage/stores/rows.ts). */
  readonly pageSizeIs?: 'most';
  /** The backend's names of the commands (field-facts.md 3); '' when it does not offer one. */
  readonly commands: CommandWords;
  readonly protocol: Protocol;
}
