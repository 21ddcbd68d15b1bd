/** JSON of any size, parsed in pieces: a phone that takes in tens of megabytes in one go stands still for as long. */

/** A piece of this many characters costs some milliseconds. */
const PIECE = 1_000_000;

interface List {
  /** Where its brackets are. */
  readonly start: number;
  end: number;
  /** Commas between its elements, about a piece apart. */
  readonly cuts: number[];
  /** Of the object around it; null where the list stands alone. */
  readonly key: string | null;
}

/** As `JSON.parse`, and rejects where that throws: the longest list, alone or right within an object, is taken apart, and the screen goes on between two pieces. */
export async function parseInPieces(text: string, piece = PIECE, rest = nextTurn): Promise<unknown> {
  const list = text.length <= piece ? null : await longestList(text, piece, rest);
  if (list === null || list.cuts.length === 0) return JSON.parse(text) as unknown;
  const elements: unknown[] = [];
  let from = list.start + 1;
  for (const cut of [...list.cuts, list.end]) {
    const part = text.slice(from, cut);
    // Nothing between two commas: as a list of its own it would be in order.
    if (part.trim() === '') return JSON.parse(text) as unknown;
    for (const element of JSON.parse(`[${part}]`) as unknown[]) elements.push(element);
    from = cut + 1;
    await rest();
  }
  const around = JSON.parse(`${text.slice(0, list.start)}[]${text.slice(list.end + 1)}`) as unknown;
  return list.key === null ? elements : { ...(around as object), [list.key]: elements };
}

/** null where there is none, or where it cannot be told what would stand in its place. */
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
        // The last of two by one name would win; and one name is no member like others.
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

/** Where the string that begins at `start` ends; -1 where it does not. */
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

/** The screen and its person have their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
