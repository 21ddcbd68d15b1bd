/** Searches IDs, aliases, names, MACs and tags. The index is built in advance, not during a keystroke. */
import { comparable } from '../clean-text.ts';
import type { CachedDevice } from '../device.ts';
import { memoizeByObject } from '../memoize.ts';
import { isLabelShaped, labelIndex, macsIn, readLabel, type LabelIndex } from '../label/label.ts';

/** The index of a list, the same one for the same list. */
export const searchIndexOf = memoizeByObject(createIndex);

/** True when every match of `later` also matches `earlier`. */
export function narrows(later: string, earlier: string): boolean {
  return earlier.trim() !== '' && later.startsWith(earlier) && !isLabelShaped(later);
}

function createIndex(devices: readonly CachedDevice[]) {
  let labels: LabelIndex | null = null;
  // One string for each device in one array, so that 100,000 are searched in milliseconds.
  const haystacks: string[] = [];
  const warm = (count: number): boolean => {
    const to = Math.min(devices.length, haystacks.length + count);
    for (let at = haystacks.length; at < to; at += 1) haystacks.push(haystackOf(devices[at]!));
    return haystacks.length === devices.length;
  };
  return {
    devices,
    /** Indexes at most `count` more devices; returns true when all are. A search indexes the rest. */
    warm,
    /** Indexes of the matching devices in their order, limited to `within` if given. */
    find(query: string, within: readonly number[] | null): readonly number[] {
      const [mac] = macsIn(query);
      const words = (mac ?? comparable(query)).split(/\s+/).filter((word) => word !== '');
      warm(devices.length);
      // The longest word first, because it matches the fewest.
      const [first = '', ...others] = words.sort((one, other) => other.length - one.length);
      const fits = (at: number): boolean =>
        haystacks[at]!.includes(first) && others.every((word) => haystacks[at]!.includes(word));
      if (within !== null) return within.filter(fits);
      const found: number[] = [];
      for (let at = 0; at < haystacks.length; at += 1) if (fits(at)) found.push(at);
      if (found.length > 0 || !isLabelShaped(query)) return found;
      const reading = readLabel((labels ??= labelIndex(devices)), query);
      const named = new Set(
        reading.kind === 'one' ? [reading.uniqueId] : reading.kind === 'several' ? reading.uniqueIds : [],
      );
      return named.size === 0 ? [] : devices.flatMap(({ uniqueId }, at) => (named.has(uniqueId) ? [at] : []));
    },
  };
}

function haystackOf(device: CachedDevice): string {
  const parts = [
    device.uniqueId,
    device.alias,
    device.name,
    device.mac,
    device.mac?.replaceAll(':', ''),
    ...device.tags,
  ];
  return comparable(parts.filter((part) => part !== null && part !== undefined).join('\n'));
}
