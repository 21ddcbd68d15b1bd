/**
 * Encodes an address as in an Eddystone-URL frame: hexadecimal, one byte for the scheme, and one for each common ending
 * (field-facts.md 6).
 */
import { hexOf } from '../hex.ts';

const SCHEMES = ['http://www.', 'https://www.', 'http://', 'https://'];
const DOMAINS = ['.com', '.org', '.edu', '.net', '.info', '.biz', '.gov'];
/** The byte of each ending is its index. */
const ENDINGS = [...DOMAINS.map((domain) => `${domain}/`), ...DOMAINS];
/** Maximum number of bytes after that of the scheme. */
const MAX_BYTES = 17;

/** Null for an address that does not fit a frame: another scheme, characters outside visible ASCII, or too long. */
export function encodeUrl(address: string): string | null {
  const scheme = SCHEMES.findIndex((start) => address.toLowerCase().startsWith(start));
  if (scheme < 0) return null;
  const bytes: number[] = [];
  for (let rest = address.slice(SCHEMES[scheme]!.length); rest !== '';) {
    const ending = ENDINGS.findIndex((end) => rest.startsWith(end));
    const code = ending < 0 ? rest.charCodeAt(0) : ending;
    if (ending < 0 && (code <= 0x20 || code >= 0x7f)) return null;
    bytes.push(code);
    rest = rest.slice(ending < 0 ? 1 : ENDINGS[ending]!.length);
  }
  return bytes.length === 0 || bytes.length > MAX_BYTES ? null : hexOf(Uint8Array.of(scheme, ...bytes));
}

/** The address in plain text; null when it is not such a frame. */
export function decodeUrl(hex: string): string | null {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) return null;
  const [scheme = SCHEMES.length, ...bytes] = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  if (scheme >= SCHEMES.length || bytes.length === 0 || bytes.length > MAX_BYTES) return null;
  const parts = bytes.map((byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : (ENDINGS[byte] ?? null)));
  return parts.includes(null) ? null : SCHEMES[scheme]! + parts.join('');
}
