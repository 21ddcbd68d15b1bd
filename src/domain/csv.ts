/** Cells of CSV files: RFC 4180, numbers stay numbers, and no formula ever starts in one. */
import type { Json } from './device.ts';

/** A number stays a number, a negative one too; text can never be taken for a formula. */
export function csvCell(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return csvText(typeof value === 'string' ? value : JSON.stringify(value));
}

/**
 * A spreadsheet reads what begins with one of = + - @ (their full-width twins too), a tab or a line break as a formula, some of
 * them behind blanks, quotes and marks that nobody sees: an apostrophe before it says text.
 */
export function csvText(text: string): string {
  const safe = /^(?:[\s\p{Cf}\p{Cc}"']*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With its CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
