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
import { confirmBatteries } from './confirm-batteries.ts';
import { createJobs } from './jobs.ts';

const DAY_MS = 86_400_000;
const NOTED_MS = 100 * DAY_MS;
const MAC = '0a:00:00:00:00:01';

/** Readings of the beacon, days from the note. */
async function confirmedFrom(readings: readonly (readonly [day: number, percent: number])[], battery: BatteryChange) {
  const task = fixtureTask(0, { uniqueId: 'aa11', values: {}, battery });
  const store = createMemoryJobs({ jobs: [fixtureJob()], tasks: [task] });
  const jobs = createJobs({
    ...fieldPorts(),
    jobs: store,
    photos: createMemoryPhotos(),
    templates: createMemoryMetaRows(),
    clock: { nowMs: () => 1 },
    newId: () => 'new',
  });
  await jobs.start();
  const times = Float64Array.from(readings, ([day]) => NOTED_MS + day * DAY_MS);
  const values = Float64Array.from(readings, ([, percent]) => percent);
  const last = readings.length === 0 ? null : { value: values.at(-1)!, atMs: times.at(-1)! };
  const beacons = [{ ...freshBeacon(MAC), battery: last }];
  let opened = 0;
  const telemetry = async () => {
    opened += 1;
    return {
      state: signal({ beacons, typed: {} } as unknown as TelemetryState),
      series: async (trackingIds: readonly string[]) =>
        trackingIds.map((trackingId) => ({ trackingId, field: 'batteryLevel', times, values, gapMs: 1 })),
    };
  };
  const device = fixtureDevice(0, { uniqueId: 'aa11', mac: MAC });
  await confirmBatteries({ jobs, devices: { get: async () => device }, telemetry });
  const [stored] = (await store.all()).tasks;
  return { battery: stored!.battery, opened };
}

it('confirms a noted change with the time of the first clearly higher reading', async () => {
  const { battery } = await confirmedFrom(
    [
      [-1, 9],
      [1, 97],
      [2, 98],
    ],
    { notedAtMs: NOTED_MS, by: 'Ada' },
  );
  expect(battery).toEqual({ notedAtMs: NOTED_MS, by: 'Ada', confirmedAtMs: NOTED_MS + DAY_MS });
});

it.each([
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
] as const)('confirms no change %s', async (_, readings) => {
  expect((await confirmedFrom(readings, { notedAtMs: NOTED_MS })).battery).toEqual({ notedAtMs: NOTED_MS });
});

it('does not open telemetry while no noted change waits for it', async () => {
  for (const battery of [{}, { notedAtMs: NOTED_MS, confirmedAtMs: NOTED_MS + 1 }])
    expect(
      await confirmedFrom(
        [
          [-1, 9],
          [1, 97],
        ],
        battery,
      ),
    ).toEqual({ battery, opened: 0 });
});
