/** Which devices the browser's chooser lists: as few rows as can be known, or every device (field-facts.md 2). */
import type { AttributeValues, Device } from '../device.ts';

export interface ChooserFilter {
  /** Exact names, distinct. */
  readonly names: readonly string[];
  /** Offer the name prefixes of the profile too. */
  readonly withPrefixes: boolean;
  /** Exact names that are left out all the same, distinct; absent = none. */
  readonly excluded?: readonly string[];
}

/**
 * Lists every device that advertises. A beacon whose name was changed elsewhere, is spelled otherwise or is not advertised at
 * all is found in no other way.
 */
export const ALL_DEVICES: ChooserFilter = { names: [], withPrefixes: false };

interface ChooserFacts {
  readonly uniqueId: string;
  /** What the package sets: a beacon that has applied it already may carry the new name. */
  readonly values: AttributeValues;
  readonly device: Pick<Device, 'name'> | null;
  /** Every name in the account. */
  readonly accountNames: readonly string[];
  /** List every name of the account and the prefixes, also for a beacon that is named after its uniqueId. */
  readonly wide: boolean;
  /** Names of beacons that are surely not meant: done with, and named like no other. */
  readonly without?: readonly string[];
}

/** A beacon that is named after its uniqueId makes a one-row list; any other gets every name of the account. */
export function chooserFilter({
  uniqueId,
  values,
  device,
  accountNames,
  wide,
  without = [],
}: ChooserFacts): ChooserFilter {
  const newName = typeof values['name'] === 'string' ? [values['name']] : [];
  const own = device?.name ?? null;
  if (!wide && own === uniqueId) return { names: usable([uniqueId, ...newName]), withPrefixes: false };
  const mine = usable([own ?? '', uniqueId, ...newName]);
  const excluded = wide ? [] : usable(without).filter((name) => !mine.includes(name));
  const others = accountNames.filter((name) => !excluded.includes(name));
  return { names: usable([...mine, ...others]), withPrefixes: true, ...(excluded.length === 0 ? {} : { excluded }) };
}

/** The chooser takes names of 1 to 248 bytes. */
function usable(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '' && new TextEncoder().encode(name).length <= 248);
}
