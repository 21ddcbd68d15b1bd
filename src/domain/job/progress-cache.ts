/**
 * Caches the progress of a job's beacons and computes it again only for those that changed: a step on site changes one
 * of thousands.
 */
import type { CachedDevice } from '../device.ts';
import type { Task } from './job.ts';
import { NO_ROWS, rowsByBeacon, taskProgress, type DeviceRows, type JobFacts, type TaskProgress } from './progress.ts';

interface Made {
  readonly device: CachedDevice | null;
  readonly rows: DeviceRows;
  /** Null when none of the beacon's runs was in progress. */
  readonly underWay: JobFacts['underWay'] | null;
  readonly progress: TaskProgress;
}

interface MadeAll {
  readonly devices: JobFacts['devices'];
  readonly rows: ReadonlyMap<string, DeviceRows>;
  readonly underWay: JobFacts['underWay'];
  readonly progress: readonly TaskProgress[];
}

const KINDS = ['packages', 'runs', 'receipts'] as const;

/** Returns what `progressOf` returns, as the same list object while nothing has changed. */
export class ProgressCache {
  #of: Pick<JobFacts, (typeof KINDS)[number]> | null = null;
  #rows: ReadonlyMap<string, DeviceRows> = new Map();
  readonly #made = new WeakMap<Task, Made>();
  readonly #all = new WeakMap<readonly Task[], MadeAll>();

  of(tasks: readonly Task[], facts: JobFacts): readonly TaskProgress[] {
    this.#sort(facts);
    const { devices, underWay } = facts;
    const made = this.#all.get(tasks);
    if (made?.devices === devices && made.rows === this.#rows && isSame(made.underWay, underWay)) return made.progress;
    const progress = tasks.map((task) => this.#progressOf(task, facts));
    this.#all.set(tasks, { devices, rows: this.#rows, underWay, progress });
    return progress;
  }

  /** Returns the stored rows of one beacon, from the facts of the last call of `of`. */
  rowsOf(uniqueId: string): DeviceRows {
    return this.#rows.get(uniqueId) ?? NO_ROWS;
  }

  /** A beacon whose rows are unchanged keeps the same row object. */
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
    const rows = this.rowsOf(task.uniqueId);
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

function isSame(one: JobFacts['underWay'], other: JobFacts['underWay']): boolean {
  return one === other || (one?.size === other?.size && [...(one ?? [])].every((id) => other?.has(id) === true));
}
