/** The last telemetry and the alarms of each device in the list. Fetched after the list is drawn, because it imports telemetry. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { CachedDevice } from '../../../domain/device.ts';
import { memoizeMembers } from '../../../domain/memoize.ts';
import { hearingByDevice } from '../../../domain/overview/hearing.ts';
import { beaconByDevice, isHeardUnchecked } from '../../../domain/telemetry/fleet.ts';
import { hearingOf } from '../../../domain/telemetry/silent.ts';
import type { TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import { alarmsBy } from '../../beacon/alarm-words.ts';
import { timeInWords, type AlarmOf } from '../../beacon/device-row.ts';
import { deviceListStrings as text } from '../../strings/device-list.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';

const words = telemetryStrings.inList;

type Beacons = Pick<TelemetryState, 'beacons' | 'typed'>;
export type HeardOf = (device: CachedDevice) => string;

/** As text, made for each row when it becomes visible. */
export function heardBy({ beacons, typed }: Beacons): HeardOf {
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
export function heardAtBy({ beacons, typed }: Beacons): (device: CachedDevice) => number | null {
  const beaconOf = beaconByDevice(beacons, typed);
  return (device) => beaconOf(device)?.lastHeardMs ?? null;
}

/** All of it reads the signal of telemetry, and is made again when it changes. */
export class RowTelemetry {
  readonly #inWords = memoizeMembers(heardBy);
  readonly #heardAt = memoizeMembers(heardAtBy);
  readonly #hearing = memoizeMembers(({ beacons, typed }: Beacons) => hearingByDevice(beacons, typed));
  readonly #alarmsBy = memoizeMembers(alarmsBy);

  constructor(private readonly state: ReadonlySignal<TelemetryState>) {}

  get inWords(): HeardOf {
    return this.#inWords(this.#beacons);
  }

  get heardAt(): ReturnType<typeof heardAtBy> {
    return this.#heardAt(this.#beacons);
  }

  get hearing(): ReturnType<typeof hearingByDevice> {
    return this.#hearing(this.#beacons);
  }

  /** Null when there is no alarm. */
  get alarmOf(): AlarmOf | null {
    const { alarms } = this.state.value;
    return alarms.length === 0 ? null : this.#alarmsBy({ alarms, ...this.#beacons });
  }

  get #beacons(): Beacons {
    const { beacons, typed } = this.state.value;
    return { beacons, typed };
  }
}
