import { describe, expect, it } from 'vitest';
import { HOUR_MS } from './record-query.ts';
import { BLOCK_MS, mergeIntoBlock } from './block.ts';
import { fleetHours, hoursOfBlock, wasRequested } from './hours.ts';
import type { TelemetryRecord } from './record.ts';

const START = Math.floor(Date.UTC(2026, 2, 10) / BLOCK_MS) * BLOCK_MS;
const record = (
  trackingId: string,
  hours: number,
  values: TelemetryRecord['values'],
  sourceId: string | null = 'g1',
): TelemetryRecord => ({
  trackingId,
  sourceId,
  timeMs: START + hours * HOUR_MS,
  values,
  rest: null,
  faults: null,
});
const blockOf = (...records: TelemetryRecord[]) => hoursOfBlock(mergeIntoBlock(null, records).block);

describe('the hourly summary of a block of records', () => {
  it('counts the records of each hour, and has its last battery level and mean temperature', () => {
    const hours = blockOf(
      record('b0', 0.1, { batteryLevel: 80, temperature: 10 }),
      record('b0', 0.9, { batteryLevel: 79, temperature: 20 }),
      record('b0', 5.5, {}),
    );
    expect([...hours.counts]).toEqual([2, 0, 0, 0, 0, 1]);
    expect([...hours.battery]).toEqual([79, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    expect(hours.temperature[0]).toBe(15);
    expect(hours.temperature[5]).toBeNaN();
  });

  it('has the gateways with the last time of each; a record without a gateway counts for none', () => {
    const hours = blockOf(
      record('b0', 1, {}, 'g1'),
      record('b0', 2, {}, 'g2'),
      record('b0', 3, {}, 'g1'),
      record('b0', 4, {}, null),
    );
    expect(hours.gateways).toEqual([
      { sourceId: 'g1', count: 2, lastMs: START + 3 * HOUR_MS, isUnchecked: true },
      { sourceId: 'g2', count: 1, lastMs: START + 2 * HOUR_MS, isUnchecked: true },
    ]);
  });

  it('has the first and the last hour of the block, and none for records without a time', () => {
    expect([...blockOf(record('b0', 0, {}), record('b0', 5.999, {})).counts]).toEqual([1, 0, 0, 0, 0, 1]);
    const undated = { ...record('b0', 0, { batteryLevel: 5 }), timeMs: null };
    const hours = blockOf(undated);
    expect([[...hours.counts], hours.gateways]).toEqual([[0, 0, 0, 0, 0, 0], []]);
  });

  it('marks the time of a gateway as checked when the backend dated the last record itself', () => {
    const cloudTimestamp = START;
    expect(blockOf(record('b0', 1, {}), record('b0', 2, { cloudTimestamp })).gateways[0]).toMatchObject({
      isUnchecked: false,
    });
    expect(blockOf(record('b0', 1, { cloudTimestamp }), record('b0', 2, {})).gateways[0]).toMatchObject({
      isUnchecked: true,
    });
  });
});

describe('the hours of a fleet', () => {
  const blocks = [
    blockOf(record('b0', 0.5, { batteryLevel: 70 })),
    blockOf(record('b0', 7.5, { batteryLevel: 60 })),
    blockOf(record('b1', 3.5, {}, 'g2')),
  ];

  it('have no battery level while a beacon runs on external power', () => {
    const block = blockOf(
      record('b0', 0.5, { batteryLevel: 255 }),
      record('b0', 1.5, { batteryLevel: -1 }),
      record('b0', 2.5, { batteryLevel: 70 }),
    );
    const [row] = fleetHours([block], START, START + 3 * HOUR_MS).rows;
    expect([...row!.battery]).toEqual([Number.NaN, Number.NaN, 70]);
    expect([...row!.counts]).toEqual([1, 1, 1]);
  });

  it('have one row for each beacon, over whole hours', () => {
    const { startMs, hours, rows } = fleetHours(blocks, START + HOUR_MS / 2, START + 8 * HOUR_MS);
    expect([startMs, hours]).toEqual([START, 8]);
    expect(rows.map(({ trackingId, counts }) => [trackingId, [...counts]])).toEqual([
      ['b0', [1, 0, 0, 0, 0, 0, 0, 1]],
      ['b1', [0, 0, 0, 1, 0, 0, 0, 0]],
    ]);
    expect(rows[0]!.battery[7]).toBe(60);
  });

  it('leave out hours outside the range, and beacons heard only there', () => {
    const { rows, heard } = fleetHours(blocks, START + 4 * HOUR_MS, START + 8 * HOUR_MS);
    expect(rows.map(({ trackingId }) => trackingId)).toEqual(['b0']);
    expect(heard).toEqual([
      { sourceId: 'g1', trackingId: 'b0', count: 1, lastMs: START + 7.5 * HOUR_MS, isUnchecked: true },
    ]);
  });

  it('end with the hour in which the range ends, and are at least one hour', () => {
    const hoursOf = (fromHour: number, toHour: number) =>
      fleetHours(blocks, START + fromHour * HOUR_MS, START + toHour * HOUR_MS);
    expect(hoursOf(0, 7).rows[0]!.counts).toHaveLength(7);
    expect([...hoursOf(0, 7).rows[0]!.counts]).toEqual([1, 0, 0, 0, 0, 0, 0]);
    expect([hoursOf(0, 7.01).hours, hoursOf(2, 2).hours, hoursOf(2.5, 2.6).hours]).toEqual([8, 1, 1]);
    expect(hoursOf(0.2, 1).startMs).toBe(START);
  });

  it('have each gateway once for each beacon, with the sum of its records and its last time', () => {
    const cloudTimestamp = START;
    const first = blockOf(record('b0', 1, {}), record('b0', 2, { cloudTimestamp }));
    const second = blockOf(record('b0', 7, {}));
    const other = blockOf(record('b1', 3, {}));
    for (const order of [
      [first, second, other],
      [second, first, other],
    ])
      expect(fleetHours(order, START, START + 12 * HOUR_MS).heard).toEqual([
        { sourceId: 'g1', trackingId: 'b0', count: 3, lastMs: START + 7 * HOUR_MS, isUnchecked: true },
        { sourceId: 'g1', trackingId: 'b1', count: 1, lastMs: START + 3 * HOUR_MS, isUnchecked: true },
      ]);
    const heardFrom = (hour: number) => fleetHours([first], START + hour * HOUR_MS, START + 9 * HOUR_MS).heard.length;
    expect([heardFrom(2), heardFrom(3)]).toEqual([1, 0]);
  });
});

describe('an hour of telemetry', () => {
  const range = { askedFromMs: START, askedUntilMs: START + 3 * HOUR_MS };

  it.each([
    [0, true],
    [2, true],
    [2.5, false],
    [3, false],
    [-1, false],
  ] as const)('with the number %d, in a range of three hours, was requested to its end: %s', (hour, isIt) =>
    expect(wasRequested(START + hour * HOUR_MS, range)).toBe(isIt),
  );

  it('was not requested when one end of the range is unknown', () => {
    expect(wasRequested(START, { ...range, askedUntilMs: null })).toBe(false);
    expect(wasRequested(START, { ...range, askedFromMs: null })).toBe(false);
  });
});
