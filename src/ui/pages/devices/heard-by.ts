/** The last telemetry of each device in the list. Fetched together with the telemetry code. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { CachedDevice } from '../../../domain/device.ts';
import type { FilterContext } from '../../../domain/device-list/filter.ts';
import { hearingByDevice } from '../../../domain/overview/hearing.ts';
import { beaconByDevice, isHeardUnchecked } from '../../../domain/telemetry/fleet.ts';
import { hearingOf } from '../../../domain/telemetry/silent.ts';
import type { TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import { timeInWords } from '../../beacon/device-row.ts';
import { deviceListStrings as text } from '../../strings/device-list.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';

const words = telemetryStrings.inList;

export type HeardOf = (device: CachedDevice) => string;

/** As text, made for each row when it becomes visible. */
export function heardBy({ beacons, typed }: Pick<TelemetryState, 'beacons' | 'typed'>): HeardOf {
  const beaconOf = beaconByDevice(beacons, typed);
  return (device) => {
    const beacon = beaconOf(device);
    if (beacon === undefined || hearingOf(beacon) === 'unasked') return text.notAsked;
    const { lastHeardMs, undatedAtMs, latestAtMs, latestFromMs, askedFromMs, askedUntilMs } = beacon;
    if (lastHeardMs !== null)
      return isHeardUnchecked(beacon) ? words.unchecked(timeInWords(lastHeardMs)) : timeInWords(lastHeardMs);
    if (undatedAtMs !== null) return words.undated;
    return latestAtMs === null || latestFromMs !== null
      ? words.notLoaded(timeInWords(askedFromMs ?? 0), timeInWords(askedUntilMs ?? 0))
      : words.noRecord;
  };
}

/** When each device was last heard, Unix ms; null for never or never requested. */
export function heardAtBy({
  beacons,
  typed,
}: Pick<TelemetryState, 'beacons' | 'typed'>): (device: CachedDevice) => number | null {
  const beaconOf = beaconByDevice(beacons, typed);
  return (device) => beaconOf(device)?.lastHeardMs ?? null;
}

interface Made {
  readonly from: TelemetryState;
  readonly inWords: HeardOf;
  readonly heardAt: ReturnType<typeof heardAtBy>;
  readonly hearing: NonNullable<FilterContext['heardOf']>;
}

/** All of it, cached until telemetry changes. */
export class Heard {
  #made: Made | null = null;

  constructor(private readonly state: ReadonlySignal<TelemetryState>) {}

  get now(): Made {
    const from = this.state.value;
    if (this.#made?.from !== from)
      this.#made = {
        from,
        inWords: heardBy(from),
        heardAt: heardAtBy(from),
        hearing: hearingByDevice(from.beacons, from.typed),
      };
    return this.#made;
  }
}
