/** Free search over ids, aliases, names, MACs and tags; what is searched in is made ahead, off the keystroke's way. */
import { comparable } from '../clean-text.ts';
import type { CachedDevice } from '../device.ts';
import { memoizeByObject } from '../memoize.ts';
import { isLabelShaped, labelIndex, macsIn, readLabel, type LabelIndex } from '../label/label.ts';

/** Over one list, by position in it. */
interface SearchIndex {
  readonly devices: readonly CachedDevice[];
  /** Makes at most `count` more devices ready; true when all are. Searching makes ready what is not. */
  warm(count: number): boolean;
  /** Positions of the devices that fit, in their order; looked for among `within` where it is given. */
  find(query: string, within: readonly number[] | null): readonly number[];
}

/** The index of a list, the same one for the same list. */
export const searchIndexOf = memoizeByObject(createIndex);

/** Whether what fits `later` is among what fits `earlier`: typing on narrows what was found. */
export function narrows(later: string, earlier: string): boolean {
  return earlier.trim() !== '' && later.startsWith(earlier) && !isLabelShaped(later);
}

function createIndex(devices: readonly CachedDevice[]): SearchIndex {
  let labels: LabelIndex | null = null;
  // One string a device, side by side: looking through 100,000 of them takes milliseconds.
  const haystacks: string[] = [];
  const warm = (count: number): boolean => {
    const to = Math.min(devices.length, haystacks.length + count);
    for (let at = haystacks.length; at < to; at += 1) haystacks.push(haystackOf(devices[at]!));
    return haystacks.length === devices.length;
  };
  return {
    devices,
    warm,
    find(query, within) {
      const [mac] = macsIn(query);
      const words = (mac ?? comparable(query)).split(/\s+/).filter((word) => word !== '');
      warm(devices.length);
      // The longest word first: it fits the fewest.
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
