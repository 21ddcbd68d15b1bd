/** Tells heard and silent beacons apart, and gives the reason whenever the check cannot decide. */
import { MAX_PAGE_RECORDS, MAX_QUERY_IDS } from '../limits.ts';
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, progressAt, progressGiven } from '../../../test/support/job-rows.ts';
import { afterQuery, afterLatest, freshBeacon, type BeaconState } from '../telemetry/fleet.ts';
import { aliveRows, queriesForLatest, queriesSinceWrite, type Alive, type AliveRow } from './alive.ts';
import type { Receipt } from '../receipt.ts';
import { DAY_MS } from '../telemetry/record-query.ts';
import type { Task } from './job.ts';

const HOUR = 3_600_000;
const WRITTEN = Date.UTC(2026, 4, 5, 10);
const EVENING = WRITTEN + 8 * HOUR;
const MAC = (n: number): string => `00:00:00:00:00:0${n}`;

function rowsOf(
  tasks: readonly (Partial<Task> & { readonly packets?: string; readonly clock?: Receipt['clock'] })[],
  beacons: readonly BeaconState[],
): AliveRow[] {
  const all = tasks.map(({ place = 'Room', values = { minor: 1 } }, at) =>
    fixtureTask(at, { uniqueId: `b${at}`, plannedAtMs: 1, place, values }),
  );
  const ids = all.map(({ uniqueId }) => uniqueId);
  const progress = progressGiven(all, {
    devices: new Map(
      ids.map((uniqueId, at) => [
        uniqueId,
        fixtureDevice(at, {
          uniqueId,
          mac: MAC(at),
          pending: null,
          attributes: tasks[at]!.packets === undefined ? {} : { packets: tasks[at]!.packets },
        }),
      ]),
    ),
    packages: all.map(({ uniqueId, values }) => fixturePackage(uniqueId, { values, state: 'used', preparedAtMs: 2 })),
    runs: ids.map((id) =>
      fixtureRun(id, { step: 'receipt', outcome: { kind: 'receipt', receiptId: `rcp-${id}` }, startedAtMs: 3 }),
    ),
    receipts: all.map(({ uniqueId, values }, at) =>
      fixtureReceipt(uniqueId, {
        values,
        clock: tasks[at]!.clock ?? 'checkedDate',
        state: 'verified',
        createdAtMs: WRITTEN,
        settledAtMs: EVENING,
        updatedSeconds: WRITTEN / 1000,
      }),
    ),
  });
  return aliveRows(progress, beacons, {});
}
const beacon = (n: number, lastHeardMs: number | null, range?: readonly [number, number]): BeaconState => {
  const received = { ...freshBeacon(MAC(n)), lastHeardMs };
  return range === undefined ? received : afterLatest(afterQuery(received, ...range), range[1]);
};
const only = (state: BeaconState | null, packets?: string): Alive =>
  rowsOf([packets === undefined ? {} : { packets }], state === null ? [] : [state])[0]!.alive;

describe('the check that a written beacon is alive', () => {
  it.each<readonly [string, BeaconState | null, Alive]>([
    ['has no result before telemetry was queried', null, 'unasked'],
    ['finds a beacon that was heard after its write', beacon(0, WRITTEN + 5000), 'heard'],
    ['has no result for a beacon that was heard in the second of its write', beacon(0, WRITTEN + 900), 'unasked'],
    [
      'has no result for a beacon that was heard before its write and not queried since',
      beacon(0, WRITTEN - HOUR),
      'unasked',
    ],
    [
      'finds silent a beacon that was heard before its write, and not in a later query',
      beacon(0, WRITTEN - HOUR, [WRITTEN - HOUR, EVENING]),
      'silent',
    ],
    [
      'has no result for a beacon that was queried only before its write',
      beacon(0, WRITTEN - HOUR, [WRITTEN - 2 * HOUR, WRITTEN]),
      'unasked',
    ],
    [
      'has no result for a beacon whose query begins after its write',
      beacon(0, null, [WRITTEN + 1, EVENING]),
      'unasked',
    ],
    [
      'is too early for a beacon that was queried less than an hour after its write',
      beacon(0, WRITTEN - HOUR, [WRITTEN - HOUR, WRITTEN + HOUR - 1]),
      'early',
    ],
    ['finds a beacon that was heard a second after its write', beacon(0, WRITTEN + 1000, [WRITTEN, EVENING]), 'heard'],
    [
      'is sure of a beacon that was queried for just an hour after its write',
      beacon(0, WRITTEN - HOUR, [WRITTEN, WRITTEN + HOUR]),
      'silent',
    ],
    [
      'has no result for a beacon whose last query ended with its write',
      { ...beacon(0, null, [WRITTEN, EVENING]), latestAtMs: WRITTEN },
      'unasked',
    ],
    [
      'has no result for a beacon with a record without a time from the moment of its write',
      { ...beacon(0, WRITTEN - HOUR, [WRITTEN, EVENING]), undatedAtMs: WRITTEN },
      'unasked',
    ],
    [
      'finds silent a beacon whose record without a time is older than its write',
      { ...beacon(0, WRITTEN - HOUR, [WRITTEN, EVENING]), undatedAtMs: WRITTEN - 1 },
      'silent',
    ],
    [
      'has no result for a beacon that was missing in a range and not queried without one',
      afterQuery(beacon(0, null), WRITTEN, EVENING),
      'unasked',
    ],
    [
      'has no result for a beacon whose records have no time',
      { ...beacon(0, null, [WRITTEN, EVENING]), undatedAtMs: EVENING },
      'unasked',
    ],
    ['finds no gateway near a beacon that was never heard', beacon(0, null, [WRITTEN, EVENING]), 'noGateway'],
  ])('%s', (_, state, wanted) => expect(only(state)).toBe(wanted));

  it('requests no telemetry for a beacon that sends none', () => {
    const silent = beacon(0, WRITTEN - HOUR, [WRITTEN - HOUR, EVENING]);
    expect(only(silent, 'IBEACON,KONTAKT')).toBe('noTelemetry');
    expect(only(silent, 'IBEACON,KONTAKT_TLM')).toBe('silent');
    expect(only(beacon(0, WRITTEN + 5000), 'IBEACON')).toBe('heard');
    // The values planned by the job are what the beacon sends after its write.
    expect(rowsOf([{ packets: 'KONTAKT_TLM', values: { packets: ['IBEACON'] } }], [silent])[0]!.alive).toBe(
      'noTelemetry',
    );
    expect(queriesForLatest(rowsOf([{ packets: 'IBEACON' }], []), EVENING)).toEqual([]);
  });

  it('marks a time as unchecked that comes from a beacon or from a phone with an unchecked clock', () => {
    const received = beacon(0, WRITTEN + 5000);
    const cloud = { ...received, heardBy: 'cloud' as const };
    const marks = (state: BeaconState, clock: Receipt['clock']) => rowsOf([{ clock }], [state])[0]!.isUnchecked;
    expect(marks(cloud, 'checkedDate')).toBe(false);
    expect(marks({ ...received, heardBy: 'beacon' }, 'checkedDate')).toBe(true);
    expect(marks(cloud, 'unchecked')).toBe(true);
  });

  it('assumes a gateway in a room where another beacon was heard, but not among beacons without a room', () => {
    const range = [WRITTEN, EVENING] as const;
    const states = [beacon(0, null, range), beacon(1, WRITTEN + HOUR)];
    const kinds = (places: readonly string[]): Alive[] =>
      rowsOf(
        places.map((place) => ({ place })),
        states,
      ).map(({ alive }) => alive);
    expect(kinds(['Hall', 'Hall'])).toEqual(['silent', 'heard']);
    expect(kinds(['Hall', 'Attic'])).toEqual(['noGateway', 'heard']);
    expect(kinds(['', ''])).toEqual(['noGateway', 'heard']);
    // A gateway has heard the beacon itself before.
    const heardBefore = beacon(0, WRITTEN - HOUR, range);
    expect(rowsOf([{ place: '' }], [heardBefore])[0]!.alive).toBe('silent');
  });

  it('lists no beacon that is not verified', () => {
    const progress = progressGiven([fixtureTask(0, { uniqueId: 'b0' })], {
      devices: new Map(),
      packages: [],
      runs: [],
      receipts: [],
    });
    expect(aliveRows(progress, [beacon(0, null, [0, EVENING])], {})).toEqual([]);
    // A gateway has applied its change: nothing was written, so there is no time to count from.
    const applied = progress.map((one) => progressAt(one, 'verified'));
    expect(aliveRows(applied, [beacon(0, null, [0, EVENING])], {})).toEqual([]);
  });

  it('requests the latest records of all beacons, then all since the write of beacons without a record', () => {
    const none = rowsOf([{}, {}, {}], []);
    expect(queriesForLatest(none, EVENING)).toMatchObject([
      { by: 'devices', latest: true, ids: [MAC(0), MAC(1), MAC(2)], endMs: EVENING },
    ]);
    const some = rowsOf(
      [{}, {}, {}],
      [beacon(0, WRITTEN + HOUR), beacon(1, WRITTEN - HOUR, [WRITTEN - HOUR, EVENING])],
    );
    expect(some.map(({ alive }) => alive)).toEqual(['heard', 'silent', 'unasked']);
    expect(queriesSinceWrite(some, EVENING)).toMatchObject([
      { latest: false, ids: [MAC(2)], startMs: WRITTEN, endMs: EVENING },
    ]);
    expect(queriesSinceWrite(some.slice(0, 2), EVENING)).toEqual([]);
  });
});

it('the alive check requests telemetry once for each beacon, in groups as large as the backend allows', () => {
  const [row] = rowsOf([{}], []);
  const rows = [...Array.from({ length: MAX_QUERY_IDS + 1 }, (_, at) => `id${at}`), 'id0', null].map((trackingId) => ({
    ...row!,
    trackingId,
  }));
  const queries = queriesForLatest(rows, EVENING);
  expect(queries.map(({ ids }) => ids.length)).toEqual([MAX_QUERY_IDS, 1]);
  expect(queries.flatMap(({ ids }) => ids)).toEqual(Array.from({ length: MAX_QUERY_IDS + 1 }, (_, at) => `id${at}`));
  expect(queries[0]).toMatchObject({
    startMs: EVENING - DAY_MS,
    endMs: EVENING,
    size: MAX_PAGE_RECORDS,
    sort: [{ property: 'timestamp', order: 'desc' }],
  });
});

it('the alive check requests the time since the write only for writes of the past', () => {
  const [row] = rowsOf([{}], []);
  expect(queriesSinceWrite([{ ...row!, sinceMs: EVENING }], EVENING)).toEqual([]);
  expect(queriesSinceWrite([{ ...row!, sinceMs: EVENING - 1 }], EVENING)).toMatchObject([{ startMs: EVENING - 1 }]);
});
