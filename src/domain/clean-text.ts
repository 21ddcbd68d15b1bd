/** Removes invisible characters from text that was typed, pasted, scanned or read from a file, and names them. */

export interface CleanText {
  readonly text: string;
  /** Removed code points without duplicates: "U+200B". Empty when nothing was removed. */
  readonly removed: readonly string[];
}

/** Nothing to clean. Tested first, because this runs at each keystroke and for each cell, and most texts are plain. */
const PLAIN = /^[\x20-\x7e\t\n\r]*$/;
/** Zero-width, bidirectional, soft-hyphen and control characters except tabs and line breaks, and invisible fillers. */
const HIDDEN = /[^\P{Cc}\t\n\r]|\p{Cf}|[\u115f\u1160\u3164\uffa0]/gu;
/** Spaces other than the ASCII space, and line and paragraph separators. */
const OTHER_BLANKS = /[^\P{Zs} ]|[\u2028\u2029]/gu;
const QUOTES = /[“”„‟«»‹›″＂]/g;
const APOSTROPHES = /[‘’‚‛′＇`´]/g;
const DASHES = /[‐‑‒–—―−﹣－]/g;
/** Joiners that a script or an emoji needs; without them other letters or several pictures are shown. */
const NEEDED_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const NEEDED_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}]$/u;

/** Cleans names, rooms and notes: removes invisible characters and replaces unusual spaces. */
export function cleanText(text: string): CleanText {
  if (PLAIN.test(text)) return { text, removed: [] };
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

/** Returns the invisible characters of a text as code points, without unusual spaces. */
export function hiddenIn(text: string): readonly string[] {
  return cleanText(text.replace(OTHER_BLANKS, ' ')).removed;
}

/** Cleans keys, IDs, addresses, searches and secrets: like `plainText`, and trims spaces. */
export function cleanKey(text: string): CleanText {
  const { text: plain, removed } = plainText(text);
  return { text: plain.trim(), removed };
}

/** Like `cleanText`, with plain ASCII quotes and dashes. */
export function plainText(text: string): CleanText {
  const { text: seen, removed } = cleanText(text);
  const found = new Set(removed);
  const plain = (pattern: RegExp, ascii: string) => (before: string) =>
    before.replace(pattern, (sign) => {
      found.add(codeOf(sign));
      return ascii;
    });
  const clean = plain(DASHES, '-')(plain(APOSTROPHES, "'")(plain(QUOTES, '"')(seen)));
  return { text: clean, removed: [...found] };
}

/**
 * Returns the form in which texts are compared for search and duplicates: like `cleanKey`, and folded. Stored and shown
 * texts keep their quotes and dashes.
 */
export function comparable(text: string): string {
  return folded(cleanKey(text).text).replace(/\s+/g, ' ');
}

/**
 * Returns one form of what looks alike or differs in its case only: letters composed and of the usual width, "ß" as "ss",
 * Turkish and Greek letters that have two small forms as one.
 */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ');
}

/**
 * Returns a key or an address without blanks and what a text has around it: quotation marks, brackets, a comma behind,
 * the marks of Markdown and HTML for code and links. The same marks inside it stay.
 */
export function withoutMarks(pasted: string): string {
  let text = pasted;
  for (let before = ''; text !== before;) {
    before = text;
    text = text
      .trim()
      .replace(/[,;]$/, '')
      .replace(/^\\?["'“”„‘’«‹]/, '')
      .replace(/\\?["'“”„‘’»›]$/, '')
      .replace(
        /^(?:[{(](.*)[)}]|`(.*)`|<(?:\w+>(.*)<\/\w+|([^<]*))>|\*\*(.*)\*\*|\[([^\]\s]*)\](?:\([^)]*\))?)$/s,
        '$1$2$3$4$5$6',
      );
  }
  return text;
}

function isNeeded(sign: string, before: string, after: string): boolean {
  if (sign !== '\u200d' && sign !== '\u200c') return false;
  if (sign === '\u200d' && NEEDED_BEFORE.test(before)) return /^\p{Extended_Pictographic}/u.test(after);
  return NEEDED_LETTER.test(before) || /^\p{M}/u.test(after);
}

function codeOf(sign: string): string {
  return `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
