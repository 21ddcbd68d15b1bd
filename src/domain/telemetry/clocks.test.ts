/** Whatever the clocks of beacons, gateways and the phone show, statements about a beacon agree with the facts. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { raisedAlarms } from './alarms.ts';
import { HOUR_MS } from './record-query.ts';
import { afterQuery, afterLatest, afterRecord, freshBeacon, isHeardUnchecked, withoutFuture } from './fleet.ts';
import { CLOCK_UNCHECKED, correctedNow, isAfter, notBefore, type ClockReading } from './now.ts';
import { sortedTimeOf } from './heard-time.ts';
import { readRecord } from './record.ts';
import { hearingOf, silentMsOf } from './silent.ts';

const DAY_MS = 24 * HOUR_MS;
const TRUE_NOW = Date.UTC(2026, 10, 25, 12);
/** Maximum difference of agreeing clocks (now.ts). */
const CLOSE_MS = 60_000;
const RULE = { id: 'r', kind: 'silent', afterHours: 2, tag: null } as const;

const offset = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }),
  fc.constantFrom(-20 * 365 * DAY_MS, 10 * 365 * DAY_MS),
);
/** One reception. `clocks` lists the clocks, besides the cloud's, whose time is in the record. */
const reception = fc.record({
  trueMs: fc.integer({ min: TRUE_NOW - 3 * DAY_MS, max: TRUE_NOW }),
  clocks: fc.subarray(['gateway', 'beacon'] as const),
});
const world = fc.record({
  receptions: fc.array(reception, { maxLength: 6 }),
  /** A backend adds its own time to all records or to none. */
  hasCloudTime: fc.boolean(),
  beaconOffset: offset,
  gatewayOffset: offset,
  phoneOffset: offset,
  isChecked: fc.boolean(),
  /** Whether the last records are requested after the range. */
  requestsLatest: fc.boolean(),
  rangeHours: fc.integer({ min: 1, max: 96 }),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;
type Reception = World['receptions'][number];

/** `stamp` is the time by which a backend finds a record: the record's `timestamp` (interface.md 2.4). */
function wireTimes({ trueMs, clocks }: Reception, { hasCloudTime, beaconOffset, gatewayOffset }: World) {
  const beacon = clocks.includes('beacon') ? trueMs + beaconOffset : null;
  const gateway = clocks.includes('gateway') ? trueMs + gatewayOffset : null;
  const cloud = hasCloudTime ? trueMs : null;
  return { beacon, gateway, cloud, stamp: beacon ?? gateway ?? cloud };
}

/**
 * Returns the state of the beacon, the time, and the records that the phone has after a request for a range and, if
 * `requestsLatest`, one for the last record.
 */
function receive(input: World) {
  const { receptions, phoneOffset, isChecked, requestsLatest, rangeHours } = input;
  const clock: ClockReading = isChecked ? { skewMs: -phoneOffset, isChecked } : { skewMs: 0, isChecked };
  const now = correctedNow(clock, TRUE_NOW + phoneOffset);
  const startMs = now.ms - rangeHours * HOUR_MS;
  const sent = receptions.map((one) => ({ one, times: wireTimes(one, input) }));
  const inRange = sent.filter(({ times: { stamp } }) => stamp !== null && stamp >= startMs && stamp <= now.ms);
  const newest = sent.toSorted((a, b) => a.one.trueMs - b.one.trueMs).at(-1);
  const read = requestsLatest && newest !== undefined ? [...inRange, newest] : inRange;
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  let state = freshBeacon('t');
  for (const { times } of read) {
    const reading = readRecord({
      trackingId: 't',
      timestamp: iso(times.stamp),
      beaconTimestamp: iso(times.beacon),
      gatewayTimestamp: iso(times.gateway),
      cloudTimestamp: iso(times.cloud),
    });
    if (reading !== null) state = afterRecord(state, reading.record, now);
  }
  state = afterQuery(state, startMs, now.ms);
  const newestCloudMs = Math.max(...read.map(({ times: { cloud } }) => cloud ?? Number.NEGATIVE_INFINITY));
  const latestAtMs = isChecked ? now.ms : newestCloudMs;
  if (requestsLatest && Number.isFinite(latestAtMs)) state = afterLatest(state, latestAtMs);
  return { state: withoutFuture(state, now), now, read };
}

describe('on devices with wrong clocks,', () => {
  it('a time is shown as certain only if the beacon was received at that time', () => {
    fc.assert(
      fc.property(world, (input) => {
        const { state, read } = receive(input);
        if (state.lastHeardMs === null || isHeardUnchecked(state)) return;
        expect(input.hasCloudTime).toBe(true);
        expect(state.lastHeardMs).toBe(Math.max(...read.map(({ one }) => one.trueMs)));
      }),
    );
  });

  it('no time ahead of the checked clock is shown', () => {
    fc.assert(
      fc.property(world, (input) => {
        const { state, now } = receive(input);
        if (now.isChecked) expect(state.lastHeardMs ?? 0).toBeLessThanOrEqual(TRUE_NOW + CLOSE_MS);
      }),
    );
  });

  it('a beacon counts as heard only if a record of it was read, and as never heard only if no record exists', () => {
    fc.assert(
      fc.property(world, (input) => {
        const { state, read } = receive(input);
        const hearing = hearingOf(state);
        if (read.length === 0) expect(['notLoaded', 'neverHeard', 'unasked']).toContain(hearing);
        else expect(['heard', 'silent', 'notLoaded']).toContain(hearing);
        if (hearing === 'neverHeard') expect(input.receptions).toEqual([]);
      }),
    );
  });

  it('a request for a range alone neither makes a beacon silent nor raises an alarm', () => {
    fc.assert(
      fc.property(world, (input) => {
        const { state } = receive({ ...input, requestsLatest: false });
        expect(['silent', 'neverHeard']).not.toContain(hearingOf(state));
        expect(raisedAlarms([RULE], [state], () => [])).toEqual([]);
      }),
    );
  });

  it('silence that is shown as certain is no longer than the real silence', () => {
    fc.assert(
      fc.property(world, (input) => {
        const { state } = receive(input);
        const silentMs = silentMsOf(state);
        if (silentMs === null || isHeardUnchecked(state) || input.receptions.length === 0) return;
        const lastMs = Math.max(...input.receptions.map(({ trueMs }) => trueMs));
        expect(silentMs).toBeLessThanOrEqual(TRUE_NOW - lastMs);
      }),
    );
  });

  it('a beacon that was heard minutes ago does not count as silent, even on a phone three hours ahead', () => {
    for (const isChecked of [true, false]) {
      const { state } = receive({
        receptions: [{ trueMs: TRUE_NOW - 5 * 60_000, clocks: [] }],
        hasCloudTime: true,
        beaconOffset: 0,
        gatewayOffset: 0,
        phoneOffset: 3 * HOUR_MS,
        isChecked,
        requestsLatest: true,
        rangeHours: 24,
      });
      expect([hearingOf(state), raisedAlarms([RULE], [state], () => [])]).toEqual(['heard', []]);
    }
  });
});

describe('the current time', () => {
  const checked: ClockReading = { skewMs: -500, isChecked: true };

  it.each<[what: string, cloudMs: number | null, reading: ClockReading, nowMs: number]>([
    ['that of the phone without a time of the backend', null, CLOCK_UNCHECKED, 1000],
    ['that of the phone while it is not behind the backend', 1000, CLOCK_UNCHECKED, 1000],
    ['that of the backend when the phone is behind the backend', 1001, CLOCK_UNCHECKED, 1001],
    ['that of the checked clock, whatever records show', 9000, checked, 500],
    ['the later one on a phone with an old correction', 1400, { skewMs: 300, isChecked: false }, 1400],
  ])('is %s', (_what, cloudMs, reading, nowMs) => {
    const corrected = notBefore(cloudMs, reading, 1000);
    expect(correctedNow(corrected, 1000)).toEqual({ ms: nowMs, isChecked: reading.isChecked });
  });

  it('must be exceeded by more than a minute before a time counts as in the future', () => {
    const now = { ms: 1000, isChecked: true };
    expect(isAfter(1000 + CLOSE_MS, 'beacon', now)).toBe(false);
    expect(isAfter(1001 + CLOSE_MS, 'beacon', now)).toBe(true);
    expect(isAfter(1001 + CLOSE_MS, 'cloud', now)).toBe(true);
    expect(isAfter(1001 + CLOSE_MS, 'cloud', { ...now, isChecked: false })).toBe(false);
    expect(isAfter(1001 + CLOSE_MS, 'gateway', { ...now, isChecked: false })).toBe(true);
    expect(isAfter(1001 + CLOSE_MS, null, { ...now, isChecked: false })).toBe(true);
    expect(isAfter(null, 'beacon', now)).toBe(false);
  });

  it('is unchecked until the backend has reported its time', () =>
    expect(correctedNow(CLOCK_UNCHECKED, 7)).toEqual({ ms: 7, isChecked: false }));
});

describe('the silence of a beacon', () => {
  it.each([
    ['from the last time at which it was heard', { lastHeardMs: 5, latestAtMs: 20 }, 15],
    ['from a later record without a time', { lastHeardMs: 5, undatedAtMs: 9, latestAtMs: 20 }, 11],
    ['not from an earlier record without a time', { lastHeardMs: 5, undatedAtMs: 3, latestAtMs: 20 }, 15],
    ['from a record without a time alone', { undatedAtMs: 9, latestAtMs: 20 }, 11],
    ['from how far back the backend searched', { latestFromMs: 8, askedFromMs: 2, latestAtMs: 20 }, 12],
    ['from the start of the requested range', { askedFromMs: 2, latestAtMs: 20 }, 18],
    ['as none when it was heard after the request', { lastHeardMs: 30, latestAtMs: 20 }, 0],
    ['as unknown without a request for the last record', { lastHeardMs: 5 }, null],
    ['as unknown when nothing shows since when', { latestAtMs: 20 }, null],
  ])('is counted %s', (_what, state, silentMs) => expect(silentMsOf({ ...freshBeacon('t'), ...state })).toBe(silentMs));

  it.each([
    ['neverHeard', { latestAtMs: 20 }],
    ['notLoaded', { latestAtMs: 20, latestFromMs: 10 }],
    ['silent', { latestAtMs: 21, latestFromMs: 10 }],
    ['heard', { lastHeardMs: 10, latestAtMs: 20 }],
    ['silent', { lastHeardMs: 9, latestAtMs: 20 }],
    ['notLoaded', { lastHeardMs: 5, askedFromMs: 10 }],
    ['heard', { lastHeardMs: 10, askedFromMs: 10 }],
    ['notLoaded', { lastHeardMs: 5, askedFromMs: 10, latestAtMs: 9 }],
    ['heard', { lastHeardMs: 5, askedFromMs: 10, latestAtMs: 10 }],
    ['heard', { undatedAtMs: 20, latestAtMs: 20 }],
  ] as const)('makes a beacon %s when it lasts longer than the limit: %j', (hearing, state) =>
    expect(hearingOf({ ...freshBeacon('t'), ...state }, 10)).toBe(hearing),
  );
});

it.each([
  [{ timestamp: 1, beaconTimestamp: 2, gatewayTimestamp: 3, cloudTimestamp: 4 }, 1],
  [{ beaconTimestamp: 2, gatewayTimestamp: 3, cloudTimestamp: 4 }, 2],
  [{ gatewayTimestamp: 3, cloudTimestamp: 4 }, 3],
  [{ timestamp: '2026-01-01', cloudTimestamp: 4 }, 4],
  [{ timestamp: 0, cloudTimestamp: 4 }, 0],
  [{}, null],
])('a backend sorts a record with %j by %s', (values, sortedMs) => expect(sortedTimeOf(values)).toBe(sortedMs));
