/** Whatever the clocks of beacons, gateways and the phone show, statements about a beacon agree with the facts. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { raisedAlarms } from './alarms.ts';
import { HOUR_MS } from './record-query.ts';
import { afterQuery, afterLatest, afterRecord, freshBeacon, isHeardUnchecked, withoutFuture } from './fleet.ts';
import { correctedNow, type ClockReading } from './now.ts';
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
    if (reading.ok) state = afterRecord(state, reading.record, now);
  }
  state = afterQuery(state, startMs, now.ms);
  const newestCloudMs = Math.max(...read.map(({ times: { cloud } }) => cloud ?? Number.NEGATIVE_INFINITY));
  const latestAtMs = isChecked ? now.ms : newestCloudMs;
  if (requestsLatest && Number.isFinite(latestAtMs)) state = afterLatest(state, latestAtMs);
  return { state: withoutFuture(state, now), now, read };
}

describe('with wrong clocks', () => {
  it('an unmarked time is shown only when the beacon was received at that time', () => {
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

  it('a beacon counts as heard only when a record of it was read, and as never heard only when there is none', () => {
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

  it('unmarked silence is no longer than the real one', () => {
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
