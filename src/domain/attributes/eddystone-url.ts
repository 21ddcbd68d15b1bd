/** An address as an Eddystone-URL frame carries it: hexadecimal, a byte for the scheme, and a byte for each usual ending (field-facts.md 6). */
import { hexOf } from '../hex.ts';

const SCHEMES = ['http://www.', 'https://www.', 'http://', 'https://'];
const DOMAINS = ['.com', '.org', '.edu', '.net', '.info', '.biz', '.gov'];
/** The byte of each is its place in the list. */
const ENDINGS = [...DOMAINS.map((domain) => `${domain}/`), ...DOMAINS];
/** Bytes after that of the scheme. */
const MOST_BYTES = 17;

/** Null for what no frame can carry: another scheme, characters beyond visible ASCII, too long an address. */
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
  return bytes.length === 0 || bytes.length > MOST_BYTES ? null : hexOf(Uint8Array.of(scheme, ...bytes));
}

/** The address in plain text; null for what is no such frame. */
export function decodeUrl(hex: string): string | null {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) return null;
  const [scheme = SCHEMES.length, ...bytes] = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  if (scheme >= SCHEMES.length || bytes.length === 0 || bytes.length > MOST_BYTES) return null;
  const parts = bytes.map((byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : (ENDINGS[byte] ?? null)));
  return parts.includes(null) ? null : SCHEMES[scheme]! + parts.join('');
}
