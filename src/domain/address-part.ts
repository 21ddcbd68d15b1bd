/** Escapes any text as a part of an address. */

/**
 * Like `encodeURIComponent`, but replaces a lone surrogate with U+FFFD, as `URLSearchParams` does, instead of throwing.
 * An ID from JSON may contain one.
 */
export function addressPart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/**
 * Returns a text as one path segment of this app. A browser treats `.` and `..` as steps in the path, even escaped as
 * `%2e`, so a text of dots only gets a tilde in front, one more than it already has.
 */
export function pathPart(text: string): string {
  return addressPart(ONLY_DOTS.test(text) ? `~${text}` : text);
}

/** Returns the text of a segment; null when its escapes are damaged. */
export function textOfPathPart(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return text.startsWith('~') && ONLY_DOTS.test(text) ? text.slice(1) : text;
  } catch {
    return null;
  }
}

const ONLY_DOTS = /^~*\.{1,2}$/;
