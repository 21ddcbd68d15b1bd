/**
 * Reads the text of a printed label: which beacons of a list it may name, and why. Never guesses: several matches are
 * reported as several.
 */
import { valueIn, type AttributeValues } from '../device.ts';

/** The data of one beacon that a label is compared with. */
export interface LabelSubject {
  readonly uniqueId: string;
  readonly mac: string | null;
  readonly attributes: AttributeValues;
}

/**
 * `id`: the label contains this unique ID · `mac`: its hardware address · `otherCase`: an ID that differs only in
 * letter case, which may be another beacon · `order`: the beacon belongs to the order on the label.
 */
export type LabelSign = 'id' | 'mac' | 'otherCase' | 'order';

export type LabelReading =
  | { readonly kind: 'one'; readonly uniqueId: string; readonly sign: LabelSign }
  /** A person has to choose. `contradicts`: an ID and an address on it name different beacons. */
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

/** Longest text that is read; no beacon's label is longer. */
const MAX_TEXT = 4000;
/** Characters shown of a label that names no beacon. */
const MAX_SHOWN = 120;

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

/**
 * Accepts any text. An ID or an address names a beacon. An order names its beacons, and counts only when nothing else
 * matches.
 */
export function readLabel(index: LabelIndex, text: string): LabelReading {
  const limited = text.slice(0, MAX_TEXT);
  const clean = cleaned(limited);
  const words = unique([...wordsOf(clean), ...gs1Values(limited)]);
  // An ID may look like a part of something else, so compare the whole text first.
  if (index.ids.has(clean)) return oneOf([clean], 'id');
  const byId = unique(words.filter((word) => index.ids.has(word)));
  const byMac = unique(macsIn(clean).flatMap((mac) => index.macs.get(mac) ?? []));
  // A list with the same address twice has an error: then the ID decides, if there is one.
  const both = byId.filter((id) => byMac.includes(id));
  if (byId.length > 0 && byMac.length > 0 && both.length === 0)
    return { kind: 'several', uniqueIds: [...byId, ...byMac], sign: 'id', contradicts: true };
  if (byId.length > 0) return oneOf(byId, 'id');
  if (byMac.length > 0) return oneOf(byMac, 'mac');
  const serials = runTogetherSerials(limited);
  const byRun = unique(serials.flatMap((serial) => beaconsOfSerial(index, serial)));
  if (byRun.length > 0) return oneOf(byRun, byRun.some((id) => serials.includes(id)) ? 'id' : 'mac');
  const byOrder = unique(words.flatMap((word) => index.orders.get(word) ?? []));
  const byLower = unique(words.flatMap((word) => index.lowerIds.get(word.toLowerCase()) ?? []));
  if (byLower.length > 0) return oneOf(byLower, 'otherCase');
  if (byOrder.length > 0) return oneOf(byOrder, 'order');
  return { kind: 'none', text: clean.slice(0, MAX_SHOWN) };
}

/** The beacon that a label names with certainty, by its whole ID or address. Null when a person has to confirm. */
export function certainBeacon(reading: LabelReading): string | null {
  return reading.kind === 'one' && (reading.sign === 'id' || reading.sign === 'mac') ? reading.uniqueId : null;
}

/** True when a text contains what labels have and ordinary words do not: an address, a prefix, separators. */
export function isLabelShaped(text: string): boolean {
  return /[^\p{L}\p{N}\s]|^01\d{14}/u.test(text) || macsIn(text).length > 0;
}

/** The order ID on a label in its letter case; null when it is not certain. A person sees it before it is claimed. */
export function orderIdIn(text: string): string | null {
  const clean = cleaned(text.slice(0, MAX_TEXT));
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(clean) ? parsedUrl(clean) : null;
  const named = /\border\b(?: ?id| ?no\.?)? ?[:#=]? ?([A-Za-z0-9-]{1,41})/i.exec(clean)?.[1];
  const found =
    url === null
      ? (named ?? clean)
      : decoded(url.pathname)
          .split('/')
          .findLast((part) => part !== '');
  return found !== undefined && /^[A-Za-z0-9-]{3,40}$/.test(found) ? found : null;
}

/**
 * Hardware addresses in a text as 12 lower-case digits, written with colons, dashes, dots, underscores, spaces or no
 * separator.
 */
export function macsIn(text: string): string[] {
  const found: string[] = [];
  for (const [match] of text.matchAll(MAC)) found.push(match.replaceAll(/[^0-9a-f]/gi, '').toLowerCase());
  return unique(found);
}

// The same separator everywhere, and no further digit on either side.
const MAC =
  /(?<![0-9a-z])(?:[0-9a-f]{2}([:\-. _]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4})(?![0-9a-z])/gi;

/** The whole text and its parts: of an address the path, the query and the fragment, never the host. */
function wordsOf(text: string): string[] {
  const found: string[] = [text];
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? parsedUrl(text) : null;
  const parts = url === null ? [text] : [url.pathname, url.search, url.hash].map(decoded);
  for (const part of parts) {
    found.push(...part.split(/[\s,;|=&?/#+]+/));
    // "SN:Ab3d", "(21)Ab3d" and the GS1 separator, which `cleaned` has replaced by a space.
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

/**
 * The values of GS1 element strings as scanners send them: `]C1`, application identifiers without brackets, FNC1 as
 * U+001D.
 */
function gs1Values(text: string): string[] {
  const elements = gs1Elements(text);
  return elements === null ? [] : elementsOf(elements);
}

/** The text after the GS1 symbology identifier; null when the text is not GS1. */
function gs1Elements(text: string): string | null {
  const symbology = /^\s*\](?:C1|d2|Q3|e\d|J1)/.exec(text);
  const elements = text.slice(symbology?.[0].length ?? 0).trim();
  // Without such an identifier, only a trade item number with a correct check digit distinguishes a GS1 label from an
  // ID of digits.
  return symbology !== null || elements.includes(FNC1) || hasTradeItem(elements) ? elements : null;
}

/**
 * Possible serial numbers when the scanner dropped FNC1 and further elements follow directly, as in `01…21SERIAL10LOT`:
 * each prefix after which only elements follow. Only a list of beacons can decide between them.
 */
function runTogetherSerials(text: string): string[] {
  return unique((gs1Elements(text) ?? '').split(FNC1).flatMap(serialsOfRun));
}

/** Longest text analysed this way, longer than a GS1 symbol. */
const MAX_RUN = 200;
/** Application identifiers of serial numbers: item, secondary, asset, and company-internal. */
const SERIALS = /^(?:21|250|8004|9\d)$/;
/** The longest value of a variable-length element; most are far shorter. */
const MAX_VALUE = 90;

function serialsOfRun(run: string): string[] {
  if (run.length > MAX_RUN) return [];
  const elements = Array.from(run, (_, at) => elementsFrom(run, at));
  /** By position: true when only elements follow from there. */
  const isWhole = [...elements.map(() => false), true];
  for (const [at, { ends }] of [...elements.entries()].toReversed()) isWhole[at] = ends.some((end) => isWhole[end]);
  const serials: string[] = [];
  const reached = new Set([0]);
  // A set also yields what is added meanwhile.
  for (const start of reached) {
    const { identifier = '', ends = [] } = elements[start] ?? {};
    for (const end of ends.filter((at) => isWhole[at])) {
      if (SERIALS.test(identifier)) serials.push(run.slice(start + identifier.length, end));
      reached.add(end);
    }
  }
  return serials;
}

/** The identifier of the element at a position, and where the element may end. */
function elementsFrom(run: string, at: number): { readonly identifier: string; readonly ends: readonly number[] } {
  const { identifier, length } = elementAt(run.slice(at)) ?? { identifier: '', length: 0 };
  const from = at + identifier.length;
  if (length === null) {
    const most = Math.min(MAX_VALUE, run.length - from);
    return { identifier, ends: Array.from({ length: most }, (_, index) => from + index + 1) };
  }
  const isFilled = length > 0 && from + length <= run.length && /^\d+$/.test(run.slice(from, from + length));
  return { identifier, ends: isFilled ? [from + length] : [] };
}

function beaconsOfSerial(index: LabelIndex, serial: string): readonly string[] {
  if (index.ids.has(serial)) return [serial];
  const [mac, ...others] = macsIn(serial);
  return mac === undefined || others.length > 0 || serial.replace(/[^0-9a-f]/gi, '').length !== 12
    ? []
    : (index.macs.get(mac) ?? []);
}

/** The character that scanners send for the separator FNC1. */
const FNC1 = '\u001d';
/** Digits after an application identifier of fixed length; all others end at FNC1. */
const FIXED_LENGTHS: readonly (readonly [pattern: RegExp, length: number])[] = [
  [/^00/, 18],
  [/^0[123]/, 14],
  [/^1[1-9]/, 6],
  [/^20/, 2],
  [/^3[1-6]\d\d/, 6],
  [/^41[0-7]/, 13],
];
const OPEN_IDENTIFIERS = /^(?:10|2[1-2]|23\d|24[0-3]|25[0-5]|30|37|39\d\d|40[0-3]|42\d|70\d\d|80\d\d|8200|9\d)/;

/** The element with which a text begins: its identifier, and the length of its value; null where that ends at FNC1. */
function elementAt(text: string): { readonly identifier: string; readonly length: number | null } | null {
  for (const [pattern, length] of FIXED_LENGTHS) {
    const identifier = pattern.exec(text)?.[0];
    if (identifier !== undefined) return { identifier, length };
  }
  const identifier = OPEN_IDENTIFIERS.exec(text)?.[0];
  return identifier === undefined ? null : { identifier, length: null };
}

function elementsOf(source: string): string[] {
  const text = source.startsWith(FNC1) ? source.slice(1) : source;
  const element = elementAt(text);
  if (element === null) return [];
  const { identifier, length } = element;
  const rest = text.slice(identifier.length);
  if (length !== null) return [rest.slice(0, length), ...elementsOf(rest.slice(length))];
  const [value = '', ...others] = rest.split(FNC1);
  return [value, ...elementsOf(others.join(FNC1))];
}

function hasTradeItem(text: string): boolean {
  const digits = /^01(\d{14})/.exec(text)?.[1];
  if (digits === undefined) return false;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** Removes invisible characters. A control character between two parts, and `]C1` before them, become spaces. */
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
