/** Alarms: what a person wants to be told of, and of which beacons it is true by what was read. Nothing is checked while nothing is read. */
import * as z from 'zod/mini';
import { roomOf, roomOfTag } from '../room.ts';
import { lenientList, type Parsed } from '../schema.ts';
import { HOUR_MS } from './ask.ts';
import { isHeardUnchecked, trackingKey, type BeaconState } from './fleet.ts';
import type { HoursRow } from './hours.ts';
import { silentMsOf } from './silent.ts';

export const MOST_RULES = 50;
const MOST_SILENT_HOURS = 24 * 90;
const LONGEST_TAG = 200;

/** As a number or as text. */
const typedNumber = z.union([z.number(), z.pipe(z.pipe(z.string(), z.transform(Number)), z.number())]);
const side = z.catch(z.nullable(z.number()), null);
const ofAll = {
  id: z.string(),
  /** Only beacons that carry it; null for all. */
  tag: z.nullable(z.string().check(z.minLength(1), z.maxLength(LONGEST_TAG))),
};
const alarmRule = z.discriminatedUnion('kind', [
  z.object({ ...ofAll, kind: z.literal('battery'), belowPercent: typedNumber }),
  z.object({ ...ofAll, kind: z.literal('silent'), afterHours: typedNumber }),
  /** Outside of what lies between; one side may be open. °C. */
  z.object({ ...ofAll, kind: z.literal('temperature'), below: side, above: side }),
]);
const storedRules = lenientList(alarmRule);
export type AlarmRule = Parsed<typeof alarmRule>;
export const ALARM_KINDS = ['battery', 'silent', 'temperature'] as const;

export interface Alarm {
  readonly rule: AlarmRule;
  readonly trackingId: string;
  /** Percent, °C, or how long it was silent, ms. */
  readonly value: number;
  /** When it was read, or last heard, Unix ms; null where nobody can say. */
  readonly atMs: number | null;
  /** That time is of a clock that nobody has checked. */
  readonly isUnchecked: boolean;
}

export type RuleFault = 'battery' | 'silent' | 'temperature' | 'order';

/** Null where the rule can be checked. */
export function ruleFault(rule: AlarmRule): RuleFault | null {
  switch (rule.kind) {
    case 'battery':
      return within(rule.belowPercent, 1, 100) ? null : 'battery';
    case 'silent':
      return within(rule.afterHours, 1, MOST_SILENT_HOURS) ? null : 'silent';
    case 'temperature': {
      const { below, above } = rule;
      const sound = (side: number | null): boolean => side === null || within(side, -273, 1000);
      if ((below === null && above === null) || !sound(below) || !sound(above)) return 'temperature';
      return below !== null && above !== null && below > above ? 'order' : null;
    }
  }
}

/** In the order of the rules, the worst first within one. */
export function raisedAlarms(
  rules: readonly AlarmRule[],
  beacons: readonly BeaconState[],
  tagsOf: (trackingId: string) => readonly string[],
): Alarm[] {
  return rules.flatMap((rule) =>
    beacons
      .flatMap((beacon): Alarm[] => {
        if (rule.tag !== null && !isInScope(rule.tag, tagsOf(beacon.trackingId))) return [];
        const found = brokenBy(rule, beacon);
        return found === null
          ? []
          : [{ rule, trackingId: beacon.trackingId, isUnchecked: isHeardUnchecked(beacon), ...found }];
      })
      .toSorted((a, b) => severityOf(b) - severityOf(a)),
  );
}

/** How far it is beyond its limit: percent, °C or ms; to be compared within one rule. */
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
 * Since when, by the saved readings of its beacon, Unix ms; `isLeast`: no earlier reading says otherwise. Null where they say
 * nothing, and for silence, whose value is its duration. `startMs`: of the first hour of the row.
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

/** A tag that names a room stands for the room, however the tags of the devices spell it. */
function isInScope(tag: string, tags: readonly string[]): boolean {
  const room = roomOfTag(tag);
  return room === null ? tags.includes(tag) : roomOf(tags) === room;
}

function brokenBy(rule: AlarmRule, beacon: BeaconState): Pick<Alarm, 'value' | 'atMs'> | null {
  const { battery, temperature } = beacon;
  switch (rule.kind) {
    case 'battery':
      return battery !== null && breaks(rule, battery.value) ? { value: battery.value, atMs: battery.atMs } : null;
    case 'temperature':
      return temperature !== null && breaks(rule, temperature.value)
        ? { value: temperature.value, atMs: temperature.atMs }
        : null;
    case 'silent': {
      const silentMs = silentMsOf(beacon);
      return silentMs !== null && silentMs >= rule.afterHours * HOUR_MS
        ? { value: silentMs, atMs: beacon.lastHeardMs }
        : null;
    }
  }
}

/** How many beacons have one or more. */
export function alarmedBeacons(alarms: readonly Alarm[]): number {
  return new Set(alarms.map(({ trackingId }) => trackingKey(trackingId))).size;
}

/** The same alarm at the next check. */
export function alarmKey({ rule, trackingId }: Pick<Alarm, 'rule' | 'trackingId'>): string {
  return `${rule.id} ${trackingKey(trackingId)}`;
}

/** Total: what is stored and makes no sense is left out. A rule for a tag that cannot be read is not one for everybody. */
export function readRules(raw: unknown): AlarmRule[] {
  return storedRules
    .parse(Array.isArray(raw) ? raw.slice(0, MOST_RULES) : [])
    .filter((rule) => ruleFault(rule) === null);
}

function within(value: number, least: number, most: number): boolean {
  return Number.isFinite(value) && value >= least && value <= most;
}
