/** Selects the beacons of a job that are shown: one counted part, or those left with one kind of trouble. */
import { COUNT_PARTS, partsOf, type CountPart, type TaskProgress } from './progress.ts';

/** States that need another visit. */
const TROUBLES = ['uncertain', 'refused', 'notVerified'] as const;

export type TaskFilter = CountPart | (typeof TROUBLES)[number];

/** In the order of the work: what is left, its troubles, what was parked or skipped, what is done. */
const TASK_FILTERS: readonly TaskFilter[] = [
  'left',
  ...TROUBLES,
  'parked',
  'skipped',
  'doneElsewhere',
  'closed',
  'onTheWay',
  'noted',
  'alreadySo',
  'verified',
  'confirmed',
];

/** Returns null for a text that names no filter. */
export function taskFilterOf(text: string | null): TaskFilter | null {
  return TASK_FILTERS.find((filter) => filter === text) ?? null;
}

function fits(one: TaskProgress, filter: TaskFilter, nowMs: number): boolean {
  const parts = partsOf(one, nowMs);
  return isPart(filter) ? parts.includes(filter) : parts.includes('left') && one.track.summary === filter;
}

function isPart(filter: TaskFilter): filter is CountPart {
  return (COUNT_PARTS as readonly string[]).includes(filter);
}

/** Returns all beacons when `filter` is null. */
export function filterTasks(
  progress: readonly TaskProgress[],
  filter: TaskFilter | null,
  nowMs: number,
): readonly TaskProgress[] {
  return filter === null ? progress : progress.filter((one) => fits(one, filter, nowMs));
}

/** Returns how many beacons each filter shows; the filters that show none are left out. */
export function countByFilter(progress: readonly TaskProgress[], nowMs: number): ReadonlyMap<TaskFilter, number> {
  const counts = TASK_FILTERS.map((filter) => [filter, filterTasks(progress, filter, nowMs).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}
