/** A text as a part of an address: escaped, whatever it holds. */

/**
 * As `encodeURIComponent`, which throws at half of a character: JSON can carry one, so an id can. It becomes U+FFFD, as
 * `URLSearchParams` has it.
 */
export function addressPart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
