/** Jobs for tests: a store in memory that behaves like the real one, and any number of invented tasks. */
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import { taskId, type Job, type Task } from '../../src/domain/job/job.ts';
import type { Photo } from '../../src/domain/job/photo.ts';
import type { Patterns } from '../../src/domain/job/patterns.ts';
import { NO_ROWS } from '../../src/domain/beacon-table.ts';
import { taskProgress, type JobFacts, type Standing, type TaskProgress } from '../../src/domain/job/progress.ts';
import { createJobs, type Jobs } from '../../src/use-cases/jobs/jobs.ts';
import type { FieldPorts, JobRows, JobStore, PhotoStore } from '../../src/use-cases/jobs/ports.ts';
import { fixtureId } from './fixture-rows.ts';
import { createMemoryMetaRows } from './memory-meta-rows.ts';
import { tableGiven, type GivenRows } from './table-given.ts';

export const NO_PATTERNS: Patterns = { countUp: {}, nameIsId: false, aliasIsPlace: false };

export function fixtureJob(id = 'job-1', changes: Partial<Job> = {}): Job {
  return { id, name: 'North wing', site: 'City hospital', createdAtMs: 1_000, schemaVersion: 1, ...changes };
}

export function fixtureTask(index: number, changes: Partial<Task> = {}): Task {
  const jobId = changes.jobId ?? 'job-1';
  const uniqueId = changes.uniqueId ?? fixtureId(index);
  return {
    id: taskId(jobId, uniqueId),
    jobId,
    uniqueId,
    deviceType: 'BEACON',
    place: `Room ${1 + Math.floor(index / 4)}`,
    order: index,
    values: { txPower: 5, interval: 500 },
    note: '',
    mark: null,
    plannedAtMs: 1_000,
    ...changes,
  };
}

export function createMemoryJobs(first: JobRows = { jobs: [], tasks: [] }): JobStore {
  const jobs = new Map(first.jobs.map((job) => [job.id, job]));
  const tasks = new Map(first.tasks.map((task) => [task.id, task]));
  const listeners = new Set<() => void>();
  async function change<T>(carryOut: () => T): Promise<T> {
    await Promise.resolve();
    const result = carryOut();
    for (const listener of listeners) listener();
    return result;
  }
  return {
    all: async () => ({ jobs: [...jobs.values()], tasks: [...tasks.values()] }),
    notesHungUp: async () => [...jobs.values()].some(({ hungUp }) => hungUp?.isNoted === true),
    put: (rows) =>
      change(() => {
        for (const job of rows.jobs) jobs.set(job.id, job);
        for (const task of rows.tasks) tasks.set(task.id, task);
      }),
    update: (ids, to) =>
      change(() =>
        ids.flatMap((id) => {
          const row = tasks.get(id);
          if (row === undefined) return [];
          tasks.set(id, to(row));
          return [tasks.get(id)!];
        }),
      ),
    removeTasks: (ids) => change(() => ids.forEach((id) => tasks.delete(id))),
    remove: (jobId) =>
      change(() => {
        jobs.delete(jobId);
        for (const task of tasks.values()) if (task.jobId === jobId) tasks.delete(task.id);
      }),
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Photos in memory. The real store is tested on real files. */
export function createMemoryPhotos(first: readonly Photo[] = []): PhotoStore {
  let rows = [...first];
  const listeners = new Set<() => void>();
  const isSame = (one: Photo, other: Photo): boolean =>
    one.jobId === other.jobId && one.uniqueId === other.uniqueId && one.addedAtMs === other.addedAtMs;
  const keep = (next: Photo[]): void => {
    rows = next;
    for (const listener of listeners) listener();
  };
  return {
    ofJob: async (jobId) => rows.filter((photo) => photo.jobId === jobId),
    count: async () => rows.length,
    put: async (added) => keep([...rows.filter((one) => !added.some((photo) => isSame(one, photo))), ...added]),
    remove: async (removed) => keep(rows.filter((one) => !removed.some((gone) => isSame(one, gone)))),
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A phone on which every check is good, except that its clock was never compared. */
export function fieldPorts({ rows = [] }: { readonly rows?: readonly CarriedPackage[] } = {}): FieldPorts {
  return {
    packages: { all: async () => [...rows] },
    skew: { read: async () => ({ skewMs: 0, trust: 'unchecked' }) },
    lookUp: async () => ({ ok: true, value: null }),
    tryRoom: async () => 'enough',
    staysAwake: async () => true,
    bluetooth: {
      availability: async () => 'available',
      choose: () => Promise.reject(new Error('nobody picks')),
    },
    cameraState: async () => 'allowed',
    readPages: async () => ({ read: 2, all: 2 }),
  };
}

/** The real use case over a store in memory, after its first read. */
export async function openMemoryJobs(
  first?: JobRows,
  field: FieldPorts = fieldPorts(),
  photos: PhotoStore = createMemoryPhotos(),
): Promise<Jobs> {
  let made = 0;
  const jobs = createJobs({
    ...field,
    jobs: createMemoryJobs(first),
    templates: createMemoryMetaRows(),
    photos,
    clock: { nowMs: () => 2_000 },
    newId: () => `made-${++made}`,
  });
  await jobs.start();
  return jobs;
}

/** The rows from which the progress of a job follows. */
export interface JobGiven extends GivenRows {
  readonly devices: JobFacts['devices'];
}

export function jobFacts({ devices, ...rows }: JobGiven): JobFacts {
  return { devices, beacons: tableGiven(rows) };
}

/** Computes the progress in one pass over all rows. */
export function progressGiven(tasks: readonly Task[], given: JobGiven): TaskProgress[] {
  const { devices, beacons } = jobFacts(given);
  return tasks.map((task) =>
    taskProgress(task, devices.get(task.uniqueId) ?? null, beacons.stored.get(task.uniqueId)?.rows ?? NO_ROWS),
  );
}

/** The same beacon at another point of its work: of its battery where a battery can be there, else of its configuration. */
export function progressAt(one: TaskProgress, standing: Standing): TaskProgress {
  return standing === 'toChange' || standing === 'noted' || standing === 'confirmed'
    ? { ...one, standing, configuration: null, battery: standing }
    : { ...one, standing, configuration: standing, battery: null };
}
