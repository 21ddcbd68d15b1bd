/** Jobs as they are offered to the screens: the plans of this account and a person's actions. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { AttributeValues } from '../../domain/device.ts';
import type { CameraState, FieldRadio } from '../../domain/job/field-checks.ts';
import type { Job, Task, TaskMark } from '../../domain/job/job.ts';
import type { Templates } from './templates.ts';

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
}

/** What a person calls a job, where it is, and the day by which it is to be done ("2026-03-31"; '' for none). */
export interface JobNames {
  readonly name: string;
  readonly site: string;
  readonly due?: string;
}

/** The fields of a task that may be planned again. */
export type TaskPlan = Partial<Pick<Task, 'place' | 'values' | 'note' | 'order'>>;

/** The result of the field test. */
export interface FieldReading {
  /** Beacons whose package is on this phone, complete and of this plan. */
  readonly here: readonly string[];
  /** Beacons whose package on this phone cannot be written. */
  readonly damaged: readonly string[];
  /** Beacons among `here` whose package has an unknown layout. */
  readonly odd: readonly string[];
  readonly room: 'enough' | 'full' | 'failed';
  readonly pages: { readonly read: number; readonly all: number } | null;
  readonly awake: boolean;
  readonly radio: FieldRadio;
  readonly camera: CameraState | null;
  /** `isChecked`: the backend has just reported its time. */
  readonly skew: { readonly skewMs: number; readonly isChecked: boolean };
  readonly keyRefused: boolean;
}

export interface Jobs {
  readonly state: ReadonlySignal<JobsState>;
  readonly templates: Templates;
  /**
   * Creates a job. A beacon that is named twice is added once, at its first place. Rejects when it cannot be stored,
   * like all methods here.
   */
  create(plan: JobNames & { readonly tasks: readonly NewTask[] }): Promise<Job>;
  rename(jobId: string, names: JobNames): Promise<void>;
  /**
   * Keeps the answer whether each beacon of the job that becomes Verified is noted as hung up. `by`: name or e-mail
   * address of the installer; null for no.
   */
  noteHungUp(jobId: string, by: string | null): Promise<void>;
  /** Adds tasks at the end. Returns how many were not in the job before. */
  add(jobId: string, tasks: readonly NewTask[]): Promise<number>;
  /** Changes the plan of tasks, by ID. When values change, earlier deliveries no longer count. */
  plan(changes: ReadonlyMap<string, TaskPlan>): Promise<void>;
  /** Sets a mark; null removes it. */
  mark(taskId: string, mark: Omit<TaskMark, 'atMs'> | null): Promise<void>;
  /**
   * Swaps two beacons that hang in each other's place: each gets the place, order, values and note of the other. Values
   * made from an ID are made from the beacon's own.
   */
  swap(one: string, other: string): Promise<void>;
  /** Copies the plan without marks and notes of the day. */
  copy(jobId: string, name: string): Promise<Job>;
  /** Stores rows of another phone unchanged. */
  takeOver(rows: { readonly jobs: readonly Job[]; readonly tasks: readonly Task[] }): Promise<void>;
  /** Removes tasks. Returns a function that restores them. */
  removeTasks(taskIds: readonly string[]): Promise<() => Promise<void>>;
  remove(jobId: string): Promise<() => Promise<void>>;
  /** Tests what these tasks need on site; takes some seconds. */
  testField(tasks: readonly Task[]): Promise<FieldReading>;
  /**
   * Opens the browser's list of devices, the only way to know that Bluetooth is on. Must be called first in a click
   * handler. Never rejects.
   */
  tryRadio(): Promise<FieldRadio>;
}
