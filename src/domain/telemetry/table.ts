/** Records as rows of a table or a file: CSV (RFC 4180, never with a formula) and NDJSON. */
import { csvCell, csvJson, csvLine, csvText } from '../csv.ts';
import type { Json } from '../device.ts';
import { TELEMETRY_FIELDS, telemetryField } from './fields.ts';
import { heardTimeOf } from './heard-time.ts';
import { isoOf } from './moment.ts';
import type { TelemetryRecord, TelemetryValue } from './record.ts';

/** The column with the time at which a record was heard. It is computed, so files do not contain it. */
export const HEARD_AT = 'heardAt';

/** The columns of a file: the fields of the backend. */
export const WIRE_COLUMNS: readonly string[] = ['trackingId', 'sourceId', ...TELEMETRY_FIELDS.map(({ name }) => name)];

/** The columns of a table. */
export const ALL_COLUMNS: readonly string[] = [HEARD_AT, ...WIRE_COLUMNS];

/** The columns of a table until a person chooses others. */
export const USUAL_COLUMNS: readonly string[] = [
  HEARD_AT,
  'trackingId',
  'sourceId',
  'batteryLevel',
  'temperature',
  'rssi',
];

/** The last column of a CSV file: all fields without their own column, as JSON. */
const REST_COLUMN = 'otherFields';

export type Cell = TelemetryValue | Json | null;

/** Returns the value of a record in a column; times in Unix ms. */
export function cellOf(record: TelemetryRecord, column: string): Cell {
  if (column === 'trackingId') return record.trackingId;
  if (column === 'sourceId') return record.sourceId;
  if (column === HEARD_AT) return heardTimeOf(record.values).timeMs;
  const value = Object.hasOwn(record.values, column) ? record.values[column] : undefined;
  if (value !== undefined) return value;
  return record.rest !== null && Object.hasOwn(record.rest, column) ? (record.rest[column] ?? null) : null;
}

export function csvHead(columns: readonly string[]): string {
  return csvLine([...columns, REST_COLUMN].map(csvText));
}

/** Returns one line with CRLF: the given columns, then all other fields. */
export function csvRow(record: TelemetryRecord, columns: readonly string[]): string {
  const cells = columns.map((column) => {
    const cell = cellOf(record, column);
    return isTime(column) && typeof cell === 'number' ? isoOf(cell) : csvCell(cell);
  });
  const others = Object.entries(record.rest ?? {}).filter(([name]) => !columns.includes(name));
  cells.push(others.length === 0 ? '' : csvJson(Object.fromEntries(others)));
  return csvLine(cells);
}

/** Returns one line of NDJSON with all fields of the record as on the wire. */
export function ndjsonRow(record: TelemetryRecord): string {
  const entries: [string, unknown][] = [['trackingId', record.trackingId]];
  if (record.sourceId !== null) entries.push(['sourceId', record.sourceId]);
  for (const [name, value] of Object.entries(record.values))
    entries.push([name, isTime(name) ? isoOf(value as number) : value]);
  if (record.rest !== null) entries.push(...Object.entries(record.rest));
  return `${JSON.stringify(Object.fromEntries(entries))}\n`;
}

function isTime(column: string): boolean {
  return telemetryField(column)?.kind === 'time';
}
