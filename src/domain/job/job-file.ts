/** The file in which a job, or a part of it, leaves one phone and reaches another: its plan, its packages and its receipts, with a checksum. No key, no password. */
import * as z from 'zod/mini';
import { withoutSecrets } from '../attributes/values.ts';
import type { CarriedPackage } from '../carried-package.ts';
import { hexOf } from '../hex.ts';
import { MOST_ID } from '../kept-text.ts';
import { isRecord } from '../record.ts';
import { droppedFields, textUpTo, valuesUpTo, type Parsed } from '../schema.ts';
import { MARK_KINDS } from './job.ts';

/** `damaged`: the checksum is another one, or rows are not what they should be. */
export type JobFileProblem = 'notJson' | 'noJob' | 'newerVersion' | 'damaged' | 'tooLarge';

type JobFileReading =
  /** `dropped`: fields that this version does not know, by path; the file is read without them. */
  | { readonly ok: true; readonly file: JobFile; readonly dropped: readonly string[] }
  | { readonly ok: false; readonly problem: JobFileProblem };

type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

const FORMAT = 'beacon-fieldkit-job';
const VERSION = 1;
/** 10,000 beacons with their packages and receipts are a third of it. */
export const MOST_JOB_FILE_BYTES = 50_000_000;
const MOST_TASKS = 20_000;

/** Characters of a name, a place, a note or a reason; the forms take less. */
const MOST_WORDS = 2000;
/** Characters of the values of one beacon as JSON, and of its package. */
const MOST_VALUES = 100_000;

const id = textUpTo(MOST_ID);
const words = textUpTo(MOST_WORDS);
const values = valuesUpTo(MOST_VALUES);
const jobSchema = z.object({ id, name: words, site: words, createdAtMs: z.number(), schemaVersion: z.number() });
const taskSchema = z.object({
  id: textUpTo(2 * MOST_ID + 1),
  jobId: id,
  uniqueId: id,
  deviceType: id,
  place: words,
  order: z.number(),
  values,
  note: words,
  mark: z.nullable(
    z.object({ kind: z.enum(MARK_KINDS), reason: words, atMs: z.number(), untilMs: z.optional(z.number()) }),
  ),
  plannedAtMs: z.number(),
});
const packageSchema = z.object({
  id,
  uniqueId: id,
  deviceType: id,
  kind: z.literal('configuration'),
  state: z.literal('carried'),
  values,
  before: values,
  base64: textUpTo(MOST_VALUES),
  token: z.nullable(z.number()),
  preparedAtMs: z.number(),
  fetchedAtMs: z.nullable(z.number()),
});
const bodySchema = z.object({
  madeAtMs: z.number(),
  job: jobSchema,
  tasks: z.array(taskSchema).check(z.minLength(1), z.maxLength(MOST_TASKS)),
  /** Those that are carried for these tasks: with them the other phone needs no network on site. */
  packages: z.array(packageSchema).check(z.maxLength(MOST_TASKS)),
  /** A file of receipts (domain/receipt-file.ts), also where it holds none: it says whose account this is. */
  receipts: textUpTo(MOST_JOB_FILE_BYTES),
});

export interface JobFile extends Omit<Parsed<typeof bodySchema>, 'packages'> {
  readonly packages: readonly CarriedPackage[];
}

export async function writeJobFile(file: JobFile, sha256: Digest): Promise<string> {
  const ids = new Set(file.tasks.map(({ uniqueId }) => uniqueId));
  const body: JobFile = {
    ...file,
    tasks: file.tasks.map((task) => ({ ...task, values: withoutSecrets(task.values) })),
    packages: file.packages
      .filter((row) => ids.has(row.uniqueId) && row.kind === 'configuration' && row.state === 'carried')
      .map(
        ({
          id,
          uniqueId,
          deviceType,
          kind,
          state,
          values: asked,
          before,
          base64,
          token,
          preparedAtMs,
          fetchedAtMs,
        }) => ({
          id,
          uniqueId,
          deviceType,
          kind,
          state,
          values: withoutSecrets(asked),
          before: withoutSecrets(before),
          base64,
          token,
          preparedAtMs,
          fetchedAtMs,
        }),
      ),
  };
  const sum = await checksum(body, sha256);
  return `${JSON.stringify({ format: FORMAT, version: VERSION, sha256: sum, body })}\n`;
}

/** Total: any text gets an answer. */
export async function readJobFile(content: string, sha256: Digest): Promise<JobFileReading> {
  if (content.length > MOST_JOB_FILE_BYTES) return { ok: false, problem: 'tooLarge' };
  let data: unknown;
  try {
    data = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    return { ok: false, problem: content.includes(`"${FORMAT}"`) ? 'damaged' : 'notJson' };
  }
  if (!isRecord(data) || data['format'] !== FORMAT) return { ok: false, problem: 'noJob' };
  const { version, body } = data;
  if (typeof version === 'number' && version > VERSION) return { ok: false, problem: 'newerVersion' };
  if (version !== VERSION || data['sha256'] !== (await checksum(body, sha256)))
    return { ok: false, problem: 'damaged' };
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success || !isOfOneJob(parsed.data)) return { ok: false, problem: 'damaged' };
  return { ok: true, file: parsed.data, dropped: droppedFields(body, parsed.data) };
}

function isOfOneJob({ job, tasks }: JobFile): boolean {
  return (
    tasks.every(({ jobId }) => jobId === job.id) && new Set(tasks.map(({ uniqueId }) => uniqueId)).size === tasks.length
  );
}

async function checksum(body: unknown, sha256: Digest): Promise<string> {
  return hexOf(await sha256(new TextEncoder().encode(JSON.stringify(body) ?? '')));
}
