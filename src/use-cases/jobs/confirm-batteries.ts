/** Confirms changes of batteries that were noted on site, where the telemetry saved on this device shows them. */
import { computed } from '@preact/signals-core';
import { coalesced } from '../../domain/coalesced.ts';
import type { Task } from '../../domain/job/job.ts';
import { firstRiseMs } from '../../domain/telemetry/battery-forecast.ts';
import { beaconByDevice } from '../../domain/telemetry/fleet.ts';
import { DAY_MS } from '../../domain/telemetry/record-query.ts';
import type { DeviceStore } from '../stores.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { JobsService } from './jobs.ts';

/** Readings before the change that are looked at. */
const BEFORE_MS = 56 * DAY_MS;

interface ConfirmParts {
  readonly jobs: Pick<JobsService, 'state' | 'confirmBattery'>;
  readonly devices: Pick<DeviceStore, 'get'>;
  /** Called only when a noted change is not confirmed yet. */
  readonly telemetry: () => Promise<Pick<Telemetry, 'state' | 'series'>>;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Confirms at once and after each change of the jobs or of the readings, until the returned function is called. Every
 * window may do so.
 */
export function followBatteries({ jobs, devices, telemetry, onTrouble }: ConfirmParts): () => void {
  let isOver = false;
  let stopHearing: (() => void) | null = null;
  const confirmOnce = coalesced(async () => {
    const noted = [...jobs.state.value.tasks.values()].flat().filter(isUnconfirmed);
    if (isOver || noted.length === 0) return;
    const { state, series } = await telemetry();
    if (isOver) return;
    stopHearing ??= computed(() => state.value.beacons).subscribe(confirm);
    const beaconOf = beaconByDevice(state.value.beacons, state.value.typed);
    for (const { id, uniqueId, battery } of noted) {
      const beacon = beaconOf((await devices.get(uniqueId)) ?? { uniqueId, mac: null });
      const { notedAtMs } = battery;
      // Most have not been heard since.
      if (beacon === undefined || (beacon.battery?.atMs ?? 0) <= notedAtMs) continue;
      const trackingIds = [beacon.trackingId];
      const filter = { trackingIds, sourceIds: null, startMs: notedAtMs - BEFORE_MS, endMs: null };
      const [levels] = await series(trackingIds, ['batteryLevel'], filter);
      const confirmedAtMs = levels === undefined ? null : firstRiseMs(levels, notedAtMs);
      if (confirmedAtMs !== null) await jobs.confirmBattery(id, notedAtMs, confirmedAtMs);
    }
  });
  // A failure is reported, unless the end has caused it; the next change tries again.
  const confirm = (): void => void confirmOnce().catch((error: unknown) => (isOver ? undefined : onTrouble(error)));
  const stopWatching = jobs.state.subscribe(confirm);
  return () => {
    isOver = true;
    stopWatching();
    stopHearing?.();
  };
}

function isUnconfirmed(task: Task): task is Task & { readonly battery: { readonly notedAtMs: number } } {
  return task.battery?.notedAtMs !== undefined && task.battery.confirmedAtMs === undefined;
}
