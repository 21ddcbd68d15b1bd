/** Removes characters that nobody sees from text that was typed, pasted, scanned or read from a file, and names what was removed. */

export interface CleanText {
  readonly text: string;
  /** Code points, each once: "U+200B". Empty where the text is as it was. */
  readonly removed: readonly string[];
}

/** Zero width, bidirectional, soft hyphens and control characters, but for tabs and line breaks; fillers that look like nothing. */
const HIDDEN = /[^\P{Cc}\t\n\r]|\p{Cf}|[\u115f\u1160\u3164\uffa0]/gu;
/** Blanks that are no ASCII blank; separators of lines and paragraphs. */
const OTHER_BLANKS = /[^\P{Zs} ]|[\u2028\u2029]/gu;
const QUOTES = /[“”„‟«»‹›″＂]/g;
const APOSTROPHES = /[‘’‚‛′＇`´]/g;
const DASHES = /[‐‑‒–—―−﹣－]/g;
/** Joiners that a script or an emoji needs: without them other letters or several pictures are shown. */
const NEEDED_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const NEEDED_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}]$/u;

/** For names, rooms and notes: what is seen stays, what is not seen goes, and odd blanks become usual ones. */
export function cleanText(text: string): CleanText {
  // Most texts have nothing of it, and this is asked at each keystroke and for each cell.
  if (/^[\x20-\x7e\t\n\r]*$/.test(text)) return { text, removed: [] };
  const removed = new Set<string>();
  const clean = text
    .replace(HIDDEN, (sign, at: number) => {
      if (isNeeded(sign, text.slice(Math.max(0, at - 2), at), text.slice(at + 1, at + 3))) return sign;
      removed.add(codeOf(sign));
      return '';
    })
    .replace(OTHER_BLANKS, (sign) => {
      removed.add(codeOf(sign));
      return ' ';
    });
  return { text: clean, removed: [...removed] };
}

/** Characters of a text that nobody sees, as code points; a blank is none of them. */
export function hiddenIn(text: string): readonly string[] {
  return cleanText(text.replace(OTHER_BLANKS, ' ')).removed;
}

/** For keys, ids, addresses, searches and secrets: as `plainText`, without outer blanks. */
export function cleanKey(text: string): CleanText {
  const { text: plain, removed } = plainText(text);
  return { text: plain.trim(), removed };
}

/** As `cleanText`, with the quotes and dashes of a typewriter. */
export function plainText(text: string): CleanText {
  const { text: seen, removed } = cleanText(text);
  const found = new Set(removed);
  const plain = (pattern: RegExp, ascii: string) => (before: string) =>
    before.replace(pattern, (sign) => {
      if (sign !== ascii) found.add(codeOf(sign));
      return ascii;
    });
  const clean = plain(DASHES, '-')(plain(APOSTROPHES, "'")(plain(QUOTES, '"')(seen)));
  return { text: clean, removed: [...found] };
}

/**
 * The form in which texts are compared when something is found, joined or taken for a duplicate: as `cleanKey`, in lower case. What
 * is stored and shown keeps its quotes and dashes.
 */
export function comparable(text: string): string {
  return cleanKey(text).text.toLowerCase();
}

function isNeeded(sign: string, before: string, after: string): boolean {
  if (sign !== '\u200d' && sign !== '\u200c') return false;
  if (sign === '\u200d' && NEEDED_BEFORE.test(before)) return /^\p{Extended_Pictographic}/u.test(after);
  return NEEDED_LETTER.test(before) || /^\p{M}/u.test(after);
}

function codeOf(sign: string): string {
  return `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
