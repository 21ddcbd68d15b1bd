/** The way through a job: which beacon comes next, whom the chooser need not show, and how long what is left will take at this walk's own pace. */
import { isUnfinished } from '../run.ts';
import { isBack } from './job.ts';
import { isBehind, isLeft, leftOf, type TaskProgress } from './progress.ts';

/**
 * The next one after `uniqueId` in the order of the job, then from its beginning: whose time to come back has come, before what
 * can be written now, before what needs a second visit, and the parked ones at the end. Without `uniqueId` (the job is opened)
 * the beacon at which the work stopped comes first. null: nobody has to be gone to. What is not prepared can only be prepared.
 */
export function nextTask(
  progress: readonly TaskProgress[],
  uniqueId: string | null,
  nowMs: number,
): TaskProgress | null {
  const at = progress.findIndex(({ task }) => task.uniqueId === uniqueId);
  const around = [...progress.slice(at + 1), ...progress.slice(0, Math.max(at, 0))];
  const open = leftOf(around, nowMs);
  return (
    (uniqueId === null ? interrupted(progress, nowMs) : null) ??
    open.find(({ task, standing }) => isBack(task, nowMs) && (standing === 'ready' || standing === 'trouble')) ??
    open.find(({ standing }) => standing === 'ready') ??
    open.find(({ standing }) => standing === 'trouble') ??
    parkedOf(around, nowMs)[0] ??
    open[0] ??
    null
  );
}

/** The beacon of the latest run, where that run was begun and never settled: the app was closed while somebody stood there. */
function interrupted(progress: readonly TaskProgress[], nowMs: number): TaskProgress | null {
  const begunMs = ({ run }: TaskProgress): number => run?.startedAtMs ?? 0;
  const latest = progress.reduce<TaskProgress | null>(
    (best, one) => (begunMs(one) > (best === null ? 0 : begunMs(best)) ? one : best),
    null,
  );
  return latest?.run != null && isUnfinished(latest.run) && isLeft(latest, nowMs) ? latest : null;
}

/** Those that wait, in the order of the job. */
export function parkedOf(progress: readonly TaskProgress[], nowMs: number): TaskProgress[] {
  return progress.filter(
    ({ task, standing }) => task.mark?.kind === 'parked' && !isBack(task, nowMs) && !isBehind(standing),
  );
}

/** Names of beacons that are done with and that nobody else of the job bears. */
export function doneNames(progress: readonly TaskProgress[]): string[] {
  const open = new Set<string>();
  const done = new Set<string>();
  for (const { task, device, standing } of progress) {
    const names = [device?.name ?? null, task.values['name'] ?? null, task.uniqueId];
    // Of one that is done the new name holds; where it has none, its name may be that of many.
    const borne = isBehind(standing) ? [task.values['name'] ?? device?.name ?? null] : names;
    for (const name of borne) if (typeof name === 'string' && name !== '') (isBehind(standing) ? done : open).add(name);
  }
  return [...done].filter((name) => !open.has(name));
}

/** A longer gap is a break: it tells nothing of the pace. */
const BREAK_MS = 30 * 60_000;
/** After a longer one it is another walk. */
const WALK_OVER_MS = 4 * 60 * 60_000;
/** The latest of the walk count: rooms differ. */
const LOOKED_AT = 20;
/** Fewer tell no pace. */
const FEWEST = 3;

/** Milliseconds that the left ones will take; null while too few were done on this walk to tell. */
export function timeLeftMs(progress: readonly TaskProgress[], nowMs: number): number | null {
  const ends = progress
    .flatMap(({ run }) => (run?.outcome?.kind === 'receipt' && run.endedAtMs !== null ? [run.endedAtMs] : []))
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
