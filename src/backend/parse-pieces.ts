/** Parses JSON of any size in pieces, because parsing tens of megabytes at once blocks a phone. */

import { parseExactly } from '../domain/file-json.ts';

/** Characters of a piece, which takes some milliseconds. */
const PIECE = 1_000_000;

interface List {
  /** Positions of its brackets. */
  readonly start: number;
  end: number;
  /** Commas between its elements, about a piece apart. */
  readonly cuts: number[];
  /** Its key in the surrounding object; null for a list on its own. */
  readonly key: string | null;
}

/**
 * Like `parseExactly`, and rejects where that throws. The longest list, on its own or directly in an object, is parsed in
 * pieces, with a pause for the screen after each.
 */
export async function parseInPieces(text: string, piece = PIECE, rest = nextTurn): Promise<unknown> {
  const list = text.length <= piece ? null : await longestList(text, piece, rest);
  if (list === null || list.cuts.length === 0) return parseExactly(text);
  const elements: unknown[] = [];
  let from = list.start + 1;
  for (const cut of [...list.cuts, list.end]) {
    const part = text.slice(from, cut);
    // Nothing between two commas: the piece alone would be valid, the whole text is not.
    if (part.trim() === '') return parseExactly(text);
    for (const element of parseExactly(`[${part}]`) as unknown[]) elements.push(element);
    from = cut + 1;
    await rest();
  }
  const around = parseExactly(`${text.slice(0, list.start)}[]${text.slice(list.end + 1)}`);
  return list.key === null ? elements : { ...(around as object), [list.key]: elements };
}

/** Returns the longest list; null when there is none, or when it cannot be replaced safely. */
async function longestList(text: string, piece: number, rest: () => Promise<void>): Promise<List | null> {
  const keys = new Set<string>();
  let longest: List | null = null;
  let list: List | null = null;
  let key: string | null = null;
  let isInObject = false;
  let depth = 0;
  let rested = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at - rested > 2 * piece) {
      rested = at;
      await rest();
    }
    const open = list === null ? 0 : isInObject ? 2 : 1;
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (end === -1) return null;
        if (isInObject && depth === 1) key = text.slice(at, end + 1);
        at = end;
        break;
      }
      case ':':
        if (!isInObject || depth !== 1 || key === null) break;
        key = keyOf(key);
        // The later of two equal names would win, and `__proto__` is not an ordinary member.
        if (key === null || keys.has(key) || key === '__proto__') return null;
        keys.add(key);
        break;
      case '{':
        if (depth === 0) isInObject = true;
        depth += 1;
        break;
      case '[':
        if (depth === 0 || (depth === 1 && isInObject))
          list = { start: at, end: -1, cuts: [], key: isInObject ? key : null };
        depth += 1;
        break;
      case ',':
        if (list !== null && depth === open && at - (list.cuts.at(-1) ?? list.start) >= piece) list.cuts.push(at);
        break;
      case '}':
      case ']':
        if (list !== null && depth === open) {
          if (text[at] === '}') return null;
          list.end = at;
          if (longest === null || list.end - list.start > longest.end - longest.start) longest = list;
          list = null;
        }
        depth -= 1;
        break;
    }
  }
  return depth === 0 ? longest : null;
}

/** Returns the end of the string that begins at `start`; -1 when it does not end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}

function keyOf(text: string): string | null {
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}

/** Lets the screen and its events have a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
