import { expect, it } from 'vitest';
import { fixtureJob, fixtureTask } from '../../../test/support/job-rows.ts';
import { jobSchema, MAX_WORDS, taskSchema } from './job.ts';
import { readJobFile, writeJobFile } from './job-file.ts';

const HUGE = 'x'.repeat(1_000_000);
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

it('cuts texts of a stored job that are too long, so that the phone can still use the job', async () => {
  const job = jobSchema.parse({ ...fixtureJob(), name: HUGE, site: HUGE, newer: 'kept' });
  const mark = { kind: 'skipped', reason: HUGE, atMs: 1 };
  const task = taskSchema.parse({ ...fixtureTask(1), place: HUGE, note: HUGE, mark });
  for (const text of [job.name, job.site, task.place, task.note, task.mark!.reason]) {
    expect(text.length).toBeLessThan(MAX_WORDS + 100);
    expect(text).toMatch(/^x+ … left out: too long$/);
  }
  expect(job).toMatchObject({ newer: 'kept' });
  // Reading them again changes nothing, and another phone accepts them.
  expect([jobSchema.parse(job), taskSchema.parse(task)]).toEqual([job, task]);
  const file = await writeJobFile({ madeAtMs: 1, job, tasks: [task], packages: [], receipts: '{}' }, sha256);
  expect(await readJobFile(file, sha256)).toMatchObject({ ok: true });
});

it('refuses a stored row whose ID or values are too long to be stored or sent', () => {
  expect(jobSchema.safeParse(fixtureJob(HUGE)).success).toBe(false);
  expect(taskSchema.safeParse(fixtureTask(1, { uniqueId: HUGE })).success).toBe(false);
  expect(taskSchema.safeParse(fixtureTask(1, { values: { name: HUGE } })).success).toBe(false);
});
