/**
 * The route through a job: which beacon is next, which the chooser need not show, and how long the rest will take at
 * the pace of this walk.
 */
import { isUnfinished } from '../run.ts';
import { isBack } from './job.ts';
import { isBehind, isLeft, leftOf, type TaskProgress } from './progress.ts';

/**
 * Returns the next beacon after `uniqueId` in the order of the job, continuing from its start: first those due again,
 * then those that can be done, then those that need a second visit, and parked ones last. Without `uniqueId` (the
 * job was opened), the beacon of an interrupted run comes first. Null when none is left. A beacon without a package can
 * only be prepared.
 */
export function nextTask(
  progress: readonly TaskProgress[],
  uniqueId: string | null,
  nowMs: number,
): TaskProgress | null {
  const at = progress.findIndex(({ task }) => task.uniqueId === uniqueId);
  const around = [...progress.slice(at + 1), ...progress.slice(0, Math.max(at, 0))];
  const open = leftOf(around, nowMs);
  const canBeDone = ({ standing }: TaskProgress): boolean => standing === 'ready' || standing === 'toChange';
  return (
    (uniqueId === null ? interrupted(progress, nowMs) : null) ??
    open.find((one) => isBack(one.task, nowMs) && (canBeDone(one) || one.standing === 'trouble')) ??
    open.find(canBeDone) ??
    open.find(({ standing }) => standing === 'trouble') ??
    parkedOf(around, nowMs)[0] ??
    open[0] ??
    null
  );
}

/** Returns the beacon whose run is the latest of all and has not ended: the app was closed during the work on it. */
function interrupted(progress: readonly TaskProgress[], nowMs: number): TaskProgress | null {
  const begunMs = ({ run }: TaskProgress): number => run?.startedAtMs ?? 0;
  const latest = progress.reduce<TaskProgress | null>(
    (best, one) => (begunMs(one) > (best === null ? 0 : begunMs(best)) ? one : best),
    null,
  );
  return latest?.run != null && isUnfinished(latest.run) && isLeft(latest, nowMs) ? latest : null;
}

/** Returns the parked beacons in the order of the job. */
export function parkedOf(progress: readonly TaskProgress[], nowMs: number): TaskProgress[] {
  return progress.filter(
    ({ task, standing }) => task.mark?.kind === 'parked' && !isBack(task, nowMs) && !isBehind(standing),
  );
}

/** Returns the names of finished beacons that no other beacon of the job has. */
export function doneNames(progress: readonly TaskProgress[]): string[] {
  const open = new Set<string>();
  const done = new Set<string>();
  for (const { task, device, standing } of progress) {
    const names = [device?.name ?? null, task.values['name'] ?? null, task.uniqueId];
    // A finished beacon has its new name. Without one its name may be shared by many.
    const borne = isBehind(standing) ? [task.values['name'] ?? device?.name ?? null] : names;
    for (const name of borne) if (typeof name === 'string' && name !== '') (isBehind(standing) ? done : open).add(name);
  }
  return [...done].filter((name) => !open.has(name));
}

/** A longer gap is a break and does not count towards the pace. */
const BREAK_MS = 30 * 60_000;
/** A longer gap begins another walk. */
const WALK_OVER_MS = 4 * 60 * 60_000;
/** Only the latest ones count, because rooms differ. */
const LOOKED_AT = 20;
/** Fewer do not show a pace. */
const FEWEST = 3;

/** Returns the time that the beacons left will take, ms; null while too few were finished on this walk. */
export function timeLeftMs(progress: readonly TaskProgress[], nowMs: number): number | null {
  const ends = progress
    .flatMap(({ run, task }) => [run?.outcome?.kind === 'receipt' ? run.endedAtMs : null, task.battery?.notedAtMs])
    .filter((endMs) => endMs != null)
    .sort((a, b) => a - b);
  const gaps = [...ends.slice(1), nowMs].map((endMs, at) => endMs - (ends[at] ?? endMs));
  const pace = gaps
    .slice(gaps.findLastIndex((gapMs) => gapMs > WALK_OVER_MS) + 1, -1)
    .filter((gapMs) => gapMs <= BREAK_MS)
    .slice(-LOOKED_AT)
    .sort((a, b) => a - b);
  if (pace.length < FEWEST) return null;
  return pace[Math.floor(pace.length / 2)]! * leftOf(progress, nowMs).length;
}
