/** Each planned value is shown exactly once: above all rows, or in its own. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AttributeValues } from '../device.ts';
import { commonValues, ownValues } from './common-values.ts';

it.each<[string, readonly AttributeValues[], AttributeValues]>([
  ['nothing of no task', [], {}],
  ['nothing of a single task', [{ interval: 713 }], {}],
  [
    'what all plan alike',
    [
      { interval: 713, minor: 1 },
      { interval: 713, minor: 2 },
    ],
    { interval: 713 },
  ],
  ['a value that is spelled differently', [{ interval: 713 }, { interval: '713' }], { interval: 713 }],
  ['no value that one task leaves out', [{ interval: 713, txPower: 4 }, { interval: 713 }], { interval: 713 }],
  ['nothing when one task plans nothing', [{ interval: 713 }, {}], {}],
])("the common values of a job's tasks include %s", (_, values, wanted) => {
  expect(commonValues(values.map((one) => ({ values: one })))).toEqual(wanted);
});

it('the values common to all beacons of a job and the values of each beacon add up to its whole plan', () => {
  const values = fc.dictionary(fc.constantFrom('interval', 'txPower', 'minor', 'url'), fc.nat(2));
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), (all) => {
      const tasks = all.map((one) => ({ values: one }));
      const common = commonValues(tasks);
      for (const task of tasks) expect({ ...common, ...ownValues(task, common) }).toEqual(task.values);
    }),
  );
});
