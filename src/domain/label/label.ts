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
  const said = text.slice(0, MOST_TEXT);
  const clean = cleaned(said);
  const words = unique([...wordsOf(clean), ...gs1Values(said)]);
  // An id may look like a part of something else; the whole text is the first thing that it can be.
  if (index.ids.has(clean)) return oneOf([clean], 'id');
  const byId = unique(words.filter((word) => index.ids.has(word)));
  const byMac = unique(macsIn(clean).flatMap((mac) => index.macs.get(mac) ?? []));
  // A list with the same address twice has been read wrongly somewhere: then the id decides, where there is one.
  const both = byId.filter((id) => byMac.includes(id));
  if (byId.length > 0 && byMac.length > 0 && both.length === 0)
    return { kind: 'several', uniqueIds: [...byId, ...byMac], sign: 'id', contradicts: true };
  const named = both.length > 0 && byId.length === both.length ? both : byId;
  if (named.length > 0) return oneOf(named, 'id');
  if (byMac.length > 0) return oneOf(byMac, 'mac');
  const serials = runTogetherSerials(said);
  const byRun = unique(serials.flatMap((serial) => beaconsOfSerial(index, serial)));
  if (byRun.length > 0) return oneOf(byRun, byRun.some((id) => serials.includes(id)) ? 'id' : 'mac');
  const byOrder = unique(words.flatMap((word) => index.orders.get(word) ?? []));
  const byLower = unique(words.flatMap((word) => index.lowerIds.get(word.toLowerCase()) ?? []));
  if (byLower.length > 0) return oneOf(byLower, 'otherCase');
  if (byOrder.length > 0) return oneOf(byOrder, 'order');
  return { kind: 'none', text: clean.slice(0, MOST_SHOWN) };
}

/** The beacon that a label names beyond doubt: by its whole id or its whole address. Null where a person has to say. */
export function certainBeacon(reading: LabelReading): string | null {
  return reading.kind === 'one' && (reading.sign === 'id' || reading.sign === 'mac') ? reading.uniqueId : null;
}

/** Whether a text has what labels have and words do not: an address, a prefix, separators. */
export function isLabelShaped(text: string): boolean {
  return /[^\p{L}\p{N}\s]|^01\d{14}/u.test(text) || macsIn(text).length > 0;
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

/** Hardware addresses in a text, as 12 lower-case digits: with colons, dashes, dots, underscores or blanks between, or nothing. */
export function macsIn(text: string): string[] {
  const found: string[] = [];
  for (const [match] of text.matchAll(MAC)) found.push(match.replaceAll(/[^0-9a-f]/gi, '').toLowerCase());
  return unique(found);
}

// The same sign in all places, and no further digit on either side.
const MAC =
  /(?<![0-9a-z])(?:[0-9a-f]{2}([:\-. _]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4})(?![0-9a-z])/gi;

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

/** Values of a text in the element strings of GS1, as scanners send them: `]C1`, application identifiers without brackets, FNC1 as U+001D. */
function gs1Values(text: string): string[] {
  const elements = gs1Elements(text);
  return elements === null ? [] : elementsOf(elements, new Set());
}

/** What follows the sign of GS1; null where the text is no GS1. */
function gs1Elements(text: string): string | null {
  const symbology = /^\s*\](?:C1|d2|Q3|e\d|J1)/.exec(text);
  const elements = text.slice(symbology?.[0].length ?? 0).trim();
  // Without such a sign, only a trade item number with its right check digit tells a GS1 label from an id of digits.
  return symbology !== null || elements.includes(FNC1) || hasTradeItem(elements) ? elements : null;
}

/**
 * What a serial number may be where scanners have lost FNC1 and further elements follow at once, as in `01…21SERIAL10LOT`: each
 * beginning of it after which the rest is elements again. Only a list of beacons can tell which of them it is.
 */
function runTogetherSerials(text: string): string[] {
  return unique((gs1Elements(text) ?? '').split(FNC1).flatMap(serialsOfRun));
}

/** More characters than a GS1 symbol holds are not looked through. */
const MOST_RUN = 200;
/** Application identifiers of serial numbers: of an item, secondary, of an asset, and those that companies agree on. */
const SERIALS = /^(?:21|250|8004|9\d)$/;
/** The longest value of most open elements; a few have up to 90. */
const MOST_VALUE = 90;

function serialsOfRun(run: string): string[] {
  if (run.length > MOST_RUN) return [];
  const known = new Map<number, boolean>([[run.length, true]]);
  /** Ends that the element at a place may have; the identifier ends at `from`. */
  const endsAt = (
    at: number,
  ): { readonly identifier: string; readonly from: number; readonly ends: readonly number[] } | null => {
    const rest = run.slice(at);
    for (const [pattern, length] of FIXED_LENGTHS) {
      const identifier = pattern.exec(rest)?.[0];
      if (identifier === undefined) continue;
      const from = at + identifier.length;
      return {
        identifier,
        from,
        ends: /^\d+$/.test(run.slice(from, from + length)) && from + length <= run.length ? [from + length] : [],
      };
    }
    const identifier = OPEN_IDENTIFIERS.exec(rest)?.[0];
    if (identifier === undefined) return null;
    const from = at + identifier.length;
    const most = Math.min(MOST_VALUE, run.length - from);
    return { identifier, from, ends: Array.from({ length: most }, (_, index) => from + index + 1) };
  };
  /** Whether all from here on is elements. */
  const isElements = (at: number): boolean => {
    const before = known.get(at);
    if (before !== undefined) return before;
    const found = endsAt(at)?.ends.some(isElements) ?? false;
    known.set(at, found);
    return found;
  };
  const serials: string[] = [];
  const looked = new Set<number>();
  const look = (at: number): void => {
    if (looked.has(at)) return;
    looked.add(at);
    const element = endsAt(at);
    if (element === null) return;
    for (const end of element.ends.filter(isElements)) {
      if (SERIALS.test(element.identifier)) serials.push(run.slice(element.from, end));
      look(end);
    }
  };
  look(0);
  return serials;
}

function beaconsOfSerial(index: LabelIndex, serial: string): readonly string[] {
  if (index.ids.has(serial)) return [serial];
  const [mac, ...others] = macsIn(serial);
  return mac === undefined || others.length > 0 || serial.replace(/[^0-9a-f]/gi, '').length !== 12
    ? []
    : (index.macs.get(mac) ?? []);
}

/** What scanners send for the separator FNC1. */
const FNC1 = '\u001d';
/** Digits after an application identifier whose value has a fixed length; all others end at FNC1. */
const FIXED_LENGTHS: readonly (readonly [pattern: RegExp, length: number])[] = [
  [/^00/, 18],
  [/^0[123]/, 14],
  [/^1[1-9]/, 6],
  [/^20/, 2],
  [/^3[1-6]\d\d/, 6],
  [/^41[0-7]/, 13],
];
const OPEN_IDENTIFIERS = /^(?:10|2[1-2]|23\d|24[0-3]|25[0-5]|30|37|39\d\d|40[0-3]|42\d|70\d\d|80\d\d|8200|9\d)/;

/** `seen`: texts that were looked at, so that none is read twice. */
function elementsOf(source: string, seen: Set<string>): string[] {
  const text = source.startsWith(FNC1) ? source.slice(1) : source;
  if (text === '' || seen.has(text)) return [];
  seen.add(text);
  for (const [pattern, length] of FIXED_LENGTHS) {
    const identifier = pattern.exec(text)?.[0];
    if (identifier === undefined) continue;
    const end = identifier.length + length;
    return [text.slice(identifier.length, end), ...elementsOf(text.slice(end), seen)];
  }
  const identifier = OPEN_IDENTIFIERS.exec(text)?.[0];
  if (identifier === undefined) return [];
  const [value = '', ...rest] = text.slice(identifier.length).split(FNC1);
  return [value, ...elementsOf(rest.join(FNC1), seen)];
}

function hasTradeItem(text: string): boolean {
  const digits = /^01(\d{14})/.exec(text)?.[1];
  if (digits === undefined) return false;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** Marks that nobody sees go; a control character that a scanner sends between two parts becomes a blank, and so does `]C1` before them. */
function cleaned(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/^\s*\][A-Za-z]\d/, ' ')
    .replace(/[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
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
