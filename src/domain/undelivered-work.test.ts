/**
 * What prevents the removal of an account: every receipt that the backend has not verified, unless a person has given
 * it up.
 */
import { expect, it } from 'vitest';
import { fixtureEdit, fixtureReceipt, fixtureRun } from '../../test/support/fixture-rows.ts';
import type { Receipt } from './receipt.ts';
import { hasPlans, isOnlyHere, isStillNeeded, NO_WORK, undeliveredWork } from './undelivered-work.ts';

const NO_PLANS = { jobs: [], tasks: [], photos: 0, templates: [] };
const work = (changes: Partial<Receipt>) => undeliveredWork([fixtureReceipt('aB3d', changes)], [], [], NO_PLANS);

it.each([
  ['waiting', { onlyHere: 1, unverified: 0 }, true],
  ['parked', { onlyHere: 1, unverified: 0 }, true],
  ['sent', { onlyHere: 0, unverified: 1 }, true],
  ['notVerified', { onlyHere: 0, unverified: 1 }, true],
  ['verified', { onlyHere: 0, unverified: 0 }, false],
  ['refused', { onlyHere: 0, unverified: 0 }, false],
] as const)(
  'a receipt in the state %s is counted in undelivered work as $1, until it is given up',
  (state, counts, needed) => {
    expect(work({ state })).toMatchObject(counts);
    expect(isStillNeeded(work({ state }))).toBe(needed);
    expect(isStillNeeded(work({ state, givenUpAtMs: 1 }))).toBe(false);
  },
);

it('a run that has not ended counts as undelivered work', () => {
  expect(isStillNeeded(undeliveredWork([], [fixtureRun('aB3d', { step: 'reading' })], [], NO_PLANS))).toBe(true);
  expect(
    isStillNeeded(undeliveredWork([], [fixtureRun('aB3d', { outcome: { kind: 'abandoned' } })], [], NO_PLANS)),
  ).toBe(false);
});

it('undelivered work includes the beacons that may hold the receipt of an unfinished run', () => {
  const runs = [
    fixtureRun('aB3d', { id: 'a', step: 'reading' }),
    fixtureRun('aB3d', { id: 'b', step: 'writing' }),
    fixtureRun('cD5f', { id: 'c', step: 'intent' }),
    fixtureRun('eF6g', { id: 'd', step: 'reading', outcome: { kind: 'closed', reason: '' } }),
    fixtureRun('gH7i', { id: 'e', step: 'writing', command: 'identify' }),
  ];
  expect(undeliveredWork([], runs, [], NO_PLANS).unreadAt).toEqual(['aB3d', 'aB3d']);
});

it('undelivered work includes jobs and templates, which exist only on this phone', () => {
  const plans = undeliveredWork([], [], [], { jobs: [1, 2], tasks: [1, 2, 3], photos: 4, templates: [1] });
  expect(plans).toMatchObject({ jobs: 2, plannedBeacons: 3, photos: 4, templates: 1 });
  expect([isStillNeeded(plans), hasPlans(plans), isOnlyHere(plans)]).toEqual([false, true, true]);
  const none = undeliveredWork([], [], [], NO_PLANS);
  expect([hasPlans(none), isOnlyHere(none)]).toEqual([false, false]);
});

it('undelivered work counts unsaved edits, and lists the IDs of the receipts that it counts', () => {
  const edits = [fixtureEdit('a'), fixtureEdit('b', { state: 'parked' }), fixtureEdit('c', { state: 'saved' })];
  const found = undeliveredWork([fixtureReceipt('a', { id: 'x' })], [], edits, NO_PLANS);
  expect(found).toMatchObject({ unsentEdits: 2, receiptIds: ['x'] });
  const editsOnly = { ...NO_WORK, unsentEdits: 1 };
  expect([isStillNeeded(editsOnly), isOnlyHere(editsOnly), hasPlans(editsOnly)]).toEqual([false, true, false]);
  expect(hasPlans({ ...NO_WORK, templates: 1 })).toBe(true);
  expect(hasPlans({ ...NO_WORK, jobs: 1 })).toBe(true);
  expect([isOnlyHere(NO_WORK), isOnlyHere({ ...NO_WORK, onlyHere: 1 })]).toEqual([false, true]);
});
