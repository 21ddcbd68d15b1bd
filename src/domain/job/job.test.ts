import { expect, it } from 'vitest';
import { fixtureJob, fixtureTask } from '../../../test/support/job-rows.ts';
import { isBack, isSetAside, jobSchema, MAX_WORDS, taskSchema, type Task } from './job.ts';
import { readJobFile, writeJobFile } from './job-file.ts';

const HUGE = 'x'.repeat(1_000_000);
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

it('a stored job has texts cut that are too long, so that the phone can still use it', async () => {
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

it('a stored job is refused when its ID or its values are too long to be stored or sent', () => {
  expect(jobSchema.safeParse(fixtureJob(HUGE)).success).toBe(false);
  expect(taskSchema.safeParse(fixtureTask(1, { uniqueId: HUGE })).success).toBe(false);
  expect(taskSchema.safeParse(fixtureTask(1, { values: { name: HUGE } })).success).toBe(false);
});

it.each<[string, Task['mark'], back: boolean, aside: boolean]>([
  ['not marked', null, false, false],
  ['parked without a time', { kind: 'parked', reason: '', atMs: 1 }, false, true],
  ['parked until later', { kind: 'parked', reason: '', atMs: 1, untilMs: 51 }, false, true],
  ['parked until now', { kind: 'parked', reason: '', atMs: 1, untilMs: 50 }, true, false],
  ['parked until earlier', { kind: 'parked', reason: '', atMs: 1, untilMs: 49 }, true, false],
  ['skipped', { kind: 'skipped', reason: '', atMs: 1 }, false, true],
  ['skipped, whatever its time', { kind: 'skipped', reason: '', atMs: 1, untilMs: 49 }, false, true],
  ['done elsewhere', { kind: 'doneElsewhere', reason: '', atMs: 1 }, false, true],
])('a task that is %s is due again: %s, and set aside: %s', (_what, mark, back, aside) => {
  const task = fixtureTask(1, { mark });
  expect([isBack(task, 50), isSetAside(task, 50)]).toEqual([back, aside]);
});

it('a stored job is read although a later version has written its day or hang-up note otherwise', () => {
  expect(jobSchema.parse(fixtureJob('j', { due: '2026-03-31' })).due).toBe('2026-03-31');
  expect(jobSchema.parse({ ...fixtureJob(), due: 'soon', hungUp: 7 })).toMatchObject({
    due: undefined,
    hungUp: undefined,
  });
  expect(taskSchema.parse({ ...fixtureTask(1), hungUpAtMs: 'x' }).hungUpAtMs).toBeUndefined();
  expect(taskSchema.parse({ ...fixtureTask(1), hungUpAtMs: 5 }).hungUpAtMs).toBe(5);
});
