/** Reads CSV as spreadsheets do: each has its own separators, and quotes count at the beginning of a cell only. */

/** One separator, or all that an import accepts at once. */
export const DIALECTS: readonly string[] = [',', ';', '\t', '|', ';\t', ',;\t', ',;\t|'];

/** Returns the rows of a file, split at any of the separators. There are no errors: unquoted text is simply split. */
export function cellsBy(separators: string, file: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < file.length) {
    let cell = '';
    if (file[at] === '"') {
      for (at += 1; at < file.length; at += 1) {
        if (file[at] !== '"') cell += file[at];
        else if (file[at + 1] === '"') cell += file[++at];
        else break;
      }
      at += 1;
    }
    const begin = at;
    while (at < file.length && !separators.includes(file[at]!) && file[at] !== '\r' && file[at] !== '\n') at += 1;
    row.push(cell + file.slice(begin, at));
    if (at >= file.length || file[at] === '\r' || file[at] === '\n') {
      rows.push(row);
      row = [];
      if (file[at] === '\r' && file[at + 1] === '\n') at += 1;
    }
    at += 1;
  }
  return rows;
}
