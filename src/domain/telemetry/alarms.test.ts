import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alarmedBeacons,
  alarmKey,
  alarmSince,
  MAX_RULES,
  raisedAlarms,
  readRules,
  ruleFault,
  type AlarmRule,
} from './alarms.ts';
import { HOUR_MS } from './record-query.ts';
import { freshBeacon, type BeaconState } from './fleet.ts';

const NOW = Date.UTC(2026, 2, 10, 12);
const beacon = (change: Partial<BeaconState> = {}): BeaconState => ({ ...freshBeacon('b0'), ...change });
const battery = (belowPercent: number, tag: string | null = null): AlarmRule => ({
  id: 'r',
  kind: 'battery',
  belowPercent,
  tag,
});
const silent = (afterHours: number): AlarmRule => ({ id: 'r', kind: 'silent', afterHours, tag: null });
const warmth = (below: number | null, above: number | null): AlarmRule => ({
  id: 'r',
  kind: 'temperature',
  below,
  above,
  tag: null,
});
const raised = (rule: AlarmRule, ...beacons: BeaconState[]) => raisedAlarms([rule], beacons, () => []);
const at = (value: number) => ({ value, atMs: NOW });

describe('a battery', () => {
  it.each([
    [19, 1],
    [20, 0],
    [21, 0],
  ])('of %i % raises %i alarms under 20 %', (value, count) =>
    expect(raised(battery(20), beacon({ battery: at(value) }))).toHaveLength(count),
  );

  it('raises no alarm when it was never read', () => expect(raised(battery(100), beacon())).toEqual([]));

  it('raises an alarm with its value and the time of the reading', () =>
    expect(raised(battery(20), beacon({ battery: at(5) }))[0]).toMatchObject({
      value: 5,
      atMs: NOW,
      trackingId: 'b0',
    }));
});

describe('a temperature', () => {
  it.each([
    [warmth(2, 8), 1.9, 1],
    [warmth(2, 8), 2, 0],
    [warmth(2, 8), 8, 0],
    [warmth(2, 8), 8.1, 1],
    [warmth(null, 8), -40, 0],
    [warmth(2, null), 40, 0],
  ])('raises, for the rule %j at %d degrees, as many alarms as $2', (rule, value, count) =>
    expect(raised(rule, beacon({ temperature: at(value) }))).toHaveLength(count),
  );
});

describe('the silence of a beacon', () => {
  const range = { askedFromMs: NOW - 24 * HOUR_MS, askedUntilMs: NOW, latestAtMs: NOW };

  it('is measured up to the request for the last record, not up to now', () => {
    const received = beacon({ lastHeardMs: NOW - 6 * HOUR_MS, ...range });
    expect(raised(silent(6), received)[0]).toMatchObject({ value: 6 * HOUR_MS, atMs: NOW - 6 * HOUR_MS });
    expect(raised(silent(7), received)).toEqual([]);
    expect(
      raised(
        silent(6),
        beacon({
          lastHeardMs: NOW - 6 * HOUR_MS,
          askedFromMs: NOW - 24 * HOUR_MS,
          askedUntilMs: NOW,
          latestAtMs: NOW - HOUR_MS,
        }),
      ),
    ).toEqual([]);
  });

  it('raises no alarm when nothing was requested, or when only a range was', () => {
    expect(raised(silent(1), beacon({ lastHeardMs: NOW - 99 * HOUR_MS }))).toEqual([]);
    const absent = { askedFromMs: NOW - 24 * HOUR_MS, askedUntilMs: NOW };
    expect(raised(silent(1), beacon({ lastHeardMs: NOW - 99 * HOUR_MS, ...absent }))).toEqual([]);
    expect(raised(silent(1), beacon(absent))).toEqual([]);
  });

  it('is marked when the last time comes from an unchecked clock', () => {
    const received = beacon({ lastHeardMs: NOW - 6 * HOUR_MS, ...range });
    expect(raised(silent(6), { ...received, heardBy: 'cloud' })[0]).toMatchObject({ isUnchecked: false });
    expect(raised(silent(6), { ...received, heardBy: 'gateway' })[0]).toMatchObject({ isUnchecked: true });
  });

  it('raises an alarm for a beacon without any record once the requested range is long enough', () => {
    expect(raised(silent(24), beacon(range))).toHaveLength(1);
    expect(raised(silent(25), beacon(range))).toEqual([]);
  });
});

describe('an alarm rule for a tag', () => {
  it('applies to the beacons with this tag', () => {
    const tags = new Map([['b0', ['freezer']]]);
    const all = [beacon({ battery: at(1) }), { ...beacon({ battery: at(1) }), trackingId: 'b1' }];
    const found = raisedAlarms([battery(20, 'freezer')], all, (id) => tags.get(id) ?? []);
    expect(found.map(({ trackingId }) => trackingId)).toEqual(['b0']);
  });
});

describe('an alarm rule for a room', () => {
  it('applies to beacons whose tags name the room, however the tag is spelled', () => {
    const tags = new Map([
      ['b0', ['Room: Ward 3']],
      ['b1', ['room:Ward 31']],
    ]);
    const all = ['b0', 'b1'].map((trackingId) => ({ ...beacon({ battery: at(1) }), trackingId }));
    const found = raisedAlarms([battery(20, 'room:Ward 3')], all, (id) => tags.get(id) ?? []);
    expect(found.map(({ trackingId }) => trackingId)).toEqual(['b0']);
  });
});

describe('an alarm rule that was typed and stored', () => {
  it.each([
    [battery(0), 'battery'],
    [battery(101), 'battery'],
    [battery(Number.NaN), 'battery'],
    [silent(0), 'silent'],
    [silent(1e9), 'silent'],
    [warmth(null, null), 'temperature'],
    [warmth(Number.POSITIVE_INFINITY, null), 'temperature'],
    [warmth(9, 8), 'order'],
    [battery(20), null],
    [battery(1), null],
    [battery(100), null],
    [silent(24), null],
    [silent(1), null],
    [silent(90 * 24), null],
    [silent(90 * 24 + 1), 'silent'],
    [silent(Number.POSITIVE_INFINITY), 'silent'],
    [warmth(-20, -15), null],
    [warmth(8, 8), null],
    [warmth(-273, 1000), null],
    [warmth(-274, null), 'temperature'],
    [warmth(2, 1001), 'temperature'],
    [warmth(null, 8), null],
    [warmth(2, null), null],
  ] as const)('is checked: %j has the fault %s', (rule, fault) => expect(ruleFault(rule)).toBe(fault));

  it('is read as it was stored', () => {
    const rules = [battery(20, 'freezer'), silent(24), warmth(2, null)];
    expect(readRules(JSON.parse(JSON.stringify(rules)))).toEqual(rules);
  });

  it('is left out when it is invalid, so that a rule for an unreadable tag does not apply to all beacons', () => {
    expect(readRules([battery(500), { ...battery(20), tag: 7 }, { ...battery(20), kind: 'odd' }, null])).toEqual([]);
    expect(readRules(Array.from({ length: 999 }, () => battery(20)))).toHaveLength(MAX_RULES);
  });

  it('is read with a number that was stored as text, and without a limit that is no number', () => {
    expect(
      readRules([
        { ...battery(20), belowPercent: '35' },
        { ...silent(5), afterHours: '6' },
      ]),
    ).toEqual([battery(35), silent(6)]);
    expect(readRules([{ ...warmth(2, 8), below: 'cold' }])).toEqual([warmth(null, 8)]);
    expect(readRules([{ ...battery(20), belowPercent: 'low' }])).toEqual([]);
    expect(readRules({ rules: [battery(20)] })).toEqual([]);
  });

  it('has a tag of 1 to 200 characters', () => {
    const tags = ['', 'a', 'a'.repeat(200), 'a'.repeat(201)];
    expect(readRules(tags.map((tag) => battery(20, tag))).map(({ tag }) => tag?.length)).toEqual([1, 200]);
  });

  it('is read from any data without throwing', () =>
    fc.assert(fc.property(fc.jsonValue(), (raw) => void readRules(raw))));
});

it('an alarm has the same key for an ID in upper and lower case', () =>
  expect(alarmKey({ rule: battery(1), trackingId: 'AA:BB' })).toBe(
    alarmKey({ rule: battery(9), trackingId: 'aa:bb' }),
  ));

describe('the alarms that are raised', () => {
  it('are sorted by severity for one rule', () => {
    const all = [37, 12, 34].map((value, nth) => ({ ...beacon({ battery: at(value) }), trackingId: `b${nth}` }));
    expect(raised(battery(40), ...all).map(({ value }) => value)).toEqual([12, 34, 37]);
    const warm: AlarmRule = { id: 'w', kind: 'temperature', below: 2, above: 24, tag: null };
    const rooms = [25, -9, 30].map((value, nth) => ({ ...beacon({ temperature: at(value) }), trackingId: `b${nth}` }));
    expect(raised(warm, ...rooms).map(({ value }) => value)).toEqual([-9, 30, 25]);
  });

  it('are sorted by severity for a rule about silence or with one limit', () => {
    const nth = (change: Partial<BeaconState>, index: number) => ({ ...beacon(change), trackingId: `b${index}` });
    const quiet = [3, 9, 5].map((hours, at) => nth({ lastHeardMs: NOW - hours * HOUR_MS, latestAtMs: NOW }, at));
    expect(raised(silent(1), ...quiet).map(({ value }) => value / HOUR_MS)).toEqual([9, 5, 3]);
    const cold = [-1, -9, 0].map((value, index) => nth({ temperature: at(value) }, index));
    expect(raised(warmth(2, null), ...cold).map(({ value }) => value)).toEqual([-9, -1, 0]);
    const hot = [30, 50, 40].map((value, index) => nth({ temperature: at(value) }, index));
    expect(raised(warmth(null, 24), ...hot).map(({ value }) => value)).toEqual([50, 40, 30]);
  });

  it('come in the order of the rules', () => {
    const both = beacon({ battery: at(1), temperature: at(50) });
    const kinds = (...rules: AlarmRule[]) => raisedAlarms(rules, [both], () => []).map(({ rule }) => rule.kind);
    expect(kinds(battery(20), warmth(2, 8))).toEqual(['battery', 'temperature']);
    expect(kinds(warmth(2, 8), battery(20))).toEqual(['temperature', 'battery']);
  });

  it('of a temperature hold since the first reading outside the limits', () => {
    const [alarm] = raised(warmth(2, 8), beacon({ temperature: at(9) }));
    const row = {
      trackingId: 'b0',
      counts: new Uint32Array(4),
      battery: new Float64Array(4),
      temperature: Float64Array.of(8, 9, 1, 9),
    };
    expect(alarmSince(alarm!, row, NOW)).toEqual({ sinceMs: NOW + HOUR_MS, isLeast: false });
  });

  it.each([
    [
      'since the first low reading after the last good one',
      [50, 30, Number.NaN, 20, 10],
      { sinceMs: 1, isLeast: false },
    ],
    ['at least as long as the readings go back', [Number.NaN, 30, 20, Number.NaN, 10], { sinceMs: 1, isLeast: true }],
    ['an unknown time if the last hour was good', [30, 20, 10, 10, 60], null],
    ['an unknown time without readings', Array(5).fill(Number.NaN), null],
  ])('have lasted %s', (_what, levels, since) => {
    const [alarm] = raised(battery(40), beacon({ battery: at(10) }));
    const row = {
      trackingId: 'b0',
      counts: new Uint32Array(5),
      battery: Float64Array.from(levels),
      temperature: new Float64Array(5),
    };
    expect(alarmSince(alarm!, row, 0)).toEqual(since === null ? null : { ...since, sinceMs: since.sinceMs * HOUR_MS });
  });

  it('about silence have no other duration than the silence', () => {
    const [alarm] = raised(
      { id: 's', kind: 'silent', afterHours: 1, tag: null },
      beacon({ lastHeardMs: NOW - 9 * HOUR_MS, latestAtMs: NOW }),
    );
    const row = {
      trackingId: 'b0',
      counts: new Uint32Array(1),
      battery: new Float64Array(1),
      temperature: new Float64Array(1),
    };
    expect(alarm === undefined ? null : alarmSince(alarm, row, 0)).toBeNull();
  });
});

it('an alarm has another key for another rule and for another beacon', () => {
  const keys = ['r', 's'].flatMap((id) =>
    ['aa', 'bb'].map((trackingId) => alarmKey({ rule: { ...battery(1), id }, trackingId })),
  );
  expect(new Set(keys).size).toBe(4);
});

it('the count of beacons with alarms counts a beacon with two alarms once', () => {
  const alarms = ['aaaa', 'bbbb', 'aaaa'].map((trackingId) => ({ trackingId })) as unknown as Parameters<
    typeof alarmedBeacons
  >[0];
  expect(alarmedBeacons(alarms)).toBe(2);
  expect(alarmedBeacons([])).toBe(0);
});
