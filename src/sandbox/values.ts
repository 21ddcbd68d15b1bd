/** Attribute values in the sandbox, and their text inside an encrypted packet. */
import { isRecord } from '../domain/record.ts';

export type AttributeValue = string | number | boolean | readonly string[];
export type Values = Readonly<Record<string, AttributeValue>>;

/** Returns UTF-8 JSON. It fits into a packet of 512 bytes if it has at most 473 bytes. */
export function encodeValues(values: Values): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(values));
}

/** Returns null if the bytes are not an object of values. Never throws. */
export function decodeValues(bytes: Uint8Array): Values | null {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isValues(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

export function isValues(data: unknown): data is Values {
  return isRecord(data) && Object.values(data).every(isValue);
}

function isValue(data: unknown): data is AttributeValue {
  if (Array.isArray(data)) return data.every((item) => typeof item === 'string');
  return ['string', 'number', 'boolean'].includes(typeof data);
}
