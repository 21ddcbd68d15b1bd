/** Jobs: plans are stored as planned, a mark can be undone, and no secret is ever part of a plan. */
import { whenFits } from '../../domain/when-fits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryJobs, createMemoryPhotos, fieldPorts } from '../../../test/support/job-rows.ts';
import { createMemoryMetaRows } from '../../../test/support/memory-meta-rows.ts';
import { createJobs, type JobsService, type NewTask } from './jobs.ts';
import type { JobStore } from './ports.ts';

let store: JobStore;
let jobs: JobsService;
let nowMs: number;
let ids: number;

beforeEach(async () => {
  nowMs = 1_000;
  ids = 0;
  store = createMemoryJobs();
  jobs = openJobs();
  await jobs.start();
});

const openJobs = (): JobsService =>
  createJobs({
    ...fieldPorts(),
    jobs: store,
    templates: createMemoryMetaRows(),
    photos: createMemoryPhotos(),
    clock: { nowMs: () => nowMs },
    newId: () => `id-${++ids}`,
  });
const plan = (uniqueId: string, changes: Partial<NewTask> = {}): NewTask => ({
  uniqueId,
  deviceType: 'BEACON',
  place: '',
  values: { minor: 1 },
  note: '',
  ...changes,
});
const tasksOf = (jobId: string) => jobs.state.value.tasks.get(jobId) ?? [];
const byId = (jobId: string, uniqueId: string) => tasksOf(jobId).find((task) => task.uniqueId === uniqueId)!;

describe('a job', () => {
  it('adds a beacon once, in the order of the list', async () => {
    const job = await jobs.create({
      name: 'A',
      site: 'B',
      tasks: [plan('x1'), plan('a1'), plan('x1', { place: 'later' })],
    });
    expect(tasksOf(job.id).map(({ uniqueId, order, place }) => [uniqueId, order, place])).toEqual([
      ['x1', 0, ''],
      ['a1', 1, ''],
    ]);
    expect(await jobs.add(job.id, [plan('a1'), plan('b1')])).toBe(1);
    expect(tasksOf(job.id).map(({ uniqueId }) => uniqueId)).toEqual(['x1', 'a1', 'b1']);
  });

  it('stores no secret among the planned values', async () => {
    const job = await jobs.create({
      name: 'A',
      site: '',
      tasks: [plan('x1', { values: { password: 'a1b2c3d4', minor: 2 } })],
    });
    expect(tasksOf(job.id)[0]!.values).toEqual({ minor: 2 });
    expect(JSON.stringify(await store.all())).not.toContain('a1b2c3d4');
  });

  it('is the same after a restart, and the newest job is listed first', async () => {
    const first = await jobs.create({ name: 'first', site: '', tasks: [plan('x1')] });
    nowMs = 2_000;
    const second = await jobs.create({ name: 'second', site: '', tasks: [] });
    await jobs.rename(first.id, { name: 'one', site: 'here', due: '2026-03-31' });
    const other = openJobs();
    await other.start();
    expect(other.state.value).toEqual(jobs.state.value);
    expect(other.state.value.jobs.map(({ id, name, due }) => [id, name, due])).toEqual([
      [second.id, 'second', undefined],
      [first.id, 'one', '2026-03-31'],
    ]);
    await jobs.rename(first.id, { name: 'one', site: 'here', due: '' });
    expect(jobs.state.value.jobs.at(-1)).not.toHaveProperty('due');
  });

  it('that another window creates appears in this window', async () => {
    const other = openJobs();
    await other.start();
    const before = jobs.state.value;
    const notified = whenFits(jobs.state, (state) => state !== before);
    const job = await other.create({ name: 'theirs', site: '', tasks: [plan('x1')] });
    await notified;
    expect(tasksOf(job.id)).toHaveLength(1);
  });
});

describe('a task of a job', () => {
  it('can be marked as parked with a reason, and the mark can be removed', async () => {
    const { id } = await jobs.create({ name: 'A', site: '', tasks: [plan('x1')] });
    nowMs = 5_000;
    await jobs.mark(byId(id, 'x1').id, { kind: 'parked', reason: 'locked out' });
    expect(byId(id, 'x1').mark).toEqual({ kind: 'parked', reason: 'locked out', atMs: 5_000 });
    await jobs.mark(byId(id, 'x1').id, null);
    expect(byId(id, 'x1').mark).toBeNull();
  });

  it('gets a new planning date when its values change, and none when only its room does', async () => {
    const { id } = await jobs.create({ name: 'A', site: '', tasks: [plan('x1'), plan('x2')] });
    nowMs = 5_000;
    await jobs.plan(
      new Map([
        [byId(id, 'x1').id, { place: 'Room 2', values: { minor: '1' } }],
        [byId(id, 'x2').id, { values: { minor: 2 } }],
      ]),
    );
    expect(byId(id, 'x1')).toMatchObject({ place: 'Room 2', plannedAtMs: 1_000 });
    expect(byId(id, 'x2')).toMatchObject({ values: { minor: 2 }, plannedAtMs: 5_000 });
  });

  it('exchanges values, room, order and note with another task when the two are swapped', async () => {
    const { id } = await jobs.create({
      name: 'A',
      site: '',
      tasks: [
        plan('x1', { place: 'R1', values: { minor: 1 }, note: 'left' }),
        plan('x2', { place: 'R2', values: { minor: 2 }, note: 'right' }),
      ],
    });
    nowMs = 5_000;
    await jobs.swap(byId(id, 'x1').id, byId(id, 'x2').id);
    expect(byId(id, 'x1')).toMatchObject({
      place: 'R2',
      values: { minor: 2 },
      note: 'right',
      order: 1,
      plannedAtMs: 5_000,
    });
    expect(byId(id, 'x2')).toMatchObject({
      place: 'R1',
      values: { minor: 1 },
      note: 'left',
      order: 0,
      plannedAtMs: 5_000,
    });
    expect(tasksOf(id).map(({ uniqueId }) => uniqueId)).toEqual(['x2', 'x1']);
  });

  it('keeps its advertised name and its planning date when it is swapped with a task of equal values', async () => {
    nowMs = 1_000;
    const { id } = await jobs.create({
      name: 'A',
      site: '',
      tasks: [
        { ...plan('x1'), place: 'R1', values: { interval: 500, name: 'x1' } },
        { ...plan('x2'), place: 'R2', values: { interval: 500, name: 'x2' } },
      ],
    });
    nowMs = 5_000;
    await jobs.swap(byId(id, 'x1').id, byId(id, 'x2').id);
    expect(byId(id, 'x1')).toMatchObject({ place: 'R2', values: { interval: 500, name: 'x1' }, plannedAtMs: 1_000 });
    expect(byId(id, 'x2')).toMatchObject({ place: 'R1', values: { interval: 500, name: 'x2' }, plannedAtMs: 1_000 });
  });

  it('can be restored after it was removed, alone or with its whole job', async () => {
    const { id } = await jobs.create({ name: 'A', site: '', tasks: [plan('x1'), plan('x2')] });
    const before = jobs.state.value;
    const back = await jobs.removeTasks([byId(id, 'x1').id]);
    expect(tasksOf(id).map(({ uniqueId }) => uniqueId)).toEqual(['x2']);
    await back();
    expect(jobs.state.value).toEqual(before);
    const jobBack = await jobs.remove(id);
    expect([jobs.state.value.jobs, await store.all()]).toEqual([[], { jobs: [], tasks: [] }]);
    await jobBack();
    expect(jobs.state.value).toEqual(before);
  });

  it('is copied into a copy of its job without its mark and note, with a new planning date', async () => {
    const { id } = await jobs.create({ name: 'A', site: 'S', tasks: [plan('x1', { place: 'R1', note: 'ladder' })] });
    await jobs.mark(byId(id, 'x1').id, { kind: 'skipped', reason: '' });
    nowMs = 9_000;
    const copy = await jobs.copy(id, 'Again');
    expect(copy).toMatchObject({ name: 'Again', site: 'S' });
    expect(tasksOf(copy.id)).toMatchObject([
      { uniqueId: 'x1', place: 'R1', values: { minor: 1 }, mark: null, note: '', plannedAtMs: 9_000 },
    ]);
  });
});
