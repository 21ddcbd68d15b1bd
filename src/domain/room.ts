/**
 * The room of a device. The backend has no field for it, so it is stored in a tag of the form `room:Ward 3`, which any
 * other client can read too (product.md "Rooms").
 */
import { findAttribute } from './attributes/catalogue.ts';

const PREFIX = 'room:';

/** Returns the room in the tags, or null. The first of several room tags counts. */
export function roomOf(tags: readonly string[]): string | null {
  for (const tag of tags) {
    const room = roomOfTag(tag);
    if (room !== null) return room;
  }
  return null;
}

/** Returns the room of one tag, or null for any other tag. The prefix is accepted in either case. */
export function roomOfTag(tag: string): string | null {
  if (!tag.toLowerCase().startsWith(PREFIX)) return null;
  const room = roomName(tag.slice(PREFIX.length));
  return room === '' ? null : room;
}

/** One spelling for each name: an umlaut may be stored as one sign or as two, and looks the same. */
export function roomName(text: string): string {
  return text.trim().normalize();
}

/** Why a room cannot be a tag: it is longer than a tag may be, or contains a comma, which separates tags. */
export type RoomFault = 'tooLong' | 'comma';

export function roomFault(room: string): RoomFault | null {
  if (room.includes(',')) return 'comma';
  const shape = findAttribute('tags')?.shape;
  const maxLength = shape?.type === 'tags' ? shape.maxLength : Infinity;
  return [...`${PREFIX}${room.trim()}`].length > maxLength ? 'tooLong' : null;
}

/**
 * Returns the tags with `room` instead of the previous room, at the same position; null or an empty room removes it.
 * All other tags stay. `room` must have no `roomFault`.
 */
export function withRoom(tags: readonly string[], room: string | null): readonly string[] {
  const at = tags.findIndex((tag) => roomOfTag(tag) !== null);
  const others = tags.filter((tag) => roomOfTag(tag) === null);
  const name = roomName(room ?? '');
  return name === '' ? others : others.toSpliced(at === -1 ? others.length : at, 0, `${PREFIX}${name}`);
}
