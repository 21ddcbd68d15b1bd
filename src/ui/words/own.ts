/** Returns the words for a code from outside, null for none. Own names only: a code may be called "constructor". */
export function ownOf<Words>(words: Readonly<Record<string, Words>>, code: string): Words | null {
  return Object.hasOwn(words, code) ? words[code]! : null;
}
