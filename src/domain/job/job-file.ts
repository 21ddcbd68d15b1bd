/**
 * The file that carries a job, or part of it, from one phone to another: its plan, packages and receipts, with a
 * checksum. It contains no key and no password.
 */
import * as z from 'zod/mini';
import { checkFileValues, type FileValueProblem } from '../attributes/file-values.ts';
import { withoutSecretEntries, withoutSecrets } from '../attributes/values.ts';
import { newestOfEach, type CarriedPackage } from '../carried-package.ts';
import { errandOf } from '../errand.ts';
import { faultsOf, notJson, type FileFault } from '../file-faults.ts';
import { FILE_FORMATS } from '../file-formats.ts';
import { parseFileJson } from '../file-json.ts';
import { hexOf } from '../hex.ts';
import { MAX_FILE_BYTES } from '../limits.ts';
import { MAX_ID } from '../storable-text.ts';
import { isRecord, pick } from '../record.ts';
import { droppedFields, jsonOf, textUpTo, valuesUpTo, type Parsed } from '../schema.ts';
import { PHOTO_FILE_VERSION, readPhotoLine, splitPhotos, type FilePhoto } from './photo-lines.ts';
import { daySchema, MARK_KINDS, MAX_VALUES, MAX_WORDS, taskId, type Job, type Task } from './job.ts';

/**
 * `damaged`: the checksum does not match · `unreadable`: it matches, but rows are invalid · `secret` and `value`: a
 * planned value that must not be stored or cannot be sent.
 */
export type JobFileProblem =
  'notJson' | 'noJob' | 'newerVersion' | 'damaged' | 'unreadable' | 'tooLarge' | FileValueProblem;

export type JobFileReading =
  /** `dropped`: paths of unknown fields; the file is read without them. */
  | {
      readonly ok: true;
      readonly file: JobFile;
      readonly dropped: readonly string[];
      readonly photos: readonly FilePhoto[];
      /** Photos that are damaged or missing; the file is read without them. */
      readonly photosLost: number;
    }
  | JobFileRefusal;

export interface JobFileRefusal {
  readonly ok: false;
  readonly problem: JobFileProblem;
  /** Beacon and attribute of the refused value; '' for other problems. */
  readonly detail: string;
  /** Fields that make the file unreadable; empty for other problems. */
  readonly faults: readonly FileFault[];
}

type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

const FORMAT = FILE_FORMATS.job.name;
const VERSION = 1;
const MAX_TASKS = 20_000;

/** The last time that a Date can hold, Unix ms. */
const LAST_MOMENT_MS = 8.64e15;

const id = textUpTo(MAX_ID);
/** A slash could make a task's ID equal to that of another job's task. */
const jobId = id.check(z.minLength(1), z.regex(/^[^/]+$/));
const momentMs = z.number().check(z.gte(0), z.lte(LAST_MOMENT_MS));
/** Leaves space for the mark of a text that was cut. */
const words = textUpTo(MAX_WORDS + 100);
const values = valuesUpTo(MAX_VALUES);
const jobSchema = z.object({
  id: jobId,
  name: words,
  site: words,
  createdAtMs: momentMs,
  due: z.optional(daySchema),
  schemaVersion: z.int(),
});
const taskSchema = z.object({
  id: textUpTo(2 * MAX_ID + 1),
  jobId,
  uniqueId: id,
  deviceType: id,
  place: words,
  order: z.int(),
  values,
  note: words,
  mark: z.nullable(
    z.object({ kind: z.enum(MARK_KINDS), reason: words, atMs: momentMs, untilMs: z.optional(momentMs) }),
  ),
  plannedAtMs: momentMs,
  hungUpAtMs: z.optional(momentMs),
  battery: z.optional(
    z.object({
      notedAtMs: z.optional(momentMs),
      by: z.optional(words),
      confirmedAtMs: z.optional(momentMs),
    }),
  ),
});
const packageSchema = z.object({
  id,
  uniqueId: id,
  deviceType: id,
  kind: z.literal('configuration'),
  state: z.literal('carried'),
  values,
  before: values,
  base64: textUpTo(MAX_VALUES),
  token: z.nullable(z.int()),
  preparedAtMs: momentMs,
  fetchedAtMs: z.nullable(momentMs),
});
const PACKAGE_FIELDS = Object.keys(packageSchema.shape) as (keyof typeof packageSchema.shape)[];
const bodySchema = z.object({
  madeAtMs: momentMs,
  job: jobSchema,
  tasks: z.array(taskSchema).check(z.minLength(1), z.maxLength(MAX_TASKS)),
  /** Packages of these tasks: with them the other phone needs no network on site. */
  packages: z.array(packageSchema).check(z.maxLength(MAX_TASKS)),
  /** A file of receipts (domain/receipt-file.ts), even without receipts: it names the account. */
  receipts: textUpTo(MAX_FILE_BYTES),
});

export interface JobFile extends Omit<Parsed<typeof bodySchema>, 'packages'> {
  readonly packages: readonly CarriedPackage[];
}

export async function writeJobFile(file: JobFile, sha256: Digest): Promise<string> {
  const ids = new Set(file.tasks.map(({ uniqueId }) => uniqueId));
  const { hungUp: _, ...job }: Job = file.job;
  const body: JobFile = {
    ...file,
    job,
    tasks: file.tasks.map((task) => ({ ...task, values: withoutSecretEntries(task.values), mark: givenMark(task) })),
    packages: file.packages
      .filter((row) => ids.has(row.uniqueId) && errandOf(row).configures && row.state === 'carried')
      .map((row) => ({
        ...pick(row, PACKAGE_FIELDS),
        values: withoutSecrets(row.values),
        before: withoutSecrets(row.before),
      })),
  };
  const sum = await checksum(body, sha256);
  return `${JSON.stringify({ format: FORMAT, version: VERSION, sha256: sum, body })}\n`;
}

/** Reads any text without throwing. */
export async function readJobFile(content: string, sha256: Digest): Promise<JobFileReading> {
  if (content.length > MAX_FILE_BYTES) return bad('tooLarge');
  const { plain, lines } = splitPhotos(content);
  let data: unknown;
  try {
    data = parseFileJson(plain);
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { ...bad('unreadable'), faults: [notJson(plain, error)] };
    return bad(content.includes(`"${FORMAT}"`) ? 'damaged' : 'notJson');
  }
  if (!isRecord(data) || data['format'] !== FORMAT) return bad('noJob');
  const { version, body, photoCount } = data;
  if (typeof version === 'number' && version > PHOTO_FILE_VERSION) return bad('newerVersion');
  if ((version !== VERSION && version !== PHOTO_FILE_VERSION) || data['sha256'] !== (await checksum(body, sha256)))
    return bad('damaged');
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return { ...bad('unreadable'), faults: faultsOf(parsed.error.issues, body) };
  if (!isOfOneJob(parsed.data)) return bad('unreadable');
  const tasks: Task[] = [];
  for (const task of parsed.data.tasks) {
    const checked = checkFileValues(task.values, { allowVirtual: true });
    if (!checked.ok) return bad(checked.problem, `${task.uniqueId}: ${checked.name}`);
    // Makes the ID here: a file must not name the row of another job.
    tasks.push({ ...task, id: taskId(parsed.data.job.id, task.uniqueId), values: checked.values });
  }
  const beacons = new Set(tasks.map(({ uniqueId }) => uniqueId));
  const packages = [...newestOfEach(parsed.data.packages.filter(({ uniqueId }) => beacons.has(uniqueId))).values()];
  const photos = (await Promise.all(lines.map((line) => readPhotoLine(line, sha256)))).filter(
    (photo) => photo !== null && beacons.has(photo.uniqueId),
  ) as FilePhoto[];
  return {
    ok: true,
    file: { ...parsed.data, tasks, packages },
    dropped: droppedFields(body, parsed.data),
    photos,
    photosLost: Math.max(typeof photoCount === 'number' ? photoCount : 0, lines.length) - photos.length,
  };
}

function isOfOneJob({ job, tasks }: JobFile): boolean {
  return (
    tasks.every(({ jobId }) => jobId === job.id) && new Set(tasks.map(({ uniqueId }) => uniqueId)).size === tasks.length
  );
}

function bad(problem: JobFileProblem, detail = ''): JobFileRefusal {
  return { ok: false, problem, detail, faults: [] };
}

async function checksum(body: unknown, sha256: Digest): Promise<string> {
  return hexOf(await sha256(new TextEncoder().encode(jsonOf(body) ?? '')));
}

/** The mark without what only this phone knows: where the task was handed over from. */
function givenMark({ mark }: Pick<Task, 'mark'>): JobFile['tasks'][number]['mark'] {
  if (mark === null) return null;
  const { isHandedOver: _, ...given } = mark;
  return given;
}
