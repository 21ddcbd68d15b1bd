/** Jobs: plans stored in rows of their own and shown from memory. Another window's changes are read again. */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { untilNextChange } from '../../domain/unawaited.ts';
import { coalesced } from '../../domain/coalesced.ts';
import { sameValues, withoutSecretEntries } from '../../domain/attributes/values.ts';
import { planHandedTo } from '../../domain/job/patterns.ts';
import { groupedBy } from '../../domain/record.ts';
import { roomName } from '../../domain/room.ts';
import {
  JOB_SCHEMA_VERSION,
  taskId,
  type BatteryChange,
  type Job,
  type Task,
  type TaskMark,
} from '../../domain/job/job.ts';
import { testField, tryRadio } from './field-test.ts';
import { createTemplates, type TemplatesParts } from './templates.ts';
import type { FieldPorts, JobRows, JobStore, PhotoStore } from './ports.ts';
import type { AttributeValues } from '../../domain/device.ts';
import type { FieldRadio, FieldReading } from '../../domain/job/field-checks.ts';

/** Everything in it has been read: the service is offered only then. */
export interface JobsState {
  /** Newest first. */
  readonly jobs: readonly Job[];
  /** By job ID, in the order of the job. */
  readonly tasks: ReadonlyMap<string, readonly Task[]>;
}

/** A planned task. The job assigns its place in the order. */
export interface NewTask {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly place: string;
  readonly values: AttributeValues;
  readonly note: string;
  /** Given when its battery is to be changed. What was noted of an earlier change is not taken over. */
  readonly battery?: BatteryChange;
}

/** What a person calls a job, where it is, and the day by which it is to be done ("2026-03-31"; '' for none). */
export interface JobNames {
  readonly name: string;
  readonly site: string;
  readonly due?: string;
}

/** The fields of a task that may be planned again. */
export type TaskPlan = Partial<Pick<Task, 'place' | 'values' | 'note' | 'order'>>;

interface JobsParts extends FieldPorts, TemplatesParts {
  readonly jobs: JobStore;
  readonly photos: PhotoStore;
}

/** What the screens may call. Its methods reject when something cannot be stored. */
export type Jobs = Omit<JobsService, 'markHungUp' | 'confirmBattery' | 'start'>;

export type JobsService = ReturnType<typeof createJobs>;

export function createJobs(parts: JobsParts) {
  const { jobs: store, photos, clock, newId } = parts;
  const templates = createTemplates(parts);
  const { state, load, write, put, update, tasksOf, found } = createRows(store);

  /** Creates a job. A beacon that is named twice is added once, at its first place. */
  async function create(plan: JobNames & { readonly tasks: readonly NewTask[] }): Promise<Job> {
    const { name, site, due = '' } = plan;
    const job: Job = {
      id: newId(),
      name,
      site,
      createdAtMs: clock.nowMs(),
      schemaVersion: JOB_SCHEMA_VERSION,
      ...(due === '' ? {} : { due }),
    };
    await put({ jobs: [job], tasks: addedTasks(job.id, plan.tasks, [], clock.nowMs()) });
    return job;
  }

  return {
    state: state as ReadonlySignal<JobsState>,
    templates,
    photos,
    create,
    async rename(jobId: string, { name, site, due = '' }: JobNames): Promise<void> {
      const job = state.value.jobs.find(({ id }) => id === jobId);
      if (job === undefined) return;
      const { due: _, ...others } = job;
      await put({ jobs: [{ ...others, name, site, ...(due === '' ? {} : { due }) }], tasks: [] });
    },
    /**
     * Keeps the answer whether each beacon of the job that becomes Verified is noted as hung up. `by`: name or e-mail
     * address of the installer; null for no.
     */
    async noteHungUp(jobId: string, by: string | null): Promise<void> {
      const job = state.value.jobs.find(({ id }) => id === jobId);
      if (job !== undefined)
        await put({ jobs: [{ ...job, hungUp: { isNoted: by !== null, by: by ?? '' } }], tasks: [] });
    },
    /** Keeps that these tasks were noted as hung up. */
    async markHungUp(ids: readonly string[]): Promise<void> {
      const hungUpAtMs = clock.nowMs();
      await update(ids, (task) => ({ ...task, hungUpAtMs }));
    },
    /** Adds tasks at the end. Returns how many were not in the job before. */
    async add(jobId: string, plans: readonly NewTask[]): Promise<number> {
      const tasks = addedTasks(jobId, plans, tasksOf(jobId), clock.nowMs());
      await put({ jobs: [], tasks });
      return tasks.length;
    },
    /** Changes the plan of tasks, by ID. When values change, earlier deliveries no longer count. */
    async plan(changes: ReadonlyMap<string, TaskPlan>): Promise<void> {
      const nowMs = clock.nowMs();
      await update([...changes.keys()], (task) => planAnew(task, changes.get(task.id) ?? {}, nowMs));
    },
    /** Sets a mark; null removes it. */
    async mark(id: string, mark: Omit<TaskMark, 'atMs'> | null): Promise<void> {
      const atMs = clock.nowMs();
      await update([id], (task) => ({ ...task, mark: mark === null ? null : { ...mark, atMs } }));
    },
    /** Keeps what was noted of the change of a battery; an empty note takes it back. */
    async noteBattery(id: string, battery: BatteryChange): Promise<void> {
      await update([id], (task) => ({ ...task, battery }));
    },
    /** Keeps when telemetry confirmed the change of a battery, if it is still noted for that time. */
    async confirmBattery(id: string, notedAtMs: number, confirmedAtMs: number): Promise<void> {
      await update([id], (task) =>
        task.battery?.notedAtMs === notedAtMs ? { ...task, battery: { ...task.battery, confirmedAtMs } } : task,
      );
    },
    /**
     * Swaps two beacons that hang in each other's place: each gets the place, order, values and note of the other. Values
     * made from an ID are made from the beacon's own.
     */
    async swap(one: string, other: string): Promise<void> {
      const [a, b] = [found([one])[0], found([other])[0]];
      if (a === undefined || b === undefined) return;
      const nowMs = clock.nowMs();
      const plans = new Map<string, TaskPlan>([
        [a.id, planHandedTo(a, b)],
        [b.id, planHandedTo(b, a)],
      ]);
      await update([a.id, b.id], (task) => planAnew(task, plans.get(task.id)!, nowMs));
    },
    /** Copies the plan without marks and notes of the day. */
    async copy(jobId: string, name: string): Promise<Job> {
      const site = state.value.jobs.find(({ id }) => id === jobId)?.site ?? '';
      return create({ name, site, tasks: tasksOf(jobId).map((task) => ({ ...task, note: '' })) });
    },
    /** Stores rows of another phone unchanged. */
    takeOver: put,
    /** Removes tasks. Returns a function that restores them. */
    async removeTasks(ids: readonly string[]): Promise<() => Promise<void>> {
      const tasks = found(ids);
      await write(
        () => store.removeTasks(ids),
        (now) => ({ tasks: byJob([...now.tasks.values()].flat().filter(({ id }) => !ids.includes(id))) }),
      );
      return () => put({ jobs: [], tasks });
    },
    /** Removes a job with its photos. Returns a function that restores the job, without the photos. */
    async remove(jobId: string): Promise<() => Promise<void>> {
      const rows = { jobs: state.value.jobs.filter(({ id }) => id === jobId), tasks: tasksOf(jobId) };
      // The photos go first: while the job is there, their removal can be tried again.
      await photos.remove(await photos.ofJob(jobId));
      await write(
        () => store.remove(jobId),
        (now) => ({
          jobs: now.jobs.filter(({ id }) => id !== jobId),
          tasks: new Map([...now.tasks].filter(([id]) => id !== jobId)),
        }),
      );
      return () => put(rows);
    },
    /** Tests what these tasks need on site; takes some seconds. */
    testField: (tasks: readonly Task[]): Promise<FieldReading> => testField(parts, tasks),
    /**
     * Opens the browser's list of devices, the only way to know that Bluetooth is on. Must be called first in a click
     * handler. Never rejects.
     */
    tryRadio: (): Promise<FieldRadio> => tryRadio(parts),
    /** Reads the rows and every later change. */
    async start(): Promise<void> {
      await Promise.all([load(), templates.start()]);
    },
  };
}

/** Creates the rows in memory, updated by this window's writes and read again after another window's until the store is closed. */
function createRows(store: JobStore) {
  const state = signal<JobsState>({ jobs: [], tasks: new Map() });
  /** Number of expected notifications of this window's own writes, which are already in memory. */
  let expected = 0;
  const load = coalesced(async () => {
    const { jobs, tasks } = await store.all();
    state.value = { jobs: newestFirst(jobs), tasks: byJob(tasks) };
  });

  store.watch(() => {
    if (expected > 0) expected -= 1;
    else void untilNextChange(load());
  });

  /** Writes, and shows the result without reading it again. */
  async function write<T>(
    work: () => Promise<T>,
    show: (now: JobsState, written: T) => Partial<JobsState>,
  ): Promise<T> {
    expected += 1;
    let written: T;
    try {
      written = await work();
    } catch (error) {
      expected -= 1;
      throw error;
    }
    state.value = { ...state.value, ...show(state.value, written) };
    // A read that began before the write would miss it.
    load.againIfRunning();
    return written;
  }

  const put = (rows: JobRows): Promise<void> =>
    write(
      () => store.put(rows),
      (now) => withRows(now, rows),
    );
  const tasksOf = (jobId: string): readonly Task[] => state.value.tasks.get(jobId) ?? [];
  const found = (ids: readonly string[]): Task[] => {
    const wanted = new Set(ids);
    return [...state.value.tasks.values()].flatMap((tasks) => tasks.filter(({ id }) => wanted.has(id)));
  };

  function update(ids: readonly string[], change: (task: Task) => Task): Promise<unknown> {
    return write(
      () => store.update(ids, change),
      (now, tasks) => withRows(now, { jobs: [], tasks }),
    );
  }

  return { state, load, write, put, update, tasksOf, found };
}

/** Returns the tasks that are new to the job. They follow `present`, its tasks in their order. */
function addedTasks(jobId: string, plans: readonly NewTask[], present: readonly Task[], plannedAtMs: number): Task[] {
  const from = (present.at(-1)?.order ?? -1) + 1;
  const planned = new Set(present.map(({ uniqueId }) => uniqueId));
  const rows: Task[] = [];
  for (const { uniqueId, deviceType, place, values, note, battery } of plans) {
    if (planned.has(uniqueId)) continue;
    planned.add(uniqueId);
    rows.push({
      id: taskId(jobId, uniqueId),
      jobId,
      uniqueId,
      deviceType,
      place,
      order: from + rows.length,
      values: withoutSecretEntries(values),
      note,
      mark: null,
      plannedAtMs,
      ...(battery === undefined ? {} : { battery: {} }),
    });
  }
  return rows;
}

function planAnew(task: Task, change: TaskPlan, nowMs: number): Task {
  const values = withoutSecretEntries(change.values ?? task.values);
  const isSame = sameValues(values, task.values);
  return {
    ...task,
    place: change.place === undefined ? task.place : roomName(change.place),
    note: change.note ?? task.note,
    order: change.order ?? task.order,
    values,
    plannedAtMs: isSame ? task.plannedAtMs : nowMs,
  };
}

function withRows(now: JobsState, rows: JobRows): Partial<JobsState> {
  const jobs = new Map([...now.jobs, ...rows.jobs].map((job) => [job.id, job]));
  const tasks = new Map(now.tasks);
  for (const [jobId, changed] of byJob(rows.tasks)) {
    const all = new Map([...(tasks.get(jobId) ?? []), ...changed].map((task) => [task.id, task]));
    tasks.set(jobId, inOrder([...all.values()]));
  }
  return { jobs: newestFirst([...jobs.values()]), tasks };
}

function byJob(tasks: readonly Task[]): ReadonlyMap<string, readonly Task[]> {
  return new Map([...groupedBy(tasks, ({ jobId }) => jobId)].map(([id, own]) => [id, inOrder(own)]));
}

function inOrder(tasks: readonly Task[]): Task[] {
  return tasks.toSorted((a, b) => a.order - b.order || (a.uniqueId < b.uniqueId ? -1 : 1));
}

function newestFirst(jobs: readonly Job[]): Job[] {
  return jobs.toSorted((a, b) => b.createdAtMs - a.createdAtMs);
}
