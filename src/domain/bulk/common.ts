/** Finds the configuration values that many devices have in common, and those that differ. */
import { CATALOGUE } from '../attributes/catalogue.ts';
import { sameValue } from '../attributes/values.ts';
import { valueIn, type AttributeValues, type CachedDevice, type Json } from '../device.ts';

/** As the backend showed it; undefined when it did not. */
export function shownValue(
  { name, attributes }: Pick<CachedDevice, 'name' | 'attributes'>,
  attribute: string,
): Json | undefined {
  return attribute === 'name' ? (name ?? attributes['name']) : valueIn(attributes, attribute);
}

export interface ValueCount {
  /** Undefined: unknown. */
  readonly value: Json | undefined;
  readonly count: number;
}

export interface Common {
  readonly shown: { readonly name: string | null; readonly attributes: AttributeValues };
  /** Physical attribute -> its values, most frequent first. Only for attributes that differ. */
  readonly varied: ReadonlyMap<string, readonly ValueCount[]>;
}

export function commonOf(devices: readonly CachedDevice[]): Common {
  const attributes: Record<string, Json> = {};
  const varied = new Map<string, readonly ValueCount[]>();
  for (const { name, kind, writeOnly } of CATALOGUE) {
    if (kind !== 'physical' || writeOnly) continue;
    const counts = countValues(devices, name);
    const [first] = counts;
    if (counts.length > 1) varied.set(name, counts);
    else if (first?.value !== undefined && first.value !== null) attributes[name] = first.value;
  }
  const { name } = attributes;
  return { shown: { name: typeof name === 'string' ? name : null, attributes }, varied };
}

function countValues(devices: readonly CachedDevice[], name: string): ValueCount[] {
  // Grouped by spelling first, because comparing costs more than a look-up.
  const bySpelling = new Map<string, { value: Json | undefined; count: number }>();
  for (const device of devices) {
    const value = shownValue(device, name);
    const key = typeof value === 'object' ? JSON.stringify(value) : `${typeof value} ${String(value)}`;
    const match = bySpelling.get(key);
    if (match === undefined) bySpelling.set(key, { value, count: 1 });
    else match.count += 1;
  }
  const counts: { value: Json | undefined; count: number }[] = [];
  for (const one of bySpelling.values()) {
    // With so many values the list does not help anyone, so the rest is counted by spelling.
    const same = counts.length > MAX_COMPARED ? undefined : counts.find(({ value }) => isAlike(name, value, one.value));
    if (same === undefined) counts.push(one);
    else same.count += one.count;
  }
  return counts.sort((one, other) => other.count - one.count);
}

const MAX_COMPARED = 20;

/** Unknown is not the same as empty. */
function isAlike(name: string, one: Json | undefined, other: Json | undefined): boolean {
  return (one ?? null) === null || (other ?? null) === null
    ? (one ?? null) === (other ?? null)
    : sameValue(name, one, other);
}
