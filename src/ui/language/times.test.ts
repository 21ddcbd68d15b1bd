/** One form of a moment, and of a size: in the person's own region, total for what no calendar holds. */
import { expect, it } from 'vitest';
import { percent, size } from './counting.ts';
import { date, dateTime, day, moment, time } from './times.ts';

const AT_MS = Date.UTC(2026, 2, 10, 14, 5, 9);

it('a time is written to the day, to the minute and to the second', () => {
  expect(date(AT_MS, 'utc')).toBe('Mar 10, 2026');
  expect(day(AT_MS, 'utc')).toBe('Mar 10');
  expect(time(AT_MS, 'utc')).toMatch(/^2:05\sPM$/);
  expect(dateTime(AT_MS, 'utc')).toMatch(/^Mar 10, 2026, 2:05\sPM$/);
  expect(moment(AT_MS, 'utc')).toMatch(/^Mar 10, 2026, 2:05:09\sPM$/);
});

it.each([NaN, Infinity, 9e15, -9e15])('a time that no calendar contains, %d, is written as nothing', (atMs) => {
  expect([date(atMs), dateTime(atMs), moment(atMs), day(atMs), time(atMs)]).toEqual(['', '', '', '', '']);
});

it.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [999_999, '1,000 kB'],
  [3_440_000, '3.4 MB'],
  [120_400_000, '120 MB'],
])('a size of %d bytes is written as %s', (bytes, words) => {
  expect(size(bytes)).toBe(words);
});

it('a share is written as a percentage', () => {
  expect(percent(64)).toBe('64%');
});
