/** The telemetry alarms of a device in the list. Fetched after the list is drawn, because it imports telemetry. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { CachedDevice } from '../../../domain/device.ts';
import { memoizeMembers } from '../../../domain/memoize.ts';
import type { Alarm } from '../../../domain/telemetry/alarms.ts';
import { beaconByDevice, trackingKey } from '../../../domain/telemetry/fleet.ts';
import type { TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import { alarmsInWords } from '../../beacon/alarm-words.ts';
import type { AlarmOf } from '../../beacon/device-row.ts';

type Sources = Pick<TelemetryState, 'alarms' | 'beacons' | 'typed'>;

export class RowAlarms {
  readonly #alarmsBy = memoizeMembers(alarmsBy);

  constructor(private readonly state: ReadonlySignal<Sources>) {}

  /** Null when there is no alarm. */
  get alarmOf(): AlarmOf | null {
    const { alarms, beacons, typed } = this.state.value;
    return alarms.length === 0 ? null : this.#alarmsBy({ alarms, beacons, typed });
  }
}

function alarmsBy({ alarms, beacons, typed }: Sources): AlarmOf {
  const beaconOf = beaconByDevice(beacons, typed);
  const byKey = new Map<string, Alarm[]>();
  for (const alarm of alarms) {
    const key = trackingKey(alarm.trackingId);
    byKey.set(key, [...(byKey.get(key) ?? []), alarm]);
  }
  return (device: CachedDevice) => {
    const beacon = beaconOf(device);
    const own = beacon === undefined ? undefined : byKey.get(trackingKey(beacon.trackingId));
    return own === undefined ? null : alarmsInWords(own);
  };
}
