import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterAsk, afterRecord, colonMac, freshBeacon, learnedTrackingIds, trackingIdOf } from './fleet.ts';
import { hearingOf, SILENT_AFTER_MS, silentMsOf } from './silent.ts';
import { readRecord, type TelemetryRecord } from './record.ts';
import { csvCell, csvText } from '../csv.ts';
import { cellOf, csvHead, csvRow, ndjsonRow } from './table.ts';

function record(raw: object): TelemetryRecord {
  const reading = readRecord({ trackingId: 't', ...raw });
  if (!reading.ok) throw new Error(reading.problem);
  return reading.record;
}

const iso = (ms: number): string => new Date(ms).toISOString();

describe('what is known of a beacon', () => {
  const records = [
    record({ timestamp: iso(1000), batteryLevel: 90, sourceId: 'g1', uniqueId: 'old' }),
    record({ timestamp: iso(3000), temperature: 20, moving: true, sourceId: 'g2' }),
    record({ timestamp: iso(2000), batteryLevel: 80, temperature: 5, uniqueId: 'tB4x', moving: false }),
  ];

  it('is the last reading of each kind, in whatever order the records come', () => {
    const expected = {
      lastHeardMs: 3000,
      lastSourceId: 'g2',
      battery: { value: 80, atMs: 2000 },
      temperature: { value: 20, atMs: 3000 },
      moving: { value: true, atMs: 3000 },
    };
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: 3 }), (order) => {
        expect(order.reduce(afterRecord, freshBeacon('t'))).toMatchObject(expected);
      }),
    );
  });

  it('was heard last by the last gateway that is known: a record that names none takes it away from nobody', () => {
    const after = afterRecord(records.reduce(afterRecord, freshBeacon('t')), record({ timestamp: iso(4000) }));
    expect(after).toMatchObject({ lastHeardMs: 4000, lastSourceId: 'g2' });
  });

  it('is silent only in the range that was asked for', () => {
    const heard = records.reduce(afterRecord, freshBeacon('t'));
    expect(hearingOf(freshBeacon('t'))).toBe('unasked');
    expect(hearingOf(heard)).toBe('heard');
    expect(hearingOf(afterAsk(heard, 0, 3000 + SILENT_AFTER_MS))).toBe('heard');
    expect(hearingOf(afterAsk(heard, 0, 3001 + SILENT_AFTER_MS))).toBe('silent');
    expect(hearingOf(afterAsk(freshBeacon('t'), 0, 10))).toBe('neverHeard');
  });

  it('is not called silent for the time between an old reading and the range that was asked', () => {
    const heard = records.reduce(afterRecord, freshBeacon('t'));
    const later = 3000 + 9 * SILENT_AFTER_MS;
    const briefly = afterAsk(heard, later, later + SILENT_AFTER_MS - 1);
    expect([hearingOf(briefly), silentMsOf(briefly)]).toEqual(['heard', SILENT_AFTER_MS - 1]);
    const long = afterAsk(heard, later, later + SILENT_AFTER_MS);
    expect([hearingOf(long), silentMsOf(long)]).toEqual(['silent', SILENT_AFTER_MS]);
    expect(silentMsOf(heard)).toBeNull();
  });

  it('joins ranges that touch and keeps the later of two apart', () => {
    const asked = afterAsk(freshBeacon('t'), 10, 20);
    expect(afterAsk(asked, 20, 30)).toMatchObject({ askedFromMs: 10, askedUntilMs: 30 });
    expect(afterAsk(asked, 40, 50)).toMatchObject({ askedFromMs: 40, askedUntilMs: 50 });
    expect(afterAsk(asked, 0, 5)).toMatchObject({ askedFromMs: 10, askedUntilMs: 20 });
  });
});

describe('a tracking id', () => {
  const learned = learnedTrackingIds([
    { ...freshBeacon('aa:aa'), uniqueId: 'tB4x', lastHeardMs: 5 },
    { ...freshBeacon('bb:bb'), uniqueId: 'tB4x', lastHeardMs: 9 },
    { ...freshBeacon('cc:cc'), uniqueId: null, lastHeardMs: 9 },
  ]);

  it('is what a person typed, else what telemetry says, else the MAC on record', () => {
    const device = { uniqueId: 'tB4x', mac: 'E0:1F-0a:bB:CC:dd' };
    expect(trackingIdOf(device, new Map(), {})).toEqual({
      uniqueId: 'tB4x',
      trackingId: 'e0:1f:0a:bb:cc:dd',
      from: 'mac',
    });
    expect(trackingIdOf(device, learned, {})).toMatchObject({ trackingId: 'bb:bb', from: 'telemetry' });
    expect(trackingIdOf(device, learned, { tB4x: 'dd:dd' })).toMatchObject({ trackingId: 'dd:dd', from: 'typed' });
  });

  it('is never made up: without any of these there is none', () => {
    for (const uniqueId of ['e01f0abbccdd', 'e0:1f:0a:bb:cc:dd', 'constructor'])
      expect(trackingIdOf({ uniqueId, mac: null }, learned, {})).toBeNull();
    expect(colonMac('e01f0abbccd')).toBeNull();
    expect(colonMac(' E0-1F-0A-BB-CC-DD\n')).toBe('e0:1f:0a:bb:cc:dd');
  });
});

describe('a file', () => {
  it('has the columns chosen, and the rest as JSON', () => {
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

  it('leaves numbers numbers', () => {
    expect(csvCell(-5)).toBe('-5');
    expect(csvCell('-5')).toBe("'-5");
  });

  it('comes back from RFC 4180 as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",a1é🛟') }), (text) => {
        const field = csvText(text);
        const back = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
        // An apostrophe stands before what could begin a formula; nothing else is put in or left out.
        expect(back.replaceAll("'", '')).toBe(text);
        if (!field.startsWith('"')) expect(field).not.toMatch(/[",\r\n]/);
        expect(back).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });

  it('as NDJSON says what the wire said', () => {
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

  it('files a record under its moment, whichever field gave it', () => {
    expect(cellOf(record({ cloudTimestamp: iso(5) }), 'timestamp')).toBe(5);
  });
});
