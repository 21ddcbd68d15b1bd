/** What the text of a printed label means: which beacons of a list it may name, and by what. Nothing is guessed: several are said to be several. */
import { valueIn, type AttributeValues } from '../device.ts';

/** What a label can be compared with, of one beacon. */
export interface LabelSubject {
  readonly uniqueId: string;
  readonly mac: string | null;
  readonly attributes: AttributeValues;
}

/**
 * `id`: the label holds this unique id · `mac`: its hardware address · `otherCase`: an id that differs in capitals alone, which
 * may be another beacon · `order`: the beacon came with the order that the label names.
 */
export type LabelSign = 'id' | 'mac' | 'otherCase' | 'order';

export type LabelReading =
  | { readonly kind: 'one'; readonly uniqueId: string; readonly sign: LabelSign }
  /** Which of them it is, a person has to say. `contradicts`: an id and an address on it name different beacons. */
  | {
      readonly kind: 'several';
      readonly uniqueIds: readonly string[];
      readonly sign: LabelSign;
      readonly contradicts: boolean;
    }
  | { readonly kind: 'none'; readonly text: string };

export interface LabelIndex {
  readonly ids: ReadonlySet<string>;
  readonly lowerIds: ReadonlyMap<string, readonly string[]>;
  readonly macs: ReadonlyMap<string, readonly string[]>;
  readonly orders: ReadonlyMap<string, readonly string[]>;
}

/** More than any label holds; what is longer was not printed on a beacon. */
const MOST_TEXT = 4000;
/** Of a label that names no beacon, characters that are shown. */
const MOST_SHOWN = 120;

export function labelIndex(subjects: Iterable<LabelSubject>): LabelIndex {
  const ids = new Set<string>();
  const lowerIds = new Map<string, string[]>();
  const macs = new Map<string, string[]>();
  const orders = new Map<string, string[]>();
  for (const { uniqueId, mac, attributes } of subjects) {
    if (ids.has(uniqueId) || uniqueId === '') continue;
    ids.add(uniqueId);
    add(lowerIds, uniqueId.toLowerCase(), uniqueId);
    const [address] = mac === null ? [] : macsIn(mac);
    if (address !== undefined) add(macs, address, uniqueId);
    const order = valueIn(attributes, 'orderId');
    if (typeof order === 'string' && order !== '') add(orders, order, uniqueId);
  }
  return { ids, lowerIds, macs, orders };
}

/** Total: any text gets an answer. An id or an address names a beacon; an order names those that came with it, and counts only where nothing else does. */
export function readLabel(index: LabelIndex, text: string): LabelReading {
  const clean = cleaned(text.slice(0, MOST_TEXT));
  const words = wordsOf(clean);
  const byId = unique(words.filter((word) => index.ids.has(word)));
  const byMac = unique(macsIn(clean).flatMap((mac) => index.macs.get(mac) ?? []));
  // A list with the same address twice has been read wrongly somewhere: then the id decides, where there is one.
  const both = byId.filter((id) => byMac.includes(id));
  if (byId.length > 0 && byMac.length > 0 && both.length === 0)
    return { kind: 'several', uniqueIds: [...byId, ...byMac], sign: 'id', contradicts: true };
  const named = both.length > 0 && byId.length === both.length ? both : byId;
  if (named.length > 0) return oneOf(named, 'id');
  if (byMac.length > 0) return oneOf(byMac, 'mac');
  const byOrder = unique(words.flatMap((word) => index.orders.get(word) ?? []));
  const byLower = unique(words.flatMap((word) => index.lowerIds.get(word.toLowerCase()) ?? []));
  if (byLower.length > 0) return oneOf(byLower, 'otherCase');
  if (byOrder.length > 0) return oneOf(byOrder, 'order');
  return { kind: 'none', text: clean.slice(0, MOST_SHOWN) };
}

/** The order id on a label, its capitals kept; null where none is plainly it. A person sees it before it is claimed. */
export function orderIdIn(text: string): string | null {
  const clean = cleaned(text.slice(0, MOST_TEXT));
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(clean) ? parsedUrl(clean) : null;
  const named = /\border\b(?:\s*id|\s*no\.?)?\s*[:#=]?\s*([A-Za-z0-9-]+)/i.exec(clean)?.[1];
  const found =
    url === null
      ? (named ?? clean)
      : decoded(url.pathname)
          .split('/')
          .findLast((part) => part !== '');
  return found !== undefined && /^[A-Za-z0-9-]{3,40}$/.test(found) ? found : null;
}

/** Hardware addresses in a text, as 12 lower-case digits: with colons, dashes, dots or blanks between, or nothing. */
export function macsIn(text: string): string[] {
  const found: string[] = [];
  for (const [match] of text.matchAll(MAC)) found.push(match.replaceAll(/[^0-9a-f]/gi, '').toLowerCase());
  return unique(found);
}

// The same sign in all places, and no further digit on either side.
const MAC =
  /(?<![0-9a-z])(?:[0-9a-f]{2}([:\-. ]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4})(?![0-9a-z])/gi;

/** The text as a whole, and its parts: of an address the path, the query and what follows the hash; never the host. */
function wordsOf(text: string): string[] {
  const found: string[] = [text];
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? parsedUrl(text) : null;
  const parts = url === null ? [text] : [url.pathname, url.search, url.hash].map(decoded);
  for (const part of parts) {
    found.push(...part.split(/[\s,;|=&?/#+]+/));
    // "SN:Ab3d", "(21)Ab3d" and the separator of GS1, which `cleaned` has made a blank.
    found.push(...part.split(/[^A-Za-z0-9-]+/), ...part.split(/[^A-Za-z0-9]+/));
  }
  return unique(found.filter((word) => word !== ''));
}

function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What a printer or a scanner adds and nobody sees becomes a blank. */
function cleaned(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

function oneOf(ids: readonly string[], sign: LabelSign): LabelReading {
  const [first] = ids;
  return ids.length === 1 && first !== undefined
    ? { kind: 'one', uniqueId: first, sign }
    : { kind: 'several', uniqueIds: ids, sign, contradicts: false };
}

function add(map: Map<string, string[]>, key: string, uniqueId: string): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [uniqueId]);
  else there.push(uniqueId);
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}
