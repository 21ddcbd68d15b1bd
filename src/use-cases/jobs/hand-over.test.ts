/**
 * A job between two phones: plan, packages and receipts are transferred once, and the first phone's newer data stays.
 */
import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, openMemoryJobs } from '../../../test/support/job-rows.ts';
import { createPhone, IDS } from '../../../test/support/outbox-phone.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { taskId } from '../../domain/job/job.ts';
import { readJobFile } from '../../domain/job/job-file.ts';
import type { Run } from '../../domain/run.ts';
import type { PackageStore } from '../stores.ts';
import { createHandOver, type HandOver } from './hand-over.ts';
import type { Jobs } from './jobs.ts';

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const OURS = { conflicts: 'ours', packages: 'ours' } as const;
const BASE64 = 'AAMQBQAAAAAAAA==';

async function phone(accountId: string, shared?: ReturnType<typeof createPhone>) {
  const outside = createPhone(accountId, shared?.sandbox);
  const jobs: Jobs = await openMemoryJobs();
  const rows = new Map<string, CarriedPackage>();
  const runs: Run[] = [];
  const packages = {
    all: async () => [...rows.values()],
    ofDevice: async (uniqueId: string) => [...rows.values()].filter((row) => row.uniqueId === uniqueId),
    replace: async (row: CarriedPackage) => void rows.set(row.id, row),
  } as unknown as PackageStore;
  const handOver: HandOver = createHandOver({
    jobs,
    outbox: outside.outbox,
    packages,
    runs: { all: async () => runs },
    clock: outside.clock,
    newId: () => crypto.randomUUID(),
    readFile: (text) => readJobFile(text, sha256),
    sha256,
    redraw: async (photo) => photo,
  });
  return { outside, jobs, rows, runs, handOver };
}

/** A phone with a job of all beacons, a package and two receipts. */
async function office() {
  const one = await phone('shared');
  for (const id of IDS.slice(0, 2)) await one.outside.configure(id, 31);
  await one.outside.outbox.start();
  const job = await one.jobs.create({
    name: 'Night',
    site: 'Hospital',
    tasks: IDS.map((uniqueId, at) => ({ ...fixtureTask(at), uniqueId })),
  });
  one.rows.set('p', fixturePackage(IDS[2]!, { id: 'p', state: 'carried', base64: BASE64 }));
  const text = await one.handOver.write(
    job.id,
    IDS.slice(0, 3).map((id) => taskId(job.id, id)),
  );
  return { ...one, job, text };
}

describe('handing over a job', () => {
  it('transfers the chosen part of the job with its packages and receipts, and each of them only once', async () => {
    const { text, job, outside } = await office();
    expect(text).not.toContain('sandbox-owner-key');
    const other = await phone('shared', outside);
    await other.outside.outbox.start();
    const preview = await other.handOver.preview(text);
    expect(preview).toMatchObject({
      kind: 'file',
      tasks: 3,
      packages: 1,
      receipts: 2,
      ofThisAccount: true,
      isKnown: false,
    });
    expect(await other.handOver.take(text, OURS)).toMatchObject({ jobId: job.id, tasks: 3, packages: 1, receipts: 2 });
    expect(other.jobs.state.value.tasks.get(job.id)?.map(({ uniqueId }) => uniqueId)).toEqual(IDS.slice(0, 3));
    expect(await other.handOver.take(text, OURS)).toMatchObject({ jobId: job.id, tasks: 0, packages: 0, receipts: 0 });
  });

  it('takes over from the other phone what it has marked and changed, and keeps all beacons of the job', async () => {
    const { text, job, jobs, handOver, outside } = await office();
    const other = await phone('shared', outside);
    await other.outside.outbox.start();
    await other.handOver.take(text, OURS);
    await other.jobs.mark(taskId(job.id, IDS[1]!), { kind: 'skipped', reason: 'locked' });
    await other.jobs.plan(new Map([[taskId(job.id, IDS[0]!), { place: 'Cellar' }]]));
    const back = await other.handOver.write(
      job.id,
      other.jobs.state.value.tasks.get(job.id)!.map(({ id }) => id),
    );
    const preview = await handOver.preview(back);
    expect(preview).toMatchObject({ kind: 'file', isKnown: true, merge: { marked: [{}], conflicts: [{}], same: 1 } });
    await handOver.take(back, { conflicts: 'theirs', packages: 'theirs' });
    const tasks = jobs.state.value.tasks.get(job.id)!;
    expect(tasks).toHaveLength(IDS.length);
    expect(tasks.find(({ uniqueId }) => uniqueId === IDS[1])?.mark).toMatchObject({ reason: 'locked' });
    expect(tasks.find(({ uniqueId }) => uniqueId === IDS[0])?.place).toBe('Cellar');
  });

  it('imports no package that is older than the one on this phone, or that this phone has written', async () => {
    const { text, outside } = await office();
    const newer = await phone('shared', outside);
    newer.rows.set('n', fixturePackage(IDS[2]!, { id: 'n', state: 'carried', preparedAtMs: Number.MAX_SAFE_INTEGER }));
    expect(await newer.handOver.take(text, OURS)).toMatchObject({ packages: 0 });
    const written = await phone('shared', outside);
    written.runs.push(fixtureRun(IDS[2]!, { packageBase64: BASE64 }));
    expect(await written.handOver.take(text, OURS)).toMatchObject({ packages: 0 });
  });

  it('names the account of the job when it differs, and the fault of a file that is refused', async () => {
    const { text, outside } = await office();
    const stranger = await phone('other', outside);
    stranger.outside.key.value = 'sandbox-other-key';
    expect(await stranger.handOver.preview(text)).toMatchObject({
      ofThisAccount: false,
      baseUrl: 'http://s/sandbox/legacy',
    });
    expect(await stranger.handOver.preview(text.replace('Hospital', 'Hotel'))).toEqual({
      kind: 'problem',
      problem: 'damaged',
      detail: '',
      faults: [],
    });
    expect(await stranger.handOver.take('nothing', OURS)).toBeNull();
  });

  it('names the packages that the file would replace, and replaces them only on request', async () => {
    const { text, outside } = await office();
    const older = fixturePackage(IDS[2]!, { id: 'old', state: 'carried', preparedAtMs: 1, base64: 'AAMQBQEAAAAAAA==' });
    const other = await phone('shared', outside);
    other.rows.set('old', older);
    expect(await other.handOver.preview(text)).toMatchObject({ replaces: [IDS[2]] });
    expect(await other.handOver.take(text, OURS)).toMatchObject({ packages: 0 });
    expect([...other.rows.values()]).toEqual([older]);
    expect(await other.handOver.take(text, { ...OURS, packages: 'theirs' })).toMatchObject({ packages: 1 });
    expect([...other.rows.values()].map(({ base64 }) => base64)).toContain(BASE64);
  });

  it('leaves the packages of other beacons alone, whatever IDs are in the file', async () => {
    const { text, outside } = await office();
    const other = await phone('shared', outside);
    const mine = fixturePackage('39zARdRZ', { id: 'p', state: 'carried' });
    other.rows.set('p', mine);
    expect(await other.handOver.take(text, OURS)).toMatchObject({ packages: 1 });
    expect(other.rows.get('p')).toEqual(mine);
    expect(new Set([...other.rows.values()].map(({ uniqueId }) => uniqueId))).toEqual(new Set(['39zARdRZ', IDS[2]]));
  });

  it('dates a package from the future to now, so that it does not block later ones', async () => {
    const { job, jobs, rows, handOver, outside } = await office();
    rows.set('p', fixturePackage(IDS[2]!, { id: 'p', state: 'carried', base64: BASE64, preparedAtMs: 8e15 }));
    const text = await handOver.write(
      job.id,
      jobs.state.value.tasks.get(job.id)!.map(({ id }) => id),
    );
    const other = await phone('shared', outside);
    await other.handOver.take(text, OURS);
    expect([...other.rows.values()].map(({ preparedAtMs }) => preparedAtMs)).toEqual([other.outside.clock.nowMs()]);
  });

  it('transfers the photos of the chosen beacons once, and all that fits where there is no space for them', async () => {
    const { job, jobs, handOver, outside } = await office();
    const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]);
    await jobs.photos.put(
      IDS.slice(0, 2).map((uniqueId, at) => ({ jobId: job.id, uniqueId, addedAtMs: at, file: jpeg })),
    );
    const { text, leftOut } = await handOver.writeWithPhotos(job.id, [taskId(job.id, IDS[0]!)]);
    expect(leftOut).toEqual([]);
    const other = await phone('shared', outside);
    expect(await other.handOver.preview(text)).toMatchObject({ kind: 'file', tasks: 1, photos: 1, photosLost: 0 });
    const { put } = other.jobs.photos;
    Object.assign(other.jobs.photos, { put: () => Promise.reject(new Error('full')) });
    expect(await other.handOver.take(text, OURS)).toMatchObject({ tasks: 1, photos: 0, photosRefused: 1 });
    Object.assign(other.jobs.photos, { put });
    expect(await other.handOver.take(text, OURS)).toMatchObject({ tasks: 0, photos: 1, photosRefused: 0 });
    expect(await other.handOver.take(text, OURS)).toMatchObject({ tasks: 0, photos: 0, photosRefused: 0 });
    const [photo] = await other.jobs.photos.ofJob(job.id);
    expect(photo).toMatchObject({ uniqueId: IDS[0], addedAtMs: 0 });
    expect(new Uint8Array(await photo!.file.arrayBuffer())).toEqual(new Uint8Array(await jpeg.arrayBuffer()));
    expect(await handOver.write(job.id, [taskId(job.id, IDS[0]!)])).not.toContain('"photos"');
  });
});
