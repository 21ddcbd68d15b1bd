/** A device as the backend lists it (interface.md 2.7, 4.3). Only `uniqueId` and `deviceType` are guaranteed. */
import * as z from 'zod/mini';
import { deviceKind } from './device-kind.ts';
import { jsonValues, rowObject, type Parsed } from './schema.ts';

export { deviceKind };

/** A JSON value. Unknown attributes are kept as received. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Attribute name as the wire spells it -> value, nested objects flattened with dots ("powerSaving.features"). */
export type AttributeValues = Readonly<Record<string, Json>>;

/**
 * Returns the value of an attribute; undefined when there is none, also for a name that every object has
 * ("constructor").
 */
export function valueIn(values: AttributeValues, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The stored row of a device in the account's list on this phone. */
export const deviceSchema = rowObject({
  uniqueId: z.string(),
  deviceType: z.string(),
  name: z.nullable(z.string()),
  alias: z.nullable(z.string()),
  tags: z.array(z.string()),
  notes: z.nullable(z.string()),
  model: z.nullable(z.string()),
  mac: z.nullable(z.string()),
  /** OWNER, SUPERVISOR, EDITOR, VIEWER or another value of the backend; null when absent. */
  access: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
  batteryPercent: z.nullable(z.number()),
  /** Unix ms. */
  lastSeenMs: z.nullable(z.number()),
  /** The values pending at the backend; null when nothing is pending or nothing is reported. */
  pending: z.nullable(jsonValues),
  /** Every other attribute, flattened. */
  attributes: jsonValues,
  /** When this phone last read it from the backend, Unix ms. */
  readAtMs: z.number(),
  /** Position in the list by `created`, for a stable order. */
  order: z.number(),
});
export type CachedDevice = Parsed<typeof deviceSchema>;
/** A device as an answer of the backend has it. */
export type Device = Omit<CachedDevice, 'readAtMs' | 'order'>;

/** When a device was last heard, according to the backend: a time, never (no time is given), or nothing is reported. */
type LastSeen = { readonly kind: 'at'; readonly ms: number } | { readonly kind: 'never' | 'unsaid' };

/**
 * The current name of the time of the last signal, and the earlier one. A value that is not a time stays among the
 * attributes.
 */
export const LAST_SEEN_NAMES = ['lastSeen', 'status.lastOnlineTimestamp'] as const;
export const BATTERY_NAMES = ['batteryLevel', 'status.batteryLevel'] as const;

/** A battery level of −1, or 255 in telemetry, stands for external power (field-facts.md 6). */
export function isMainsMark(level: Json | undefined): boolean {
  return level !== null && (Number(level) === -1 || Number(level) === 255);
}

export function lastSeenOf({ lastSeenMs, attributes }: Pick<Device, 'lastSeenMs' | 'attributes'>): LastSeen {
  if (lastSeenMs !== null) return { kind: 'at', ms: lastSeenMs };
  return LAST_SEEN_NAMES.some((name) => [null, 0, '0'].some((none) => none === valueIn(attributes, name)))
    ? { kind: 'never' }
    : { kind: 'unsaid' };
}

/**
 * True when the device is configured over Bluetooth (interface.md 4.4). A gateway fetches its own configuration from
 * the backend: there is no package, nothing to write and no receipt.
 */
export function isWrittenByBluetooth(deviceType: string): boolean {
  return !['gateway', 'cloudBeacon'].includes(deviceKind(deviceType));
}
