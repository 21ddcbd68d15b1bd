/** Performs an action on one task, on any page, and returns a message with an undo function. */
import { findTasks, surelyMeant } from '../../../domain/job/find.ts';
import type { TaskMark } from '../../../domain/job/job.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { photoStrings } from '../../strings/photos.ts';
import { time } from '../../language/times.ts';
import type { TaskChange } from './task-form.ts';

const text = jobStrings.task;

interface ChangeOutcome {
  /** '' for no message. */
  readonly message: string;
  readonly undo: (() => Promise<unknown>) | null;
  /** True when the dialog can close. */
  readonly closes: boolean;
}

const CLOSED: ChangeOutcome = { message: '', undo: null, closes: true };

function markedWords(uniqueId: string, mark: Omit<TaskMark, 'atMs'>): string {
  if (mark.kind === 'parked' && mark.untilMs !== undefined) return text.parkedUntil(uniqueId, time(mark.untilMs));
  return text.marked[mark.kind](uniqueId);
}

export async function applyTaskChange(
  jobs: Jobs,
  { task }: TaskProgress,
  request: TaskChange,
  all: readonly TaskProgress[],
): Promise<ChangeOutcome> {
  switch (request.kind) {
    case 'save':
      await jobs.plan(new Map([[task.id, { place: request.place, note: request.note }]]));
      return { ...CLOSED, closes: request.stays !== true };
    case 'mark': {
      const before = task.mark;
      await jobs.mark(task.id, request.mark);
      const message = request.mark === null ? '' : markedWords(task.uniqueId, request.mark);
      return { message: message, undo: () => jobs.mark(task.id, before), closes: true };
    }
    case 'battery': {
      const { battery = {} } = task;
      await jobs.noteBattery(task.id, request.battery);
      const { wasNoted, wasTakenBack } = text.battery;
      const words = request.battery.notedAtMs === undefined ? wasTakenBack : wasNoted;
      return { message: words(task.uniqueId), undo: () => jobs.noteBattery(task.id, battery), closes: true };
    }
    case 'swap': {
      const other = surelyMeant(findTasks(all, request.with), request.with)?.task ?? null;
      if (other === null || other.id === task.id)
        return { message: text.noSuch(request.with), undo: null, closes: false };
      await jobs.swap(task.id, other.id);
      return {
        message: text.swapped(task.uniqueId, other.uniqueId),
        undo: () => jobs.swap(task.id, other.id),
        closes: true,
      };
    }
    case 'remove': {
      const back = await jobs.removeTasks([task.id]);
      return { message: text.removed(task.uniqueId), undo: back, closes: true };
    }
    case 'removePhoto': {
      const { photo } = request;
      // Read before its file is gone, so that it can be restored.
      const file = new Blob([await photo.file.arrayBuffer()], { type: photo.file.type });
      await jobs.photos.remove([photo]);
      return { message: photoStrings.removed, undo: () => jobs.photos.put([{ ...photo, file }]), closes: false };
    }
    case 'plan':
      return CLOSED;
  }
}
