/**
 * Every assumed value of an account as a setting (product.md "Numbers to hold", field-facts.md 1). Accounts of earlier
 * versions lack those that have a default here.
 */
import * as z from 'zod/mini';
import type { CommandName } from './commands/command.ts';
import { DEFAULT_SETTINGS } from './default-settings.ts';
import { rowObject, type Parsed } from './schema.ts';

const profile = rowObject({
  serviceUuid: z.string(),
  requestUuid: z.string(),
  responseUuid: z.string(),
  tokenUuid: z.string(),
  controlPointUuid: z.string(),
  /** Value of the Control Point that means "processing has ended". */
  controlPointEnded: z.number(),
  /** Name prefixes for the chooser in addition to the account's own names. */
  namePrefixes: z.array(z.string()),
});
export type BluetoothProfile = Parsed<typeof profile>;

const timing = rowObject({
  connectTimeoutMs: z.number(),
  connectGapsMs: z.array(z.number()),
  connectTotalMs: z.number(),
  /**
   * Pause between our own disconnect and the next connect to the same device, ms; 0 for none
   * (src/bluetooth/handle.ts).
   */
  reconnectAfterMs: z._default(z.number(), DEFAULT_SETTINGS.timing.reconnectAfterMs),
  /**
   * From the connection to the services and characteristics, ms. The system discovers all of them before it answers.
   */
  discoveryTimeoutMs: z._default(z.number(), DEFAULT_SETTINGS.timing.discoveryTimeoutMs),
  operationTimeoutMs: z.number(),
  writeTimeoutMs: z.number(),
  afterWriteMs: z.number(),
  pollStartMs: z.number(),
  pollMaxMs: z.number(),
  pollTotalMs: z.number(),
  beforeResponseMs: z.number(),
});
export type Timing = Parsed<typeof timing>;

const delivery = rowObject({
  timeoutMs: z.number(),
  backoffMinMs: z.number(),
  backoffMaxMs: z.number(),
  /** Wait after a 429 whose Retry-After cannot be read, ms. */
  rateLimitMs: z.number(),
  keepDeliveredDays: z.number(),
  /** Number of devices in a row whose equal refusal pauses the queue. */
  pauseAfterSameRefusal: z.number(),
});
export type Delivery = Parsed<typeof delivery>;

/** Preparing and delivering many devices. */
const bulk = rowObject({
  /** Simultaneous requests for preparing and delivering. */
  inFlight: z.number(),
  /**
   * Devices in one POST /config/create with equal values, and in one GET /command/encrypt (field-facts.md 3); 1 sends
   * each alone.
   */
  idsAtOnce: z.number(),
});
export type Bulk = Parsed<typeof bulk>;

const commands = rowObject({
  identify: z.string(),
  restart: z.string(),
  nonConnectable: z.string(),
  bootloader: z.string(),
} satisfies Record<CommandName, unknown>);

/** How a request carries the key: in a header of its own, or as a token (RFC 6750). */
export const KEY_HEADERS = ['Api-Key', 'Authorization: Bearer'] as const;

/** What a backend of another version wants to hear; the defaults are those of interface.md 4.4. */
const protocol = rowObject({
  /** `version=` of the media type that requests accept. */
  mediaVersion: z.number(),
  keyHeader: z.enum(KEY_HEADERS),
});
export type Protocol = Parsed<typeof protocol>;

export const settingsSchema = rowObject({
  profile,
  timing,
  delivery,
  bulk: z._default(bulk, DEFAULT_SETTINGS.bulk),
  /** The largest `maxResult` of list requests, 1 to 500 (interface.md 4.3). */
  pageSize: z.number(),
  /** Absent in accounts of earlier versions, whose default of 50 was no choice (storage/stores/rows.ts). */
  pageSizeIs: z.optional(z.literal('most')),
  /** The backend's names of the commands (field-facts.md 3); '' when it does not offer one. */
  commands: z._default(commands, DEFAULT_SETTINGS.commands),
  protocol: z._default(protocol, DEFAULT_SETTINGS.protocol),
});
export type Settings = Parsed<typeof settingsSchema>;
