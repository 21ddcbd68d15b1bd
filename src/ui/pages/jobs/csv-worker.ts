/** Parses a table and checks its rows away from the page, so that ten thousand rows hold nothing up. */
import { guessColumns } from '../../../domain/job/csv-columns.ts';
import { readRows } from '../../../domain/job/csv-rows.ts';
import type { FromCsvWorker, ToCsvWorker } from './csv-messages.ts';
import { parseTable, type Table } from './csv-table.ts';

const SAMPLES = 3;
let table: Table = { heads: [], rows: [] };

function tell(message: FromCsvWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own page is the only target
  postMessage(message);
}

async function open(file: Blob, remembered: Readonly<Record<string, string>>): Promise<void> {
  table = parseTable(new Uint8Array(await file.arrayBuffer()));
  const { heads, rows } = table;
  if (heads.length === 0) return tell({ kind: 'unreadable' });
  tell({
    kind: 'opened',
    heads,
    columns: guessColumns(heads, remembered),
    samples: heads.map((_, at) => rows.slice(0, SAMPLES).map(({ cells }) => cells[at] ?? '')),
    rows: rows.length,
  });
}

addEventListener('message', ({ data }: MessageEvent<ToCsvWorker>) => {
  if (data.kind === 'open') open(data.file, data.remembered).catch(() => tell({ kind: 'unreadable' }));
  else tell({ kind: 'read', results: readRows(table.rows, data.columns, data.listed) });
});
