/** The file in which a job, or a part of it, leaves one phone and reaches another: its plan, its packages and its receipts, with a checksum. No key, no password. */
import * as v from 'valibot';
import { withoutSecrets } from '../attributes/values.ts';
import type { CarriedPackage } from '../carried-package.ts';
import { finite } from '../finite.ts';
import { hexOf } from '../hex.ts';
import { isRecord } from '../record.ts';
import { jobSchema, taskSchema, type Job, type Task } from './job.ts';

export interface JobFile {
  readonly madeAtMs: number;
  readonly job: Job;
  readonly tasks: readonly Task[];
  /** Those that are carried for these tasks: with them the other phone needs no network on site. */
  readonly packages: readonly CarriedPackage[];
  /** A file of receipts (domain/receipt-file.ts), also where it holds none: it says whose account this is. */
  readonly receipts: string;
}

/** `damaged`: the checksum is another one, or rows are not what they should be. */
export type JobFileProblem = 'notJson' | 'noJob' | 'newerVersion' | 'damaged' | 'tooLarge';

type JobFileReading =
  { readonly ok: true; readonly file: JobFile } | { readonly ok: false; readonly problem: JobFileProblem };

type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

const FORMAT = 'beacon-fieldkit-job';
const VERSION = 1;
/** 10,000 beacons with their packages and receipts are a third of it. */
export const MOST_JOB_FILE_BYTES = 50_000_000;
const MOST_TASKS = 20_000;

const text = v.string();
const values = v.custom<CarriedPackage['values']>(isRecord, 'not attribute values');
const packageSchema: v.GenericSchema<unknown, CarriedPackage> = v.object({
  id: text,
  uniqueId: text,
  deviceType: text,
  kind: v.literal('configuration'),
  state: v.literal('carried'),
  values,
  before: values,
  base64: text,
  token: v.nullable(finite),
  preparedAtMs: finite,
  fetchedAtMs: v.nullable(finite),
});
const bodySchema: v.GenericSchema<unknown, JobFile> = v.object({
  madeAtMs: finite,
  job: jobSchema,
  tasks: v.pipe(v.array(taskSchema), v.maxLength(MOST_TASKS)),
  packages: v.array(packageSchema),
  receipts: text,
});

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
  const parsed = v.safeParse(bodySchema, body);
  if (!parsed.success || !isOfOneJob(parsed.output)) return { ok: false, problem: 'damaged' };
  return { ok: true, file: parsed.output };
}

function isOfOneJob({ job, tasks }: JobFile): boolean {
  return (
    tasks.length > 0 &&
    tasks.every(({ jobId }) => jobId === job.id) &&
    new Set(tasks.map(({ uniqueId }) => uniqueId)).size === tasks.length
  );
}

async function checksum(body: unknown, sha256: Digest): Promise<string> {
  return hexOf(await sha256(new TextEncoder().encode(JSON.stringify(body) ?? '')));
}
