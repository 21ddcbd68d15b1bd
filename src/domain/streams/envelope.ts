/**
 * Opens what tools put around stream records: `aws kinesis get-records`, events of Lambda and Firehose, captures of Event Hubs and
 * IoT Hub, the lists of explorers. A record inside is an object, text, or Base64 of text.
 */
import { decodeBase64 } from '../base64.ts';
import { kindOf, type RawRecord } from './record-check.ts';
import { createRecordSplitter } from './record-splitter.ts';

/** A record of an envelope; `text` where it is no object. */
type Enclosed = { readonly record: RawRecord } | { readonly text: string };

/** Fields that hold a list of envelopes, and fields that hold one record; in lower case. */
const LISTS = ['records', 'events', 'messages', 'value'];
const CARRIERS = ['data', 'body', 'kinesis', 'event', 'payload', 'message', 'value', 'content'];
/** Envelopes within each other: a Lambda event has three. */
const MOST_DEPTH = 5;

/** The record itself, or what is enclosed in it; null where neither can be told. */
export function recordsIn(value: RawRecord): readonly Enclosed[] | null {
  return opened(value, 0);
}

function opened(value: RawRecord, depth: number): readonly Enclosed[] | null {
  // Envelopes have times and origins of their own; whose record it is only the record says.
  const isRecord = kindOf(value) !== null;
  if (isRecord && Object.hasOwn(value, 'trackingId')) return [{ record: value }];
  if (depth === MOST_DEPTH) return isRecord ? [{ record: value }] : null;
  const fields = new Map(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner]));
  for (const name of LISTS) {
    const list = fields.get(name);
    if (Array.isArray(list)) return list.flatMap((one) => enclosed(one, depth + 1) ?? [{ text: JSON.stringify(one) }]);
  }
  for (const name of CARRIERS) {
    const found = fields.has(name) ? enclosed(fields.get(name), depth + 1) : null;
    if (found !== null) return found;
  }
  return isRecord ? [{ record: value }] : null;
}

function enclosed(value: unknown, depth: number): readonly Enclosed[] | null {
  if (typeof value === 'string') return enclosedText(value, depth);
  if (Array.isArray(value)) return value.flatMap((one) => enclosed(one, depth) ?? [{ text: JSON.stringify(one) }]);
  if (typeof value !== 'object' || value === null) return null;
  // Avro as JSON: a union of null, bytes and text names which of them it is.
  const [only, ...others] = Object.entries(value as RawRecord);
  if (others.length === 0 && (only?.[0] === 'bytes' || only?.[0] === 'string')) return enclosed(only[1], depth);
  return opened(value as RawRecord, depth);
}

function enclosedText(text: string, depth: number): readonly Enclosed[] | null {
  const json = /^\s*[[{]/.test(text) ? text : decodedText(text);
  if (json === null) return null;
  const splitter = createRecordSplitter();
  return [...splitter.push(json), ...splitter.end()].flatMap((piece): readonly Enclosed[] => {
    const found = piece.kind === 'broken' ? piece.excerpt : piece.text;
    const value = piece.kind === 'object' ? parsed(piece.text) : null;
    return value === null ? [{ text: found }] : (opened(value, depth) ?? [{ record: value }]);
  });
}

/** Null where the text is no Base64 of UTF-8 text. */
function decodedText(text: string): string | null {
  const bytes = text === '' ? null : decodeBase64(text);
  if (bytes === null) return null;
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /^\s*[[{]/.test(json) ? json : null;
  } catch {
    return null;
  }
}

function parsed(text: string): RawRecord | null {
  try {
    return JSON.parse(text) as RawRecord;
  } catch {
    return null;
  }
}
