/** The button that prepares counts exactly the beacons whose plan needs a request to the backend. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixtureEdit, fixturePackage, fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, jobFacts, type JobGiven } from '../../../test/support/job-rows.ts';
import { planFactsOf } from '../beacon-table.ts';
import type { CachedDevice } from '../device.ts';
import type { Task } from './job.ts';
import { progressOf, type TaskProgress } from './progress.ts';
import { planTask } from './task-plan.ts';
import { toPrepare } from './to-prepare.ts';

const beacon = (uniqueId: string, changes: Partial<CachedDevice> = {}): CachedDevice =>
  fixtureDevice(0, { uniqueId, pending: null, attributes: { txPower: 3 }, access: 'OWNER', alias: null, ...changes });
const DEVICES = [
  beacon('new'),
  beacon('same', { attributes: { txPower: 5 } }),
  beacon('viewed', { access: 'VIEWER' }),
  beacon('pending', { pending: { txPower: 5 } }),
  beacon('carried'),
  beacon('prepared'),
  beacon('other'),
  beacon('verified'),
  beacon('alias'),
  beacon('same, alias', { attributes: { txPower: 5 } }),
  beacon('same, its alias too', { attributes: { txPower: 5 }, alias: 'Gate' }),
  beacon('carried, alias'),
];
/** An alias is planned for these, and nothing else for the first one. */
const WITH_ALIAS = ['alias', 'same, alias', 'same, its alias too', 'carried, alias'];
const valuesOf = (uniqueId: string) => ({
  ...(uniqueId === 'alias' ? {} : { txPower: 5 }),
  ...(WITH_ALIAS.includes(uniqueId) ? { alias: 'Gate' } : {}),
});
const TASKS = [...DEVICES.map(({ uniqueId }) => uniqueId), 'unknown'].map((uniqueId, at) =>
  fixtureTask(at, { uniqueId, values: valuesOf(uniqueId) }),
);
const GIVEN: JobGiven = {
  devices: new Map(DEVICES.map((device) => [device.uniqueId, device])),
  packages: [
    fixturePackage('carried', { values: { txPower: 5 } }),
    fixturePackage('carried, alias', { values: { txPower: 5 } }),
    fixturePackage('prepared', { values: { txPower: 5 }, state: 'prepared' }),
    fixturePackage('other', { values: { txPower: 7 } }),
  ],
  runs: [],
  receipts: [fixtureReceipt('verified', { state: 'verified', values: { txPower: 5 } })],
};
const facts = jobFacts(GIVEN);
const progress = progressOf(TASKS, facts);
const ids = ({ beacons } = facts) => toPrepare(progress, beacons).map(({ task }) => task.uniqueId);

describe('the beacons still to prepare', () => {
  it('are those with neither a package nor the values of the plan that this key may change', () => {
    expect(ids().filter((id) => !WITH_ALIAS.includes(id))).toEqual(['new', 'pending', 'prepared', 'other']);
  });

  it('include a beacon with an alias to save and nothing to write', () => {
    expect(ids().filter((id) => WITH_ALIAS.includes(id))).toEqual(['alias', 'same, alias', 'carried, alias']);
  });

  it('include no beacon that is written or verified, although an alias is to be saved for the beacon', () => {
    const [written] = progress.filter(({ task }) => task.uniqueId === 'alias');
    const list = (configuration: TaskProgress['configuration']) =>
      toPrepare([{ ...written!, configuration }], facts.beacons).length;
    expect([list('onTheWay'), list('verified'), list('planned'), list('ready'), list('alreadySo')]).toEqual([
      0, 0, 1, 1, 1,
    ]);
  });

  it('include no beacon that shows the values or has its package on this phone', () => {
    const [row] = progress.filter(({ task }) => task.uniqueId === 'new');
    const list = (configuration: TaskProgress['configuration']) =>
      toPrepare([{ ...row!, configuration }], facts.beacons).length;
    expect([list('ready'), list('alreadySo'), list('trouble'), list('prepared'), list('planned')]).toEqual([
      0, 0, 1, 1, 1,
    ]);
  });

  it('include a beacon whose battery alone is changed only when a value or an alias is planned', () => {
    const battery = (values: Task['values']) => fixtureTask(0, { uniqueId: 'pending', values, battery: {} });
    const count = (values: Task['values']) => toPrepare(progressOf([battery(values)], facts), facts.beacons).length;
    expect([count({}), count({ alias: 'Gate' }), count({ txPower: 5 })]).toEqual([0, 1, 1]);
    const planned = { devices: GIVEN.devices, ...planFactsOf(facts.beacons), otherJobs: new Map<string, string>() };
    expect(planTask(battery({ alias: 'Gate' }), planned).line).toBe(null);
  });

  it('are those for which the plan prepares or fetches a package', () => {
    const planned = progress.filter(({ task, standing }) => {
      const { line } = planTask(task, {
        devices: GIVEN.devices,
        ...planFactsOf(facts.beacons),
        otherJobs: new Map(),
      });
      return (
        standing !== 'ready' && standing !== 'verified' && !WITH_ALIAS.includes(task.uniqueId) && line?.kind != null
      );
    });
    expect(ids().filter((id) => !WITH_ALIAS.includes(id))).toEqual(planned.map(({ task }) => task.uniqueId));
  });

  it('are computed once, and again after an edit', () => {
    expect(toPrepare(progress, facts.beacons)).toBe(toPrepare(progress, facts.beacons));
    const edits = WITH_ALIAS.map((uniqueId) => fixtureEdit(uniqueId, { values: { alias: 'Gate' } }));
    expect(ids(jobFacts({ ...GIVEN, edits }))).toEqual(['new', 'pending', 'prepared', 'other']);
    const later = jobFacts({ ...GIVEN, packages: [] });
    expect(toPrepare(progressOf(TASKS, later), later.beacons).map(({ task }) => task.uniqueId)).toContain('carried');
  });
});
