/**
 * Caches the progress of a job's beacons and computes it again only for those that changed: a step on site changes one
 * of thousands.
 */
import { NO_ROWS, type BeaconRows, type BeaconTable } from '../beacon-table.ts';
import type { CachedDevice } from '../device.ts';
import type { Task } from './job.ts';
import { taskProgress, type JobFacts, type TaskProgress } from './progress.ts';

interface Made {
  readonly device: CachedDevice | null;
  readonly rows: BeaconRows;
  readonly progress: TaskProgress;
}

interface MadeAll {
  readonly devices: JobFacts['devices'];
  readonly beacons: BeaconTable;
  readonly progress: readonly TaskProgress[];
}

/** Returns the progress of each task, as the same list object while nothing has changed. */
export class ProgressCache {
  readonly #made = new WeakMap<Task, Made>();
  readonly #all = new WeakMap<readonly Task[], MadeAll>();

  of(tasks: readonly Task[], { devices, beacons }: JobFacts): readonly TaskProgress[] {
    const made = this.#all.get(tasks);
    if (made?.devices === devices && made.beacons === beacons) return made.progress;
    const progress = tasks.map((task) => this.#progressOf(task, devices.get(task.uniqueId) ?? null, beacons));
    this.#all.set(tasks, { devices, beacons, progress });
    return progress;
  }

  #progressOf(task: Task, device: CachedDevice | null, { stored }: BeaconTable): TaskProgress {
    const rows = stored.get(task.uniqueId)?.rows ?? NO_ROWS;
    const made = this.#made.get(task);
    if (made?.device === device && made.rows === rows) return made.progress;
    const progress = taskProgress(task, device, rows);
    this.#made.set(task, { device, rows, progress });
    return progress;
  }
}
