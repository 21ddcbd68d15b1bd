import { expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { NO_FACTS } from '../../beacon/device-facts.ts';
import { actionsOf } from './next-action.ts';

const ID = 'aB3d';
const of = (changes: object, more: Partial<Parameters<typeof actionsOf>[0]> = {}) => {
  const { next, others } = actionsOf({
    device: fixtureDevice(0, { uniqueId: ID, pending: null, ...changes }),
    facts: NO_FACTS,
    receipt: null,
    paused: false,
    ...more,
  });
  return [next, ...others];
};
const waiting = fixtureReceipt(ID);
const carried = { ...NO_FACTS, package: fixturePackage(ID) };

it.each([
  ['nothing begun', of({}), ['configure']],
  ['something pending at the backend', of({ pending: { txPower: 1 } }), ['fetch', 'configure']],
  [
    'prepared here',
    of({}, { facts: { ...NO_FACTS, package: fixturePackage(ID, { state: 'prepared' }) } }),
    ['fetch', 'configure'],
  ],
  ['a package here', of({ pending: { txPower: 1 } }, { facts: carried }), ['run', 'configure']],
  ['an unfinished run', of({}, { facts: { ...NO_FACTS, run: fixtureRun(ID) } }), ['run', 'configure']],
  [
    'a receipt that waits: no package is fetched before it is delivered',
    of({ pending: {} }, { receipt: waiting }),
    ['send', 'configure'],
  ],
  ['a receipt that waits, and the queue too', of({}, { receipt: waiting, paused: true }), ['outbox', 'configure']],
  ['a receipt that is held', of({}, { receipt: { ...waiting, held: true } }), ['outbox', 'configure']],
  ['a receipt that the backend refused', of({}, { receipt: { ...waiting, state: 'parked' } }), ['outbox', 'configure']],
  ['a package beside a receipt', of({}, { facts: carried, receipt: waiting }), ['run', 'send', 'configure']],
  ['one that may only look', of({ access: 'VIEWER', pending: { txPower: 1 } }), ['none']],
  ['one that may only look, with a package', of({ access: 'VIEWER' }, { facts: carried }), ['run']],
  ['a gateway', of({ deviceType: 'GATEWAY' }), ['configure']],
  [
    'a gateway that has not fetched yet what is pending',
    of({ deviceType: 'GATEWAY', pending: { a: 1 } }),
    ['askOfGateway', 'configure'],
  ],
  ['a gateway that may only be viewed', of({ deviceType: 'GATEWAY', access: 'VIEWER' }), ['none']],
  ['a cloud beacon', of({ deviceType: 'CLOUD_BEACON' }), ['configure']],
  ['a type that nobody knows', of({ deviceType: 'NEW' }), ['configure']],
  ['one that is in no list', of({}, { device: null }), ['none']],
  ['one that is in no list, with a package', of({}, { device: null, facts: carried }), ['run']],
])('with %s', (_what, facts, wanted) => {
  expect(facts).toEqual(wanted);
});
