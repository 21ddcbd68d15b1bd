/** Cells of CSV files: RFC 4180, numbers stay numbers, and no formula ever starts in one, whatever separator a spreadsheet goes by. */
import type { Json } from './device.ts';

/** A number stays a number, a negative one too; text can never be taken for a formula. */
export function csvCell(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? csvText(value) : csvJson(value);
}

/**
 * A spreadsheet reads what begins with one of = + - @ (their full-width twins too), a tab or a line break as a formula, some of
 * them behind blanks, quotes and marks that nobody sees: an apostrophe before it says text. Many split such a file at semicolons,
 * tabs or bars, whatever is quoted, so a cell may begin behind each of them.
 */
export function csvText(text: string): string {
  const safe = text.replace(GAP, (all: string, gap: string, next: string, at: number) => {
    if (!STARTS_FORMULA.test(next)) return at === 0 && /^'*[\t\r\n]/.test(gap) ? `'${all}` : all;
    return `${at === 0 ? "'" : ''}${gap.replace(SEPARATORS, "$&'")}${next}`;
  });
  return quoted(STARTS_FORMULA.test(safe) ? `'${safe}` : safe);
}

/** Returns the text that `csvText` was given: removes the apostrophes that it adds, and no others. */
export function withoutGuard(cell: string): string {
  if (!cell.includes("'")) return cell;
  return cell.replace(GAP, (all: string, gap: string, next: string, at: number) => {
    const isGuarded = STARTS_FORMULA.test(next);
    if (!isGuarded) return at === 0 && /^'+[\t\r\n]/.test(gap) ? all.slice(1) : all;
    const own = at === 0 && gap.startsWith("'") ? gap.slice(1) : gap;
    return `${own.replace(SEPARATOR_GUARDS, '$1')}${next}`;
  });
}

/** An object or a list as JSON that can be read again: behind a separator the beginning of a formula is spelled as an escape. */
export function csvJson(value: Json): string {
  const text = JSON.stringify(value).replace(GAP, (all: string, gap: string, next: string) =>
    STARTS_FORMULA.test(next) && /[;\t|]/.test(gap)
      ? `${gap}\\u${next.charCodeAt(0).toString(16).padStart(4, '0')}`
      : all,
  );
  return quoted(text);
}

/** With its CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** Separators and what a spreadsheet skips, as a whole, and the character behind them. */
const GAP = /([\s\p{Cf}\p{Cc}"',;|]+)(.?)/gsu;
const SEPARATORS = /[,;|\t\r\n]/g;
const SEPARATOR_GUARDS = /([,;|\t\r\n])'/g;
const STARTS_FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** In quotes where any reader could see an end in it. */
function quoted(text: string): string {
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
