/**
 * Alarms: the rules that a person has set, and the beacons that break them according to the telemetry read so far.
 * Nothing is requested here.
 */
import { MAX_CELSIUS, MAX_SILENT_HOURS } from '../limits.ts';
import * as z from 'zod/mini';
import { roomOf, roomOfTag } from '../room.ts';
import { lenientList, type Parsed } from '../schema.ts';
import { HOUR_MS } from './record-query.ts';
import { isHeardUnchecked, trackingKey, type BeaconState } from './fleet.ts';
import type { HoursRow } from './hours.ts';
import { silentMsOf } from './silent.ts';

export const MAX_RULES = 50;
const LONGEST_TAG = 200;

/** Accepts a number or its text. */
const typedNumber = z.union([z.number(), z.pipe(z.pipe(z.string(), z.transform(Number)), z.number())]);
const side = z.catch(z.nullable(z.number()), null);
const ofAll = {
  id: z.string(),
  /** Only beacons with this tag; null for all. */
  tag: z.nullable(z.string().check(z.minLength(1), z.maxLength(LONGEST_TAG))),
};
const alarmRule = z.discriminatedUnion('kind', [
  z.object({ ...ofAll, kind: z.literal('battery'), belowPercent: typedNumber }),
  z.object({ ...ofAll, kind: z.literal('silent'), afterHours: typedNumber }),
  /** An alarm outside these limits; one of them may be open. °C. */
  z.object({ ...ofAll, kind: z.literal('temperature'), below: side, above: side }),
]);
const storedRules = lenientList(alarmRule);
export type AlarmRule = Parsed<typeof alarmRule>;
export const ALARM_KINDS = ['battery', 'silent', 'temperature'] as const;

export interface Alarm {
  readonly rule: AlarmRule;
  readonly trackingId: string;
  /** Percent, °C, or the duration of the silence in ms. */
  readonly value: number;
  /** When the value was read, or the beacon was last heard, Unix ms; null when unknown. */
  readonly atMs: number | null;
  /** True when that time comes from an unchecked clock. */
  readonly isUnchecked: boolean;
}

export type RuleFault = 'battery' | 'silent' | 'temperature' | 'order';

/** Returns null when the rule is valid. */
export function ruleFault(rule: AlarmRule): RuleFault | null {
  switch (rule.kind) {
    case 'battery':
      return within(rule.belowPercent, 1, 100) ? null : 'battery';
    case 'silent':
      return within(rule.afterHours, 1, MAX_SILENT_HOURS) ? null : 'silent';
    case 'temperature': {
      const { below, above } = rule;
      const sound = (side: number | null): boolean => side === null || within(side, -273, MAX_CELSIUS);
      if ((below === null && above === null) || !sound(below) || !sound(above)) return 'temperature';
      return below !== null && above !== null && below > above ? 'order' : null;
    }
  }
}

/** Returns the alarms in the order of the rules, the worst of each rule first. */
export function raisedAlarms(
  rules: readonly AlarmRule[],
  beacons: readonly BeaconState[],
  tagsOf: (trackingId: string) => readonly string[],
): Alarm[] {
  return rules.flatMap((rule) =>
    beacons
      .flatMap((beacon): Alarm[] => {
        if (rule.tag !== null && !isInScope(rule.tag, tagsOf(beacon.trackingId))) return [];
        const broken = brokenBy(rule, beacon);
        return broken === null
          ? []
          : [{ rule, trackingId: beacon.trackingId, isUnchecked: isHeardUnchecked(beacon), ...broken }];
      })
      .toSorted((a, b) => severityOf(b) - severityOf(a)),
  );
}

/** How far a value is beyond its limit: percent, °C or ms. Comparable within one rule only. */
function severityOf({ rule, value }: Alarm): number {
  switch (rule.kind) {
    case 'battery':
      return rule.belowPercent - value;
    case 'silent':
      return value;
    case 'temperature':
      return Math.max((rule.below ?? -Infinity) - value, value - (rule.above ?? Infinity));
  }
}

/**
 * Returns since when a beacon has broken the rule according to its saved readings, Unix ms. `isLeast`: no earlier
 * reading contradicts, so it may be longer. Null when unknown, and for silence, whose value is its duration. `startMs`:
 * the first hour of the row.
 */
export function alarmSince(
  { rule }: Alarm,
  row: HoursRow,
  startMs: number,
): { readonly sinceMs: number; readonly isLeast: boolean } | null {
  if (rule.kind === 'silent') return null;
  const values = row[rule.kind];
  let since: number | null = null;
  for (let hour = values.length - 1; hour >= 0; hour -= 1) {
    const value = values[hour]!;
    if (Number.isNaN(value)) continue;
    if (!breaks(rule, value)) return since === null ? null : { sinceMs: since, isLeast: false };
    since = startMs + hour * HOUR_MS;
  }
  return since === null ? null : { sinceMs: since, isLeast: true };
}

function breaks(rule: Exclude<AlarmRule, { kind: 'silent' }>, value: number): boolean {
  if (rule.kind === 'battery') return value < rule.belowPercent;
  return (rule.below !== null && value < rule.below) || (rule.above !== null && value > rule.above);
}

/** A tag that names a room applies to the room, however the devices spell the tag. */
function isInScope(tag: string, tags: readonly string[]): boolean {
  const room = roomOfTag(tag);
  return room === null ? tags.includes(tag) : roomOf(tags) === room;
}

function brokenBy(rule: AlarmRule, beacon: BeaconState): Pick<Alarm, 'value' | 'atMs'> | null {
  if (rule.kind !== 'silent') {
    const reading = beacon[rule.kind];
    return reading !== null && breaks(rule, reading.value) ? reading : null;
  }
  const silentMs = silentMsOf(beacon);
  return silentMs !== null && silentMs >= rule.afterHours * HOUR_MS
    ? { value: silentMs, atMs: beacon.lastHeardMs }
    : null;
}

/** Returns the number of beacons with at least one alarm. */
export function alarmedBeacons(alarms: readonly Alarm[]): number {
  return new Set(alarms.map(({ trackingId }) => trackingKey(trackingId))).size;
}

/** Returns a key by which the same alarm is recognised at the next check. */
export function alarmKey({ rule, trackingId }: Pick<Alarm, 'rule' | 'trackingId'>): string {
  return `${rule.id} ${trackingKey(trackingId)}`;
}

/**
 * Reads stored rules without throwing; invalid ones are left out. A rule for an unreadable tag does not become a rule
 * for all.
 */
export function readRules(raw: unknown): AlarmRule[] {
  return storedRules
    .parse(Array.isArray(raw) ? raw.slice(0, MAX_RULES) : [])
    .filter((rule) => ruleFault(rule) === null);
}

function within(value: number, least: number, most: number): boolean {
  return Number.isFinite(value) && value >= least && value <= most;
}
