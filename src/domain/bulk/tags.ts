/** Plans a change of tags, or of the room that one of them names, for many devices at once (field-facts.md 3). */
import { cleanKey } from '../clean-text.ts';
import { findAttribute } from '../attributes/catalogue.ts';
import { isCutText } from '../storable-text.ts';
import type { CachedDevice } from '../device.ts';
import { roomOf, roomOfTag, withRoom } from '../room.ts';

interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** The room for all devices; absent or empty leaves it unchanged. Must have no `roomFault`. */
  readonly room?: string;
}

export interface TagLine {
  readonly device: CachedDevice;
  /** The tags after the change; the same array if nothing changes. */
  readonly tags: readonly string[];
  /** Why the device is skipped. */
  readonly fault: 'tooMany' | 'cut' | null;
}

/** Returns a line for each device. `devices` include unsent edits. */
export function planTags(devices: readonly CachedDevice[], { add, remove, room = '' }: TagChange): TagLine[] {
  const shape = findAttribute('tags')?.shape;
  const most = shape?.type === 'tags' ? shape.most : Infinity;
  const gone = new Set(remove.filter((tag) => !add.includes(tag)));
  // A room typed as a tag replaces the room, because a device has only one.
  const named = room.trim() === '' ? (roomOf(add) ?? '') : room;
  const added = add.filter((tag) => roomOfTag(tag) === null);
  return devices.map((device) => {
    const remaining = device.tags.filter((tag) => !gone.has(tag));
    // A tag that differs only in its quotes or dashes is the same tag.
    const present = new Set(remaining.map(plain));
    const withAdded = [...remaining, ...added.filter((tag) => !present.has(plain(tag)))];
    const tags = named === '' ? withAdded : withRoom(withAdded, named);
    if (tags.length === device.tags.length && tags.every((tag, at) => tag === device.tags[at]))
      return { device, tags: device.tags, fault: null };
    // A shortened tag must not be sent back in place of the full one.
    if (device.tags.some(isCutText)) return { device, tags: device.tags, fault: 'cut' };
    return tags.length > most ? { device, tags: device.tags, fault: 'tooMany' } : { device, tags, fault: null };
  });
}

const plain = (tag: string): string => cleanKey(tag).text;

interface TagCount {
  readonly tag: string;
  readonly count: number;
}

/** The tags of the devices, most frequent first. */
export function tagsAmong(devices: readonly CachedDevice[]): TagCount[] {
  const counts = new Map<string, number>();
  for (const { tags } of devices) for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1));
}
