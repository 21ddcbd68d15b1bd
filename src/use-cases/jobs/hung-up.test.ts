/** Beacons of a job are noted as hung up: once each, only those that this device has verified, as edits of the outbox. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  fixtureJob,
  fixtureTask,
  createMemoryJobs,
  createMemoryPhotos,
  fieldPorts,
} from '../../../test/support/job-rows.ts';
import { createMemoryMetaRows } from '../../../test/support/memory-meta-rows.ts';
import { createPhone, IDS } from '../../../test/support/outbox-phone.ts';
import type { JobRows } from './ports.ts';
import { noteHungUp } from './hung-up.ts';
import { createJobs, type JobsService } from './jobs.ts';

const MINOR = 31;
let phone: ReturnType<typeof createPhone>;
let jobs: JobsService;

beforeEach(() => {
  phone = createPhone();
});

const isNotedBy = (by: string) => ({ isNoted: true, by });
const task = (at: number) =>
  fixtureTask(at, { uniqueId: IDS[at]!, values: { minor: MINOR }, plannedAtMs: phone.clock.nowMs() });

async function openJobs(rows: JobRows): Promise<void> {
  jobs = createJobs({
    ...fieldPorts(),
    jobs: createMemoryJobs(rows),
    templates: createMemoryMetaRows(),
    photos: createMemoryPhotos(),
    clock: phone.clock,
    newId: () => 'new',
  });
  await jobs.start();
}
/** The device is to be deployed, and the list on the phone shows it. */
async function list(uniqueId: string): Promise<void> {
  const values = { 'deployment.status': 'TO_BE_DEPLOYED' };
  await phone.backend.postVirtual({ uniqueId, deviceType: 'BEACON', values });
  const read = await phone.backend.readDevice(uniqueId);
  if (!read.ok || read.value === null) throw new Error('the device is there');
  await phone.stores.devices.putMany([{ ...read.value, order: 0, readAtMs: 0 }]);
}
/** A beacon of the job is configured, and the backend verifies it. */
async function verify(uniqueId: string): Promise<void> {
  await list(uniqueId);
  const { id } = await phone.configure(uniqueId, MINOR);
  await phone.outbox.start();
  await phone.outbox.sendNow();
  await phone.until(() => phone.row(id).state === 'verified');
}
const none = { all: async () => [] };
const note = () => noteHungUp({ ...phone.stores, packages: none, runs: none, jobs, outbox: phone.outbox });
const editOf = (uniqueId: string) => phone.stores.rows.edits.get(uniqueId) ?? null;
const isSaved = (uniqueId: string) => phone.until(() => editOf(uniqueId)?.state === 'saved');

describe('a beacon of a job that reports its beacons to the backend as hung up', () => {
  it.each([
    ['Ada Weber', 'deployment.installerName'],
    ['ada@site.example', 'deployment.installerEmail'],
  ])('is reported for %s once it is Verified: status, date and %s, in a request of its own', async (by, name) => {
    await openJobs({ jobs: [fixtureJob('job-1', { hungUp: isNotedBy(by) })], tasks: [task(0), task(1)] });
    expect(await note()).toBe(0);
    await verify(IDS[0]!);
    expect(await note()).toBe(1);
    await isSaved(IDS[0]!);
    const { updatedSeconds } = [...phone.rows().values()][0]!;
    const { values, posts, virtualPosts } = await phone.snapshot(IDS[0]!);
    expect(values).toMatchObject({
      'deployment.status': 'DEPLOYED',
      'deployment.deploymentDate': new Date(updatedSeconds * 1000).toISOString(),
      [name]: by,
    });
    // The other post with virtual values is that of `list`.
    expect([posts, virtualPosts]).toEqual([1, 2]);
    expect(editOf(IDS[1]!)).toBeNull();
  });

  it('is reported only once, even if a person discards the report', async () => {
    await openJobs({ jobs: [fixtureJob('job-1', { hungUp: isNotedBy('Ada') })], tasks: [task(0)] });
    await verify(IDS[0]!);
    phone.key.value = null;
    await note();
    expect(await phone.outbox.discardEdit(IDS[0]!)).not.toBeNull();
    expect(await note()).toBe(0);
    expect(editOf(IDS[0]!)).toBeNull();
  });

  it('is reported when a person agrees only after it was verified', async () => {
    await openJobs({ jobs: [fixtureJob()], tasks: [task(0)] });
    await verify(IDS[0]!);
    expect(await note()).toBe(0);
    await jobs.noteHungUp('job-1', 'Ada');
    expect(await note()).toBe(1);
  });

  it('has its report wait in the outbox without a network, and sent when the network is back', async () => {
    await openJobs({ jobs: [fixtureJob('job-1', { hungUp: isNotedBy('Ada') })], tasks: [task(0)] });
    await verify(IDS[0]!);
    await phone.control('faults', [{ name: 'offline' }]);
    await note();
    expect(editOf(IDS[0]!)).toMatchObject({ state: 'waiting', values: { 'deployment.status': 'DEPLOYED' } });
    await phone.control('faults', []);
    await phone.outbox.sendNow();
    await isSaved(IDS[0]!);
  });

  it('keeps the values that a person has typed for it when the report is added to them', async () => {
    await openJobs({ jobs: [fixtureJob('job-1', { hungUp: isNotedBy('Ada') })], tasks: [task(0)] });
    await verify(IDS[0]!);
    phone.key.value = null;
    const device = (await phone.stores.devices.get(IDS[0]!))!;
    await phone.outbox.editVirtual(device, { alias: 'Door', 'deployment.installerName': 'Ben' });
    await note();
    expect(editOf(IDS[0]!)?.values).toMatchObject({
      alias: 'Door',
      'deployment.status': 'DEPLOYED',
      'deployment.installerName': 'Ben',
    });
  });

  it('is not reported while a parked edit of it waits for a person', async () => {
    await openJobs({ jobs: [fixtureJob('job-1', { hungUp: isNotedBy('Ada') })], tasks: [task(0)] });
    await verify(IDS[0]!);
    phone.key.value = null;
    await phone.outbox.editVirtual((await phone.stores.devices.get(IDS[0]!))!, { alias: 'Door' });
    await phone.stores.edits.update(IDS[0]!, (row) => row && { ...row, state: 'parked' });
    expect(await note()).toBe(0);
    expect(editOf(IDS[0]!)).toMatchObject({ state: 'parked', values: { alias: 'Door' } });
  });

  it.each([
    ['another phone has read its receipt', { origin: 'import' }],
    ['its receipt is not verified', { state: 'sent' }],
  ] as const)('is not reported when %s', async (_why, change) => {
    await openJobs({ jobs: [fixtureJob('job-1', { hungUp: isNotedBy('Ada') })], tasks: [task(0)] });
    await verify(IDS[0]!);
    const [row] = phone.rows().values();
    phone.rows().set(row!.id, { ...row!, ...change });
    expect(await note()).toBe(0);
    expect(editOf(IDS[0]!)).toBeNull();
  });

  it('is not reported when a person has declined', async () => {
    await openJobs({ jobs: [fixtureJob()], tasks: [task(0)] });
    await jobs.noteHungUp('job-1', null);
    await verify(IDS[0]!);
    expect(await note()).toBe(0);
    expect(jobs.state.value.jobs[0]?.hungUp).toEqual({ isNoted: false, by: '' });
  });
});
