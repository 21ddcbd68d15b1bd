/**
 * Stores the good records of an inspection as columns of numbers, compact enough for a hundred megabytes of text, and
 * returns the lines to draw.
 */
import { isMainsMark } from '../device.ts';
import { increments, usualGapMs, type SeriesData } from '../telemetry/series.ts';
import { PLOTTED_FIELDS, recordField } from './record-fields.ts';
import { recordTimeMs, type RawRecord } from './record-check.ts';
import type { StreamType } from './stream.ts';

export interface BeaconCount {
  readonly trackingId: string;
  readonly records: number;
}

/** Positions of a beacon in the order of the records; `lost` marks those out of range. */
export interface PositionTrail {
  readonly trackingId: string;
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
  readonly lost: Uint8Array<ArrayBuffer>;
}

const COORDINATES = ['x', 'y'] as const;

export function createRecordColumns() {
  const tables: Readonly<Record<StreamType, Table>> = { telemetry: createTable(), position: createTable() };
  return {
    add(type: StreamType, record: RawRecord) {
      const table = tables[type];
      const row = table.addRow(
        String(record['trackingId']),
        type === 'telemetry' ? (recordTimeMs(record) ?? Number.NaN) : Number.NaN,
      );
      if (type === 'position') {
        for (const name of COORDINATES) if (typeof record[name] === 'number') table.column(name).set(row, record[name]);
        if (record['lost'] === true) table.column('lost').set(row, 1);
        return;
      }
      for (const { name } of PLOTTED_FIELDS)
        if (typeof record[name] === 'number') table.column(name).set(row, record[name]);
    },
    /** Beacons with the most records first. */
    beacons: (type: StreamType) => tables[type].beacons(),
    /** Telemetry fields with at least one reading, in the order of interface.md 2.2. */
    fields: () => PLOTTED_FIELDS.map(({ name }) => name).filter((name) => tables.telemetry.columns.has(name)),
    /**
     * Returns the readings of a field, ascending in time, counters as increments. Records without a time are left out.
     */
    line: (trackingId: string, field: string) => lineOf(tables.telemetry, trackingId, field),
    trail: (trackingId: string) => trailOf(tables.position, trackingId),
  };
}

function lineOf(table: Table, trackingId: string, field: string): SeriesData {
  const column = table.columns.get(field);
  const rows =
    column === undefined
      ? []
      : table
          .rowsOf(trackingId)
          .filter(
            (row) =>
              !Number.isNaN(column.get(row)) &&
              !Number.isNaN(table.times.get(row)) &&
              !(field === 'batteryLevel' && isMainsMark(column.get(row))),
          );
  rows.sort((a, b) => table.times.get(a) - table.times.get(b) || a - b);
  const times = Float64Array.from(rows, (row) => table.times.get(row));
  const readings = Float64Array.from(rows, (row) => column!.get(row));
  const counts = recordField('telemetry', field)?.rule === 'counter';
  const line = counts ? increments(times, readings) : { times, values: readings };
  return { trackingId, field, ...line, gapMs: usualGapMs(line.times) };
}

function trailOf(table: Table, trackingId: string): PositionTrail {
  const [xs, ys, lost] = [table.columns.get('x'), table.columns.get('y'), table.columns.get('lost')];
  const rows =
    xs === undefined || ys === undefined
      ? []
      : table.rowsOf(trackingId).filter((row) => !Number.isNaN(xs.get(row)) && !Number.isNaN(ys.get(row)));
  return {
    trackingId,
    x: Float64Array.from(rows, (row) => xs!.get(row)),
    y: Float64Array.from(rows, (row) => ys!.get(row)),
    lost: Uint8Array.from(rows, (row) => (lost?.get(row) === 1 ? 1 : 0)),
  };
}

type Table = ReturnType<typeof createTable>;

function createTable() {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const counts: number[] = [];
  const times = createColumn(8);
  const owners = createColumn(4);
  const columns = new Map<string, Column>();
  let rows = 0;
  return {
    times,
    columns,
    addRow(trackingId: string, timeMs: number): number {
      const key = keyOf(trackingId);
      let number = numbers.get(key);
      if (number === undefined) {
        number = names.length;
        numbers.set(key, number);
        names.push(trackingId);
        counts.push(0);
      }
      counts[number] = counts[number]! + 1;
      times.set(rows, timeMs);
      owners.set(rows, number);
      rows += 1;
      return rows - 1;
    },
    column(name: string): Column {
      let column = columns.get(name);
      if (column === undefined) {
        column = createColumn(4);
        columns.set(name, column);
      }
      return column;
    },
    beacons: (): BeaconCount[] =>
      names
        .map((trackingId, at) => ({ trackingId, records: counts[at]! }))
        .sort((a, b) => b.records - a.records || (a.trackingId < b.trackingId ? -1 : 1)),
    rowsOf(trackingId: string): number[] {
      const number = numbers.get(keyOf(trackingId));
      const found: number[] = [];
      if (number !== undefined) for (let row = 0; row < rows; row += 1) if (owners.get(row) === number) found.push(row);
      return found;
    },
  };
}

/** An address is the same in upper and lower case; other IDs are case-sensitive. */
function keyOf(trackingId: string): string {
  return /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2}){5,}$/i.test(trackingId) ? trackingId.toLowerCase() : trackingId;
}

type Column = ReturnType<typeof createColumn>;

/** A column that grows by doubling. Four bytes hold a reading to seven digits; a time needs eight. */
function createColumn(bytes: 4 | 8) {
  const make = (size: number): Float32Array | Float64Array =>
    (bytes === 8 ? new Float64Array(size) : new Float32Array(size)).fill(Number.NaN);
  let data = make(256);
  return {
    set(row: number, value: number): void {
      if (row >= data.length) {
        const larger = make(Math.max(data.length * 2, row + 1));
        larger.set(data);
        data = larger;
      }
      data[row] = value;
    },
    /** Returns NaN where nothing was set. */
    get: (row: number) => data[row] ?? Number.NaN,
  };
}
