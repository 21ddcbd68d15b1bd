/** How much of a value that nobody has described is kept: what is nested too deep or too long would take its whole batch down with it. */
import type { Json } from '../device.ts';

/** Stands in the place of what was left out. */
export const CUT_MARK = '… left out: nested too deep or too long';

const MOST_LEVELS = 32;
/** Characters of one record's undescribed fields together, about. */
export const MOST_CHARACTERS = 200_000;

/** Room that the undescribed fields of one record share. */
interface KeepingRoom {
  characters: number;
}

export function keepingRoom(): KeepingRoom {
  return { characters: MOST_CHARACTERS };
}

/** The value itself where it can be kept whole, else a copy with the mark where something was left out. */
export function keptValue(value: Json, room: KeepingRoom): { readonly value: Json; readonly whole: boolean } {
  let whole = true;
  const leaveOut = (): Json => {
    whole = false;
    return CUT_MARK;
  };
  const keep = (one: Json, level: number): Json => {
    if (typeof one === 'string') {
      room.characters -= one.length;
      return room.characters < 0 ? leaveOut() : one;
    }
    if (typeof one !== 'object' || one === null) {
      room.characters -= 1;
      return room.characters < 0 ? leaveOut() : one;
    }
    if (level === MOST_LEVELS || room.characters < 0) return leaveOut();
    if (Array.isArray(one)) {
      const kept: Json[] = [];
      for (const part of one as readonly Json[]) {
        kept.push(keep(part, level + 1));
        // The mark stands once for all the rest.
        if (room.characters < 0) break;
      }
      return kept;
    }
    const kept: [string, Json][] = [];
    for (const [name, part] of Object.entries(one as Readonly<Record<string, Json>>)) {
      room.characters -= name.length;
      kept.push([name, keep(part, level + 1)]);
      if (room.characters < 0) break;
    }
    return Object.fromEntries(kept);
  };
  const kept = keep(value, 0);
  return { value: whole ? value : kept, whole };
}
