/**
 * Ten thousand hostile texts in every cell of a CSV file: parsed by RFC 4180 they are unchanged, and none begins a
 * formula in any dialect.
 */
import { expect, it } from 'vitest';
import { pool } from '../hostile/campaign.ts';
import { fixtureDevice } from './fixture-rows.ts';
import { DEVICE_COLUMNS } from '../../src/domain/device-list/columns.ts';
import { deviceCsv } from '../../src/domain/device-list/file.ts';
import { readRecord, type TelemetryRecord } from '../../src/domain/telemetry/record.ts';
import { csvText } from '../../src/domain/csv.ts';
import { DIALECTS, cellsBy } from './csv-dialects.ts';
import { csvHead, csvRow, ndjsonRow } from '../../src/domain/telemetry/table.ts';

const MANY = pool();
/** A spreadsheet may evaluate a cell whose first visible character is one of these. */
const isFormula = (cell: string): boolean => /^[\s\p{Cf}\p{Cc}"]*[=+\-@＝＋－＠]/u.test(cell);

/** True for the text itself, or the text with apostrophes added and nothing else. */
function whole(cell: string, text: string): boolean {
  let at = 0;
  for (const character of cell) {
    if (text.startsWith(character, at)) at += character.length;
    else if (character !== "'") return false;
  }
  return at === text.length;
}

/** Returns a cell that a reader of any dialect would take for a formula. */
function findFormula(file: string): string | null {
  for (const separators of DIALECTS) {
    for (const cells of cellsBy(separators, file))
      for (const cell of cells)
        if (isFormula(cell) && !/^-?\d+$/.test(cell))
          return `split at ${JSON.stringify(separators)}: ${JSON.stringify(cell)}`;
  }
  return null;
}

/** Strictly by RFC 4180; a stray quote is an error. */
function readCsv(file: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < file.length;) {
    let cell = '';
    if (file[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= file.length) throw new Error('a quote is never closed');
        if (file[at] !== '"') cell += file[at];
        else if (file[at + 1] === '"') cell += file[at++];
        else break;
      }
      at += 1;
    } else {
      while (at < file.length && file[at] !== ',' && !file.startsWith('\r\n', at)) {
        if (/["\r\n]/.test(file[at]!)) throw new Error(`a stray ${JSON.stringify(file[at])} at ${at}`);
        cell += file[at++];
      }
    }
    row.push(cell);
    if (file[at] === ',') at += 1;
    else if (file.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`no end of a cell at ${at}`);
  }
  return rows;
}

function recordOf(text: string): TelemetryRecord {
  const read = readRecord({
    trackingId: text,
    sourceId: text,
    firmware: text,
    uniqueId: text,
    temperature: text,
    odd: { deep: [text] },
    [`x${text}`]: text,
  });
  if (read === null) throw new Error('no record');
  return read.record;
}

it('a CSV file of records keeps every text whole and lets none begin a formula', () => {
  const columns = ['trackingId', 'sourceId', 'firmware', 'uniqueId', 'temperature', 'odd'];
  const file = csvHead(columns) + MANY.map((text) => csvRow(recordOf(text), columns)).join('');
  expect(findFormula(file)).toBeNull();
  const rows = readCsv(file);
  expect(rows).toHaveLength(1 + MANY.length);
  for (const [at, text] of MANY.entries()) {
    const cells = rows[at + 1]!;
    if (cells.length !== columns.length + 1) expect.fail(`${JSON.stringify(text)} made ${cells.length} cells`);
    for (const cell of cells.slice(0, 5))
      if (!whole(cell, text)) expect.fail(`${JSON.stringify(text)} became ${JSON.stringify(cell)}`);
    for (const cell of cells) if (isFormula(cell)) expect.fail(`a formula: ${JSON.stringify(cell)}`);
    if ((JSON.parse(cells[6]!) as Record<string, unknown>)[`x${text}`] !== text)
      expect.fail(`lost: ${JSON.stringify(text)}`);
  }
});

it('a file of records keeps every text whole as the name of a column, and in NDJSON', () => {
  expect(findFormula(csvHead(MANY))).toBeNull();
  const [head] = readCsv(csvHead(MANY));
  for (const [at, text] of MANY.entries()) {
    if (!whole(head![at]!, text) || isFormula(head![at]!))
      expect.fail(`${JSON.stringify(text)} became ${JSON.stringify(head![at])}`);
    const line = ndjsonRow(recordOf(text));
    if (line.indexOf('\n') !== line.length - 1) expect.fail(`more than a line: ${line}`);
    const read = JSON.parse(line) as Record<string, unknown>;
    if (read['trackingId'] !== text || read['firmware'] !== text) expect.fail(`${JSON.stringify(text)} became ${line}`);
  }
});

/** A tag with a character that separates tags stands in quotes. */
const tagCell = (tag: string): string => (/[;|]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag);

it('a CSV file of devices keeps every text whole and lets none begin a formula', () => {
  const devices = MANY.map((text) =>
    fixtureDevice(20, {
      uniqueId: text,
      alias: text,
      name: text,
      deviceType: text,
      model: text,
      firmware: text,
      mac: text,
      access: text,
      notes: text,
      tags: [`room:${text}`],
      pending: { [text]: 1 },
      attributes: { orderId: text },
      batteryPercent: 7,
      lastSeenMs: 8,
    }),
  );
  const file = [...deviceCsv(devices, DEVICE_COLUMNS)].join('');
  expect(findFormula(file)).toBeNull();
  const rows = readCsv(file);
  expect(rows).toHaveLength(1 + MANY.length);
  expect(rows[0]).toEqual(DEVICE_COLUMNS);
  for (const [at, text] of MANY.entries()) {
    for (const [nth, column] of DEVICE_COLUMNS.entries()) {
      const cell = rows[at + 1]![nth]!;
      if (column === 'batteryPercent' || column === 'lastSeen')
        expect(cell).toBe(column === 'lastSeen' ? '1970-01-01T00:00:00.008Z' : '7');
      else if (
        !whole(cell, column === 'room' ? text.trim() : column === 'tags' ? tagCell(`room:${text}`) : text) ||
        isFormula(cell)
      )
        expect.fail(`${column}: ${JSON.stringify(text)} became ${JSON.stringify(cell)}`);
    }
  }
});

it('the check of CSV files detects a planted formula', () => {
  for (const text of ['=1', '+1', '-1', '@x', '\t=1', ' =1', '\u200b=1', '\uff1d1']) {
    expect(isFormula(text), text).toBe(true);
    expect(findFormula(`a,${csvText(text)}\r\n`), text).toBeNull();
  }
  for (const separator of [';', '\t', '|']) expect(findFormula(`a,"x${separator}=1"\r\n`), separator).not.toBeNull();
});
