/** Base64 for bytes, in Node and in the page. */

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/**
 * Returns null if the text is not Base64. Spaces are refused, though `atob` would skip them: they come from a "+" that
 * was not escaped in a form.
 */
export function fromBase64(text: string): Uint8Array | null {
  if (/\s/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
