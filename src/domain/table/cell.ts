/** What one cell of a table says, without what spreadsheets and our own files put around it. */
import { cleanKey, cleanText, type CleanText } from '../clean-text.ts';
import { withoutGuard } from '../csv.ts';

/** The text of a cell: without the guard of our own files, without the `="…"` of Excel, without characters that nobody sees. */
export function cellText(raw: string): CleanText {
  const unguarded = withoutGuard(raw);
  const { text, removed } = cleanText(unguarded);
  // A guarded one is text that somebody wrote, not a formula.
  const formula = unguarded === raw ? /^\s*=\s*"((?:[^"]|"")*)"\s*$/.exec(text) : null;
  return { text: (formula?.[1]?.replaceAll('""', '"') ?? text).trim(), removed };
}

/** The text of a cell that holds an id or a number: the apostrophe that tells a spreadsheet "this is text" is no part of it. */
export function plainCellText(raw: string): CleanText {
  const { text, removed } = cellText(raw);
  const plain = cleanKey(text.replace(/^'(?=\S)/, ''));
  return { text: plain.text, removed: [...new Set([...removed, ...plain.removed])] };
}

/** A number that a spreadsheet has made of an id: it keeps 15 digits, zeros follow, or an exponent. */
export function seemsRounded(text: string): boolean {
  return /^[1-9]\d{14}0{3,}$/.test(text) || /^\d(?:[.,]\d+)?E\+\d+$/i.test(text) || /^\d[.,]\d+E\d+$/i.test(text);
}
