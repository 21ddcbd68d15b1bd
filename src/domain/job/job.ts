/**
 * A job: the plan of a day's work on many beacons. The state of each beacon is not part of it: that follows from
 * packages, runs, receipts and the backend alone.
 */
import * as z from 'zod/mini';
import { storableText, MAX_ID } from '../storable-text.ts';
import { rowObject, textUpTo, valuesUpTo, type Parsed } from '../schema.ts';

/** Maximum number of characters of a name, a place, a note or a reason; the forms accept less. */
export const MAX_WORDS = 2000;
/** Maximum number of characters of a place, a note or a reason in a form or a table. */
export const MAX_TYPED_WORDS = 200;
/** Maximum number of characters of one beacon's values as JSON. */
export const MAX_VALUES = 100_000;

/**
 * Earlier versions accepted texts of any length from a file. Longer ones are cut, with a mark, when the row is read.
 */
const words = z.pipe(
  z.string(),
  z.transform((text) => storableText(text, MAX_WORDS)),
);
/** A longer ID makes the row invalid, because cutting would make it another ID. */
const id = textUpTo(MAX_ID);

/** A calendar day, for example "2026-03-31". */
export const daySchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

/** Whether each beacon of the job that becomes Verified is noted as hung up at the backend, as its person has answered. */
const hungUpSchema = rowObject({
  isNoted: z.boolean(),
  /** Name or e-mail address of who hangs the beacons up; '' where nothing is noted. */
  by: words,
});

const jobShape = {
  id,
  name: words,
  /** The site; '' when not given. */
  site: words,
  createdAtMs: z.number(),
  /** The day by which the work has to be done; absent when not given. */
  due: z.catch(z.optional(daySchema), undefined),
  /** Absent until its person has answered. Stays on this device: whoever takes the job over is asked as well. */
  hungUp: z.catch(z.optional(hungUpSchema), undefined),
  /** JOB_SCHEMA_VERSION of the app that wrote the row or file. */
  schemaVersion: z.number(),
};

/** The stored row of a job. */
export const jobSchema = rowObject(jobShape);
export type Job = Parsed<typeof jobSchema>;

/** A person's decision about a task. It does not describe the beacon, and can be undone. */
export const MARK_KINDS = ['skipped', 'parked', 'doneElsewhere'] as const;

const markSchema = rowObject({
  kind: z.enum(MARK_KINDS),
  /** In a person's own text; '' when not given. */
  reason: words,
  atMs: z.number(),
  /** When a parked task is due again, Unix ms. Absent: no time was given. */
  untilMs: z.optional(z.number()),
  /** Set on a skipped task that was handed to another phone. */
  isHandedOver: z.catch(z.optional(z.boolean()), undefined),
});
export type TaskMark = Parsed<typeof markSchema>;

/** A battery that has to be changed. It needs no package: a person notes the change, and telemetry confirms it. */
const batterySchema = rowObject({
  /** When the change was noted, Unix ms; absent until then. */
  notedAtMs: z.optional(z.number()),
  /** Name or e-mail address of who changed it; absent when not known. */
  by: z.optional(words),
  /** When telemetry first showed a clearly higher level than before, Unix ms; absent until then. */
  confirmedAtMs: z.optional(z.number()),
});
export type BatteryChange = Parsed<typeof batterySchema>;

export type BatteryState = 'toChange' | 'noted' | 'confirmed';

export function batteryState({ notedAtMs, confirmedAtMs }: BatteryChange): BatteryState {
  if (notedAtMs === undefined) return 'toChange';
  return confirmedAtMs === undefined ? 'noted' : 'confirmed';
}

/**
 * The stored row of one beacon of a job. Its `id` is made from those of the job and the beacon, so a beacon is in a job
 * only once.
 */
export const taskSchema = rowObject({
  id: textUpTo(2 * MAX_ID + 1),
  jobId: id,
  uniqueId: id,
  /** '' when the device list did not contain it when the task was planned. */
  deviceType: id,
  /** Room or spot; '' when not given. */
  place: words,
  /** Position in the job: a whole number; gaps are allowed. */
  order: z.number(),
  /**
   * The values to send, by physical attribute, as domain/attributes checks them. Never a secret, because the row is
   * stored.
   */
  values: valuesUpTo(MAX_VALUES),
  note: words,
  mark: z.nullable(markSchema),
  /** When `values` were planned, Unix ms. Earlier deliveries do not count for this plan. */
  plannedAtMs: z.number(),
  /** When it was noted that the beacon is hung up, Unix ms; absent until then. It is noted once only. */
  hungUpAtMs: z.catch(z.optional(z.number()), undefined),
  /** Absent when the battery is not to be changed. A change of configuration may go along. */
  battery: z.catch(z.optional(batterySchema), undefined),
});
export type Task = Parsed<typeof taskSchema>;

export const JOB_SCHEMA_VERSION = 1;

/** True for a parked task whose time has come: it is due as if it had never been parked. */
export function isBack({ mark }: Task, nowMs: number): boolean {
  return mark?.kind === 'parked' && mark.untilMs !== undefined && mark.untilMs <= nowMs;
}

/** True when the task is marked as skipped, done elsewhere or parked, unless its parking time is over. */
export function isSetAside(task: Task, nowMs: number): boolean {
  return task.mark !== null && !isBack(task, nowMs);
}

export function taskId(jobId: string, uniqueId: string): string {
  return `${jobId}/${uniqueId}`;
}
