import { expect, it } from 'vitest';
import { joinLosses, readLosses } from './losses.ts';

it('joins what was lost earlier with what is lost now', () => {
  expect(
    joinLosses(
      ['databaseEmptied', 'copiesRestored:2', 'runRestored:a'],
      ['databaseEmptied', 'copiesRestored:1', 'receiptsMissing:3', 'runRestored:b', 'noSecondCopy'],
    ),
  ).toEqual(['databaseEmptied', 'runRestored:a', 'runRestored:b', 'copiesRestored:3', 'receiptsMissing:3']);
});

it('reads only known remarks from the stored text', () => {
  expect(readLosses(JSON.stringify(['databaseEmptied', 'copiesRestored:x', 7, 'noSecondCopy']))).toEqual([
    'databaseEmptied',
  ]);
  expect([readLosses(null), readLosses('{'), readLosses('{}')]).toEqual([[], [], []]);
});
