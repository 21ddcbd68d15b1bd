/** Base64 as the backend spells it, to bytes and back. Never throws. */

/** Decodes Base64; null for any other text. Accepts white space, the URL-safe letters and missing padding. */
export function decodeBase64(text: string): Uint8Array | null {
  const standard = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  const plain = /^([A-Za-z0-9+/]*)=*$/.exec(standard)?.[1];
  if (plain === undefined || plain.length % 4 === 1) return null;
  const letters = atob(plain);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

export function encodeBase64(bytes: Uint8Array): string {
  let letters = '';
  // In pieces, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters);
}
