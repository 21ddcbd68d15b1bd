/** A job: a day's work on many beacons as it was planned. What has become of a beacon is no part of it: that is told by packages, runs, receipts and the backend alone. */
import * as z from 'zod/mini';
import { keptText, MOST_ID } from '../kept-text.ts';
import { rowObject, textUpTo, valuesUpTo, type Parsed } from '../schema.ts';

/** Characters of a name, a place, a note or a reason; the forms take less. */
export const MOST_WORDS = 2000;
/** Characters of the values of one beacon as JSON. */
export const MOST_VALUES = 100_000;

/** Earlier versions took texts of any length from a file: what is longer is cut, with a mark, when the row is read. */
const words = z.pipe(
  z.string(),
  z.transform((text) => keptText(text, MOST_WORDS)),
);
/** Of a row with a longer id nothing can be kept: cut, it would be another id. */
const id = textUpTo(MOST_ID);

/** A day of the calendar: "2026-03-31". */
export const daySchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

const jobShape = {
  id,
  name: words,
  /** Where the work is; '' where nobody said. */
  site: words,
  createdAtMs: z.number(),
  /** The day by which the work is to be done; absent where nobody said. */
  due: z.catch(z.optional(daySchema), undefined),
  /** Of the rows and files of jobs; JOB_SCHEMA_VERSION of the app that wrote it. */
  schemaVersion: z.number(),
};

/** The stored row of a job. */
export const jobSchema = rowObject(jobShape);
export type Job = Parsed<typeof jobSchema>;

/** What a person has decided of a task; it says nothing of the beacon, and can be taken back. */
export const MARK_KINDS = ['skipped', 'parked', 'doneElsewhere'] as const;

const markSchema = rowObject({
  kind: z.enum(MARK_KINDS),
  /** In a person's words; '' where none were given. */
  reason: words,
  atMs: z.number(),
  /** Of a parked one: when it is to be gone to again, Unix ms, as a person said. Absent: no time is known. */
  untilMs: z.optional(z.number()),
});
export type TaskMark = Parsed<typeof markSchema>;

/** The stored row of one beacon of a job. Its `id` is made of the job's and the beacon's: a beacon is in a job once. */
export const taskSchema = rowObject({
  id: textUpTo(2 * MOST_ID + 1),
  jobId: id,
  uniqueId: id,
  /** '' where the list did not say it when the task was planned. */
  deviceType: id,
  /** Room or spot; '' where nobody said. */
  place: words,
  /** Position in the job; whole numbers, not without gaps. */
  order: z.number(),
  /** Physical attribute -> the value that is to be sent, as domain/attributes checks it. Never a secret: it would be kept. */
  values: valuesUpTo(MOST_VALUES),
  note: words,
  mark: z.nullable(markSchema),
  /** When `values` were planned, Unix ms: what was delivered earlier tells nothing of this plan. */
  plannedAtMs: z.number(),
});
export type Task = Parsed<typeof taskSchema>;

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
