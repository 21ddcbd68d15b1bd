/** Base64 as the backend takes it, more strictly than the app does. */

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
