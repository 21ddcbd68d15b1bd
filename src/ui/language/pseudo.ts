/** A language that nobody speaks: it shows where a text is cut, glued or missing, and how the screens stand from right to left. */

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  u: 'ü',
  y: 'ý',
  A: 'Â',
  C: 'Ç',
  E: 'Ë',
  I: 'Î',
  N: 'Ñ',
  O: 'Ø',
  U: 'Û',
  Y: 'Ý',
};

/** A third longer, so that what fits in it fits in most languages. Short marks such as units stay as they are. */
export function pseudoText(text: string): string {
  if (!/[a-zA-Z]{3}/.test(text)) return text;
  const accented = text.replace(/[a-zA-Z]/g, (letter) => ACCENTED[letter] ?? letter);
  return `${accented} ${'ñøřđ '.repeat(Math.ceil(text.length / 15)).trim()}`;
}

/** The same shape with every text changed; what a function returns as well. Keys, numbers and sets stay. */
function changed(value: unknown): unknown {
  if (typeof value === 'string') return pseudoText(value);
  if (typeof value === 'function')
    return (...given: unknown[]): unknown => changed((value as (...given: unknown[]) => unknown)(...given));
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  if (Array.isArray(value)) return value.map(changed);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, isRead(key, inner) ? inner : changed(inner)]),
  );
}

/**
 * What the code reads beside the words, such as the action `fetchPackage`. The label of a button may have the same key;
 * it begins with a capital.
 */
const isRead = (key: string, value: unknown): boolean =>
  key === 'action' && typeof value === 'string' && /^[a-z][a-zA-Z]*$/.test(value);

export function pseudo<T>(english: T): T {
  return changed(english) as T;
}
