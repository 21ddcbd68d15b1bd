/** What many devices have in common of their configuration, and where they differ. */
import { CATALOGUE } from '../attributes/catalogue.ts';
import { sameValue } from '../attributes/values.ts';
import { valueIn, type AttributeValues, type CachedDevice, type Json } from '../device.ts';

/** As the backend showed it; undefined where it showed none. */
export function shownValue(
  { name, attributes }: Pick<CachedDevice, 'name' | 'attributes'>,
  attribute: string,
): Json | undefined {
  return attribute === 'name' ? (name ?? attributes['name']) : valueIn(attributes, attribute);
}

export interface ValueCount {
  /** undefined: nothing is known of it. */
  readonly value: Json | undefined;
  readonly count: number;
}

export interface Common {
  readonly shown: { readonly name: string | null; readonly attributes: AttributeValues };
  /** Physical attribute -> its values, the most frequent first; only where devices differ. */
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
  // By spelling first: comparing two spellings costs more than looking one up.
  const bySpelling = new Map<string, { value: Json | undefined; count: number }>();
  for (const device of devices) {
    const value = shownValue(device, name);
    const key = typeof value === 'object' ? JSON.stringify(value) : `${typeof value} ${String(value)}`;
    const known = bySpelling.get(key);
    if (known === undefined) bySpelling.set(key, { value, count: 1 });
    else known.count += 1;
  }
  const counts: { value: Json | undefined; count: number }[] = [];
  for (const one of bySpelling.values()) {
    // So many values are no choice to a person; what is left is counted as it is spelled.
    const same =
      counts.length > MOST_COMPARED ? undefined : counts.find(({ value }) => isAlike(name, value, one.value));
    if (same === undefined) counts.push(one);
    else same.count += one.count;
  }
  return counts.sort((one, other) => other.count - one.count);
}

const MOST_COMPARED = 20;

/** That nothing is known is not the same as an empty value. */
function isAlike(name: string, one: Json | undefined, other: Json | undefined): boolean {
  return (one ?? null) === null || (other ?? null) === null
    ? (one ?? null) === (other ?? null)
    : sameValue(name, one, other);
}
