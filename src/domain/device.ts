/** A device as the backend lists it (interface.md 2.7, 4.3). Only `uniqueId` and `deviceType` may be relied on. */
import { deviceKind } from './device-kind.ts';

export { deviceKind };

/** Devices kept of one account, twice what the app is made for: more would stop a phone, and no person looks through it. */
export const MOST_DEVICES = 200_000;

/** A value as JSON carries it; unknown attributes are kept as they came. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Attribute name as the wire spells it -> value, nested objects flattened with dots ("powerSaving.features"). */
export type AttributeValues = Readonly<Record<string, Json>>;

/** The value of an attribute; undefined where there is none, also of one that is called like something every object has ("constructor"). */
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
  /** OWNER, SUPERVISOR, EDITOR, VIEWER or any other word the backend uses; null where absent. */
  readonly access: string | null;
  readonly firmware: string | null;
  readonly batteryPercent: number | null;
  /** Unix milliseconds. */
  readonly lastSeenMs: number | null;
  /** What the backend holds as pending; null where nothing is pending or nothing is said. */
  readonly pending: AttributeValues | null;
  /** Every other attribute, flattened. */
  readonly attributes: AttributeValues;
}

/** When a device was last heard as the backend says: then, never (it names no time), or nothing is said. */
type SaidLastSeen = { readonly kind: 'at'; readonly ms: number } | { readonly kind: 'never' | 'unsaid' };

/** Today's name of the last sign of life, and the one that it replaces; what is there and is no time is kept among the attributes. */
export const LAST_SEEN_NAMES = ['lastSeen', 'status.lastOnlineTimestamp'] as const;
export const BATTERY_NAMES = ['batteryLevel', 'status.batteryLevel'] as const;

export function saidLastSeen({ lastSeenMs, attributes }: Pick<Device, 'lastSeenMs' | 'attributes'>): SaidLastSeen {
  if (lastSeenMs !== null) return { kind: 'at', ms: lastSeenMs };
  return LAST_SEEN_NAMES.some((name) => [null, 0, '0'].some((none) => none === valueIn(attributes, name)))
    ? { kind: 'never' }
    : { kind: 'unsaid' };
}

/**
 * Whether its configuration is brought to it over Bluetooth (interface.md 4.4). A gateway fetches its own from the backend: there is
 * no package, nothing to write and no receipt.
 */
export function isWrittenByBluetooth(deviceType: string): boolean {
  return !['gateway', 'cloudBeacon'].includes(deviceKind(deviceType));
}

/** A device in the account's cache. */
export interface CachedDevice extends Device {
  /** When this phone last read it from the backend. */
  readonly readAtMs: number;
  /** Position in the list by `created`, for a stable order. */
  readonly order: number;
}
