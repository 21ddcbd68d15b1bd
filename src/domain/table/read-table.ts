/**
 * Reads the text of a table: finds separator and heading row, and accounts for every row. A quotation mark without a
 * closing one is an ordinary character, so that it does not swallow the following rows.
 */
import { noValueOf } from './no-value.ts';

/** `line`: the row number as in a spreadsheet, starting at 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Lines of the file that this row may have swallowed: each of them alone would be a row. */
  readonly joinedLines?: number;
}

export interface Table {
  readonly separator: string;
  readonly heads: readonly string[];
  /** Without the empty ones. */
  readonly rows: readonly TableRow[];
  /** Rows without data: above the heading row, such as the title of a report, the headings again, and comments. */
  readonly titles: readonly TableRow[];
  readonly emptyRows: number;
}

interface RawRow {
  readonly cells: string[];
  readonly from: number;
  readonly to: number;
  readonly hasLineBreak: boolean;
  /** True if it divides a cell that another separator would leave whole. */
  readonly isTorn: boolean;
}

/** Opens a quoted cell after another separator, and does not close it. */
const TORN = /[;,|\t] *"[^"]*$/;
/** Rarest in ordinary text first, which decides between equals. */
const SEPARATORS = ['\t', ';', '|', ','] as const;
const SAMPLE_ROWS = 40;
/** Rows that are searched for the heading row. */
const HEAD_ROWS = 20;
/** Longest quoted cell; a spreadsheet's limit is 32,767 characters. */
const MAX_CELL = 100_000;
/** How often all of the text is searched for closing quotation marks in vain; after that, all marks are ordinary. */
const MAX_VAIN_PASSES = 8;

/**
 * `isHead`: true when a row contains known column names. `isData`: true when it certainly names none; a table that
 * begins with such a row has columns without names.
 */
export function readTable(
  source: string,
  isHead: (cells: readonly string[]) => boolean = () => false,
  isData: (cells: readonly string[]) => boolean = () => false,
): Table {
  const { text, separator: told } = withoutPreamble(source);
  const separator = told ?? findSeparator(text);
  const filled: { readonly row: RawRow; readonly line: number }[] = [];
  let lines = 0;
  for (const row of rawRows(text, separator)) {
    lines += 1;
    if (!isEmpty(row.cells)) filled.push({ row, line: lines });
  }
  const headAt = findHead(
    filled.slice(0, HEAD_ROWS).map(({ row }) => row.cells),
    isHead,
  );
  const head = filled[headAt]?.row.cells ?? [];
  // Columns after the last filled cell do not exist; their content is reported with its row.
  const named = head.slice(0, head.findLastIndex((cell) => cell.trim() !== '') + 1).map((cell) => cell.trim());
  const hasHead = !isData(head);
  const heads = hasHead ? named : named.map(() => '');
  const below = filled.slice(hasHead ? headAt + 1 : headAt);
  const comments = below.filter(({ row }) => isComment(row.cells));
  // Where all rows begin so, it is how the table writes its first column.
  const hasComments = comments.length * 2 < below.length;
  const isTitle = ({ cells }: RawRow): boolean =>
    (hasComments && isComment(cells)) || (hasHead && named.every((name, at) => (cells[at] ?? '').trim() === name));
  const rowOf = ({ row, line }: { readonly row: RawRow; readonly line: number }): TableRow => {
    const joinedLines = row.hasLineBreak ? joinedLinesOf(text.slice(row.from, row.to), separator, heads.length) : 0;
    return { line, cells: row.cells, ...(joinedLines === 0 ? {} : { joinedLines }) };
  };
  return {
    separator,
    heads,
    titles: [...filled.slice(0, headAt), ...below.filter(({ row }) => isTitle(row))].map(rowOf),
    rows: below.filter(({ row }) => !isTitle(row)).map(rowOf),
    emptyRows: lines - filled.length,
  };
}

/** Without byte order marks, and without the line that tells Excel the separator. */
function withoutPreamble(source: string): { readonly text: string; readonly separator: string | null } {
  const text = source.replace(/^\ufeff+/, '');
  const match = /^"?sep=([^\r\n])"?[;,|\t]*(?:\r\n|\n|\r|$)/i.exec(text);
  return match === null ? { text, separator: null } : { text: text.slice(match[0].length), separator: match[1]! };
}

/** The separator with which most rows have the same number of cells; a comma for a single column. */
function findSeparator(text: string): string {
  let best = { separator: ',', share: 0, cells: 0 };
  for (const separator of SEPARATORS) {
    if (!text.includes(separator)) continue;
    const counts = new Map<number, number>();
    let rows = 0;
    for (const { cells, isTorn } of rawRows(text, separator)) {
      if (isEmpty(cells)) continue;
      rows += 1;
      if (!isTorn) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
      if (rows === SAMPLE_ROWS) break;
    }
    for (const [cells, count] of counts) {
      const share = count / rows;
      if (cells > 1 && (share > best.share || (share === best.share && cells > best.cells)))
        best = { separator, share, cells };
    }
  }
  return best.separator;
}

/**
 * The first row with known column names that is no narrower than those above it; else the first that fills half the
 * table.
 */
function findHead(rows: readonly (readonly string[])[], isHead: (cells: readonly string[]) => boolean): number {
  const widths = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const widest = Math.max(0, ...widths);
  const known = rows.findIndex(
    (cells, at) => isHead(cells) && widths.slice(0, at).every((width) => width <= widths[at]!),
  );
  if (known >= 0) return known;
  const wide = widths.findIndex((width) => width >= Math.min(widest, Math.max(2, Math.ceil(widest / 2))));
  return Math.max(0, wide);
}

/**
 * The number of rows that a cell with line breaks may have swallowed; 0 when it is certainly one row. Each line alone
 * has the cells of a row.
 */
function joinedLinesOf(text: string, separator: string, columns: number): number {
  const lines = text.split(/\r\n|\n|\r/);
  return columns > 1 && lines.every((line) => line.split(separator).length === columns) ? lines.length : 0;
}

function* rawRows(text: string, separator: string): Generator<RawRow> {
  const closingQuoteAt = quoteCloser(text, separator);
  let at = 0;
  while (at < text.length) {
    const from = at;
    const cells: string[] = [];
    let hasLineBreak = false;
    let isTorn = false;
    for (;;) {
      let open = at;
      while (text[open] === ' ') open += 1;
      const closing = text[open] === '"' ? closingQuoteAt(open) : null;
      let end = closing === null ? at : closing.at + 1;
      if (closing !== null) hasLineBreak ||= closing.hasLineBreak;
      const beginning = closing === null ? '' : text.slice(open + 1, closing.at).replaceAll('""', '"');
      const rest = end;
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
      // Spaces around the quotes do not belong to the cell.
      cells.push(closing === null ? text.slice(rest, end) : beginning);
      isTorn ||= closing === null && TORN.test(cells.at(-1)!);
      at = end;
      if (text[at] !== separator) break;
      at += 1;
    }
    const to = at;
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    yield { cells, from, to, hasLineBreak, isTorn };
  }
}

interface ClosingQuote {
  readonly at: number;
  readonly hasLineBreak: boolean;
}

/**
 * Returns a function that finds the quotation mark that closes the cell beginning at `open`; null when the mark at
 * `open` is an ordinary character. Within a line, inner marks may stand undoubled ("19" Rack"); across lines only RFC
 * 4180 quoting closes a cell. To be called from the first cell to the last.
 */
function quoteCloser(text: string, separator: string): (open: number) => ClosingQuote | null {
  let lineEnd = -1;
  // Each search may be as long as a cell, and a file can consist of marks that nothing closes.
  let vainCharacters = 0;
  const find = (open: number): ClosingQuote | number => {
    let isLoose = false;
    let at = text.indexOf('"', open + 1);
    for (; at >= 0 && at - open <= MAX_CELL; at = text.indexOf('"', at + 1)) {
      const hasLineBreak = at > lineEnd;
      if (hasLineBreak && isLoose) return at;
      if (text[at + 1] === '"') {
        at += 1;
        continue;
      }
      if (endsCell(text, at + 1, separator)) return { at, hasLineBreak };
      // It starts another cell, so the one before was never closed.
      if (hasLineBreak || text[at - 1] === separator) return at;
      isLoose = true;
    }
    return at < 0 ? text.length : at;
  };
  return (open) => {
    if (vainCharacters > MAX_VAIN_PASSES * text.length) return null;
    if (lineEnd < open) lineEnd = endOfLine(text, open);
    const found = find(open);
    if (typeof found === 'object') return found;
    vainCharacters += found - open;
    return null;
  };
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

function endsCell(text: string, from: number, separator: string): boolean {
  let at = from;
  while (text[at] === ' ') at += 1;
  const next = text[at];
  return next === undefined || next === separator || next === '\n' || next === '\r';
}

/** Words of a failed formula begin so, too. */
function isComment([first = '']: readonly string[]): boolean {
  return /^\s*#/.test(first) && noValueOf(first.trim()) === null;
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
