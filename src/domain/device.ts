/** A device as the backend lists it (interface.md 2.7, 4.3). Only `uniqueId` and `deviceType` may be relied on. */

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

/** A device in the account's cache. */
export interface CachedDevice extends Device {
  /** When this phone last read it from the backend. */
  readonly readAtMs: number;
  /** Position in the list by `created`, for a stable order. */
  readonly order: number;
}

/** The device as it stands once the backend has verified these values: applied, and nothing pending (interface.md 3). */
export function withVerified<D extends Device>(device: D, values: AttributeValues): D {
  const { name } = values;
  return { ...device, name: typeof name === 'string' ? name : device.name, attributes: { ...device.attributes, ...values }, pending: null };
}

/** Ids are case-sensitive; where a match would mean "not verified" they compare without case, so that nothing is missed. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
