/** Base64 as the backend spells it, to bytes and back. Never throws. */

/** Decodes Base64; null for any other text. Accepts white space, the URL-safe letters and missing padding. */
export function decodeBase64(text: string): Uint8Array | null {
  const standard = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  const plain = /^([A-Za-z0-9+/]*)=*$/.exec(standard)?.[1];
  if (plain === undefined || plain.length % 4 === 1) return null;
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
}

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
