/** A text as a part of an address: escaped, whatever it holds. */

/**
 * As `encodeURIComponent`, which throws at half of a character: JSON can carry one, so an id can. It becomes U+FFFD, as
 * `URLSearchParams` has it.
 */
export function addressPart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/**
 * A text as one segment of a path of this app. A browser takes `.` and `..` for steps along the path, spelled as `%2e` too: one
 * that is only dots, with tildes before it or none, gets a tilde more.
 */
export function pathPart(text: string): string {
  return addressPart(ONLY_DOTS.test(text) ? `~${text}` : text);
}

/** The text of such a segment; null where its escapes are damaged. */
export function textOfPathPart(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return text.startsWith('~') && ONLY_DOTS.test(text) ? text.slice(1) : text;
  } catch {
    return null;
  }
}

const ONLY_DOTS = /^~*\.{1,2}$/;
