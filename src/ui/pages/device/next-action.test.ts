import { expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { beaconGiven, type GivenRows } from '../../../../test/support/table-given.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import { actionsOf } from './next-action.ts';

const ID = 'aB3d';
/** `device`: null for one outside the list. */
interface Given extends GivenRows {
  readonly receipt?: Receipt | null;
  readonly paused?: boolean;
}
const of = (device: object | null, { receipt = null, paused = false, ...rows }: Given = {}) => {
  const listed = device === null ? null : fixtureDevice(0, { uniqueId: ID, pending: null, ...device });
  return actionsOf(beaconGiven(ID, rows, listed), receipt, paused);
};
const waiting = fixtureReceipt(ID);
const carried = { packages: [fixturePackage(ID)] };

it.each([
  ['a beacon without a configuration', of({}), ['configure']],
  ['something pending at the backend', of({ pending: { txPower: 1 } }), ['fetch', 'configure']],
  [
    'a configuration prepared here',
    of({}, { packages: [fixturePackage(ID, { state: 'prepared' })] }),
    ['fetch', 'configure'],
  ],
  ['a package here', of({ pending: { txPower: 1 } }, carried), ['run', 'configure']],
  ['an unfinished run', of({}, { runs: [fixtureRun(ID)] }), ['run', 'configure']],
  [
    'a receipt that waits, before whose delivery no package is fetched',
    of({ pending: {} }, { receipt: waiting }),
    ['send', 'configure'],
  ],
  ['a receipt that waits in a paused queue', of({}, { receipt: waiting, paused: true }), ['outbox', 'configure']],
  ['a receipt that is held', of({}, { receipt: { ...waiting, held: true } }), ['outbox', 'configure']],
  ['a receipt that the backend refused', of({}, { receipt: { ...waiting, state: 'parked' } }), ['outbox', 'configure']],
  ['a package beside a receipt', of({}, { ...carried, receipt: waiting }), ['run', 'send', 'configure']],
  ['a beacon that may only be viewed', of({ access: 'VIEWER', pending: { txPower: 1 } }), []],
  ['a beacon that may only be viewed, and its package', of({ access: 'VIEWER' }, carried), ['run']],
  ['a gateway', of({ deviceType: 'GATEWAY' }), ['configure']],
  [
    'a gateway with a pending configuration',
    of({ deviceType: 'GATEWAY', pending: { a: 1 } }),
    ['askOfGateway', 'configure'],
  ],
  ['a gateway that may only be viewed', of({ deviceType: 'GATEWAY', access: 'VIEWER' }), []],
  ['a cloud beacon', of({ deviceType: 'CLOUD_BEACON' }), ['configure']],
  ['a device of an unknown type', of({ deviceType: 'NEW' }), ['configure']],
  ['a device outside the list', of(null), []],
  ['a device outside the list, and its package', of(null, carried), ['run']],
])('the device page offers the next actions for %s', (_what, facts, wanted) => {
  expect(facts).toEqual(wanted);
});
