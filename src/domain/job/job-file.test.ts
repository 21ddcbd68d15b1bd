/**
 * A job file survives export and import, damage is reported, and merging two phones' plans neither loses nor doubles a
 * beacon.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixturePackage } from '../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask } from '../../../test/support/job-rows.ts';
import { HIDDEN_VALUE } from '../attributes/values.ts';
import type { Json } from '../device.ts';
import { readJobFile, writeJobFile, type JobFile } from './job-file.ts';
import type { Task } from './job.ts';
import { mergeTasks, mergedTasks } from './merge.ts';

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const mark = fc.option(
  fc.record({ kind: fc.constantFrom('skipped' as const, 'parked' as const), reason: fc.string(), atMs: fc.nat() }),
);
const tasks = (place: fc.Arbitrary<string> = fc.string()): fc.Arbitrary<Task[]> =>
  fc.uniqueArray(
    fc
      .record(
        {
          index: fc.nat(30),
          place,
          note: fc.constantFrom('', 'high up'),
          minor: fc.nat(3),
          mark,
          hungUpAtMs: fc.nat(),
          battery: fc.record({ notedAtMs: fc.nat(), by: fc.string(), confirmedAtMs: fc.nat() }, { requiredKeys: [] }),
        },
        { requiredKeys: ['index', 'place', 'note', 'minor', 'mark'] },
      )
      .map(({ index, minor, ...rest }) => fixtureTask(index, { ...rest, uniqueId: `b${index}`, values: { minor } })),
    { minLength: 1, maxLength: 12, selector: ({ uniqueId }) => uniqueId },
  );
const fileOf = (some: readonly Task[]): JobFile => ({
  madeAtMs: 5,
  job: fixtureJob(),
  tasks: some,
  packages: some.map(({ uniqueId }) =>
    fixturePackage(uniqueId, { id: `p-${uniqueId}`, state: 'carried', base64: 'AAEC' }),
  ),
  receipts: '{}',
});

/** Returns a valid file with any body, as another program could write it. */
async function signed(body: unknown): Promise<string> {
  const sum = Buffer.from(await sha256(new TextEncoder().encode(JSON.stringify(body)))).toString('hex');
  return JSON.stringify({ format: 'beacon-fieldkit-job', version: 1, sha256: sum, body });
}

describe('a job file', () => {
  it('is read as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(tasks(), async (some) => {
        const file = fileOf(some);
        const reading = await readJobFile(await writeJobFile(file, sha256), sha256);
        expect(reading.ok && reading.file.tasks).toEqual(file.tasks);
        expect(reading.ok && reading.file.packages.map(({ id }) => id)).toEqual(file.packages.map(({ id }) => id));
      }),
    );
  });

  it('does not contain who hangs the beacons up, so that a person who takes it over is asked', async () => {
    const job = fixtureJob('job-1', { hungUp: { isNoted: true, by: 'Ada Weber' } });
    const content = await writeJobFile({ ...fileOf([fixtureTask(1)]), job }, sha256);
    expect(content).not.toContain('Ada Weber');
    expect(await readJobFile(content, sha256)).toMatchObject({ ok: true, dropped: [] });
  });

  it('is refused when any character of it was changed, removed or inserted', async () => {
    const whole = await writeJobFile(fileOf([fixtureTask(1), fixtureTask(2)]), sha256);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 2), fc.constantFrom('x', '0', '"', ''), async (at, letter) => {
        const edited = whole.slice(0, at) + letter + whole.slice(at + 1);
        fc.pre(edited !== whole);
        expect((await readJobFile(edited, sha256)).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused with a reason for any text that is not a job file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (content) => {
        expect((await readJobFile(content, sha256)).ok).toBe(false);
      }),
    );
    const whole = await writeJobFile(fileOf([fixtureTask(1)]), sha256);
    const problemOf = async (content: string): Promise<unknown> => {
      const reading = await readJobFile(content, sha256);
      return reading.ok ? null : reading.problem;
    };
    expect(await problemOf('not JSON')).toBe('notJson');
    expect(await problemOf('{"format":"beacon-fieldkit-receipts"}')).toBe('noJob');
    expect(await problemOf(whole.replace('"version":1', '"version":3'))).toBe('newerVersion');
    expect(await problemOf(whole.replace('North wing', 'South wing'))).toBe('damaged');
    expect(await problemOf(whole.slice(0, -20))).toBe('damaged');
    expect(await problemOf(' '.repeat(50_000_001))).toBe('tooLarge');
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(await problemOf(whole.replace('"receipts":"{}"', `"receipts":${deep}`))).toBe('unreadable');
  });

  it('is read without the fields of a newer version, and each such field is named once', async () => {
    const file = fileOf([fixtureTask(1), fixtureTask(2)]);
    const body = JSON.parse(JSON.stringify(file)) as { tasks: Record<string, unknown>[]; job: object };
    const newer = { ...body, tasks: body.tasks.map((task) => ({ ...task, floor: 3 })), crew: ['x'] };
    const reading = await readJobFile(await signed(newer), sha256);
    expect(reading.ok && reading.dropped).toEqual(['tasks[].floor', 'crew']);
    expect(reading.ok && reading.file.tasks).toEqual(file.tasks);
  });

  it.each<readonly [string, (file: JobFile) => unknown]>([
    ['an id', ({ tasks: [task], ...rest }) => ({ ...rest, tasks: [{ ...task, uniqueId: 'x'.repeat(501) }] })],
    ['a note', ({ tasks: [task], ...rest }) => ({ ...rest, tasks: [{ ...task, note: 'x'.repeat(2200) }] })],
    ['values', ({ tasks: [task], ...rest }) => ({ ...rest, tasks: [{ ...task, values: { a: 'x'.repeat(1e5) } }] })],
    ['a package', ({ packages: [one], ...rest }) => ({ ...rest, packages: [{ ...one, base64: 'A'.repeat(1e5 + 1) }] })],
    ['a list of tasks', ({ tasks: [task], ...rest }) => ({ ...rest, tasks: Array(20_001).fill(task) })],
  ])('is refused when a part of it is far too long: %s', async (_, spoil) => {
    const content = await signed(spoil(fileOf([fixtureTask(1)])));
    expect(await readJobFile(content, sha256)).toMatchObject({ ok: false, problem: 'unreadable' });
  });

  it.each<readonly [string, Record<string, Json>, string]>([
    ['a password', { password: 'deadbeef' }, 'secret'],
    ['the mark that hides a password', { minor: 1, name: HIDDEN_VALUE }, 'secret'],
    ['the id of another beacon', { uniqueId: '2ibzM7' }, 'value'],
    ['the type of a gateway', { deviceType: 'GATEWAY' }, 'value'],
    ['a response', { response: 'AAAA', updated: 1 }, 'value'],
    ['a field of another request, in other capitals', { ManagerMail: 'a@b.example' }, 'value'],
    ['text in a number', { interval: 'not a number' }, 'value'],
    ['a number beyond its limit', { txPower: 9e15 }, 'value'],
    ['a name that is too long', { name: 'x'.repeat(5000) }, 'value'],
    ['a name with a control character', { name: 'a\u0000' }, 'value'],
    ['a name of no attribute', { 'a b': 1 }, 'value'],
  ])('is refused when it plans %s, and names beacon and attribute', async (_, values, problem) => {
    const file = fileOf([fixtureTask(1)]);
    const body = { ...file, tasks: [{ ...file.tasks[0], values }] };
    const name = Object.keys(values).at(problem === 'secret' ? -1 : 0)!;
    expect(await readJobFile(await signed(body), sha256)).toMatchObject({
      ok: false,
      problem,
      detail: `${file.tasks[0]!.uniqueId}: ${name}`,
    });
  });

  it('cannot name a task of another job, because task IDs are made from job and beacon', async () => {
    const file = fileOf([fixtureTask(1)]);
    const [task] = file.tasks;
    const reading = await readJobFile(await signed({ ...file, tasks: [{ ...task, id: 'victim/25meRJW7' }] }), sha256);
    expect(reading.ok && reading.file.tasks[0]!.id).toBe(`${file.job.id}/${task!.uniqueId}`);
    const slashed = { ...file, job: { ...file.job, id: 'victim/x' }, tasks: [{ ...task, jobId: 'victim/x' }] };
    expect(await readJobFile(await signed(slashed), sha256)).toMatchObject({ ok: false, problem: 'unreadable' });
  });

  it('contains packages for its own beacons only, the newest for each', async () => {
    const file = fileOf([fixtureTask(1, { uniqueId: 'here' })]);
    const carried = (id: string, uniqueId: string, preparedAtMs: number) => {
      const { runId: _runId, ...row } = {
        runId: null,
        ...fixturePackage(uniqueId, { id, state: 'carried', preparedAtMs }),
      };
      return row;
    };
    const packages = [carried('a', 'here', 5), carried('b', 'here', 7), carried('c', 'elsewhere', 9)];
    const reading = await readJobFile(await signed({ ...file, packages }), sha256);
    expect(reading.ok && reading.file.packages.map(({ id }) => id)).toEqual(['b']);
  });

  it.each([1e300, -1, 8.64e15 + 1])('is refused with the time %d, which no date can show', async (untilMs) => {
    const file = fileOf([fixtureTask(1)]);
    const mark = { kind: 'parked', reason: '', atMs: 1, untilMs };
    const body = { ...file, tasks: [{ ...file.tasks[0], mark }] };
    expect(await readJobFile(await signed(body), sha256)).toMatchObject({ ok: false, problem: 'unreadable' });
  });

  it('contains packages and receipts of its own beacons alone, and no secret value', async () => {
    const task = fixtureTask(1, { uniqueId: 'here', values: { password: 'deadbeef', minor: 1 } });
    const file = {
      ...fileOf([task]),
      packages: [
        fixturePackage('here', { id: 'a', state: 'carried', values: { password: 'deadbeef' } }),
        fixturePackage('here', { id: 'b', state: 'used' }),
        fixturePackage('elsewhere', { id: 'c', state: 'carried' }),
      ],
    };
    const content = await writeJobFile(file, sha256);
    expect(content).not.toContain('deadbeef');
    const reading = await readJobFile(content, sha256);
    expect(reading.ok && reading.file.packages.map(({ id }) => id)).toEqual(['a']);
  });
});

describe('two plans of one job that are merged', () => {
  it('lose no beacon and double none, and merging again changes nothing', () => {
    fc.assert(
      fc.property(
        tasks(fc.constantFrom('A', 'B')),
        tasks(fc.constantFrom('A', 'B')),
        fc.constantFrom('ours' as const, 'theirs' as const),
        (ours, theirs, take) => {
          const merge = mergeTasks(ours, theirs);
          const after = new Map(ours.map((task) => [task.id, task]));
          for (const task of mergedTasks(merge, take)) after.set(task.id, task);
          expect(new Set([...after.values()].map(({ uniqueId }) => uniqueId))).toEqual(
            new Set([...ours, ...theirs].map(({ uniqueId }) => uniqueId)),
          );
          expect(merge.added.length + merge.marked.length + merge.conflicts.length + merge.same).toBe(theirs.length);
          const again = mergeTasks([...after.values()], theirs);
          expect(again.added).toEqual([]);
          expect(again.marked).toEqual([]);
          expect(again.conflicts).toHaveLength(take === 'ours' ? merge.conflicts.length : 0);
        },
      ),
    );
  });

  it('keep a battery change that is planned on either phone, as far as it has come on one of them', () => {
    const [plain, toChange] = [fixtureTask(1), fixtureTask(1, { battery: {} })];
    const noted = { ...plain, battery: { notedAtMs: 3, by: 'Ada' } };
    const confirmed = { ...plain, battery: { notedAtMs: 2, confirmedAtMs: 9 } };
    expect(mergeTasks([toChange], [noted]).marked).toEqual([noted]);
    expect(mergeTasks([plain], [toChange]).marked).toEqual([toChange]);
    expect(mergeTasks([noted], [confirmed]).marked).toEqual([confirmed]);
    for (const other of [plain, toChange, { ...plain, battery: { notedAtMs: 8 } }])
      expect(mergeTasks([noted], [other])).toMatchObject({ same: 1, marked: [] });
    const moved = mergeTasks([noted], [{ ...plain, place: 'Cellar' }]);
    expect(mergedTasks(moved, 'theirs')).toEqual([{ ...noted, place: 'Cellar' }]);
  });

  it('take over a beacon skipped on the other phone alone, and ask a person where the phones differ', () => {
    const skipped = { kind: 'skipped', reason: 'locked', atMs: 1 } as const;
    const [one, two, three] = [fixtureTask(1), fixtureTask(2), fixtureTask(3)];
    const merge = mergeTasks([one, two, three], [{ ...one, mark: skipped }, { ...two, place: 'Cellar' }, three]);
    expect(merge.marked).toEqual([{ ...one, mark: skipped }]);
    const hungUp = { ...three, hungUpAtMs: 7 };
    expect(mergeTasks([three], [hungUp]).marked).toEqual([hungUp]);
    expect(mergeTasks([hungUp], [three])).toMatchObject({ marked: [], same: 1 });
    const moved = mergeTasks([hungUp], [{ ...three, place: 'Cellar' }]);
    expect(mergedTasks(moved, 'theirs')).toEqual([{ ...hungUp, place: 'Cellar' }]);
    expect(merge.conflicts).toEqual([{ ours: two, theirs: { ...two, place: 'Cellar' } }]);
    expect(merge.same).toBe(1);
    expect(mergeTasks([{ ...one, mark: skipped }], [one])).toMatchObject({ same: 1, marked: [], conflicts: [] });
    const parked = { kind: 'parked', reason: 'locked', atMs: 1 } as const;
    const marks = (ours: Task['mark'], theirs: Task['mark']) =>
      mergeTasks([{ ...one, mark: ours }], [{ ...one, mark: theirs }]);
    expect(marks(skipped, parked).conflicts).toHaveLength(1);
    expect(marks(skipped, { ...skipped, reason: 'no ladder' }).conflicts).toHaveLength(1);
    expect(marks(skipped, { ...skipped, atMs: 9 })).toMatchObject({ same: 1, conflicts: [] });
    for (const change of [{ note: 'high' }, { values: { minor: 9 } }])
      expect(mergeTasks([one], [{ ...one, ...change }]).conflicts).toHaveLength(1);
    expect(mergeTasks([one], [{ ...one, order: 9, plannedAtMs: 9 }])).toMatchObject({ same: 1, conflicts: [] });
  });

  it('keep what a person has noted on either phone, and the order of this phone', () => {
    const skipped = { kind: 'skipped', reason: 'locked', atMs: 1 } as const;
    const one = fixtureTask(1);
    const merge = mergeTasks([{ ...one, mark: skipped }], [{ ...one, hungUpAtMs: 7 }]);
    expect(merge.marked).toEqual([{ ...one, mark: skipped, hungUpAtMs: 7 }]);
    expect(mergeTasks([{ ...one, hungUpAtMs: 5 }], [{ ...one, hungUpAtMs: 7 }])).toMatchObject({ same: 1, marked: [] });
    const moved = mergeTasks([one], [{ ...one, place: 'Cellar', order: 99 }]);
    expect(mergedTasks(moved, 'theirs')).toEqual([{ ...one, place: 'Cellar' }]);
    expect(mergedTasks(moved, 'ours')).toEqual([]);
  });
});

it.each<[string, (file: JobFile) => unknown]>([
  ['a task of another job', ({ tasks: [task], ...rest }) => ({ ...rest, tasks: [{ ...task, jobId: 'other' }] })],
  ['a beacon twice', ({ tasks: [task], ...rest }) => ({ ...rest, tasks: [task, task] })],
  ['no task', (file) => ({ ...file, tasks: [] })],
  ['a package that was used', ({ packages: [one], ...rest }) => ({ ...rest, packages: [{ ...one, state: 'used' }] })],
  ['a command', ({ packages: [one], ...rest }) => ({ ...rest, packages: [{ ...one, kind: 'command' }] })],
  ['a due day that is no date', (file) => ({ ...file, job: { ...file.job, due: 'soon' } })],
])('a job file is refused with %s', async (_what, spoil) => {
  const content = await signed(spoil(fileOf([fixtureTask(1)])));
  expect(await readJobFile(content, sha256)).toMatchObject({ ok: false, problem: 'unreadable', detail: '' });
});

it('a job file is read with the first and the last time that a date can show', async () => {
  for (const [atMs, kind] of [
    [0, 'skipped'],
    [8.64e15, 'parked'],
    [1, 'doneElsewhere'],
  ] as const) {
    const task = fixtureTask(1, { mark: { kind, reason: '', atMs, untilMs: atMs }, hungUpAtMs: atMs });
    const content = await writeJobFile({ ...fileOf([task]), madeAtMs: atMs }, sha256);
    expect(await readJobFile(content, sha256)).toMatchObject({ ok: true, file: { madeAtMs: atMs, tasks: [task] } });
  }
});

it('a job file contains no carried command, and of two packages from one moment the first', async () => {
  const packages = [
    fixturePackage('here', { id: 'command', kind: 'command', command: 'IDENTIFY' }),
    fixturePackage('here', { id: 'a', preparedAtMs: 5 }),
    fixturePackage('here', { id: 'b', preparedAtMs: 5 }),
  ];
  const content = await writeJobFile({ ...fileOf([fixtureTask(1, { uniqueId: 'here' })]), packages }, sha256);
  const reading = await readJobFile(content, sha256);
  expect(reading.ok && reading.file.packages.map(({ id }) => id)).toEqual(['a']);
});
