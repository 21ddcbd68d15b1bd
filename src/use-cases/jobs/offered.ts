/** What jobs offer to the screens: the plans of this account, and what a person does with them. */
import type { AttributeValues } from '../../domain/device.ts';
import type { CameraState, FieldRadio } from '../../domain/job/field-checks.ts';
import type { Job, Task, TaskMark } from '../../domain/job/job.ts';
import type { Live } from '../../domain/live.ts';
import type { Templates } from './templates.ts';

export interface JobsState {
  /** False until the rows have been read once. */
  readonly loaded: boolean;
  /** The newest first. */
  readonly jobs: readonly Job[];
  /** By job, in the order of the job. */
  readonly tasks: ReadonlyMap<string, readonly Task[]>;
}

/** A task as it is planned; the job gives it its place in the order. */
export interface NewTask {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly place: string;
  readonly values: AttributeValues;
  readonly note: string;
}

/** What of a task may be planned anew. */
export type TaskPlan = Partial<Pick<Task, 'place' | 'values' | 'note' | 'order'>>;

/** What was tried before the field. */
export interface FieldReading {
  /** Beacons whose package lies on this phone, whole and of this plan. */
  readonly here: readonly string[];
  /** Beacons of whose package something lies here that cannot be written. */
  readonly damaged: readonly string[];
  /** Of those that are here, beacons whose package has no layout that is known. */
  readonly odd: readonly string[];
  readonly room: 'enough' | 'full' | 'failed';
  readonly pages: { readonly read: number; readonly all: number } | null;
  readonly awake: boolean;
  readonly radio: FieldRadio;
  readonly camera: CameraState | null;
  /** `isChecked`: the backend has just told its time. */
  readonly skew: { readonly skewMs: number; readonly isChecked: boolean };
  readonly keyRefused: boolean;
}

export interface Jobs {
  readonly state: Live<JobsState>;
  readonly templates: Templates;
  /** A beacon that is named twice is taken once, as it was named first. Rejects when it cannot be stored, as all of these do. */
  create(plan: { readonly name: string; readonly site: string; readonly tasks: readonly NewTask[] }): Promise<Job>;
  rename(jobId: string, names: { readonly name: string; readonly site: string }): Promise<void>;
  /** Behind the others; resolves with how many were not in the job before. */
  add(jobId: string, tasks: readonly NewTask[]): Promise<number>;
  /** Tasks that are planned anew, by id; where values change, what was delivered before counts no more. */
  plan(changes: ReadonlyMap<string, TaskPlan>): Promise<void>;
  /** null takes a mark back. */
  mark(taskId: string, mark: Omit<TaskMark, 'atMs'> | null): Promise<void>;
  /** "These two hang exchanged": each gets the place, order, values and note of the other; values made from its ID are made from its own. */
  swap(one: string, other: string): Promise<void>;
  /** The same plan once more, without marks and notes of the day. */
  copy(jobId: string, name: string): Promise<Job>;
  /** Rows of another phone, as they are. */
  takeOver(rows: { readonly jobs: readonly Job[]; readonly tasks: readonly Task[] }): Promise<void>;
  /** Resolves with the way to bring them back. */
  removeTasks(taskIds: readonly string[]): Promise<() => Promise<void>>;
  remove(jobId: string): Promise<() => Promise<void>>;
  /** Tries out what these tasks need on site; takes some seconds. */
  testField(tasks: readonly Task[]): Promise<FieldReading>;
  /** Call first in a click handler: opens the browser's list, the one way to know that Bluetooth is on. Never rejects. */
  tryRadio(): Promise<FieldRadio>;
}
