/** Tags added to and taken from many devices at once, as each of them would have them afterwards (field-facts 3). */
import { findAttribute } from '../attributes/catalogue.ts';
import { isCutText } from '../kept-text.ts';
import type { CachedDevice } from '../device.ts';

export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export interface TagLine {
  readonly device: CachedDevice;
  /** As they would be; the same array where nothing changes. */
  readonly tags: readonly string[];
  /** Why it stays as it is although tags were to be changed. */
  readonly fault: 'tooMany' | 'cut' | null;
}

/** `devices`: with what is unsent of them. */
export function planTags(devices: readonly CachedDevice[], { add, remove }: TagChange): TagLine[] {
  const shape = findAttribute('tags')?.shape;
  const most = shape?.type === 'tags' ? shape.most : Infinity;
  const gone = new Set(remove.filter((tag) => !add.includes(tag)));
  return devices.map((device) => {
    const kept = device.tags.filter((tag) => !gone.has(tag));
    const fresh = add.filter((tag) => !kept.includes(tag));
    if (fresh.length === 0 && kept.length === device.tags.length) return { device, tags: device.tags, fault: null };
    // What is not here whole must not be sent back in the place of the whole.
    if (device.tags.some(isCutText)) return { device, tags: device.tags, fault: 'cut' };
    const tags = [...kept, ...fresh];
    return tags.length > most ? { device, tags: device.tags, fault: 'tooMany' } : { device, tags, fault: null };
  });
}

export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

/** Tags that occur among the devices, the most frequent first. */
export function tagsAmong(devices: readonly CachedDevice[]): TagCount[] {
  const counts = new Map<string, number>();
  for (const { tags } of devices) for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1));
}
