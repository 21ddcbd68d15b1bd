import { raisedAlarms } from './alarms.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterQuery,
  afterLatest,
  afterRecord,
  colonMac,
  freshBeacon,
  learnedTrackingIds,
  trackingIdOf,
  withoutMainsMark,
} from './fleet.ts';
import type { Now } from './now.ts';
import { hearingOf, SILENT_AFTER_MS, silentMsOf } from './silent.ts';
import { readRecord, type TelemetryRecord } from './record.ts';
import { csvCell, csvText } from '../csv.ts';
import { ALL_COLUMNS, cellOf, csvHead, csvRow, HEARD_AT, ndjsonRow, WIRE_COLUMNS } from './table.ts';

function record(raw: object): TelemetryRecord {
  const reading = readRecord({ trackingId: 't', ...raw });
  if (!reading.ok) throw new Error(reading.problem);
  return reading.record;
}

const NOW: Now = { ms: Date.UTC(2026, 0), isChecked: true };
const stateOf = (records: readonly TelemetryRecord[], now = NOW) =>
  records.reduce((state, one) => afterRecord(state, one, now), freshBeacon('t'));
const iso = (ms: number): string => new Date(ms).toISOString();

describe('the state of a beacon', () => {
  const records = [
    record({ timestamp: iso(1000), batteryLevel: 90, sourceId: 'g1', uniqueId: 'old' }),
    record({ timestamp: iso(3000), temperature: 20, moving: true, sourceId: 'g2' }),
    record({ timestamp: iso(2000), batteryLevel: 80, temperature: 5, uniqueId: 'tB4x', moving: false }),
  ];

  it('has the last reading of each kind, in whatever order the records arrive', () => {
    const expected = {
      lastHeardMs: 3000,
      lastSourceId: 'g2',
      battery: { value: 80, atMs: 2000 },
      temperature: { value: 20, atMs: 3000 },
      moving: { value: true, atMs: 3000 },
    };
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: 3 }), (order) => {
        expect(stateOf(order)).toMatchObject(expected);
      }),
    );
  });

  it.each([-1, 255])('on external power (%i) has no battery level and no low-battery alarm', (level) => {
    const low = record({ timestamp: iso(1000), batteryLevel: 9 });
    const external = record({ timestamp: iso(2000), batteryLevel: level });
    const rule = { id: 'r', kind: 'battery', belowPercent: 20, tag: null } as const;
    for (const order of [
      [low, external],
      [external, low],
    ]) {
      const shown = withoutMainsMark(stateOf(order));
      expect(shown.battery).toBeNull();
      expect(raisedAlarms([rule], [shown], () => [])).toEqual([]);
    }
    expect(withoutMainsMark(stateOf([low])).battery).toEqual({ value: 9, atMs: 1000 });
  });

  it('keeps the last known gateway when a newer record names none', () => {
    const after = stateOf([...records, record({ timestamp: iso(4000) })]);
    expect(after).toMatchObject({ lastHeardMs: 4000, lastSourceId: 'g2' });
  });

  it('is silent only when its last record is known, however long the requested range', () => {
    const received = stateOf(records);
    expect(hearingOf(freshBeacon('t'))).toBe('unasked');
    expect(hearingOf(received)).toBe('heard');
    expect(hearingOf(afterQuery(received, 0, 9 * SILENT_AFTER_MS))).toBe('heard');
    expect(hearingOf(afterLatest(received, 3000 + SILENT_AFTER_MS))).toBe('heard');
    expect(hearingOf(afterLatest(received, 3001 + SILENT_AFTER_MS))).toBe('silent');
    expect(hearingOf(afterLatest(freshBeacon('t'), 10))).toBe('neverHeard');
  });

  it('shows absence from the requested range as not loaded, not as silence', () => {
    const absent = afterQuery(stateOf(records), 9 * SILENT_AFTER_MS, 99 * SILENT_AFTER_MS);
    expect([hearingOf(absent), silentMsOf(absent)]).toEqual(['notLoaded', null]);
    const never = afterQuery(freshBeacon('t'), 0, 10);
    expect([hearingOf(never), silentMsOf(never)]).toEqual(['notLoaded', null]);
    expect(hearingOf(afterLatest(absent, 99 * SILENT_AFTER_MS))).toBe('silent');
  });

  it('uses the time at which it was heard, not that of a beacon whose clock is ahead', () => {
    const HOUR = 3_600_000;
    const ahead = record({
      timestamp: '2036-02-07T06:28:15Z',
      cloudTimestamp: iso(NOW.ms - 2 * HOUR),
      batteryLevel: 77,
      temperature: 20,
      uniqueId: 'old',
    });
    const honest = record({ cloudTimestamp: iso(NOW.ms - HOUR), batteryLevel: 3, temperature: 88, uniqueId: 'new' });
    for (const order of [
      [ahead, honest],
      [honest, ahead],
    ])
      expect(stateOf(order)).toMatchObject({
        uniqueId: 'new',
        lastHeardMs: NOW.ms - HOUR,
        heardBy: 'cloud',
        battery: { value: 3 },
        temperature: { value: 88 },
      });
  });

  it('ignores a time in the future, and is not silent before the record was read', () => {
    const future = stateOf([record({ timestamp: '2036-02-07T06:28:15Z', batteryLevel: 77 })]);
    expect(future).toMatchObject({ lastHeardMs: null, undatedAtMs: NOW.ms, battery: { value: 77, atMs: null } });
    expect(silentMsOf(afterLatest(future, NOW.ms))).toBe(0);
    expect(hearingOf(afterLatest(future, NOW.ms))).toBe('heard');
  });

  it('drops a future time that an earlier version has stored', () => {
    const stored = { ...freshBeacon('t'), lastHeardMs: NOW.ms * 2, battery: { value: 77, atMs: NOW.ms * 2 } };
    const after = afterRecord(stored, record({ cloudTimestamp: iso(NOW.ms), batteryLevel: 3 }), NOW);
    expect(after).toMatchObject({ lastHeardMs: NOW.ms, battery: { value: 3, atMs: NOW.ms } });
  });

  it('joins adjacent ranges, and keeps the later of two separate ones', () => {
    const queried = afterQuery(freshBeacon('t'), 10, 20);
    expect(afterQuery(queried, 20, 30)).toMatchObject({ askedFromMs: 10, askedUntilMs: 30 });
    expect(afterQuery(queried, 40, 50)).toMatchObject({ askedFromMs: 40, askedUntilMs: 50 });
    expect(afterQuery(queried, 0, 5)).toMatchObject({ askedFromMs: 10, askedUntilMs: 20 });
  });
});

describe('a tracking id', () => {
  const learned = learnedTrackingIds([
    { ...freshBeacon('aa:aa'), uniqueId: 'tB4x', lastHeardMs: 5 },
    { ...freshBeacon('bb:bb'), uniqueId: 'tB4x', lastHeardMs: 9 },
    { ...freshBeacon('cc:cc'), uniqueId: null, lastHeardMs: 9 },
  ]);

  it('is the typed one, else the one from telemetry, else the MAC address of the record', () => {
    const device = { uniqueId: 'tB4x', mac: 'E0:1F-0a:bB:CC:dd' };
    expect(trackingIdOf(device, new Map(), {})).toEqual({
      uniqueId: 'tB4x',
      trackingId: 'e0:1f:0a:bb:cc:dd',
      from: 'mac',
    });
    expect(trackingIdOf(device, learned, {})).toMatchObject({ trackingId: 'bb:bb', from: 'telemetry' });
    expect(trackingIdOf(device, learned, { tB4x: 'dd:dd' })).toMatchObject({ trackingId: 'dd:dd', from: 'typed' });
  });

  it('is never invented: without any of these it is null', () => {
    for (const uniqueId of ['e01f0abbccdd', 'e0:1f:0a:bb:cc:dd', 'constructor'])
      expect(trackingIdOf({ uniqueId, mac: null }, learned, {})).toBeNull();
    expect(colonMac('e01f0abbccd')).toBeNull();
    expect(colonMac(' E0-1F-0A-BB-CC-DD\n')).toBe('e0:1f:0a:bb:cc:dd');
  });
});

describe('an exported file', () => {
  it('has the chosen columns, and other fields as JSON', () => {
    const row = record({ timestamp: iso(0), temperature: -4.5, moving: true, gas: { ppm: 3 }, sourceId: 'g,1' });
    const columns = ['timestamp', 'trackingId', 'sourceId', 'temperature', 'moving', 'humidity'];
    expect(csvHead(columns)).toBe('timestamp,trackingId,sourceId,temperature,moving,humidity,otherFields\r\n');
    expect(csvRow(row, columns)).toBe('1970-01-01T00:00:00.000Z,t,"g,1",-4.5,true,,"{""gas"":{""ppm"":3}}"\r\n');
    expect(csvRow(row, ['gas'])).toBe('"{""ppm"":3}",\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', `"'\tx"`],
    ['a;b', '"a;b"'],
    ['a;=b', `"a;'=b"`],
    ['\rx', `"'\rx"`],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['1-1', '1-1'],
  ])('never begins a formula: %j', (text, expected) => expect(csvText(text)).toBe(expected));

  it('contains numbers as numbers', () => {
    expect(csvCell(-5)).toBe('-5');
    expect(csvCell('-5')).toBe("'-5");
  });

  it('has cells that parse under RFC 4180 to the text that was written, apart from added apostrophes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",a1é🛟') }), (text) => {
        const field = csvText(text);
        const back = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
        // An apostrophe is added before text that could start a formula; nothing else is added or left out.
        expect(back.replaceAll("'", '')).toBe(text);
        if (!field.startsWith('"')) expect(field).not.toMatch(/[",\r\n]/);
        expect(back).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });

  it('has the same fields in NDJSON as on the wire', () => {
    const raw = {
      trackingId: 't',
      sourceId: 'g',
      timestamp: '2026-01-02T03:04:05.000Z',
      moving: false,
      rssi: -60,
      gas: [1],
      temperature: 'hot',
    };
    expect(JSON.parse(ndjsonRow(record(raw)))).toEqual(raw);
    expect(ndjsonRow(record({ alias: 'a\nb' })).split('\n')).toHaveLength(2);
  });

  it('has the time at which a record was heard only in the table, not among the fields of the backend', () => {
    const row = record({ timestamp: iso(9), beaconTimestamp: iso(9), cloudTimestamp: iso(5) });
    expect([HEARD_AT, 'timestamp', 'gatewayTimestamp'].map((column) => cellOf(row, column))).toEqual([5, 9, null]);
    expect(csvRow(row, ['timestamp'])).toBe('1970-01-01T00:00:00.009Z,\r\n');
    expect([WIRE_COLUMNS.includes(HEARD_AT), ALL_COLUMNS.includes(HEARD_AT)]).toEqual([false, true]);
  });
});
