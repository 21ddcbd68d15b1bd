/**
 * Parses `q` of GET /device: comparisons such as `uniqueId==tB4x`, joined by and, or and brackets, or otherwise a text
 * to search for.
 */
import { invalid } from './route.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Test {
  (device: Fields): boolean;
  /** The only devices that can pass it. Null: any. */
  readonly ids: readonly string[] | null;
}

/** Longer operators come first, because ">=" begins with ">". */
const COMPARISONS = ['==', '!=', '>=', '<=', '>', '<'] as const;
type Comparison = (typeof COMPARISONS)[number];

const TOKEN =
  /\s*(?:(?<mark>[()])|(?<and>&&|;|and\b)|(?<or>\|\||,|or\b)|(?<comparison>==|!=|>=|<=|>|<)|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<word>(?:[&|]?[^=!<>();,\s"'&|])+))/iy;

interface Token {
  readonly kind: 'mark' | 'and' | 'or' | 'comparison' | 'word';
  readonly text: string;
}

/** Returns null for a text without comparisons. Throws a `Refusal` with 422 for invalid comparisons. */
export function readFilter(q: string): Test | null {
  if (!COMPARISONS.some((comparison) => q.includes(comparison))) return null;
  const tokens = tokensOf(q);
  const next = (kind: Token['kind'], text?: string): Token | null =>
    tokens[0]?.kind === kind && (text === undefined || tokens[0].text === text) ? tokens.shift()! : null;
  const need = (kind: Token['kind'], text?: string): Token => {
    const token = next(kind, text);
    if (token === null) throw unreadable();
    return token;
  };
  function any(): Test {
    const tests = [all()];
    while (next('or')) tests.push(all());
    const ids = tests.map((test) => test.ids);
    return limited(
      (device) => tests.some((test) => test(device)),
      ids.includes(null) ? null : (ids.flat() as string[]),
    );
  }
  function all(): Test {
    const tests = [one()];
    while (next('and')) tests.push(one());
    const ids = tests.find((test) => test.ids !== null)?.ids ?? null;
    return limited((device) => tests.every((test) => test(device)), ids);
  }
  function one(): Test {
    if (next('mark', '(')) {
      const inner = any();
      need('mark', ')');
      return inner;
    }
    const name = need('word').text;
    const comparison = need('comparison').text as Comparison;
    const wanted = need('word').text;
    const isId = name === 'uniqueId' && comparison === '==' && !wanted.includes('*');
    return limited((device) => compares(valuesOf(device, name), comparison, wanted), isId ? [wanted] : null);
  }
  const test = any();
  if (tokens.length > 0) throw unreadable();
  return test;
}

function limited(test: (device: Fields) => boolean, ids: Test['ids']): Test {
  return Object.assign(test, { ids });
}

function tokensOf(q: string): Token[] {
  const tokens: Token[] = [];
  const text = q.trim();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) throw unreadable();
    const [kind, found] = Object.entries(groups).find(([, value]) => value !== undefined)!;
    tokens.push({ kind: kind === 'double' || kind === 'single' ? 'word' : (kind as Token['kind']), text: found });
  }
  return tokens;
}

/** Returns the values under a dotted name, in either shape of attributes. A list gives each of its items. */
function valuesOf(device: Fields, name: string): readonly unknown[] {
  let value: unknown = device[name];
  if (value === undefined && name.includes('.'))
    value = name
      .split('.')
      .reduce<unknown>(
        (inner, part) => (typeof inner === 'object' && inner !== null ? (inner as Fields)[part] : undefined),
        device,
      );
  return Array.isArray(value) ? (value as unknown[]) : [value ?? null];
}

function compares(values: readonly unknown[], comparison: Comparison, wanted: string): boolean {
  if (comparison === '!=') return !values.some((value) => isEqual(value, wanted));
  if (comparison === '==') return values.some((value) => isEqual(value, wanted));
  return values.some((value) => {
    if (value === null) return false;
    const order = orderOf(value, wanted);
    return (
      (order > 0 && comparison.startsWith('>')) ||
      (order < 0 && comparison.startsWith('<')) ||
      (order === 0 && comparison.endsWith('='))
    );
  });
}

/** True if the value matches. `*` in `wanted` stands for any text. */
function isEqual(value: unknown, wanted: string): boolean {
  const text = String(value);
  const [start = '', ...rest] = wanted.split('*');
  const end = rest.pop();
  if (end === undefined) return text === wanted;
  let at = start.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.startsWith(start) && text.endsWith(end) && at <= text.length - end.length;
}

function orderOf(value: unknown, wanted: string): number {
  const isNumber = typeof value === 'number' && wanted.trim() !== '' && !Number.isNaN(Number(wanted));
  const [one, other] = isNumber ? [value, Number(wanted)] : [String(value), wanted];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function unreadable(): Error {
  return invalid('q', 'is no comparison, such as uniqueId==tB4x');
}
