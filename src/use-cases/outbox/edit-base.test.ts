/**
 * The base of an unsent edit is what the backend showed when editing began; reading the list again does not change it.
 */
import { expect, it } from 'vitest';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { changedMeanwhile, mergeEdit } from '../../domain/delivery/edits.ts';

const device = fixtureDevice(20, { alias: 'Ward 1', tags: ['a'], notes: 'n' });
const readAgain = { ...device, alias: 'Ward 9, by another person' };

it('an edit asks about the change of another person, however often the edit is continued', () => {
  const first = mergeEdit(null, device, { alias: 'Ward 2' }, 1)!;
  const second = mergeEdit(first, readAgain, { alias: 'Ward 3' }, 2)!;
  const third = mergeEdit(second, readAgain, { notes: 'more' }, 3)!;
  expect(third.base).toEqual({ alias: 'Ward 1', notes: 'n' });
  expect(third.values).toEqual({ alias: 'Ward 3', notes: 'more' });
  expect(changedMeanwhile(third, readAgain)).toEqual(['alias']);
});

it('an edit keeps no value that is set back to its base, or to what another person has written', () => {
  const first = mergeEdit(null, device, { alias: 'Ward 2' }, 1)!;
  expect(mergeEdit(first, readAgain, { alias: 'Ward 1' }, 2)).toBe(null);
  expect(mergeEdit(first, readAgain, { alias: readAgain.alias }, 2)?.values).toEqual({ alias: readAgain.alias });
});
