/** What is shown about a task before it is prepared. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage } from '../../../test/support/fixture-rows.ts';
import { fixtureTask } from '../../../test/support/job-rows.ts';
import type { CarriedPackage } from '../carried-package.ts';
import type { CachedDevice } from '../device.ts';
import { kindOfTask, planTask } from './task-plan.ts';

const beacon = fixtureDevice(0, { uniqueId: 'b', pending: null, attributes: { txPower: 3 } });
const planOf = (values: CachedDevice['attributes'], devices: readonly CachedDevice[] = [beacon]) =>
  planTask(fixtureTask(0, { uniqueId: 'b', values }), {
    devices: new Map(devices.map((device) => [device.uniqueId, device])),
    packageOf: () => null,
    heldOf: () => null,
    otherJobs: new Map([['b', 'Last week']]),
  });

describe('the plan of a task', () => {
  it.each([
    [
      'new values',
      planOf({ txPower: 5 }),
      { line: { kind: 'prepare', values: { txPower: 5 }, before: { txPower: 3 } } },
    ],
    ['a beacon that the list does not know', planOf({ txPower: 5 }, []), { line: null }],
    ['values that make the beacon unreachable', planOf({ txPower: 0, packets: [] }), { risks: ['silent', 'weak'] }],
    ['an alias, which is not written', planOf({ alias: 'Room' }), { line: { kind: null, leftOut: 'nothingPending' } }],
    [
      'no value of its own while a configuration is pending',
      planOf({}, [{ ...beacon, pending: { minor: 4 } }]),
      { line: { kind: 'fetch', values: { minor: 4 } } },
    ],
    [
      'another value pending',
      planOf({ txPower: 5 }, [{ ...beacon, pending: { txPower: 7 } }]),
      { line: { kind: 'prepare', warning: 'foreign' } },
    ],
    [
      'the same value pending',
      planOf({ txPower: 5 }, [{ ...beacon, pending: { txPower: '5', minor: 1 } }]),
      { line: { kind: 'prepare', warning: null } },
    ],
    ['another job with the same beacon', planOf({ txPower: 5 }), { otherJob: 'Last week' }],
  ])('is made with %s', (_, plan, wanted) => expect(plan).toMatchObject(wanted));
});

it("the kind of a task's plan is known without making the plan", () => {
  const kind = (values: CachedDevice['attributes'], device: CachedDevice | null, open: CarriedPackage | null = null) =>
    kindOfTask(fixtureTask(0, { uniqueId: 'b', values }), device, open);
  expect(kind({ txPower: 5 }, null)).toBeNull();
  expect(kind({ txPower: 5 }, beacon)).toBe('prepare');
  expect(kind({ txPower: 3 }, beacon)).toBeNull();
  expect(kind({ alias: 'Room' }, beacon)).toBeNull();
  expect(kind({ alias: 'Room' }, { ...beacon, pending: { minor: 4 } })).toBe('fetch');
  expect(kind({ txPower: 5 }, beacon, fixturePackage('b', { values: { txPower: 5 } }))).toBeNull();
  expect(kind({ txPower: 5 }, beacon, fixturePackage('b', { values: { txPower: 5 }, state: 'prepared' }))).toBe(
    'fetch',
  );
});

it('the plan of a task warns of a pending change that lacks a planned value', () => {
  const pending = planOf({ txPower: 5, minor: 1 }, [{ ...beacon, pending: { txPower: 5 } }]);
  expect(pending.line).toMatchObject({ kind: 'prepare', warning: 'pending' });
  const { otherJob, line } = planTask(fixtureTask(0, { uniqueId: 'b', values: { txPower: 5 } }), {
    devices: new Map([['b', { ...beacon, pending: { txPower: 5 } }]]),
    packageOf: () => null,
    heldOf: () => 'unfinishedRun',
    otherJobs: new Map(),
  });
  expect([otherJob, line?.warning]).toEqual([null, 'unfinishedRun']);
});
