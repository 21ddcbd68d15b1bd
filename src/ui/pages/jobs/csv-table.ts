/** Parses the bytes of a table as spreadsheets write it: comma, semicolon or tab, quotes, a byte order mark, UTF-8, UTF-16 or an old Windows code page. */
import papaparse from 'papaparse';
import type { TableRow } from '../../../domain/job/csv-rows.ts';

export interface Table {
  readonly heads: readonly string[];
  /** Without those in which nothing stands. */
  readonly rows: readonly TableRow[];
}

export function parseTable(bytes: Uint8Array): Table {
  const { data } = papaparse.parse<string[]>(textOf(bytes), { delimitersToGuess: [',', ';', '\t', '|'] });
  const rows = data.flatMap((cells, at) => (cells.some((cell) => cell.trim() !== '') ? [{ line: at + 1, cells }] : []));
  const [head, ...others] = rows;
  // Columns behind the last one that has a name are no columns: what stands there is said of its row.
  const heads = (head?.cells ?? []).map((cell) => cell.trim());
  while (heads.at(-1) === '') heads.pop();
  return { heads, rows: others };
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
