/** What stands in the way of removing an account: every receipt that the backend has not verified, unless a person has given it up. */
import { expect, it } from 'vitest';
import { fixtureReceipt, fixtureRun } from '../../test/support/fixture-rows.ts';
import type { Receipt } from './receipt.ts';
import { isStillNeeded, undeliveredWork } from './undelivered-work.ts';

const work = (changes: Partial<Receipt>) => undeliveredWork([fixtureReceipt('aB3d', changes)], [], []);

it.each([
  ['waiting', { onlyHere: 1, unverified: 0 }, true],
  ['parked', { onlyHere: 1, unverified: 0 }, true],
  ['sent', { onlyHere: 0, unverified: 1 }, true],
  ['notVerified', { onlyHere: 0, unverified: 1 }, true],
  ['verified', { onlyHere: 0, unverified: 0 }, false],
  ['refused', { onlyHere: 0, unverified: 0 }, false],
] as const)('%s', (state, counts, needed) => {
  expect(work({ state })).toMatchObject(counts);
  expect(isStillNeeded(work({ state }))).toBe(needed);
  expect(isStillNeeded(work({ state, givenUpAtMs: 1 }))).toBe(false);
});

it('a run that is not over', () => {
  expect(isStillNeeded(undeliveredWork([], [fixtureRun('aB3d', { step: 'reading' })], []))).toBe(true);
  expect(isStillNeeded(undeliveredWork([], [fixtureRun('aB3d', { outcome: { kind: 'abandoned' } })], []))).toBe(false);
});
