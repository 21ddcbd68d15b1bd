/**
 * Opens the envelopes that tools put around stream records: `aws kinesis get-records`, events of Lambda and Firehose,
 * captures of Event Hubs and IoT Hub, lists of explorers. A record inside is an object, text, or Base64 of text or of
 * gzip.
 */
import { decodeBase64 } from '../base64.ts';
import { parseRecord } from '../file-json.ts';
import { kindOf, type RawRecord } from './record-check.ts';
import { createRecordSplitter, type Piece } from './record-splitter.ts';

/** Binary files of records. They are recognised and named, but not read. */
export type Container = 'avro' | 'parquet' | 'zip';

export function isContainer(kind: string): kind is Container {
  return kind === 'avro' || kind === 'parquet' || kind === 'zip';
}

/** Gzip from Base64. `recordsInBody` reads its text after unpacking. */
export interface PackedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly depth: number;
}

/** A record of an envelope; `text` when it is not an object. */
export type Enclosed =
  | { readonly record: RawRecord }
  | { readonly text: string }
  | { readonly packed: PackedBody }
  | { readonly container: Container };

/** Names of fields that hold a list of envelopes, and of fields that hold one record, in lower case. */
const LISTS = ['records', 'events', 'logevents', 'messages', 'value'];
const CARRIERS = 'data body kinesis event payload message value content log msg jsonpayload textpayload'.split(' ');
/** Where a record begins in a line. */
const BEGINNING = /\{\s*"/;
/** A quoted text, which may not be closed, or what stands between spaces and quotes. */
const WORD = /"(?:[^"\\]|\\.)*"?|[^\s"]+/g;
/** Maximum depth of nested envelopes; a Lambda event has three. */
const MAX_DEPTH = 5;

/** Returns the record itself or the records enclosed in it; null when it is neither a record nor an envelope. */
export function recordsIn(value: RawRecord): readonly Enclosed[] | null {
  return openEnvelope(value, 0);
}

/** Returns the records in the text of an unpacked body. */
export function recordsInBody(text: string, { depth }: PackedBody): readonly Enclosed[] {
  return jsonRecords(text, Math.min(depth + 1, MAX_DEPTH)) ?? [{ text }];
}

/**
 * Returns the records in a line that a tool wrote, and where the first begins: as JSON, as quoted texts, or in Base64. At
 * -1 there is not even the beginning of one.
 */
export function recordsWithin(text: string): { readonly at: number; readonly found: readonly Enclosed[] } {
  const at = text.search(BEGINNING);
  if (at !== -1) {
    const rest = text.slice(at);
    const found = recordsFrom(rest);
    // In a quoted cell of a CSV file each quotation mark is doubled.
    const isCell = found.length === 0 && /^\{\s*""\w/.test(rest);
    return { at, found: isCell ? recordsFrom(rest.replaceAll('""', '"')) : found };
  }
  const words = Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    const content = word.startsWith('"') ? unquoted(word) : word;
    const isOther = /^\s*[[{]/.test(content) && !BEGINNING.test(content);
    return { index, found: isOther ? [] : (unwrapText(content, 0) ?? []) };
  }).filter(({ found }) => found.some(isRead));
  return { at: words[0]?.index ?? -1, found: words.flatMap(({ found }) => found) };
}

/** Returns nothing unless a record can be read. What does not begin like a record was written by a tool. */
function recordsFrom(text: string): readonly Enclosed[] {
  const pieces = piecesOf(text).filter(
    (piece) => piece.kind !== 'other' && BEGINNING.test(piece.kind === 'broken' ? piece.excerpt : piece.text),
  );
  const found = pieces.flatMap((piece) => enclosedIn(piece, 0));
  return found.some(isRead) ? found : [];
}

const isRead = (one: Enclosed): boolean => !('text' in one);

/** Recognises a container by its first bytes; null for anything else. */
export function containerOf(bytes: Uint8Array): Container | null {
  const begins = (...head: readonly number[]): boolean => head.every((byte, at) => bytes[at] === byte);
  // "Obj" and 1, "PAR1", "PK" and 3, 4.
  if (begins(0x4f, 0x62, 0x6a, 1)) return 'avro';
  if (begins(0x50, 0x41, 0x52, 0x31)) return 'parquet';
  return begins(0x50, 0x4b, 3, 4) ? 'zip' : null;
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function openEnvelope(value: RawRecord, depth: number): readonly Enclosed[] | null {
  // Envelopes have times and sources of their own; only a record names its beacon.
  const isRecord = kindOf(value) !== null;
  if (isRecord && Object.hasOwn(value, 'trackingId')) return [{ record: value }];
  if (depth === MAX_DEPTH) return isRecord ? [{ record: value }] : null;
  const fields = new Map(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner]));
  for (const name of LISTS) {
    const list = fields.get(name);
    if (Array.isArray(list)) return list.flatMap((one) => unwrap(one, depth + 1) ?? [{ text: JSON.stringify(one) }]);
  }
  for (const name of CARRIERS) {
    const found = fields.has(name) ? unwrap(fields.get(name), depth + 1) : null;
    if (found !== null) return found;
  }
  return isRecord ? [{ record: value }] : null;
}

function unwrap(value: unknown, depth: number): readonly Enclosed[] | null {
  if (typeof value === 'string') return unwrapText(value, depth);
  if (Array.isArray(value)) return value.flatMap((one) => unwrap(one, depth) ?? [{ text: JSON.stringify(one) }]);
  if (typeof value !== 'object' || value === null) return null;
  // In Avro's JSON encoding, a union value is wrapped in an object whose only key is its type.
  const [only, ...others] = Object.entries(value as RawRecord);
  if (others.length === 0 && (only?.[0] === 'bytes' || only?.[0] === 'string')) return unwrap(only[1], depth);
  return openEnvelope(value as RawRecord, depth);
}

function unwrapText(text: string, depth: number): readonly Enclosed[] | null {
  const plain = jsonRecords(text, depth);
  if (plain !== null) return plain;
  const bytes = text === '' ? null : decodeBase64(text);
  if (bytes === null) return null;
  if (isGzip(bytes)) return [{ packed: { bytes: new Uint8Array(bytes), depth } }];
  const container = containerOf(bytes);
  if (container !== null) return [{ container }];
  try {
    return jsonRecords(new TextDecoder('utf-8', { fatal: true }).decode(bytes), depth);
  } catch {
    return null;
  }
}

/** Returns null when the text does not begin like JSON. */
function jsonRecords(text: string, depth: number): readonly Enclosed[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  return piecesOf(text).flatMap((piece) => enclosedIn(piece, depth));
}

function piecesOf(text: string): readonly Piece[] {
  const splitter = createRecordSplitter();
  return [...splitter.push(text), ...splitter.end()];
}

function enclosedIn(piece: Piece, depth: number): readonly Enclosed[] {
  const found = piece.kind === 'broken' ? piece.excerpt : piece.text;
  const value = piece.kind === 'object' ? parseObject(piece.text) : null;
  return value === null ? [{ text: found }] : (openEnvelope(value, depth) ?? [{ record: value }]);
}

/** Empty for what is no text in JSON. redis-cli writes the bytes of other letters than those of ASCII as `\xc3\xbc`. */
function unquoted(word: string): string {
  try {
    const plain = word.replace(/((?:\\x[0-9a-f]{2})+)|\\./gi, (all: string, bytes?: string) =>
      bytes === undefined ? all : decodeURIComponent(bytes.replaceAll('\\x', '%')),
    );
    return JSON.parse(plain) as string;
  } catch {
    return '';
  }
}

function parseObject(text: string): RawRecord | null {
  try {
    return parseRecord(text) as RawRecord;
  } catch {
    return null;
  }
}
