/**
 * Cells of CSV files (RFC 4180). Numbers stay numbers, and no spreadsheet reads a text as a formula, whatever separator
 * it uses.
 */
import type { Json } from './device.ts';

/** Writes a cell. Numbers stay numbers, also negative ones; a text is never read as a formula. */
export function csvCell(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? csvText(value) : csvJson(value);
}

/**
 * Writes a text cell. A spreadsheet reads text that begins with = + - @ (or their full-width forms), a tab or a line
 * break as a formula, sometimes after spaces, quotes and invisible characters; a preceding apostrophe marks it as text.
 * Many split a file at semicolons, tabs or bars even inside quotes, so a cell may begin after each of these.
 */
export function csvText(text: string): string {
  const safe = text.replace(GAP, (all: string, gap: string, next: string, at: number) => {
    if (!STARTS_FORMULA.test(next)) return at === 0 && /^'*[\t\r\n]/.test(gap) ? `'${all}` : all;
    return `${at === 0 ? "'" : ''}${gap.replace(SEPARATORS, "$&'")}${next}`;
  });
  return quoted(STARTS_FORMULA.test(safe) ? `'${safe}` : safe);
}

/** Returns the text that was given to `csvText`: removes the apostrophes that it added, and no others. */
export function withoutGuard(cell: string): string {
  if (!cell.includes("'")) return cell;
  return cell.replace(GAP, (all: string, gap: string, next: string, at: number) => {
    const isGuarded = STARTS_FORMULA.test(next);
    if (!isGuarded) return at === 0 && /^'+[\t\r\n]/.test(gap) ? all.slice(1) : all;
    const own = at === 0 && gap.startsWith("'") ? gap.slice(1) : gap;
    return `${own.replace(SEPARATOR_GUARDS, '$1')}${next}`;
  });
}

/**
 * Writes an object or a list as JSON that can be read again; the first character of a possible formula after a
 * separator is escaped.
 */
export function csvJson(value: Json): string {
  const text = JSON.stringify(value).replace(GAP, (all: string, gap: string, next: string) =>
    STARTS_FORMULA.test(next) && /[;\t|]/.test(gap)
      ? `${gap}\\u${next.charCodeAt(0).toString(16).padStart(4, '0')}`
      : all,
  );
  return quoted(text);
}

/** Returns a line with its CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** Separators and the characters a spreadsheet skips, together with the character after them. */
const GAP = /([\s\p{Cf}\p{Cc}"',;|]+)(.?)/gsu;
const SEPARATORS = /[,;|\t\r\n]/g;
const SEPARATOR_GUARDS = /([,;|\t\r\n])'/g;
const STARTS_FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** Quotes a cell with a character that some reader treats as its end. */
function quoted(text: string): string {
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
