/** A device as the backend lists it (interface.md 2.7, 4.3). Only `uniqueId` and `deviceType` are guaranteed. */
import { deviceKind } from './device-kind.ts';

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

export interface Device {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly name: string | null;
  readonly alias: string | null;
  readonly tags: readonly string[];
  readonly notes: string | null;
  readonly model: string | null;
  readonly mac: string | null;
  /** OWNER, SUPERVISOR, EDITOR, VIEWER or another value of the backend; null when absent. */
  readonly access: string | null;
  readonly firmware: string | null;
  readonly batteryPercent: number | null;
  /** Unix ms. */
  readonly lastSeenMs: number | null;
  /** The values pending at the backend; null when nothing is pending or nothing is reported. */
  readonly pending: AttributeValues | null;
  /** Every other attribute, flattened. */
  readonly attributes: AttributeValues;
}

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

/** A device in the account's list on this phone. */
export interface CachedDevice extends Device {
  /** When this phone last read it from the backend, Unix ms. */
  readonly readAtMs: number;
  /** Position in the list by `created`, for a stable order. */
  readonly order: number;
}
