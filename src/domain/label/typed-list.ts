/**
 * Reads lists of IDs that a person typed or pasted: numbered or with bullets, quoted, in brackets, as addresses or as the
 * text of labels. Every word of the list is accounted for.
 */
import { MAX_TYPED_IDS } from '../limits.ts';
import { certainBeacon, orderIdIn, readLabel, type LabelIndex } from './label.ts';

interface TypedIds {
  /** Unique IDs in the index, in the order typed, without duplicates. */
  readonly found: readonly string[];
  /** Words that name no beacon of the index with certainty, as typed. */
  readonly unknown: readonly string[];
  /** True for a list of which nothing is read, because it is longer than anything that a person checks. */
  readonly isTooLong: boolean;
}

/** Longest list that is read, in characters: its boxes read it while a person types. */
const MAX_CHARACTERS = 20 * MAX_TYPED_IDS;

/** Reads each word of the list as the text of a label. */
export function readTypedIds(index: LabelIndex, text: string): TypedIds {
  const found = new Set<string>();
  const unknown: string[] = [];
  const entries = entriesOf(text);
  if (entries === null) return { found: [], unknown: [], isTooLong: true };
  for (const words of entries) {
    const read = words.map((word) => ({ word, ids: beaconsOf(index, word) }));
    const namesAny = read.some(({ ids }) => ids.length > 0);
    for (const { word, ids } of read) {
      for (const id of ids) found.add(id);
      // "SN:" before a serial number says what it is.
      if (ids.length === 0 && !(namesAny && /[:=#]$/.test(word))) unknown.push(word);
    }
  }
  return { found: [...found], unknown, isTooLong: false };
}

function beaconsOf(index: LabelIndex, word: string): readonly string[] {
  const reading = readLabel(index, word);
  const certain = certainBeacon(reading);
  if (certain !== null) return [certain];
  // "82TR3V/5ZPbrLyB" names two beacons; in an address they may be parts of a path.
  const isList = reading.kind === 'several' && reading.sign === 'id' && !reading.contradicts && !word.includes('://');
  return isList ? reading.uniqueIds : [];
}

/**
 * Reads order IDs, each without what stands around it. Their letter case never changes. Returns null for a list that is
 * too long.
 */
export function readTypedOrderIds(text: string): readonly string[] | null {
  const entries = entriesOf(text);
  if (entries === null) return null;
  return entries.flatMap((words) => {
    const whole = words.length > 1 ? orderIdIn(words.join(' ')) : null;
    return whole !== null && words.map(unwrapped).includes(whole)
      ? [whole]
      : words.map(orderIdOf).filter((id) => id !== '');
  });
}

function orderIdOf(word: string): string {
  const bare = unwrapped(word);
  return orderIdIn(bare) ?? bare;
}

/**
 * The entries of a list as words, without bullets and the numbers of a numbered list; null if there are too many words.
 */
function entriesOf(text: string): readonly string[][] | null {
  if (text.length > MAX_CHARACTERS) return null;
  const entries = text.split(/[\r\n,;|]/).flatMap((entry) => {
    const words = withJoinedMacs(entry)
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
    const isNumbered = words.length > 1 && /^\(?\d{1,5}[.)]{1,2}$/.test(words[0]!);
    const rest = isNumbered ? words.slice(1) : words;
    return rest.length === 0 ? [] : [rest];
  });
  return entries.reduce((total, words) => total + words.length, 0) > MAX_TYPED_IDS ? null : entries;
}

/** An address whose pairs are separated by spaces is one word. */
function withJoinedMacs(entry: string): string {
  return entry.replace(/(?<![0-9a-z])(?:[0-9a-f]{2} ){5}[0-9a-f]{2}(?![0-9a-z])/gi, (mac) => mac.replaceAll(' ', ''));
}

const WRAPPING = new Set('"\'`“”„‟«»‹›‘’‚()[]{}<>.:*•');

/** The text without quotation marks, brackets and full stops around it. */
function unwrapped(word: string): string {
  const signs = [...word];
  const start = signs.findIndex((sign) => !WRAPPING.has(sign));
  const end = signs.findLastIndex((sign) => !WRAPPING.has(sign));
  return start < 0 ? '' : signs.slice(start, end + 1).join('');
}
