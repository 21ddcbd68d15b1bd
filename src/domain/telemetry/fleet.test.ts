import { raisedAlarms } from './alarms.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterQuery,
  afterLatest,
  afterRecord,
  colonMac,
  freshBeacon,
  beaconByDevice,
  isHeardUnchecked,
  learnedTrackingIds,
  newestCloudMs,
  queryableId,
  trackingIdOf,
  withoutFuture,
  withoutMainsMark,
} from './fleet.ts';
import type { Now } from './now.ts';
import { hearingOf, SILENT_AFTER_MS, silentMsOf } from './silent.ts';
import { readRecord, type TelemetryRecord } from './record.ts';
import { csvCell, csvText } from '../csv.ts';
import { CHARTABLE_FIELDS } from './fields.ts';
import { ALL_COLUMNS, cellOf, csvHead, csvRow, HEARD_AT, ndjsonRow, USUAL_COLUMNS, WIRE_COLUMNS } from './table.ts';

function record(raw: object): TelemetryRecord {
  const reading = readRecord({ trackingId: 't', ...raw });
  if (reading === null) throw new Error('no record');
  return reading.record;
}

const NOW: Now = { ms: Date.UTC(2026, 0), isChecked: true };
const stateOf = (records: readonly TelemetryRecord[], now = NOW) =>
  records.reduce((state, one) => afterRecord(state, one, now), freshBeacon('t'));
const iso = (ms: number): string => new Date(ms).toISOString();

describe('the state of a beacon in telemetry', () => {
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

  it('has the device ID of the newest record that names one', () => {
    const named = (uniqueId: string, ms: number) => record({ timestamp: iso(ms), uniqueId });
    expect(stateOf([named('new', 5), named('old', 1)]).uniqueId).toBe('new');
    expect(stateOf([named('a', 5), named('b', 5)]).uniqueId).toBe('b');
    expect(stateOf([record({ timestamp: iso(9) }), named('old', 1)]).uniqueId).toBe('old');
    expect(stateOf([named('a', 5), named('', 9)]).uniqueId).toBe('a');
  });

  it('has the reading of a record without a time only until a record with a time is read', () => {
    const timeless = record({ batteryLevel: 1, moving: true });
    const dated = record({ timestamp: iso(5), batteryLevel: 2, moving: false });
    for (const order of [
      [timeless, dated],
      [dated, timeless],
    ])
      expect(stateOf(order)).toMatchObject({
        battery: { value: 2, atMs: 5 },
        moving: { value: false, atMs: 5 },
        lastHeardMs: 5,
        undatedAtMs: NOW.ms,
      });
    expect(stateOf([timeless])).toMatchObject({ battery: { value: 1, atMs: null }, lastHeardMs: null });
  });

  it('keeps the latest time at which a record without a time was read', () => {
    const timeless = record({ rssi: -50 });
    const unchecked = { ms: 1000, isChecked: false };
    expect(afterRecord({ ...freshBeacon('t'), undatedAtMs: 2000 }, timeless, unchecked).undatedAtMs).toBe(2000);
    expect(afterRecord({ ...freshBeacon('t'), undatedAtMs: 500 }, timeless, unchecked).undatedAtMs).toBe(1000);
    expect(
      afterRecord({ ...freshBeacon('t'), undatedAtMs: 500 }, record({ timestamp: iso(5) }), unchecked),
    ).toMatchObject({ undatedAtMs: 500, heardBy: 'beacon' });
  });

  it('has no time after the checked clock, and every time while the clock is unchecked', () => {
    const at = NOW.ms + 3_600_000;
    const reading = { value: 1, atMs: at };
    const stored = {
      ...freshBeacon('t'),
      lastHeardMs: at,
      heardBy: 'cloud' as const,
      undatedAtMs: at,
      latestAtMs: at,
      askedFromMs: 1,
      askedUntilMs: at,
      battery: reading,
      temperature: reading,
      moving: { value: true, atMs: at },
    };
    expect(withoutFuture(stored, { ...NOW, isChecked: false })).toEqual(stored);
    expect(withoutFuture(stored, NOW)).toEqual({
      ...stored,
      lastHeardMs: null,
      heardBy: null,
      undatedAtMs: NOW.ms,
      latestAtMs: NOW.ms,
      askedUntilMs: NOW.ms,
      battery: { value: 1, atMs: null },
      temperature: { value: 1, atMs: null },
      moving: { value: true, atMs: null },
    });
    const past = { ...stored, lastHeardMs: 5, undatedAtMs: at };
    expect(withoutFuture(past, NOW)).toMatchObject({ lastHeardMs: 5, heardBy: 'cloud', undatedAtMs: NOW.ms });
  });

  it('keeps the later of two requests for the last record, with the start of its range', () => {
    const later = afterLatest(freshBeacon('t'), 20, 5);
    expect(later).toMatchObject({ latestAtMs: 20, latestFromMs: 5 });
    expect(afterLatest(later, 19, 1)).toBe(later);
    expect(afterLatest(later, 20)).toMatchObject({ latestAtMs: 20, latestFromMs: null });
  });

  it('has an unchecked time unless the backend itself gave the time', () => {
    const heard = { ...freshBeacon('t'), lastHeardMs: 5 };
    expect(isHeardUnchecked({ ...heard, heardBy: 'cloud' })).toBe(false);
    expect(isHeardUnchecked({ ...heard, heardBy: 'gateway' })).toBe(true);
    expect(isHeardUnchecked(heard)).toBe(true);
    expect(isHeardUnchecked(freshBeacon('t'))).toBe(false);
  });

  it('joins adjacent ranges that were requested, and keeps the later of two separate ranges', () => {
    const queried = afterQuery(freshBeacon('t'), 10, 20);
    expect(afterQuery(queried, 20, 30)).toMatchObject({ askedFromMs: 10, askedUntilMs: 30 });
    expect(afterQuery(queried, 40, 50)).toMatchObject({ askedFromMs: 40, askedUntilMs: 50 });
    expect(afterQuery(queried, 0, 5)).toMatchObject({ askedFromMs: 10, askedUntilMs: 20 });
  });
});

it('the newest time of the backend is taken from records that the backend dated itself', () => {
  const heard = (lastHeardMs: number | null, heardBy: 'cloud' | 'gateway') => ({
    ...freshBeacon('t'),
    lastHeardMs,
    heardBy,
  });
  expect(newestCloudMs([])).toBeNull();
  expect(newestCloudMs([heard(9, 'gateway'), heard(null, 'cloud')])).toBeNull();
  expect(newestCloudMs([heard(3, 'cloud'), heard(7, 'cloud'), heard(5, 'cloud'), heard(9, 'gateway')])).toBe(7);
});

describe('a tracking id', () => {
  const learned = learnedTrackingIds([
    { ...freshBeacon('aa:aa'), uniqueId: 'tB4x', lastHeardMs: 5 },
    { ...freshBeacon('bb:bb'), uniqueId: 'tB4x', lastHeardMs: 9 },
    { ...freshBeacon('cc:cc'), uniqueId: null, lastHeardMs: 9 },
  ]);

  it('is the ID that a person typed, else the ID in telemetry, else the MAC address', () => {
    const device = { uniqueId: 'tB4x', mac: 'E0:1F-0a:bB:CC:dd' };
    expect(trackingIdOf(device, new Map(), {})).toBe('e0:1f:0a:bb:cc:dd');
    expect(trackingIdOf(device, learned, {})).toBe('bb:bb');
    expect(trackingIdOf(device, learned, { tB4x: 'dd:dd' })).toBe('dd:dd');
  });

  it('of a gateway is not queried, because it sends no telemetry itself', () => {
    const device = { uniqueId: 'g1', mac: 'e0:1f:0a:bb:cc:dd', deviceType: 'BEACON' };
    expect(queryableId(device, new Map(), {})).toBe('e0:1f:0a:bb:cc:dd');
    expect(queryableId({ ...device, mac: null }, new Map(), {})).toBeNull();
    expect(queryableId({ ...device, deviceType: 'GATEWAY' }, new Map(), { g1: 'aa:bb' })).toBeNull();
  });

  it('finds the telemetry of a device in any spelling', () => {
    const beacons = [
      { ...freshBeacon('E0:1F:0A:BB:CC:DD'), lastHeardMs: 1 },
      { ...freshBeacon('aa:aa'), uniqueId: 'tB4x', lastHeardMs: 2 },
    ];
    const find = beaconByDevice(beacons, { typed1: 'AA:AA' });
    expect(find({ uniqueId: 'x', mac: 'e0-1f-0a-bb-cc-dd' })).toBe(beacons[0]);
    expect(find({ uniqueId: 'tB4x', mac: null })).toBe(beacons[1]);
    expect(find({ uniqueId: 'typed1', mac: null })).toBe(beacons[1]);
    expect(find({ uniqueId: 'x', mac: null })).toBeUndefined();
    expect(find({ uniqueId: 'x', mac: '00:00:00:00:00:00' })).toBeUndefined();
  });

  it('of a device with two such IDs is the ID that was heard', () => {
    const two = ['aa:aa', 'bb:bb'].map((id) => ({ ...freshBeacon(id), uniqueId: 'u' }));
    expect(learnedTrackingIds([{ ...two[0]!, lastHeardMs: 1 }, two[1]!]).get('u')).toBe('aa:aa');
    expect(learnedTrackingIds(two).get('u')).toBe('bb:bb');
  });

  it('is null when it was not typed, is not in telemetry, and the record has no MAC address', () => {
    for (const uniqueId of ['e01f0abbccdd', 'e0:1f:0a:bb:cc:dd', 'constructor'])
      expect(trackingIdOf({ uniqueId, mac: null }, learned, {})).toBeNull();
    expect(colonMac('e01f0abbccd')).toBeNull();
    for (const text of ['e0:1f:0a:bb:cc:dd:ee', 'xe0:1f:0a:bb:cc:dd', 'e0:1f:0a:bb:cc:ddx', 'e0.1f.0a.bb.cc.dd', ''])
      expect(colonMac(text), text).toBeNull();
    expect(colonMac('e0:1f:0a:bb:cc:dd')).toBe('e0:1f:0a:bb:cc:dd');
    expect(colonMac(' E0-1F-0A-BB-CC-DD\n')).toBe('e0:1f:0a:bb:cc:dd');
  });
});

describe('a file of exported telemetry', () => {
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

  it('has an empty cell for what a record does not have, also under the name of a property that objects inherit', () => {
    const row = record({ gas: null, temperature: 5, unit: { a: null } });
    expect(['gas', 'constructor', 'toString', 'sourceId', 'humidity'].map((column) => cellOf(row, column))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(cellOf(row, 'unit')).toEqual({ a: null });
    expect(cellOf(record({}), 'gas')).toBeNull();
    expect(csvRow(record({ temperature: 5 }), ['temperature'])).toBe('5,\r\n');
    expect(JSON.parse(ndjsonRow(record({})))).toEqual({ trackingId: 't' });
  });

  it('begins with the time, the tracking ID and the gateway', () => {
    expect(USUAL_COLUMNS.slice(0, 3)).toEqual([HEARD_AT, 'trackingId', 'sourceId']);
    expect(USUAL_COLUMNS).toContain('batteryLevel');
    expect(USUAL_COLUMNS.filter((column) => !ALL_COLUMNS.includes(column))).toEqual([]);
    expect(WIRE_COLUMNS.slice(0, 2)).toEqual(['trackingId', 'sourceId']);
  });

  it('has numbers and yes-or-no fields that a chart can show, and no texts or times', () => {
    const names = CHARTABLE_FIELDS.map(({ name }) => name);
    for (const name of ['temperature', 'clickCounter', 'moving']) expect(names).toContain(name);
    for (const name of ['timestamp', 'cloudTimestamp', 'firmware', 'uniqueId']) expect(names).not.toContain(name);
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
