/** The way through a job: which beacon comes next, whom the chooser need not show, and how long what is left will take at this walk's own pace. */
import { isBehind, isLeft, type TaskProgress } from './progress.ts';

/**
 * The next one after `uniqueId` in the order of the job, then from its beginning: what can be written now before what needs a
 * second visit, and the parked ones at the end. null: nobody has to be gone to. What is not prepared can only be prepared.
 */
export function nextTask(progress: readonly TaskProgress[], uniqueId: string | null): TaskProgress | null {
  const at = progress.findIndex(({ task }) => task.uniqueId === uniqueId);
  const around = [...progress.slice(at + 1), ...progress.slice(0, Math.max(at, 0))];
  const open = around.filter(isLeft);
  return (
    open.find(({ standing }) => standing === 'ready') ??
    open.find(({ standing }) => standing === 'trouble') ??
    around.find(({ task, standing }) => task.mark?.kind === 'parked' && !isBehind(standing)) ??
    open[0] ??
    null
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

/** A longer gap is a break, or another day. */
const BREAK_MS = 30 * 60_000;
/** The latest of the walk count: rooms differ. */
const LOOKED_AT = 20;
/** Fewer tell no pace. */
const FEWEST = 3;

/** Milliseconds that the left ones will take; null while too few were done to tell. */
export function timeLeftMs(progress: readonly TaskProgress[]): number | null {
  const ends = progress
    .flatMap(({ run }) => (run?.outcome?.kind === 'receipt' && run.endedAtMs !== null ? [run.endedAtMs] : []))
    .sort((a, b) => a - b);
  const gaps = ends
    .slice(1)
    .map((endMs, at) => endMs - ends[at]!)
    .filter((gapMs) => gapMs <= BREAK_MS)
    .slice(-LOOKED_AT)
    .sort((a, b) => a - b);
  if (gaps.length < FEWEST) return null;
  return gaps[Math.floor(gaps.length / 2)]! * progress.filter(isLeft).length;
}
