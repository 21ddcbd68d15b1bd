import { expect, it } from 'vitest';
import { isLoss, joinLosses, readLosses } from './losses.ts';

it('the losses of an account join what was lost earlier with what is lost now', () => {
  expect(
    joinLosses(
      ['databaseEmptied', 'copiesRestored:2', 'runRestored:a'],
      ['databaseEmptied', 'copiesRestored:1', 'receiptsMissing:3', 'runRestored:b', 'noSecondCopy'],
    ),
  ).toEqual(['databaseEmptied', 'runRestored:a', 'runRestored:b', 'copiesRestored:1', 'receiptsMissing:3']);
});

it('a loss does not count as restored what was lost again with the database', () => {
  expect(joinLosses(['databaseEmptied', 'copiesRestored:7'], ['databaseEmptied', 'receiptsMissing:7'])).toEqual([
    'databaseEmptied',
    'receiptsMissing:7',
  ]);
  expect(joinLosses(['databaseEmptied', 'copiesRestored:7'], ['copiesRestored:1'])).toEqual([
    'databaseEmptied',
    'copiesRestored:8',
  ]);
});

it('a remark counts as a loss only when data was lost', () => {
  for (const loss of [
    'databaseEmptied',
    'runRestored:a',
    'copiesRestored:12',
    'receiptsMissing:1',
    'registryEmptied:3',
  ])
    expect(isLoss(loss), loss).toBe(true);
  for (const other of [
    'databaseEmptied:1',
    'runRestored',
    'a runRestored:',
    'copiesRestored:',
    'copiesRestored:1 ',
    'no copiesRestored:1',
    'copiesWritten:1',
    'secondCopyMissing:1',
    'damagedRow:receipts:copiesRestored:1',
  ])
    expect(isLoss(other), other).toBe(false);
});

it('losses with counts of several digits are added up, each kind by itself', () => {
  expect(joinLosses(['copiesRestored:12', 'registryEmptied:1'], ['copiesRestored:30'])).toEqual([
    'copiesRestored:42',
    'registryEmptied:1',
  ]);
});

it('the stored text of the losses is read for known remarks only', () => {
  expect(readLosses(JSON.stringify(['databaseEmptied', 'copiesRestored:x', 7, 'noSecondCopy']))).toEqual([
    'databaseEmptied',
  ]);
  expect([readLosses(null), readLosses('{'), readLosses('{}')]).toEqual([[], [], []]);
});
