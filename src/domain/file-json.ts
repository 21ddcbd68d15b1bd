/** Parses JSON from an untrusted source: files, and what other programs write. */

/** Maximum depth of nested lists and objects; no file of this app comes near it. */
export const MAX_DEPTH = 1000;

/** Thrown for a text that is nested deeper than MAX_DEPTH. */
export class TooDeepError extends Error {}

/**
 * Returns the parsed content of a file, with or without a byte order mark. Throws SyntaxError for invalid JSON, and
 * TooDeepError before parsing a text that is nested too deep: `JSON.parse` of 49,000,000 brackets crashes the tab.
 */
export function parseFileJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeepError();
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}

/**
 * Parses JSON in which a program may have written numbers that JSON does not have. `NaN` and `Infinity` are returned as
 * texts, so that they cost their field only. Throws SyntaxError for any other invalid JSON.
 */
export function parseWithOddNumbers(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const quoted = oddNumbersQuoted(text);
    if (quoted === text) throw error;
    return JSON.parse(quoted);
  }
}

/** The same for a record of a stream. Also throws TooDeepError, because what reads it goes as deep as it is nested. */
export function parseRecord(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeepError();
  return parseWithOddNumbers(text);
}

const ODD_NUMBERS = ['NaN', '-Infinity', 'Infinity', '-NaN'] as const;

function oddNumbersQuoted(text: string): string {
  return quoted(text, (at) => ODD_NUMBERS.find((word) => text.startsWith(word, at)));
}

/**
 * Like `JSON.parse`, but returns a whole number as a text when a double cannot hold all its digits, so that what a
 * backend sent is shown and stored unchanged.
 */
export function parseExactly(text: string): unknown {
  const rounded: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return rounded;
  const exact = quoted(text, (at) => {
    if (!/[-1-9]/.test(text[at]!) || /[\w.+-]/.test(text[at - 1] ?? '')) return undefined;
    let end = at + 1;
    while (/\d/.test(text[end] ?? '')) end += 1;
    const number = text.slice(at, end);
    const isWhole = /^-?[1-9]\d{15,}$/.test(number) && !/[.eE]/.test(text[end] ?? '');
    return isWhole && String(Number(number)) !== number ? number : undefined;
  });
  return JSON.parse(exact);
}

/** Returns the text with quotes around what `find` returns for a position outside strings. */
function quoted(text: string, find: (at: number) => string | undefined): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') {
      at = endOfString(text, at);
      continue;
    }
    const found = find(at);
    if (found === undefined) continue;
    parts.push(text.slice(from, at), `"${found}"`);
    from = at + found.length;
    at = from - 1;
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

/** Returns the position of the quote that ends the string beginning at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
