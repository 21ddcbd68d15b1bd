import { expect, it } from 'vitest';
import { createRemarks } from './remarks.ts';

it('the remarks list each remark once, in the order in which they came', () => {
  const remarks = createRemarks();
  let changes = 0;
  remarks.live.subscribe(() => (changes += 1));
  changes = 0;
  for (const remark of ['tornCopy:1', 'noSecondCopy', 'tornCopy:1']) remarks.add(remark);
  expect(remarks.live.value).toEqual(['tornCopy:1', 'noSecondCopy']);
  expect(changes).toBe(2);
});

it('new remarks replace those that match, and listeners are notified only when the list differs', () => {
  const remarks = createRemarks();
  for (const remark of ['tornCopy:1', 'noSecondCopy', 'tornCopy:2']) remarks.add(remark);
  let changes = 0;
  remarks.live.subscribe(() => (changes += 1));
  changes = 0;
  remarks.replace((remark) => remark.startsWith('tornCopy'), ['tornCopy:3']);
  expect(remarks.live.value).toEqual(['noSecondCopy', 'tornCopy:3']);
  expect(changes).toBe(1);
  remarks.replace((remark) => remark.startsWith('tornCopy'), ['tornCopy:3']);
  remarks.replace((remark) => remark === 'sweepFailed', []);
  expect(changes).toBe(1);
});
