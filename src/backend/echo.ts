/** Removes a secret from a text of a backend or a browser, in any spelling. */

/** This many characters in a row reveal too much; fewer may be an ordinary word. */
const TELLING = 8;
/** Characters that reveal too much at the end of a text that was cut to its length. */
const TELLING_AT_END = 4;

/** `cutAt`: the length at which texts were cut; a text of this length may end in the middle of the secret. */
export function withoutEcho(text: string, secret: string, cutAt: number): string {
  if (secret === '') return text;
  const low = lowered(text);
  const covered = new Uint8Array(text.length);
  for (const spelling of spellingsOf(secret)) cover(low, spelling, covered);
  if (text.length >= cutAt) coverEnd(text, low, secret, covered);
  let rest = '';
  for (let at = 0; at < text.length; at += 1) {
    if (covered[at] === 0) rest += text[at];
    else if (covered[at - 1] !== 1) rest += '…';
  }
  return rest;
}

/** Marks the positions of the spelling, whole or in revealing parts. */
function cover(low: string, spelling: string, covered: Uint8Array): void {
  const size = Math.min(TELLING, spelling.length);
  const pieces = new Set<string>();
  for (let at = 0; at + size <= spelling.length; at += 1) pieces.add(spelling.slice(at, at + size));
  for (let at = 0; at + size <= low.length; at += 1)
    if (pieces.has(low.slice(at, at + size))) covered.fill(1, at, at + size);
}

function coverEnd(text: string, low: string, secret: string, covered: Uint8Array): void {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) covered.fill(1, text.length - length);
  }
  for (const spelling of spellingsOf(secret)) {
    for (let length = Math.min(TELLING, spelling.length - 1, low.length); length >= TELLING_AT_END; length -= 1) {
      if (low.endsWith(spelling.slice(0, length))) covered.fill(1, low.length - length);
    }
  }
}

/**
 * Returns all spellings in lower case. Of Base64 only the characters that depend on the secret alone, for each
 * alignment.
 */
function spellingsOf(secret: string): string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => byte.toString(16).padStart(2, '0'));
  const plain = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd')),
    new URLSearchParams([['', secret]]).toString().slice(1),
    secret.replace(/[^A-Za-z0-9]/gu, (one) => `&#${one.codePointAt(0)};`),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ];
  const spellings = [
    ...plain,
    ...plain.map((one) => Array.from(one).toReversed().join('')),
    ...[0, 1, 2].flatMap((before) => base64Spellings(secret, before)),
    ...['', ' ', ':', '-', ',', '\\x', '%'].map((between) => bytes.join(between)),
    bytes.map((byte) => `0x${byte}`).join(', '),
  ];
  return [...new Set(spellings.map(lowered))];
}

function base64Spellings(secret: string, before: number): string[] {
  const bytes = new TextEncoder().encode('\0'.repeat(before) + secret);
  const whole = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).slice(
    Math.ceil((before * 8) / 6),
    Math.floor((bytes.length * 8) / 6),
  );
  return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
}

/** Lowers ASCII letters only, so that the length does not change. */
function lowered(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
