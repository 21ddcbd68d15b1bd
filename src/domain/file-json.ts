/** Parses JSON from an untrusted source: files, and what other programs write. */

/** Maximum depth of nested lists and objects; no file of this app comes near it. */
export const MAX_DEPTH = 1000;

/** Thrown for a text that is nested deeper than MAX_DEPTH. */
export class TooDeepError extends Error {}

/** Thrown for an object with two members of one name, of which `JSON.parse` keeps the last. */
export class DoubledMemberError extends Error {
  /** `path`: names, and positions in lists from 0, down to the second member. */
  constructor(readonly path: readonly (string | number)[]) {
    super();
  }
}

/**
 * Returns the parsed content of a file, with or without a byte order mark. Throws SyntaxError for invalid JSON,
 * DoubledMemberError, and TooDeepError before parsing a text that is nested too deep: `JSON.parse` of 49,000,000 brackets
 * crashes the tab.
 */
export function parseFileJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeepError();
  const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  refuseDoubled(text);
  return value;
}

/**
 * Parses a record of a stream, in which a program may have written numbers that JSON does not have: `NaN` and `Infinity`
 * are returned as texts, so that they cost their field only. Throws SyntaxError for any other invalid JSON, and
 * TooDeepError, because what reads the record goes as deep as it is nested.
 */
export function parseRecord(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeepError();
  return parsed(text).value;
}

/**
 * Parses an answer of a backend. `NaN`, `Infinity` and numbers that a double would change are returned as texts, so that
 * what was sent is shown and stored with each of its digits. `1.0` and `1` have the same value and are not told apart.
 */
export function parseExactly(text: string): unknown {
  const { json, value } = parsed(text);
  if (!mayBeRounded(json)) return value;
  const exact = quoted(json, isRounded);
  return exact === json ? value : JSON.parse(exact);
}

/** Returns the number that `parseExactly` kept as a text, rounded; any other value as it is. */
export function roundedNumber(value: unknown): unknown {
  return typeof value === 'string' && isRounded(value) ? Number(value) : value;
}

const ODD_NUMBERS = ['NaN', '-NaN', 'Infinity', '-Infinity', '+Infinity', 'nan', '-nan', 'inf', '-inf'];

function parsed(text: string): { readonly json: string; readonly value: unknown } {
  try {
    return { json: text, value: JSON.parse(text) };
  } catch (error) {
    const json = quoted(text, (word) => ODD_NUMBERS.includes(word));
    if (json === text) throw error;
    return { json, value: JSON.parse(json) };
  }
}

/** Is fast, and finds each text with a number of more than 15 digits, or with an exponent beyond those of a double. */
function mayBeRounded(text: string): boolean {
  return /\.\d{9}|\d{8}(?:\d{8}|\.\d)/.test(text) || /[eE][+-]?\d{3,}\s*[,}\]]/.test(text);
}

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** True for a number whose value is not the one that its double is written with. */
function isRounded(word: string): boolean {
  const double = String(Number(word));
  return double !== word && NUMBER.test(word) && decimalOf(double) !== decimalOf(word);
}

/** Returns the digits of a number without zeros around them, and the power of ten of the last one. */
function decimalOf(number: string): string {
  const [, whole = number, part = '', exponent = '0'] = NUMBER.exec(number) ?? [];
  const digits = whole + part;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const power = Number(exponent) - part.length + digits.length - end;
  return end === 0 ? '0' : `${digits.slice(0, end).replace(/^0+/, '')}e${power}`;
}

/** Returns the text with quotes around the words outside of texts that `isPicked` chooses. */
function quoted(text: string, isPicked: (word: string) => boolean): string {
  const words = /"|[-+.\w]+/g;
  const parts: string[] = [];
  let from = 0;
  for (let found = words.exec(text); found !== null; found = words.exec(text)) {
    const [word] = found;
    if (word === '"') words.lastIndex = endOfString(text, found.index) + 1;
    else if (isPicked(word)) {
      parts.push(text.slice(from, found.index), `"${word}"`);
      from = words.lastIndex;
    }
  }
  return parts.join('') + text.slice(from);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        at = endOfString(text, at);
        break;
      }
      // [ and {
      case 0x5b:
      case 0x7b: {
        depth += 1;
        if (depth > MAX_DEPTH) return true;
        break;
      }
      // ] and }
      case 0x5d:
      case 0x7d: {
        depth -= 1;
        break;
      }
    }
  }
  return false;
}

/** `json`: valid. */
function refuseDoubled(json: string): void {
  /** The open objects and lists, and the member in each; `names` is null for a list. */
  const open: { readonly names: Set<string> | null; at: string | number }[] = [];
  let mayBeName = false;
  for (let at = 0; at < json.length; at += 1) {
    const inner = open.at(-1);
    switch (json[at]) {
      case '"': {
        const end = endOfString(json, at);
        if (mayBeName && inner?.names) {
          inner.at = JSON.parse(json.slice(at, end + 1)) as string;
          if (inner.names.has(inner.at)) throw new DoubledMemberError(open.map((one) => one.at));
          inner.names.add(inner.at);
          mayBeName = false;
        }
        at = end;
        break;
      }
      case '{':
      case '[':
        open.push(json[at] === '{' ? { names: new Set(), at: '' } : { names: null, at: 0 });
        mayBeName = true;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        if (typeof inner?.at === 'number') inner.at += 1;
        mayBeName = true;
        break;
    }
  }
}

/** Returns the position of the quote that ends the string beginning at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
