/** What telemetry says of each device of the list: fetched with the telemetry itself. */
import type { CachedDevice } from '../../../domain/device.ts';
import { beaconByDevice } from '../../../domain/telemetry/fleet.ts';
import { hearingOf } from '../../../domain/telemetry/silent.ts';
import type { TelemetryState } from '../../../use-cases/telemetry/offered.ts';
import { timeInWords } from '../../beacon/device-row.ts';
import { deviceListStrings as text } from '../../strings/device-list.ts';

export type HeardOf = (device: CachedDevice) => string;

/** In words, for each row as it comes into sight. */
export function heardBy({ beacons, typed }: Pick<TelemetryState, 'beacons' | 'typed'>): HeardOf {
  const beaconOf = beaconByDevice(beacons, typed);
  return (device) => {
    const beacon = beaconOf(device);
    if (beacon === undefined || hearingOf(beacon) === 'unasked') return text.notAsked;
    if (beacon.lastHeardMs !== null) return timeInWords(beacon.lastHeardMs);
    return text.notHeard(timeInWords(beacon.askedFromMs ?? 0), timeInWords(beacon.askedUntilMs ?? 0));
  };
}

/** When each device was heard last, Unix ms; null for never, or never asked for. */
export function heardAtBy({
  beacons,
  typed,
}: Pick<TelemetryState, 'beacons' | 'typed'>): (device: CachedDevice) => number | null {
  const beaconOf = beaconByDevice(beacons, typed);
  return (device) => beaconOf(device)?.lastHeardMs ?? null;
}
