import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BLOCK_MS,
  blockStart,
  groupRecords,
  mergeIntoBlock,
  recordsOf,
  UNDATED,
  withHeardTimes,
  type TelemetryBlock,
} from './block.ts';
import { drawnLines, thin } from './downsample.ts';
import { readRecord, type TelemetryRecord } from './record.ts';
import { increments, seriesOf, silences, summarizeSeries, usualGapMs } from './series.ts';

const T0 = BLOCK_MS * 80_000;
const MINUTE = 60_000;

function record(raw: object): TelemetryRecord {
  const reading = readRecord({ trackingId: 't', ...raw });
  if (reading === null) throw new Error('no record');
  return reading.record;
}

const at = (minutes: number): string => new Date(T0 + minutes * MINUTE).toISOString();
const line = (...points: [number, number][]) => ({
  times: Float64Array.from(points, ([time]) => time),
  values: Float64Array.from(points, ([, value]) => value),
});

function blocksOf(records: readonly TelemetryRecord[]): TelemetryBlock[] {
  return [...groupRecords(records).values()]
    .map((group) => mergeIntoBlock(null, group).block)
    .sort((a, b) => a.startMs - b.startMs);
}

it('a chart has no battery level while a beacon runs on external power', () => {
  const levels = [255, 80, -1].map((batteryLevel, index) =>
    record({ timestamp: new Date(T0 + index * MINUTE).toISOString(), batteryLevel }),
  );
  const { block } = mergeIntoBlock(null, levels);
  const range = { startMs: T0, endMs: T0 + BLOCK_MS, sourceIds: null };
  expect([...seriesOf([block], 'batteryLevel', range).values]).toEqual([80]);
});

it('a chart draws -1 and 255 as readings of every field but the battery level, where they mean external power', () => {
  const records = [-1, 255].map((value, index) =>
    record({ timestamp: new Date(T0 + index * MINUTE).toISOString(), temperature: value }),
  );
  const range = { startMs: T0, endMs: T0 + BLOCK_MS, sourceIds: null };
  expect([...seriesOf(blocksOf(records), 'temperature', range).values]).toEqual([-1, 255]);
  expect([...seriesOf(blocksOf(records), 'moving', range).values]).toEqual([]);
  expect([...seriesOf(blocksOf(records), 'unknown', range).values]).toEqual([]);
  // None of them names its gateway.
  expect([...seriesOf(blocksOf(records), 'temperature', { ...range, sourceIds: new Set(['g1']) }).values]).toEqual([]);
});

it('a block of telemetry records includes its first moment and ends before the first moment of the next block', () => {
  const times = [T0 - 1, T0, T0 + BLOCK_MS - 1, T0 + BLOCK_MS];
  expect(times.map(blockStart)).toEqual([T0 - BLOCK_MS, T0, T0, T0 + BLOCK_MS]);
});

describe('a block of telemetry records', () => {
  const everything = [
    record({
      timestamp: at(3),
      sourceId: 'g1',
      temperature: 21.5,
      moving: false,
      firmware: '2.1',
      gas: [1, { a: 'b' }],
    }),
    record({ timestamp: at(1), sourceId: 'g2', temperature: 'hot', moving: true, uniqueId: 'tB4x' }),
    record({ timestamp: at(1), sourceId: 'g2', clickCounter: 255 }),
    record({ timestamp: at(2) }),
  ];

  it('returns every record unchanged, in order of time', () => {
    const { block, added } = mergeIntoBlock(null, everything);
    expect(added).toBe(4);
    expect(recordsOf(block)).toEqual([everything[1], everything[2], everything[3], everything[0]]);
  });

  it('is unchanged by storing and reading', () => {
    const { block } = mergeIntoBlock(null, everything);
    expect(recordsOf(structuredClone(block))).toEqual(recordsOf(block));
  });

  it('stores a record only once if it is fetched twice, but keeps two different readings of one time', () => {
    const first = mergeIntoBlock(null, everything.slice(0, 2)).block;
    const again = mergeIntoBlock(first, everything);
    expect(again.added).toBe(2);
    expect(again.block.count).toBe(4);
    const third = mergeIntoBlock(again.block, everything);
    expect(third).toEqual({ block: again.block, added: 0 });
  });

  it('has the times at which its records were heard, even if an earlier version has stored the block', () => {
    const records = [1, 2, 500].map((minutes) =>
      record({ timestamp: at(minutes), cloudTimestamp: at(minutes + 1), model: minutes }),
    );
    const senders = records.map((one, index) => ({ ...one, timeMs: T0 + [30, 20, 10][index]! * MINUTE }));
    const { block } = mergeIntoBlock(null, senders);
    const read = withHeardTimes(block);
    expect(recordsOf(read).map(({ timeMs, values }) => [(timeMs! - T0) / MINUTE, values['model']])).toEqual([
      [2, 1],
      [3, 2],
      [10, 500],
    ]);
    // Fetching it again finds the same record.
    expect(mergeIntoBlock(read, records.slice(0, 2)).added).toBe(0);
    expect(withHeardTimes(read)).toBe(read);
  });

  it('stores records of one time that differ only in their gateway, a reading or an unknown field', () => {
    const same = { timestamp: at(1), sourceId: 'g1', temperature: 20, gas: 1 };
    const others = [
      { ...same, sourceId: 'g2' },
      { ...same, temperature: 21 },
      { ...same, gas: 2 },
      { ...same, humidity: 40 },
      { timestamp: at(1), sourceId: 'g1', temperature: 20 },
      { timestamp: at(1), sourceId: 'g1', humidity: 20, gas: 1 },
    ];
    const { block } = mergeIntoBlock(null, [record(same)]);
    expect(mergeIntoBlock(block, others.map(record)).added).toBe(others.length);
    expect(mergeIntoBlock(block, [record(same)])).toEqual({ block, added: 0 });
  });

  it('is the same object when nothing is added to it', () => {
    const { block } = mergeIntoBlock(null, [record({ timestamp: at(1) })]);
    expect(mergeIntoBlock(block, [])).toEqual({ block, added: 0 });
    expect(withHeardTimes(block)).toBe(block);
  });

  it('keeps the order of records without a time', () => {
    const [group] = groupRecords([3, 1, 2].map((rssi) => record({ rssi }))).values();
    expect(recordsOf(mergeIntoBlock(null, group!).block).map(({ values }) => values['rssi'])).toEqual([3, 1, 2]);
  });

  it('states its size in storage, to a few hundred bytes', () => {
    const records = Array.from({ length: 200 }, (_, index) =>
      record({
        timestamp: at(index),
        sourceId: `g${index % 3}`,
        temperature: 20,
        moving: true,
        firmware: '2.1',
        gas: [index],
      }),
    );
    const { block } = mergeIntoBlock(null, records);
    const columns = [block.times, ...Object.values(block.numbers), ...Object.values(block.flags), block.sources.at];
    const texts = Object.values(block.texts).map((text) => text.at);
    const stored = [...columns, ...texts].reduce((sum, column) => sum + column.byteLength, 0);
    const rest = JSON.stringify(block.rest).length;
    expect(block.bytes).toBeGreaterThan(stored + rest - 300);
    expect(block.bytes).toBeLessThan(stored + rest + 600);
  });

  it('takes the time of the gateway where the cloud gave none, within its own six hours', () => {
    const sender = (gatewayTimestamp: string, cloudTimestamp?: string) => ({
      ...record({ timestamp: at(9), gatewayTimestamp, ...(cloudTimestamp === undefined ? {} : { cloudTimestamp }) }),
      timeMs: T0 + 9 * MINUTE,
    });
    const timesOf = (...records: ReturnType<typeof sender>[]) =>
      [...withHeardTimes(mergeIntoBlock(null, records).block).times].map((time) => (time - T0) / MINUTE);
    expect(timesOf(sender(at(3)))).toEqual([3]);
    expect(timesOf(sender(at(3)), sender(at(4), at(2)))).toEqual([2, 3]);
    expect(timesOf(sender(at(0)))).toEqual([0]);
    expect(timesOf(sender(at(-1)))).toEqual([9]);
    expect(timesOf(sender(at(6 * 60)))).toEqual([9]);
  });

  it('accepts records without a time', () => {
    const [group] = groupRecords([record({ rssi: -60 })]).values();
    const { block } = mergeIntoBlock(null, group!);
    expect(block.startMs).toBe(UNDATED);
    expect(recordsOf(block)[0]!.timeMs).toBeNull();
  });

  it('contains the records of one beacon in six hours', () => {
    const records = [
      record({ timestamp: at(0) }),
      record({ timestamp: at(6 * 60 - 1) }),
      record({ timestamp: at(6 * 60) }),
      record({ trackingId: 'u', timestamp: at(0) }),
    ];
    expect([...groupRecords(records).values()].map((group) => group.length)).toEqual([2, 1, 1]);
  });
});

describe('a series of readings', () => {
  const all = { startMs: T0, endMs: T0 + 24 * 60 * MINUTE, sourceIds: null };

  it('is one field over time, within the range, from the chosen gateways', () => {
    const blocks = blocksOf([
      record({ timestamp: at(-1), temperature: 1 }),
      record({ timestamp: at(1), temperature: 20, sourceId: 'g1' }),
      record({ timestamp: at(2), sourceId: 'g1' }),
      record({ timestamp: at(3), temperature: 22, sourceId: 'g2' }),
      record({ timestamp: at(7 * 60), temperature: 23, sourceId: 'g1' }),
    ]);
    expect([...seriesOf(blocks, 'temperature', all).values]).toEqual([20, 22, 23]);
    expect([...seriesOf(blocks, 'temperature', { ...all, sourceIds: new Set(['g1']) }).values]).toEqual([20, 23]);
    expect([...seriesOf(blocks, 'humidity', all).values]).toEqual([]);
  });

  it('shows flags as 0 and 1', () => {
    const blocks = blocksOf([
      record({ timestamp: at(1), moving: true }),
      record({ timestamp: at(2) }),
      record({ timestamp: at(3), moving: false }),
    ]);
    expect([...seriesOf(blocks, 'moving', all).values]).toEqual([1, 0]);
  });

  it('shows counters as increments across the wrap, and counts the same packet from two gateways once', () => {
    const blocks = blocksOf(
      [250, 255, 0, 3].flatMap((clickCounter, n) => [
        record({ timestamp: at(n), clickCounter, sourceId: 'g1' }),
        record({ timestamp: at(n), clickCounter, sourceId: 'g2' }),
      ]),
    );
    const series = seriesOf(blocks, 'clickCounter', all);
    expect([...series.values]).toEqual([5, 1, 3]);
    expect(summarizeSeries(series).total).toBe(9);
  });

  it('counts the readings of a gateway without a name as those of one gateway', () => {
    const blocks = blocksOf([5, 7, 6].map((clickCounter, n) => record({ timestamp: at(n), clickCounter })));
    expect([...seriesOf(blocks, 'clickCounter', all).values]).toEqual([2, 255]);
  });

  it('does not take a late delivery by a second gateway for a wrap of the counter', () => {
    const clicked = (minute: number, clickCounter: number, sourceId: string) =>
      record({ timestamp: at(minute), clickCounter, sourceId });
    const blocks = blocksOf([
      clicked(0, 5, 'g1'),
      clicked(1, 6, 'g1'),
      clicked(2, 5, 'g2'),
      clicked(3, 7, 'g1'),
      clicked(4, 6, 'g1'),
    ]);
    // The last one comes from the same gateway, so it is 255 clicks.
    expect([...seriesOf(blocks, 'clickCounter', all).values]).toEqual([1, 1, 255]);
  });

  it.each([
    ['half the range back within five minutes is an older reading', 300_000, 128, []],
    ['half the range back after more than five minutes is a wrap', 300_001, 128, [128]],
    ['less than half the range forward is an increase', 300_000, 127, [127]],
    ['the same reading at the same time is the same packet', 0, 0, []],
    ['the same reading later is another packet', 1, 0, [0]],
  ])('of a counter that two gateways report: %s', (_what, apartMs, step, values) => {
    const times = Float64Array.of(1000, 1000 + apartMs);
    expect([...increments(times, Float64Array.of(3, 3 + step), Uint32Array.of(0, 1)).values]).toEqual(values);
    // From the same gateway each reading is a new one.
    expect([...increments(times, Float64Array.of(3, 3 + step), Uint32Array.of(0, 0)).values]).toEqual([step]);
  });

  it('adds up to the real increase of a counter that is read in time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 255 }),
        fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 200 }),
        (start, steps) => {
          let real = start;
          const readings = [start, ...steps.map((step) => (real += step) % 256)];
          const { values } = increments(
            Float64Array.from(readings, (_, n) => n),
            Float64Array.from(readings),
          );
          expect(values.reduce((sum, value) => sum + value, 0)).toBe(real - start);
        },
      ),
    );
  });

  it('is summarized in numbers for people who cannot see the chart', () => {
    const series = {
      ...line([0, 5], [MINUTE, 9], [9 * MINUTE, 1], [10 * MINUTE, 3]),
      gapMs: 2 * MINUTE,
      field: 'temperature',
    };
    expect(summarizeSeries(series)).toEqual({
      count: 4,
      min: { timeMs: 9 * MINUTE, value: 1 },
      max: { timeMs: MINUTE, value: 9 },
      mean: 4.5,
      total: null,
      gaps: 1,
      longestGapMs: 8 * MINUTE,
    });
    expect(summarizeSeries({ ...line(), gapMs: 1, field: 'rssi' })).toMatchObject({ count: 0, min: null, mean: null });
  });

  it('has the readings at both ends of the range, and none outside', () => {
    const blocks = blocksOf([0, 1, 2, 3, 4].map((n) => record({ timestamp: at(n), temperature: n })));
    const range = { startMs: T0 + MINUTE, endMs: T0 + 3 * MINUTE, sourceIds: null };
    expect([...seriesOf(blocks, 'temperature', range).values]).toEqual([1, 2, 3]);
    expect(seriesOf([], 'temperature', range)).toMatchObject({ trackingId: '', field: 'temperature' });
  });

  it('names the first of equal extremes, and counts no gap of the usual length', () => {
    const series = { ...line([0, 5], [10, 1], [20, 1], [30, 5]), gapMs: 10, field: 'temperature' };
    expect(summarizeSeries(series)).toMatchObject({
      min: { timeMs: 10, value: 1 },
      max: { timeMs: 0, value: 5 },
      gaps: 0,
      longestGapMs: 0,
    });
    expect(summarizeSeries({ ...series, ...line([0, 1], [11, 1], [31, 1], [43, 1]) })).toMatchObject({
      gaps: 3,
      longestGapMs: 20,
    });
  });

  it.each<[what: string, minutes: number[], gapMinutes: number]>([
    ['one reading', [0], 2],
    ['two readings, whose distance counts', [0, 10], 10],
    ['two readings close together', [0, 1], 2],
    ['three readings, of whose usual distance four times count', [0, 60, 120], 240],
    ['readings at the same time', [5, 5, 5], 2],
    ['some readings at the same time, so that only other distances count', [0, 0, 60], 240],
  ])(
    'counts a gap as silence after a time that depends on the number and distance of its readings: %s',
    (_what, minutes, gapMinutes) => {
      expect(usualGapMs(Float64Array.from(minutes, (n) => n * MINUTE))).toBe(gapMinutes * MINUTE);
    },
  );

  it('has silence only in gaps of more than four usual intervals and more than two minutes', () => {
    expect(usualGapMs(Float64Array.from({ length: 50 }, (_, n) => n * 60 * MINUTE))).toBe(240 * MINUTE);
    expect(usualGapMs(Float64Array.from({ length: 50 }, (_, n) => n * 1000))).toBe(2 * MINUTE);
    expect(usualGapMs(new Float64Array(0))).toBe(2 * MINUTE);
  });
});

describe('silence in a chart', () => {
  const gapMs = 2 * MINUTE;

  it('is where none of the lines was heard, including both ends', () => {
    const a = { ...line([5 * MINUTE, 1], [6 * MINUTE, 1], [20 * MINUTE, 1]), gapMs };
    const b = { ...line([8 * MINUTE, 1], [14 * MINUTE, 1]), gapMs };
    expect(silences([a, b], 0, 21 * MINUTE).map(({ startMs, endMs }) => [startMs / MINUTE, endMs / MINUTE])).toEqual([
      [0, 5],
      [8, 14],
      [14, 20],
    ]);
    expect(silences([a], 21 * MINUTE, 30 * MINUTE)).toEqual([{ startMs: 21 * MINUTE, endMs: 30 * MINUTE }]);
  });

  it('begins only after the usual interval, also at the ends of the range', () => {
    const a = { ...line([2 * MINUTE, 1], [4 * MINUTE, 1]), gapMs };
    expect(silences([a], 0, 6 * MINUTE)).toEqual([]);
    expect(silences([a], -1, 6 * MINUTE + 1)).toEqual([
      { startMs: -1, endMs: 2 * MINUTE },
      { startMs: 4 * MINUTE, endMs: 6 * MINUTE + 1 },
    ]);
    // A reading at the end of the range, and readings before it.
    expect(silences([{ ...line([-5, 1], [5 * MINUTE, 1]), gapMs }], 0, 5 * MINUTE)).toEqual([
      { startMs: 0, endMs: 5 * MINUTE },
    ]);
    expect(silences([a, { times: new Float64Array(0), gapMs: 3 * MINUTE }], -1, 6 * MINUTE + 2)).toEqual([]);
  });

  it('never covers a reading and never misses a gap, for any lines', () => {
    const reading = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 4 }), (readings) => {
        const lines = readings.map((minutes) => ({
          times: Float64Array.from(
            minutes.toSorted((a, b) => a - b),
            (minute) => minute * MINUTE,
          ),
          gapMs,
        }));
        const allTimes = [...new Set([0, 100 * MINUTE, ...lines.flatMap(({ times }) => [...times])])].sort(
          (a, b) => a - b,
        );
        const expected = allTimes
          .slice(1)
          .flatMap((endMs, n) => (endMs - allTimes[n]! > gapMs ? [{ startMs: allTimes[n]!, endMs }] : []));
        expect(silences(lines, 0, 100 * MINUTE)).toEqual(expected);
      }),
    );
  });

  it('breaks the line of a beacon', () => {
    const drawn = drawnLines([{ ...line([0, 1], [MINUTE, 2], [10 * MINUTE, 3]), gapMs }], 0, 10 * MINUTE, 800);
    expect(drawn.values[0]).toEqual([1, 2, null, 3]);
    expect(drawn.times).toEqual([0, MINUTE, 5.5 * MINUTE, 10 * MINUTE]);
  });

  it('still breaks the line when another line has readings there', () => {
    const quiet = { ...line([0, 1], [MINUTE, 2], [60 * MINUTE, 3]), gapMs: 4 * MINUTE };
    const busy = {
      ...line(...Array.from({ length: 60 }, (_, n): [number, number] => [n * MINUTE + 1, n])),
      gapMs: 4 * MINUTE,
    };
    const { times, values } = drawnLines([quiet, busy], 0, 60 * MINUTE, 4000);
    const meanwhile = values[0]!.filter((_, at) => times[at]! > MINUTE && times[at]! < 60 * MINUTE);
    expect(meanwhile.length).toBeGreaterThan(50);
    expect(new Set(meanwhile)).toEqual(new Set([null]));
  });

  it('is not shown where readings were only left out of the drawing', () => {
    const busy = {
      times: Float64Array.from({ length: 50_000 }, (_, n) => n * 1000),
      values: Float64Array.from({ length: 50_000 }, (_, n) => n % 7),
      gapMs,
    };
    const drawn = drawnLines([busy], 0, 50_000_000, 20);
    expect(drawn.times.length).toBeLessThan(100);
    expect(drawn.values[0]).not.toContain(null);
  });
});

describe('the points that are drawn in a chart', () => {
  it('have one list of times for several lines, which do not break each other', () => {
    const drawn = drawnLines(
      [
        { ...line([0, 1], [2, 3]), gapMs: 10 },
        { ...line([1, 5], [2, 6]), gapMs: 10 },
      ],
      0,
      2,
      100,
    );
    expect(drawn.times).toEqual([0, 1, 2]);
    expect(drawn.values).toEqual([
      [1, undefined, 3],
      [undefined, 5, 6],
    ]);
  });

  it('have a neighbour beyond each end of the range, so that the line goes on there', () => {
    const all = line([0, 1], [1, 2], [2, 3], [3, 4], [4, 5]);
    expect(thin(all, 2, 2, 10)).toEqual({ times: [1, 2, 3], values: [2, 3, 4] });
    expect(thin(all, 0, 4, 10).times).toEqual([0, 1, 2, 3, 4]);
    expect(thin(line([5, 1], [5, 2], [5, 3]), 0, 10, 10).times).toEqual([5, 5.01, 5.02]);
  });

  it('are the first, the least, the greatest and the last of a stretch, each once', () => {
    const thinned = (values: number[]) =>
      thin(line(...values.map((value, n): [number, number] => [n, value])), 0, values.length, 1).values;
    expect(thinned([5, 1, 7, 9, 3, 6])).toEqual([5, 1, 9, 6]);
    expect(thinned([5, 9, 7, 1, 3, 6])).toEqual([5, 9, 1, 6]);
    expect(thinned([1, 2, 3, 4, 5, 6])).toEqual([1, 6]);
    expect(thinned([6, 5, 4, 3, 2, 1])).toEqual([6, 1]);
    expect(thinned([2, 2, 2, 2, 2, 2])).toEqual([2, 2]);
    // Few readings are all kept.
    expect(thinned([2, 2, 2, 2])).toEqual([2, 2, 2, 2]);
  });

  it('keep the least and the greatest of every stretch, at most four for each, always ascending', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: -1000, max: 1000 })), {
      maxLength: 600,
    });
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 60 }), (input, buckets) => {
        const sorted = input.toSorted((a, b) => a[0] - b[0]);
        const { times, values } = line(...sorted);
        const thinned = thin({ times, values }, 0, 10_000, buckets);
        expect(thinned.times.length).toBeLessThanOrEqual(Math.max(buckets * 4, 0) + 8);
        for (let n = 1; n < thinned.times.length; n += 1)
          expect(thinned.times[n]!).toBeGreaterThan(thinned.times[n - 1]!);
        if (sorted.length === 0) return;
        const width = 10_000 / buckets;
        const extremes = (times: ArrayLike<number>, values: ArrayLike<number>) => {
          const found = new Map<number, [number, number]>();
          for (let n = 0; n < times.length; n += 1) {
            const bucket = Math.floor(times[n]! / width);
            const [least, most] = found.get(bucket) ?? [Infinity, -Infinity];
            found.set(bucket, [Math.min(least, values[n]!), Math.max(most, values[n]!)]);
          }
          return found;
        };
        expect(extremes(thinned.times.map(Math.round), thinned.values)).toEqual(extremes(times, values));
      }),
    );
  });
});
