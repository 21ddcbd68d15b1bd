/** Alarms and their rules in words, used by the telemetry page, the overview and notifications. */
import type { CachedDevice } from '../../domain/device.ts';
import { groupedBy } from '../../domain/record.ts';
import { roomOfTag } from '../../domain/room.ts';
import type { Alarm, AlarmRule } from '../../domain/telemetry/alarms.ts';
import { beaconByDevice, trackingKey } from '../../domain/telemetry/fleet.ts';
import type { TelemetryState } from '../../use-cases/telemetry/telemetry.ts';
import type { AlarmOf, RowAlarm } from './device-row.ts';
import { telemetryDeskStrings } from '../strings/telemetry-desk.ts';
import { telemetryStrings } from '../strings/telemetry.ts';
import { shownValue } from '../words/chart.ts';
import { lasting } from '../words/telemetry.ts';

const text = telemetryDeskStrings.alarms;

export function ruleWords(rule: AlarmRule): string {
  const words = limitWords(rule);
  if (rule.tag === null) return words;
  const room = roomOfTag(rule.tag);
  return room === null ? text.rule.forTag(words, rule.tag) : text.rule.forRoom(words, room);
}

function limitWords(rule: AlarmRule): string {
  const degrees = (value: number): string => shownValue(value, '°C');
  switch (rule.kind) {
    case 'battery':
      return text.rule.battery(rule.belowPercent);
    case 'silent':
      return text.rule.silent(rule.afterHours);
    case 'temperature': {
      const { below, above } = rule;
      if (below === null) return text.rule.above(degrees(above ?? 0));
      return above === null ? text.rule.below(degrees(below)) : text.rule.outside(degrees(below), degrees(above));
    }
  }
}

/** The measured value: "12%", "31 °C", "silent for 5 h". */
export function alarmValue({ rule, value }: Alarm): string {
  switch (rule.kind) {
    case 'battery':
      return shownValue(value, '%');
    case 'temperature':
      return shownValue(value, '°C');
    case 'silent':
      return text.silentFor(lasting(value));
  }
}

/** The limit that was crossed, where the value stands beside it: "Below 40%". `isNamed`: "Battery below 40%". */
export function crossedLimit(alarm: Alarm, isNamed = false): string {
  const { rule, value } = alarm;
  switch (rule.kind) {
    case 'battery':
      return isNamed ? text.rule.battery(rule.belowPercent) : text.isBelow(shownValue(rule.belowPercent, '%'));
    case 'temperature': {
      const { below, above } = rule;
      const [isBelow, isAbove] = isNamed ? [text.rule.below, text.rule.above] : [text.isBelow, text.isAbove];
      return below !== null && value < below ? isBelow(shownValue(below, '°C')) : isAbove(shownValue(above ?? 0, '°C'));
    }
    case 'silent':
      return inShort(alarm);
  }
}

/** What the alarms of a device are found by. */
type AlarmFacts = Pick<TelemetryState, 'alarms' | 'beacons' | 'typed'>;

/** The alarms of each tracking id. */
export function alarmsByBeacon(alarms: readonly Alarm[]): (trackingId: string) => readonly Alarm[] {
  const byKey = groupedBy(alarms, ({ trackingId }) => trackingKey(trackingId));
  return (trackingId) => byKey.get(trackingKey(trackingId)) ?? [];
}

/** The alarms of each device. */
export function alarmsByDevice({ alarms, beacons, typed }: AlarmFacts): (device: CachedDevice) => readonly Alarm[] {
  const beaconOf = beaconByDevice(beacons, typed);
  const alarmsOf = alarmsByBeacon(alarms);
  return (device) => {
    const beacon = beaconOf(device);
    return beacon === undefined ? [] : alarmsOf(beacon.trackingId);
  };
}

/** The alarms of each device in words. */
export function alarmsBy(facts: AlarmFacts): AlarmOf {
  const alarmsOf = alarmsByDevice(facts);
  return (device) => alarmsInWords(alarmsOf(device));
}

/** All alarms of one beacon: `short` is of the first, `whole` lists each with its rule; null for none. */
export function alarmsInWords(alarms: readonly Alarm[], shortOf = inShort): RowAlarm | null {
  const [first] = alarms;
  if (first === undefined) return null;
  const short = shortOf(first);
  return {
    batteryPercent: alarms.length === 1 && first.rule.kind === 'battery' ? first.value : null,
    short: alarms.length > 1 ? text.several(alarms.length, short) : short,
    limit: crossedLimit(first),
    whole: text.here(alarms.map((alarm) => text.raised(ruleWords(alarm.rule), alarmValue(alarm))).join('; ')),
  };
}

function inShort(alarm: Alarm): string {
  if (alarm.rule.kind === 'silent') return telemetryStrings.fleet.silentFor(lasting(alarm.value));
  return alarm.rule.kind === 'battery' ? text.batteryAt(alarmValue(alarm)) : alarmValue(alarm);
}

/** The text of a notification, with one line for each rule. */
export function noticeWords(alarms: readonly Alarm[]): { readonly title: string; readonly body: string } {
  const counts = new Map<string, { n: number; unchecked: boolean }>();
  for (const { rule, isUnchecked } of alarms) {
    const before = counts.get(ruleWords(rule)) ?? { n: 0, unchecked: false };
    // Only silence is measured with a clock.
    const unchecked = before.unchecked || (rule.kind === 'silent' && isUnchecked);
    counts.set(ruleWords(rule), { n: before.n + 1, unchecked });
  }
  return {
    title: text.notice.title(alarms.length),
    body: [...counts].map(([what, { n, unchecked }]) => text.notice.part(what, n, unchecked)).join('\n'),
  };
}
