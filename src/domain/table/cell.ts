/** Reads a table cell without the marks that spreadsheets and our own files add. */
import { cleanKey, cleanText, type CleanText } from '../clean-text.ts';
import { withoutGuard } from '../csv.ts';

/** Longest text of a cell that a page shows in place of the cell. */
const MAX_SHOWN = 200;

/** The text, or its beginning with a mark: a cell may have megabytes. */
export function shownText(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The text of a cell without the formula guard of our own files, the `="…"` of Excel, and invisible characters. */
export function cellText(raw: string): CleanText {
  const unguarded = withoutGuard(raw);
  const { text, removed } = cleanText(unguarded);
  // Guarded text was written by a person and is not a formula.
  const formula = unguarded === raw ? /^\s*=\s*"((?:[^"]|"")*)"\s*$/.exec(text) : null;
  return { text: (formula?.[1]?.replaceAll('""', '"') ?? text).trim(), removed };
}

/** The text of a cell with an ID or a number, without the apostrophe that marks text in spreadsheets. */
export function plainCellText(raw: string): CleanText {
  const { text, removed } = cellText(raw);
  const plain = cleanKey(text.replace(/^'(?=\S)/, ''));
  return { text: plain.text, removed: [...new Set([...removed, ...plain.removed])] };
}

/** True for an ID that a spreadsheet has turned into a number: 15 digits, followed by zeros or an exponent. */
export function seemsRounded(text: string): boolean {
  return /^[1-9]\d{14}0{3,}$/.test(text) || /^\d(?:[.,]\d+)?E\+\d+$/i.test(text) || /^\d[.,]\d+E\d+$/i.test(text);
}
