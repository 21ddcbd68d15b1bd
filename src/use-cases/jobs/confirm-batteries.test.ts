/** A noted change of a battery is confirmed by readings of its own beacon, once, and never without them. */
import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import {
  createMemoryJobs,
  createMemoryPhotos,
  fieldPorts,
  fixtureJob,
  fixtureTask,
} from '../../../test/support/job-rows.ts';
import { createMemoryMetaRows } from '../../../test/support/memory-meta-rows.ts';
import type { BatteryChange } from '../../domain/job/job.ts';
import { freshBeacon } from '../../domain/telemetry/fleet.ts';
import type { TelemetryState } from '../telemetry/telemetry.ts';
import { followBatteries } from './confirm-batteries.ts';
import { createJobs } from './jobs.ts';

const DAY_MS = 86_400_000;
const NOTED_MS = 100 * DAY_MS;
const MAC = '0a:00:00:00:00:01';

type Readings = readonly (readonly [day: number, percent: number])[];

/** Resolves when nothing is left to do: all ports here answer at once. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Follows a job of one beacon with this battery. `hear` replaces its readings, days from the note. */
async function follow(battery: BatteryChange) {
  const task = fixtureTask(0, { uniqueId: 'aa11', values: {}, battery });
  const jobs = createJobs({
    ...fieldPorts(),
    jobs: createMemoryJobs({ jobs: [fixtureJob()], tasks: [task] }),
    photos: createMemoryPhotos(),
    templates: createMemoryMetaRows(),
    clock: { nowMs: () => 1 },
    newId: () => 'new',
  });
  await jobs.start();
  let levels: readonly { atMs: number; value: number }[] = [];
  const state = signal({ beacons: [], typed: {} } as unknown as TelemetryState);
  let opened = 0;
  const telemetry = async () => {
    opened += 1;
    return {
      state,
      series: async (trackingIds: readonly string[]) =>
        trackingIds.map((trackingId) => ({
          trackingId,
          field: 'batteryLevel',
          times: Float64Array.from(levels, ({ atMs }) => atMs),
          values: Float64Array.from(levels, ({ value }) => value),
          gapMs: 1,
        })),
    };
  };
  const device = fixtureDevice(0, { uniqueId: 'aa11', mac: MAC });
  const stop = followBatteries({
    jobs,
    devices: { get: async () => device },
    telemetry,
    onTrouble(error) {
      throw error;
    },
  });
  return {
    jobs,
    stop,
    opened: () => opened,
    async hear(readings: Readings) {
      levels = readings.map(([day, value]) => ({ atMs: NOTED_MS + day * DAY_MS, value }));
      state.value = { ...state.value, beacons: [{ ...freshBeacon(MAC), battery: levels.at(-1) ?? null }] };
      await settle();
    },
    async battery() {
      await settle();
      return jobs.state.value.tasks.get(task.jobId)![0]!.battery;
    },
  };
}

const RISE: Readings = [
  [-1, 9],
  [1, 97],
  [2, 98],
];
const NOTED = { notedAtMs: NOTED_MS, by: 'Ada' };
const CONFIRMED = { ...NOTED, confirmedAtMs: NOTED_MS + DAY_MS };

it('a noted battery change is confirmed with the time of the first clearly higher reading, whenever that comes', async () => {
  const { battery, hear } = await follow(NOTED);
  expect(await battery()).toEqual(NOTED);
  await hear(RISE.slice(0, 1));
  expect(await battery()).toEqual(NOTED);
  await hear(RISE);
  expect(await battery()).toEqual(CONFIRMED);
});

it('a battery change is confirmed also when it is noted after its readings have come', async () => {
  const { jobs, battery, hear } = await follow({});
  await hear(RISE);
  const [task] = jobs.state.value.tasks.get('job-1')!;
  await jobs.noteBattery(task!.id, NOTED);
  expect(await battery()).toEqual(CONFIRMED);
});

it.each<readonly [string, Readings]>([
  ['without a reading', []],
  ['without a reading since', [[-1, 9]]],
  ['without a reading before', [[1, 97]]],
  [
    'of a beacon whose battery still falls',
    [
      [-1, 9],
      [1, 8],
    ],
  ],
])('a noted battery change is not confirmed %s', async (_, readings) => {
  const { battery, hear } = await follow(NOTED);
  await hear(readings);
  expect(await battery()).toEqual(NOTED);
});

it.each([
  ['to be changed', {}],
  ['confirmed', CONFIRMED],
])('the confirmation of battery changes does not open telemetry for a battery that is %s', async (_, first) => {
  const { battery, hear, opened } = await follow(first);
  await hear(RISE);
  expect([await battery(), opened()]).toEqual([first, 0]);
});

it('the confirmation of battery changes confirms nothing and opens no telemetry after it was stopped', async () => {
  const before = await follow(NOTED);
  expect(await before.battery()).toEqual(NOTED);
  before.stop();
  await before.hear(RISE);
  expect(await before.battery()).toEqual(NOTED);
  const unopened = await follow({});
  unopened.stop();
  await unopened.jobs.noteBattery(unopened.jobs.state.value.tasks.get('job-1')![0]!.id, NOTED);
  await unopened.hear(RISE);
  expect([await unopened.battery(), unopened.opened()]).toEqual([NOTED, 0]);
});
