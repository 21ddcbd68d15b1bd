/**
 * Stream records are checked against interface.md 2.2 and 2.3: required fields, types, ranges, unknown fields, kinds.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRecord, kindOf, recordTimeMs, type FieldFaultReason } from './record-check.ts';
import { RECORD_FIELDS } from './record-fields.ts';
import { POSITION_SAMPLE, TELEMETRY_SAMPLE } from '../../../test/support/sample-records.ts';
import { STREAM_TYPES, type StreamType } from './stream.ts';

const samples = { telemetry: TELEMETRY_SAMPLE, position: POSITION_SAMPLE } as const;
const reasons = (record: Record<string, unknown>, type: StreamType): string[] =>
  checkRecord(record, type).faults.map((fault) => `${fault.field} ${fault.reason}`);

describe('the required fields of a record', () => {
  it('are those that the interface document lists', () => {
    const required = (type: StreamType) =>
      RECORD_FIELDS[type].filter((field) => field.required).map((field) => field.name);
    expect(required('telemetry')).toEqual(['companyId', 'userId', 'sourceId', 'sourceType', 'trackingId', 'rssi']);
    expect(required('position')).toEqual(['companyId', 'userId', 'trackingId', 'floorId']);
  });

  it.each(STREAM_TYPES)('suffice for a %s record without a fault', (type) => {
    expect(checkRecord(samples[type], type)).toEqual({ faults: [], unknown: [] });
    const least = Object.fromEntries(
      Object.entries(samples[type]).filter(
        ([name]) => RECORD_FIELDS[type].find((field) => field.name === name)?.required,
      ),
    );
    expect(checkRecord(least, type)).toEqual({ faults: [], unknown: [] });
  });

  it.each(
    STREAM_TYPES.flatMap((type) =>
      RECORD_FIELDS[type].filter((field) => field.required).map((field) => [type, field.name] as const),
    ),
  )('are missed in a %s record without %s', (type, name) => {
    const { [name]: _gone, ...rest } = samples[type] as Record<string, unknown>;
    expect(reasons(rest, type)).toEqual([`${name} missing`]);
  });
});

describe('the values of a record', () => {
  it.each<[StreamType, string, unknown, FieldFaultReason | null]>([
    ['telemetry', 'trackingId', 7, 'notText'],
    ['telemetry', 'trackingId', ' ', 'empty'],
    ['telemetry', 'rssi', '-70', 'notNumber'],
    ['telemetry', 'rssi', null, 'notNumber'],
    ['telemetry', 'rssi', Infinity, 'notNumber'],
    ['telemetry', 'timestamp', '2026-03-02T10:00:00Z', null],
    ['telemetry', 'timestamp', 'yesterday', 'notIso'],
    ['telemetry', 'timestamp', 1_772_445_600, 'notText'],
    ['telemetry', 'beaconTimestamp', 1_772_445_600, null],
    ['telemetry', 'beaconTimestamp', 1_772_445_600_000, 'notSeconds'],
    ['telemetry', 'beaconTimestamp', '2026-03-02T10:00:00Z', 'notNumber'],
    ['telemetry', 'batteryLevel', 100, null],
    ['telemetry', 'batteryLevel', 101, 'notPercent'],
    ['telemetry', 'humidity', -1, 'notPercent'],
    ['telemetry', 'clickCounter', 0, null],
    ['telemetry', 'clickCounter', 255, null],
    ['telemetry', 'clickCounter', 256, 'notCounter'],
    ['telemetry', 'movementCounter', 1.5, 'notCounter'],
    ['telemetry', 'timeSinceTap', -1, 'negative'],
    ['telemetry', 'temperature', -40, null],
    ['position', 'floorId', '3', 'notNumber'],
    ['position', 'q', 0, null],
    ['position', 'q', 1, null],
    ['position', 'q', 1.01, 'notShare'],
    ['position', 'x', -5, null],
    ['position', 'xe', -0.1, 'negative'],
    ['position', 'lost', 'false', 'notFlag'],
    ['position', 'origin', 'anything at all', null],
    ['position', 'origin', '', null],
    ['position', 'origin', null, null],
    ['position', 'lost', true, null],
    ['position', 'xe', 0, null],
    ['position', 'q', -0.01, 'notShare'],
    ['position', 'floorId', Number.NaN, 'notNumber'],
    ['telemetry', 'companyId', '', 'empty'],
    ['telemetry', 'temperature', null, null],
    ['telemetry', 'batteryLevel', 0, null],
    ['telemetry', 'batteryLevel', -1, null],
    ['telemetry', 'batteryLevel', 255, null],
    ['telemetry', 'batteryLevel', -2, 'notPercent'],
    ['telemetry', 'clickCounter', -1, 'notCounter'],
    ['telemetry', 'beaconTimestamp', 0, null],
    ['telemetry', 'beaconTimestamp', -1, 'notSeconds'],
    ['telemetry', 'beaconTimestamp', 99_999_999_999, null],
    ['telemetry', 'beaconTimestamp', 100_000_000_000, 'notSeconds'],
    ['telemetry', 'timeSinceTap', 0, null],
  ])('are checked in a %s record: %s = %j gives %s', (type, field, value, reason) => {
    expect(reasons({ ...samples[type], [field]: value }, type)).toEqual(reason === null ? [] : [`${field} ${reason}`]);
  });

  it('are reported with every fault of a record', () => {
    expect(checkRecord({ ...TELEMETRY_SAMPLE, rssi: 'x'.repeat(100), humidity: 300 }, 'telemetry').faults).toEqual([
      { field: 'rssi', reason: 'notNumber', found: `"${'x'.repeat(58)}…` },
      { field: 'humidity', reason: 'notPercent', found: '300' },
    ]);
  });

  it.each<[unknown, string]>([
    [Infinity, 'Infinity'],
    [undefined, ''],
    [{ a: [1] }, '{"a":[1]}'],
    ['x'.repeat(58), `"${'x'.repeat(58)}"`],
    ['x'.repeat(59), `"${'x'.repeat(58)}…`],
  ])('are shown when faulty: %j as %j', (rssi, found) =>
    expect(checkRecord({ ...TELEMETRY_SAMPLE, rssi }, 'telemetry').faults).toEqual([
      { field: 'rssi', reason: 'notNumber', found },
    ]),
  );

  it('of an unknown field are noted without refusing the record', () => {
    const record = JSON.parse(
      `{${JSON.stringify(POSITION_SAMPLE).slice(1, -1)},"speed":1,"__proto__":{"floorId":1}}`,
    ) as Record<string, unknown>;
    expect(checkRecord(record, 'position')).toEqual({ faults: [], unknown: ['speed', '__proto__'] });
  });

  it('do not include properties that every object inherits', () => {
    expect(
      checkRecord(Object.create(TELEMETRY_SAMPLE) as Record<string, unknown>, 'telemetry').faults.map(
        ({ reason }) => reason,
      ),
    ).toEqual(Array(6).fill('missing'));
  });
});

describe('reading a record of a stream', () => {
  it('finds its kind by fields that only one kind has', () => {
    expect(kindOf(TELEMETRY_SAMPLE)).toBe('telemetry');
    expect(kindOf(POSITION_SAMPLE)).toBe('position');
    expect(kindOf({ companyId: 'c', userId: 'u', trackingId: 't' })).toBeNull();
    expect(kindOf({})).toBeNull();
  });

  it('finds its time, from the cloud or else from the beacon', () => {
    expect(recordTimeMs(TELEMETRY_SAMPLE)).toBe(Date.UTC(2026, 2, 2, 10));
    expect(recordTimeMs({ beaconTimestamp: 1_772_445_600 })).toBe(1_772_445_600_000);
    expect(recordTimeMs({ timestamp: 'x' })).toBeNull();
  });

  it('finds as its kind the one with more fields, when fields of both kinds are there', () => {
    expect(kindOf({ rssi: 1, x: 1, y: 1 })).toBe('position');
    expect(kindOf({ rssi: 1, sourceId: 'g', x: 1 })).toBe('telemetry');
    expect(kindOf({ rssi: 1, x: 1 })).toBeNull();
    expect(kindOf({ rssi: 1, unknown: 1, other: 1 })).toBe('telemetry');
  });

  it('finds its time from the beacon when the time from the cloud is unreadable', () => {
    expect(recordTimeMs({ timestamp: 'x', beaconTimestamp: 1_772_445_600 })).toBe(1_772_445_600_000);
    expect(recordTimeMs({ timestamp: 1_772_445_600 })).toBeNull();
    expect(recordTimeMs({ beaconTimestamp: '2026-03-02T10:00:00Z' })).toBeNull();
  });

  it('never throws, whatever the record contains, and each fault names a field of that kind', () => {
    const wild = fc.dictionary(
      fc.oneof(
        fc.string(),
        fc.constantFrom(...STREAM_TYPES.flatMap((type) => RECORD_FIELDS[type].map(({ name }) => name))),
      ),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(wild, fc.constantFrom(...STREAM_TYPES), (record, type) => {
        const verdict = checkRecord(record, type);
        kindOf(record);
        recordTimeMs(record);
        const names = RECORD_FIELDS[type].map(({ name }) => name);
        for (const { field, found } of verdict.faults) {
          expect(names).toContain(field);
          expect(found.length).toBeLessThanOrEqual(60);
        }
        expect(verdict.unknown).toEqual(Object.keys(record).filter((name) => !names.includes(name)));
      }),
      { numRuns: 500 },
    );
  });
});
