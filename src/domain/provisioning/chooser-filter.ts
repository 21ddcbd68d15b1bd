/** Which names the browser's chooser is asked for: as few rows as can be known, never none (field-facts.md 2). */
import type { AttributeValues, Device } from '../device.ts';

export interface ChooserFilter {
  /** Exact names, distinct. */
  readonly names: readonly string[];
  /** Offer the name prefixes of the profile too. */
  readonly withPrefixes: boolean;
}

interface ChooserFacts {
  readonly uniqueId: string;
  /** What the package sets: a beacon that has applied it already may carry the new name. */
  readonly values: AttributeValues;
  readonly device: Pick<Device, 'name'> | null;
  /** Every name in the account. */
  readonly accountNames: readonly string[];
  /** The narrow list was not enough: offer everything. */
  readonly wide: boolean;
}

/** A beacon that is named after its uniqueId makes a one-row list; any other gets every name of the account. */
export function chooserFilter({ uniqueId, values, device, accountNames, wide }: ChooserFacts): ChooserFilter {
  const newName = typeof values['name'] === 'string' ? [values['name']] : [];
  const own = device?.name ?? null;
  if (!wide && own === uniqueId) return { names: usable([uniqueId, ...newName]), withPrefixes: false };
  return { names: usable([own ?? '', uniqueId, ...newName, ...accountNames]), withPrefixes: true };
}

/** The chooser takes names of 1 to 248 bytes. */
function usable(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '' && new TextEncoder().encode(name).length <= 248);
}
