/**
 * Limits how much of an unknown field's value is stored: one that is nested too deeply or too long would make its whole
 * batch fail.
 */
import type { Json } from '../device.ts';

/** Replaces the parts that were left out. */
export const CUT_MARK = '… left out: nested too deep or too long';

const MAX_LEVELS = 32;
/** Approximate number of characters that the unknown fields of one record may have together. */
export const MAX_CHARACTERS = 200_000;

/** Characters left for the unknown fields of one record. */
interface CharacterBudget {
  characters: number;
}

export function characterBudget(): CharacterBudget {
  return { characters: MAX_CHARACTERS };
}

/** Returns the value itself when it can be stored whole, else a copy with the mark in place of what was left out. */
export function storableValue(value: Json, budget: CharacterBudget): { readonly value: Json; readonly whole: boolean } {
  let whole = true;
  const leaveOut = (): Json => {
    whole = false;
    return CUT_MARK;
  };
  const limit = (one: Json, level: number): Json => {
    if (typeof one !== 'object' || one === null) {
      budget.characters -= typeof one === 'string' ? one.length : 1;
      return budget.characters < 0 ? leaveOut() : one;
    }
    if (level === MAX_LEVELS || budget.characters < 0) return leaveOut();
    if (Array.isArray(one)) {
      const items: Json[] = [];
      for (const part of one as readonly Json[]) {
        items.push(limit(part, level + 1));
        // One mark replaces all that is left.
        if (budget.characters < 0) break;
      }
      return items;
    }
    const entries: [string, Json][] = [];
    for (const [name, part] of Object.entries(one as Readonly<Record<string, Json>>)) {
      budget.characters -= name.length;
      entries.push([name, limit(part, level + 1)]);
      if (budget.characters < 0) break;
    }
    return Object.fromEntries(entries);
  };
  const limited = limit(value, 0);
  return { value: whole ? value : limited, whole };
}
