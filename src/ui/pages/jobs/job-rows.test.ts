/** Rows of a job are made once for what they are made of, and anew when that changes. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask } from '../../../../test/support/job-rows.ts';
import { progressOf, type JobFacts } from '../../../domain/job/progress.ts';
import { TaskRows, type RowFacts } from './job-rows.ts';

const tasks = [fixtureTask(0, { uniqueId: 'a' }), fixtureTask(1, { uniqueId: 'b' })];
const facts: JobFacts = {
  devices: new Map(['a', 'b'].map((uniqueId, at) => [uniqueId, fixtureDevice(at, { uniqueId, pending: null })])),
  packages: [],
  runs: [],
  receipts: [],
};
const now: RowFacts = {
  jobId: 'job-1',
  state: { loaded: true, jobs: [fixtureJob()], tasks: new Map([['job-1', tasks]]) },
  facts,
  running: new Set(),
};
const progress = progressOf(tasks, facts);

describe('the rows of a job', () => {
  it('are the same ones while nothing has changed, whichever of them are asked for', () => {
    const rows = new TaskRows();
    const first = rows.rowsOf(progress, now, null);
    const again = rows.rowsOf(progress.slice(1), { ...now }, null);
    expect(again[0]).toBe(first[1]);
    expect(rows.rowsOf(progress, now, new Map())[0]).toBe(first[0]);
  });

  it('keep the plan and change the row where preparing has an outcome', () => {
    const rows = new TaskRows();
    const [a, b] = rows.rowsOf(progress, now, null);
    const [changed, same] = rows.rowsOf(progress, now, new Map([['a', { kind: 'notAccessible' }]]));
    expect(changed).toEqual({ ...a, outcome: { kind: 'notAccessible' } });
    expect(changed!.plan).toBe(a!.plan);
    expect(same).toBe(b);
  });

  it('are made anew when a package has come, another job has a beacon, or a run goes on', () => {
    const rows = new TaskRows();
    const [a] = rows.rowsOf(progress, now, null);
    const withPackage = { ...facts, packages: [fixturePackage('a', { values: { txPower: 1 } })] };
    const [carried] = rows.rowsOf(progress, { ...now, facts: withPackage }, null);
    expect([a!.plan.line?.warning, carried!.plan.line?.warning]).toEqual([null, 'pending']);
    const other = fixtureTask(0, { uniqueId: 'a', jobId: 'job-2' });
    const state = {
      ...now.state,
      jobs: [fixtureJob(), fixtureJob('job-2', { name: 'South wing' })],
      tasks: new Map([...now.state.tasks, ['job-2', [other]]]),
    };
    expect(rows.rowsOf(progress, { ...now, state }, null)[0]!.plan.otherJob).toBe('South wing');
    const [running] = rows.rowsOf(progress, { ...now, running: new Set(['run']) }, null);
    expect(running!.plan.otherJob).toBeNull();
  });
});
