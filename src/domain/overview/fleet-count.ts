/** Counts every device of the fleet by state, type, model, firmware, access, battery and telemetry, in slices. */
import { needsPackage } from '../bulk/needs-package.ts';
import { lastSeenOf, type CachedDevice } from '../device.ts';
import type { FilterContext } from '../device-list/filter.ts';
import { HEARINGS, STATE_WORDS, UNSAID, batteryStep, isInBand, type Heard } from '../device-list/view-address.ts';
import { zeros } from '../record.ts';
import type { TrackSummary } from '../track-marks.ts';

/** Information from outside the list. */
export type FleetContext = Pick<FilterContext, 'wordOf' | 'carries' | 'heardOf'>;

/** A value and its number of devices; UNSAID when the backend does not report it. */
export interface Share {
  readonly value: string;
  readonly count: number;
}

export interface FleetFigures {
  readonly devices: number;
  readonly byWord: Readonly<Record<TrackSummary, number>>;
  readonly types: readonly Share[];
  /** Most frequent first, missing values last. */
  readonly models: readonly Share[];
  readonly firmwares: readonly Share[];
  readonly accesses: readonly Share[];
  readonly tags: readonly Share[];
  /** Number of devices by whole percent, 0 to 100. */
  readonly battery: readonly number[];
  readonly batteryUnsaid: number;
  readonly batteryLow: number;
  /** Devices that the backend has never seen, or reports no time for. */
  readonly neverSeen: number;
  /** With any change pending in the backend. */
  readonly pending: number;
  /** Prepared in the backend, without a package on this phone. */
  readonly needPackage: number;
  /** Null until telemetry on this phone is loaded. */
  readonly hearing: Readonly<Record<Heard, number>> | null;
}

export function startFleetCount(devices: readonly CachedDevice[], context: FleetContext) {
  const { wordOf, carries, heardOf } = context;
  const byWord = zeros(STATE_WORDS);
  const tallies = {
    types: new Map<string, number>(),
    models: new Map<string, number>(),
    firmwares: new Map<string, number>(),
    accesses: new Map<string, number>(),
    tags: new Map<string, number>(),
  };
  const battery = Array.from({ length: 101 }, () => 0);
  const hearing = zeros(HEARINGS);
  const sums = { batteryUnsaid: 0, batteryLow: 0, neverSeen: 0, pending: 0, needPackage: 0 };
  let at = 0;

  function countOne(device: CachedDevice): void {
    byWord[wordOf(device)] += 1;
    add(tallies.types, device.deviceType);
    add(tallies.models, device.model);
    add(tallies.firmwares, device.firmware);
    add(tallies.accesses, device.access);
    for (const tag of device.tags) add(tallies.tags, tag);
    const { batteryPercent } = device;
    const step = batteryStep(batteryPercent);
    if (step === null) sums.batteryUnsaid += 1;
    else battery[step] = (battery[step] ?? 0) + 1;
    if (isInBand(batteryPercent, 'low')) sums.batteryLow += 1;
    if (lastSeenOf(device).kind === 'never') sums.neverSeen += 1;
    if (device.pending !== null) sums.pending += 1;
    if (needsPackage(device, carries(device.uniqueId))) sums.needPackage += 1;
    if (heardOf !== null) hearing[heardOf(device)] += 1;
  }

  return {
    /** Counts at most `most` more devices; returns true when all are counted. */
    go(most: number): boolean {
      const to = Math.min(devices.length, at + most);
      for (; at < to; at += 1) countOne(devices[at]!);
      return at === devices.length;
    },
    /** The figures so far. */
    figures: (): FleetFigures => ({
      ...sums,
      devices: at,
      byWord: { ...byWord },
      types: sharesOf(tallies.types),
      models: sharesOf(tallies.models),
      firmwares: sharesOf(tallies.firmwares),
      accesses: sharesOf(tallies.accesses),
      tags: sharesOf(tallies.tags),
      battery: [...battery],
      hearing: heardOf === null ? null : { ...hearing },
    }),
  };
}

/** A bar of the histogram: whole percents, inclusive. */
export interface BatteryBar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Bars of the same width: 0 to 10, 11 to 20 and so on, so that the lowest ones add up to a low battery. */
export function batteryBars(battery: readonly number[], width: 10 | 20): BatteryBar[] {
  return Array.from({ length: 100 / width }, (_, index) => {
    const from = index === 0 ? 0 : index * width + 1;
    const to = (index + 1) * width;
    return { from, to, count: battery.slice(from, to + 1).reduce((sum, one) => sum + one, 0) };
  });
}

function add(tally: Map<string, number>, value: string | null): void {
  const key = value === null || value === '' ? UNSAID : value;
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

function sharesOf(tally: ReadonlyMap<string, number>): Share[] {
  const unsaid = (value: string): number => Number(value === UNSAID);
  return [...tally]
    .map(([value, count]) => ({ value, count }))
    .sort(
      (one, other) =>
        unsaid(one.value) - unsaid(other.value) || other.count - one.count || (one.value < other.value ? -1 : 1),
    );
}
