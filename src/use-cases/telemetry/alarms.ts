/** The alarms of one account: rules stored with its telemetry, checked after each read, and reported once. */
import { alarmKey, raisedAlarms, readRules, type Alarm, type AlarmRule } from '../../domain/telemetry/alarms.ts';
import {
  learnedTrackingIds,
  trackingIdOf,
  trackingKey,
  type BeaconState,
  type TypedTrackingIds,
} from '../../domain/telemetry/fleet.ts';
import type { TelemetryParts } from './ports.ts';

const RULES_NOTE = 'alarmRules';
const REPORTED_NOTE = 'alarmsTold';

export function createAlarmBook({ store, devices }: Pick<TelemetryParts, 'store' | 'devices'>) {
  return {
    read: async () => readRules(parsed(await store.readNote(RULES_NOTE))),
    keep: (rules: readonly AlarmRule[]) => store.writeNote(RULES_NOTE, JSON.stringify(rules)),
    /** Returns the alarms that are currently raised. */
    raised(rules: readonly AlarmRule[], beacons: readonly BeaconState[], typed: TypedTrackingIds): Alarm[] {
      if (rules.length === 0) return [];
      const tags = new Map<string, readonly string[]>();
      // The list may be long, and rules for all beacons do not need it.
      if (rules.some(({ tag }) => tag !== null)) {
        const learned = learnedTrackingIds(beacons);
        for (const device of devices?.() ?? []) {
          const trackingId = device.tags.length === 0 ? null : trackingIdOf(device, learned, typed);
          if (trackingId !== null) tags.set(trackingKey(trackingId), device.tags);
        }
      }
      return raisedAlarms(rules, beacons, (trackingId) => tags.get(trackingKey(trackingId)) ?? []);
    },
    /** Returns the alarms that were not reported yet, and marks them as reported. */
    async takeFresh(alarms: readonly Alarm[]): Promise<readonly Alarm[]> {
      const before = parsed(await store.readNote(REPORTED_NOTE));
      const reported = new Set<unknown>(Array.isArray(before) ? before : []);
      const keys = alarms.map(alarmKey);
      await store.writeNote(REPORTED_NOTE, JSON.stringify(keys));
      return alarms.filter((_, index) => !reported.has(keys[index]));
    },
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}
