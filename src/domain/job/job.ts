/** A job: a day's work on many beacons as it was planned. What has become of a beacon is no part of it: that is told by packages, runs, receipts and the backend alone. */
import * as v from 'valibot';
import type { AttributeValues } from '../device.ts';
import { finite } from '../finite.ts';
import { isRecord } from '../record.ts';

export interface Job {
  readonly id: string;
  readonly name: string;
  /** Where the work is; '' where nobody said. */
  readonly site: string;
  readonly createdAtMs: number;
  /** Of the rows and files of jobs; JOB_SCHEMA_VERSION of the app that wrote it. */
  readonly schemaVersion: number;
}

/** What a person has decided of a task; it says nothing of the beacon, and can be taken back. */
const MARK_KINDS = ['skipped', 'parked', 'doneElsewhere'] as const;
type MarkKind = (typeof MARK_KINDS)[number];

export interface TaskMark {
  readonly kind: MarkKind;
  /** In a person's words; '' where none were given. */
  readonly reason: string;
  readonly atMs: number;
  /** Of a parked one: when it is to be gone to again, Unix ms, as a person said. Absent: no time is known. */
  readonly untilMs?: number;
}

/** One beacon of a job, a row of its own. Its `id` is made of the job's and the beacon's: a beacon is in a job once. */
export interface Task {
  readonly id: string;
  readonly jobId: string;
  readonly uniqueId: string;
  /** '' where the list did not say it when the task was planned. */
  readonly deviceType: string;
  /** Room or spot; '' where nobody said. */
  readonly place: string;
  /** Position in the job; whole numbers, not without gaps. */
  readonly order: number;
  /** Physical attribute -> the value that is to be sent, as domain/attributes checks it. Never a secret: it would be kept. */
  readonly values: AttributeValues;
  readonly note: string;
  readonly mark: TaskMark | null;
  /** When `values` were planned, Unix ms: what was delivered earlier tells nothing of this plan. */
  readonly plannedAtMs: number;
}

export const JOB_SCHEMA_VERSION = 1;

/** A parked one whose time is over: it is to be gone to as if nobody had parked it. */
export function isBack({ mark }: Task, nowMs: number): boolean {
  return mark?.kind === 'parked' && mark.untilMs !== undefined && mark.untilMs <= nowMs;
}

/** Skipped or parked by a person, who is not to go there now. */
export function isSetAside(task: Task, nowMs: number): boolean {
  return task.mark !== null && !isBack(task, nowMs);
}

export function taskId(jobId: string, uniqueId: string): string {
  return `${jobId}/${uniqueId}`;
}

const text = v.string();

// Loose objects: a field that a newer version has added survives a read and a write by this one.
export const jobSchema: v.GenericSchema<unknown, Job> = v.looseObject({
  id: text,
  name: text,
  site: text,
  createdAtMs: finite,
  schemaVersion: finite,
});

export const taskSchema: v.GenericSchema<unknown, Task> = v.looseObject({
  id: text,
  jobId: text,
  uniqueId: text,
  deviceType: text,
  place: text,
  order: finite,
  values: v.custom<AttributeValues>(isRecord, 'not attribute values'),
  note: text,
  mark: v.nullable(
    v.looseObject({ kind: v.picklist(MARK_KINDS), reason: text, atMs: finite, untilMs: v.optional(finite) }),
  ),
  plannedAtMs: finite,
});
