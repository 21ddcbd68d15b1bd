/** The progress of a job's beacons, made anew only for those of whom something has changed: a step on site changes one of thousands. */
import type { CachedDevice } from '../device.ts';
import type { Task } from './job.ts';
import { NO_ROWS, rowsByBeacon, taskProgress, type DeviceRows, type JobFacts, type TaskProgress } from './progress.ts';

interface Made {
  readonly device: CachedDevice | null;
  readonly rows: DeviceRows;
  /** Null where none of its runs went on then. */
  readonly underWay: JobFacts['underWay'] | null;
  readonly progress: TaskProgress;
}

const KINDS = ['packages', 'runs', 'receipts'] as const;

/** Says what `progressOf` says. */
export class KnownProgress {
  #of: Pick<JobFacts, (typeof KINDS)[number]> | null = null;
  #rows: ReadonlyMap<string, DeviceRows> = new Map();
  readonly #made = new WeakMap<Task, Made>();

  of(tasks: readonly Task[], facts: JobFacts): TaskProgress[] {
    this.#sort(facts);
    return tasks.map((task) => this.#progressOf(task, facts));
  }

  /** A beacon of which no row has changed keeps its rows as they were. */
  #sort(facts: JobFacts): void {
    const of = this.#of;
    if (of !== null && KINDS.every((kind) => of[kind] === facts[kind])) return;
    this.#of = facts;
    const rows = rowsByBeacon(facts);
    for (const [uniqueId, own] of rows) {
      const before = this.#rows.get(uniqueId);
      if (before !== undefined && KINDS.every((kind) => hasSame(before[kind], own[kind]))) rows.set(uniqueId, before);
    }
    this.#rows = rows;
  }

  #progressOf(task: Task, { devices, underWay }: JobFacts): TaskProgress {
    const device = devices.get(task.uniqueId) ?? null;
    const rows = this.#rows.get(task.uniqueId) ?? NO_ROWS;
    const goesOn = rows.runs.some(({ id }) => underWay?.has(id) === true) ? underWay : null;
    const made = this.#made.get(task);
    if (made?.device === device && made.rows === rows && made.underWay === goesOn) return made.progress;
    const progress = taskProgress(task, device, rows, underWay);
    this.#made.set(task, { device, rows, underWay: goesOn, progress });
    return progress;
  }
}

function hasSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((row, at) => row === other[at]);
}
