/** Characters of an Api-Key: a header can only contain visible ASCII. */

/** Returns the first character of a key that cannot be sent (a space, for example), or '' when all can. */
export function unsendableIn(key: string): string {
  return /[^\u0021-\u007e]/u.exec(key)?.[0] ?? '';
}
