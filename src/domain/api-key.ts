/** What an Api-Key may consist of: a header carries visible ASCII alone. */

/** The first character of a key that cannot be sent, a blank among them; '' where all can. */
export function unsendableIn(key: string): string {
  return /[^\u0021-\u007e]/u.exec(key)?.[0] ?? '';
}
