/** Which devices the browser's chooser lists: as few as possible, or every device (field-facts.md 2). */
import type { AttributeValues, Device } from '../device.ts';

export interface ChooserFilter {
  /** Exact names, without duplicates. */
  readonly names: readonly string[];
  /** Also list devices with the name prefixes of the profile. */
  readonly withPrefixes: boolean;
  /** Exact names to leave out, without duplicates; none if absent. */
  readonly excluded?: readonly string[];
}

/**
 * Lists every device that advertises. The only way to find a beacon whose name was changed elsewhere, is spelled
 * differently or is not advertised.
 */
export const ALL_DEVICES: ChooserFilter = { names: [], withPrefixes: false };

interface ChooserFacts {
  readonly uniqueId: string;
  /** The values of the package. A beacon that has already applied it may advertise the new name. */
  readonly values: AttributeValues;
  readonly device: Pick<Device, 'name'> | null;
  /** Names of all devices of the account. */
  readonly accountNames: readonly string[];
  /** List all names of the account and the prefixes even if the beacon is named after its uniqueId. */
  readonly wide: boolean;
  /** Names of beacons that are finished and whose name is unique. */
  readonly without?: readonly string[];
}

/** Returns a filter for one name if the beacon is named after its uniqueId, otherwise for all names of the account. */
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
  const ownNames = usable([own ?? '', uniqueId, ...newName]);
  const excluded = wide ? [] : usable(without).filter((name) => !ownNames.includes(name));
  const others = accountNames.filter((name) => !excluded.includes(name));
  return {
    names: usable([...ownNames, ...others]),
    withPrefixes: true,
    ...(excluded.length === 0 ? {} : { excluded }),
  };
}

/** The chooser accepts names of 1 to 248 bytes. */
function usable(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '' && new TextEncoder().encode(name).length <= 248);
}
