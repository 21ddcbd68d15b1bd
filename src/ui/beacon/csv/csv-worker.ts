/** Parses and checks a table outside the page's thread, so that ten thousand rows do not block the page. */
import { openTable } from '../../../domain/job/csv-columns.ts';
import { powerIsInDbm, readRows, withCell } from '../../../domain/job/csv-rows.ts';
import { tableDraftOf, tableOfDraft, type TableDraft } from '../../../domain/job/table-draft.ts';
import { MAX_COLUMNS } from '../../../domain/limits.ts';
import { cellText, shownText } from '../../../domain/table/cell.ts';
import { decodeTable } from '../../../domain/table/decode-table.ts';
import type { Table } from '../../../domain/table/read-table.ts';
import type { FromCsvWorker, ToCsvWorker } from './csv-messages.ts';

const SAMPLES = 3;
/** Rows between two progress messages. */
const STEP = 1000;
let table: Table | null = null;

function post(message: FromCsvWorker): void {
  postMessage(message);
}

async function open(message: Extract<ToCsvWorker, { kind: 'open' }>): Promise<void> {
  const { file, purpose, remembered, encoding, ids } = message;
  table = null;
  const decoded = decodeTable(new Uint8Array(await file.arrayBuffer()), encoding);
  if (decoded.kind === 'notATable') return post(decoded);
  const { table: read, columns } = openTable(decoded.text, new Set(ids), remembered, purpose);
  if (columns.length === 0) return post({ kind: 'unreadable' });
  if (columns.length > MAX_COLUMNS) return post({ kind: 'tooManyColumns', columns: columns.length });
  table = read;
  const { isCertain, choices, mixedLines } = decoded;
  showOpened(table, {
    columns,
    mixedLines,
    encoding: decoded.encoding,
    isCertain,
    choices,
  });
}

function reopen(draft: TableDraft): void {
  const { columns, mixedLines } = draft;
  table = tableOfDraft(draft);
  showOpened(table, { columns, mixedLines, encoding: 'utf-8', isCertain: true, choices: [] });
}

function showOpened(
  { heads, rows, titles, emptyRows }: Table,
  facts: Pick<
    Extract<FromCsvWorker, { kind: 'opened' }>,
    'columns' | 'mixedLines' | 'encoding' | 'isCertain' | 'choices'
  >,
): void {
  post({
    kind: 'opened',
    heads,
    samples: heads.map((_, at) => rows.slice(0, SAMPLES).map(({ cells }) => shownText(cellText(cells[at] ?? '').text))),
    rows: rows.length,
    titles: titles.map(({ line }) => line),
    emptyRows,
    ...facts,
  });
}

function read({ columns, listed, ...choices }: Extract<ToCsvWorker, { kind: 'read' }>): void {
  const { heads, rows } = table ?? { heads: [], rows: [] };
  const onRow = (done: number): void => {
    if (done % STEP === 0 && done < rows.length) post({ kind: 'progress', done });
  };
  const results = readRows(rows, columns, listed, { ...choices, heads, onRow });
  post({ kind: 'read', results, isInDbm: powerIsInDbm(rows, columns, heads) });
}

addEventListener('message', ({ data }: MessageEvent<ToCsvWorker>) => {
  if (data.kind === 'open') open(data).catch(() => post({ kind: 'unreadable' }));
  else if (data.kind === 'reopen') reopen(data.draft);
  else if (data.kind === 'read') read(data);
  else if (data.kind === 'keep') post({ kind: 'kept', draft: table === null ? null : tableDraftOf(table, data) });
  else if (table !== null) table = { ...table, rows: withCell(table.rows, data.line, data.at, data.text) };
});
