/** The sentences about invalid files. */
import { expect, it } from 'vitest';
import { fileFaultStrings as german } from '../strings/de/file-faults.ts';
import { fileFaultStrings } from '../strings/file-faults.ts';
import { droppedSentence, faultSentences } from './file-faults.ts';

it('the words for a faulty file name each fault and its position, counted from 1', () => {
  expect(
    faultSentences([
      { path: ['receipts', 2, 'uniqueId'], code: 'tooLong', limit: 500 },
      { path: [], code: 'notObject', limit: null },
      { code: 'notJson', line: 4 },
    ]),
  ).toEqual([
    'receipts, no. 3, uniqueId: is too long, 500 characters at most.',
    'The file: is not an object.',
    'Line 4: this is not JSON.',
  ]);
});

it('the words for a faulty file list the first 20 of many faults, and how many are left out', () => {
  const faults = Array.from({ length: 100 }, () => ({ path: ['a'], code: 'missing' as const, limit: null }));
  expect(faultSentences(faults)).toHaveLength(20);
  expect(droppedSentence([])).toBe('');
  expect(droppedSentence(['tasks[].floor', 'crew'])).toBe(fileFaultStrings.dropped('tasks[].floor, crew'));
});

it('the words for a faulty file have a German sentence for each fault', () => {
  const { why } = german;
  for (const [code, english] of Object.entries(fileFaultStrings.why))
    expect(why[code as keyof typeof why](7), code).not.toBe(english(7));
});
