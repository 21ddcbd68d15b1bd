/** Whatever the clocks of beacons, gateways and the phone say: what is claimed of a beacon follows from the facts. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { raisedAlarms } from './alarms.ts';
import { HOUR_MS } from './ask.ts';
import { afterAsk, afterLatest, afterRecord, freshBeacon, isHeardUnchecked, withoutFuture } from './fleet.ts';
import { correctedNow, type ClockReading } from './now.ts';
import { readRecord } from './record.ts';
import { hearingOf, silentMsOf } from './silent.ts';

const DAY_MS = 24 * HOUR_MS;
const TRUE_NOW = Date.UTC(2026, 10, 25, 12);
/** Agreeing clocks may differ by so much (now.ts). */
const CLOSE_MS = 60_000;
const RULE = { id: 'r', kind: 'silent', afterHours: 2, tag: null } as const;

const offset = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }),
  fc.constantFrom(-20 * 365 * DAY_MS, 10 * 365 * DAY_MS),
);
/** One reception, and which clocks besides the cloud's its record tells. */
const reception = fc.record({
  trueMs: fc.integer({ min: TRUE_NOW - 3 * DAY_MS, max: TRUE_NOW }),
  tells: fc.subarray(['gateway', 'beacon'] as const),
});
const world = fc.record({
  receptions: fc.array(reception, { maxLength: 6 }),
  /** A backend tells its own time in each record or in none. */
  tellsCloud: fc.boolean(),
  beaconOffset: offset,
  gatewayOffset: offset,
  phoneOffset: offset,
  isChecked: fc.boolean(),
  /** The last records are asked for after the range, or only a range is. */
  asksLatest: fc.boolean(),
  rangeHours: fc.integer({ min: 1, max: 96 }),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;
type Reception = World['receptions'][number];

/** The time by which a backend finds a record: the record's `timestamp` (interface.md 2.4). */
function wireTimes({ trueMs, tells }: Reception, { tellsCloud, beaconOffset, gatewayOffset }: World) {
  const beacon = tells.includes('beacon') ? trueMs + beaconOffset : null;
  const gateway = tells.includes('gateway') ? trueMs + gatewayOffset : null;
  const cloud = tellsCloud ? trueMs : null;
  return { beacon, gateway, cloud, stamp: beacon ?? gateway ?? cloud };
}

/** What the phone knows after a range, and perhaps the last record, were asked for. */
function lookAround(given: World) {
  const { receptions, phoneOffset, isChecked, asksLatest, rangeHours } = given;
  const clock: ClockReading = isChecked ? { skewMs: -phoneOffset, isChecked } : { skewMs: 0, isChecked };
  const now = correctedNow(clock, TRUE_NOW + phoneOffset);
  const startMs = now.ms - rangeHours * HOUR_MS;
  const told = receptions.map((one) => ({ one, times: wireTimes(one, given) }));
  const inRange = told.filter(({ times: { stamp } }) => stamp !== null && stamp >= startMs && stamp <= now.ms);
  const newest = told.toSorted((a, b) => a.one.trueMs - b.one.trueMs).at(-1);
  const read = asksLatest && newest !== undefined ? [...inRange, newest] : inRange;
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
  state = afterAsk(state, startMs, now.ms);
  const newestCloudMs = Math.max(...read.map(({ times: { cloud } }) => cloud ?? Number.NEGATIVE_INFINITY));
  const latestAtMs = isChecked ? now.ms : newestCloudMs;
  if (asksLatest && Number.isFinite(latestAtMs)) state = afterLatest(state, latestAtMs);
  return { state: withoutFuture(state, now), now, read };
}

describe('with wrong clocks', () => {
  it('a date of hearing that is not marked is the time at which it was received', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { state, read } = lookAround(given);
        if (state.lastHeardMs === null || isHeardUnchecked(state)) return;
        expect(given.tellsCloud).toBe(true);
        expect(state.lastHeardMs).toBe(Math.max(...read.map(({ one }) => one.trueMs)));
      }),
    );
  });

  it('no date lies ahead of the checked clock', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { state, now } = lookAround(given);
        if (now.isChecked) expect(state.lastHeardMs ?? 0).toBeLessThanOrEqual(TRUE_NOW + CLOSE_MS);
      }),
    );
  });

  it('a beacon is called heard only where a record of it was read, and never heard only where there is none', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { state, read } = lookAround(given);
        const hearing = hearingOf(state);
        if (read.length === 0) expect(['notLoaded', 'neverHeard', 'unasked']).toContain(hearing);
        else expect(['heard', 'silent', 'notLoaded']).toContain(hearing);
        if (hearing === 'neverHeard') expect(given.receptions).toEqual([]);
      }),
    );
  });

  it('a range alone never makes a beacon silent and never raises an alarm', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { state } = lookAround({ ...given, asksLatest: false });
        expect(['silent', 'neverHeard']).not.toContain(hearingOf(state));
        expect(raisedAlarms([RULE], [state], () => [])).toEqual([]);
      }),
    );
  });

  it('silence that is not marked is no longer than the beacon was silent', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { state } = lookAround(given);
        const silentMs = silentMsOf(state);
        if (silentMs === null || isHeardUnchecked(state) || given.receptions.length === 0) return;
        const lastMs = Math.max(...given.receptions.map(({ trueMs }) => trueMs));
        expect(silentMs).toBeLessThanOrEqual(TRUE_NOW - lastMs);
      }),
    );
  });

  it('a phone whose clock is three hours ahead calls nobody silent that was heard minutes ago', () => {
    for (const isChecked of [true, false]) {
      const { state } = lookAround({
        receptions: [{ trueMs: TRUE_NOW - 5 * 60_000, tells: [] }],
        tellsCloud: true,
        beaconOffset: 0,
        gatewayOffset: 0,
        phoneOffset: 3 * HOUR_MS,
        isChecked,
        asksLatest: true,
        rangeHours: 24,
      });
      expect([hearingOf(state), raisedAlarms([RULE], [state], () => [])]).toEqual(['heard', []]);
    }
  });
});
