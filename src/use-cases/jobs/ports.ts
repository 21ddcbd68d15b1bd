/** What jobs need from around them: where their rows are kept. */
import type { Job, Task } from '../../domain/job/job.ts';
import type { Watchable } from '../surroundings.ts';

export interface JobRows {
  readonly jobs: readonly Job[];
  readonly tasks: readonly Task[];
}

/** Every write is strict and one transaction, and its watchers hear of it once. */
export interface JobStore extends Watchable {
  /** In no particular order. */
  all(): Promise<JobRows>;
  /** Inserts or replaces by id. */
  put(rows: JobRows): Promise<void>;
  /** Read-modify-write of these tasks; resolves with those that are there, as stored afterwards. */
  update(ids: readonly string[], change: (task: Task) => Task): Promise<Task[]>;
  removeTasks(ids: readonly string[]): Promise<void>;
  /** The job and all its tasks. */
  remove(jobId: string): Promise<void>;
}
