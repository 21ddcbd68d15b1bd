/** Performs an action on one task, on any page, and returns a message with an undo function. */
import { findTasks, surelyMeant } from '../../../domain/job/find.ts';
import type { TaskMark } from '../../../domain/job/job.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import type { Jobs } from '../../../use-cases/jobs/offered.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { time } from '../../strings/times.ts';
import type { TaskWish } from './task-form.ts';

const text = jobStrings.task;

interface WishDone {
  /** '' for no message. */
  readonly said: string;
  readonly undo: (() => Promise<unknown>) | null;
  /** True when the dialog can close. */
  readonly closes: boolean;
}

const CLOSED: WishDone = { said: '', undo: null, closes: true };

function markedWords(uniqueId: string, mark: Omit<TaskMark, 'atMs'>): string {
  if (mark.kind === 'parked' && mark.untilMs !== undefined) return text.parkedUntil(uniqueId, time(mark.untilMs));
  return text.marked[mark.kind](uniqueId);
}

export async function carryOutWish(
  jobs: Jobs,
  { task }: TaskProgress,
  wish: TaskWish,
  all: readonly TaskProgress[],
): Promise<WishDone> {
  switch (wish.kind) {
    case 'save':
      await jobs.plan(new Map([[task.id, { place: wish.place, note: wish.note }]]));
      return { ...CLOSED, closes: wish.stays !== true };
    case 'mark': {
      const before = task.mark;
      await jobs.mark(task.id, wish.mark);
      const said = wish.mark === null ? '' : markedWords(task.uniqueId, wish.mark);
      return { said, undo: () => jobs.mark(task.id, before), closes: true };
    }
    case 'swap': {
      const other = surelyMeant(findTasks(all, wish.with), wish.with)?.task ?? null;
      if (other === null || other.id === task.id) return { said: text.noSuch(wish.with), undo: null, closes: false };
      await jobs.swap(task.id, other.id);
      return {
        said: text.swapped(task.uniqueId, other.uniqueId),
        undo: () => jobs.swap(task.id, other.id),
        closes: true,
      };
    }
    case 'remove': {
      const back = await jobs.removeTasks([task.id]);
      return { said: text.removed(task.uniqueId), undo: back, closes: true };
    }
    case 'plan':
    case 'close':
      return CLOSED;
  }
}
