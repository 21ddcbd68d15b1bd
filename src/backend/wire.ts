/**
 * Spellings shared by the resources: forms, IDs, times, nested attributes, and internal fields of records (interface.md
 * 4.4).
 */
import * as z from 'zod/mini';
import { decodeUrl, encodeUrl } from '../domain/attributes/eddystone-url.ts';
import { MAX_ID, storableText, storableValues } from '../domain/storable-text.ts';
import type { AttributeValues, Json } from '../domain/device.ts';
import { isRecord } from '../domain/record.ts';
import { plausibleMs } from '../domain/telemetry/moment.ts';

/** Returns a form body or a query. Lists are joined by commas in one field; undefined values are left out. */
export function encodeFields(...parts: readonly Readonly<Record<string, Json | undefined>>[]): string {
  const encoded = new URLSearchParams();
  for (const [name, value] of parts.flatMap(Object.entries<Json | undefined>)) {
    if (value === undefined || value === null) continue;
    // The backend decides which of two equal fields counts, and the second could name another device.
    if (encoded.has(name)) throw new Error(`The form field ${name} is given twice`);
    encoded.append(name, fieldText(value));
  }
  return encoded.toString();
}

/**
 * A uniqueId or a device type. A number is converted to its digits, because some backends spell IDs so. One that is too
 * long is invalid, because a shortened ID would be another one.
 */
export const wireId = z.pipe(
  z.union([z.string().check(z.minLength(1), z.maxLength(MAX_ID)), z.number()]),
  z.transform(String),
);

/** List elements are parsed one by one, so that an invalid one does not affect the others. */
export const wireList = z.custom<readonly unknown[]>(Array.isArray);

/** A text field, shortened with a mark to what a page can draw; null when it is absent or of another type. */
export const textOrNull = z.catch(
  z.nullable(
    z.pipe(
      z.string(),
      z.transform((text: string) => storableText(text)),
    ),
  ),
  null,
);

/** A time in Unix ms in any spelling that `readZonedTimeMs` accepts, else null. */
export const timeMsOrNull = z.pipe(z.optional(z.unknown()), z.transform(readZonedTimeMs));

/**
 * Returns Unix ms for a plausible Unix number or ISO 8601; null for anything else, and for a time without a zone:
 * unlike telemetry, the other resources do not promise UTC.
 */
export function readZonedTimeMs(value: unknown): number | null {
  if (typeof value === 'number') return plausibleMs(value);
  if (typeof value !== 'string' || value.length > MAX_TIME) return null;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return plausibleMs(Number(text));
  // The zone follows a time of day. In "2026-01-31+01:00" it follows a date.
  const zoneAt = text.search(ZONE);
  if (zoneAt < 0 || !/:\d{2}/.test(text.slice(0, zoneAt))) return null;
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? null : parsed;
}

/** Flattens nested objects to dotted names ("powerSaving.features"); lists and plain values stay. Accepts anything. */
export function flatten(data: unknown): AttributeValues {
  return isRecord(data) ? Object.fromEntries(flatEntries(data, '', 0)) : {};
}

/** Returns the attributes in a pending record, without internal fields and nulls, with limits for storing them. */
export function pendingValues(data: unknown): AttributeValues {
  const entries = Object.entries(flatten(data)).filter(([name, value]) => !BOOK_KEEPING.has(name) && value !== null);
  return storableValues(readableUrl(Object.fromEntries(entries)));
}

/**
 * Returns the attributes with the Eddystone URL as an address: the wire has it in hexadecimal, and sometimes as
 * `decodedUrl` too (field-facts.md 6).
 */
export function readableUrl(values: AttributeValues): AttributeValues {
  const { url, decodedUrl } = values;
  const address = typeof url === 'string' ? (decodeUrl(url) ?? url) : (url ?? decodedUrl);
  if (address === undefined) return values;
  const { decodedUrl: _, ...others } = values;
  return { ...others, url: address };
}

/**
 * Returns the attributes as the wire spells them: an Eddystone URL in hexadecimal. A URL that fits no frame is sent
 * unchanged, for the backend to judge.
 */
export function wireUrl(values: AttributeValues): AttributeValues {
  const { url } = values;
  return typeof url === 'string' && url !== '' ? { ...values, url: encodeUrl(url) ?? url } : values;
}

const BOOK_KEEPING = new Set([
  'id',
  'uniqueId',
  'deviceType',
  'model',
  'created',
  'updated',
  'config',
  'managerId',
  'companyId',
]);
const ZONE = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/i;
/** Longest text that is read as a time. */
const MAX_TIME = 100;
const MAX_DEPTH = 6;
const MAX_NESTING = 32;

function flatEntries(record: Record<string, unknown>, prefix: string, depth: number): [name: string, value: Json][] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (isRecord(value) && depth < MAX_DEPTH) return flatEntries(value, `${prefix}${name}.`, depth + 1);
    // A value nested too deep can neither be stored nor shown.
    return [[prefix + name, isDeeperThan(value, MAX_NESTING) ? '…' : (value as Json)]];
  });
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function fieldText(value: Json): string {
  if (Array.isArray(value))
    return value.map((item: Json) => (typeof item === 'string' ? item : JSON.stringify(item))).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
