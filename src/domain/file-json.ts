/** Parses the JSON of a file that may come from anybody. */

/** Lists and objects within each other; no file that a phone has written comes near it. */
export const MOST_DEPTH = 1000;

/** Thrown for a text that is nested deeper than MOST_DEPTH. */
export class TooDeepError extends Error {}

/**
 * Returns the parsed content of a file, with or without a byte order mark. Throws a SyntaxError for what is not JSON, and a TooDeepError
 * before anything is parsed for a text that is nested too deep: `JSON.parse` of 49,000,000 brackets ends the tab.
 */
export function parseFileJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeepError();
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
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
        if (depth > MOST_DEPTH) return true;
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

/** The place of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
