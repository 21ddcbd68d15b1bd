import { expect, it } from 'vitest';
import { makeKeyMark, matchesKeyMark } from './key-mark.ts';

it('the mark of a key recognises its own key and no other, with a new salt each time', async () => {
  const marks = await Promise.all(Array.from({ length: 4 }, () => makeKeyMark('secret')));
  expect(new Set(marks).size).toBe(4);
  for (const mark of marks) {
    expect(mark).toMatch(/^[0-9a-f]{32}\.[0-9a-f]{4}$/);
    expect(await matchesKeyMark(mark, 'secret')).toBe(true);
  }
  // One wrong key in 65,536 fits one mark by chance, and none fits four.
  for (const other of ['Secret', 'secret ', '']) {
    const fits = await Promise.all(marks.map((mark) => matchesKeyMark(mark, other)));
    expect(fits.every(Boolean), other).toBe(false);
  }
});

it('the marks of keys that phones have stored are recognised', async () => {
  const stored = '000102030405060708090a0b0c0d0eff.23b5';
  expect(await matchesKeyMark(stored, 'secret')).toBe(true);
  expect(await matchesKeyMark(stored.toUpperCase(), 'secret')).toBe(false);
});

it('a damaged mark recognises no key', async () => {
  const mark = await makeKeyMark('secret');
  const [salt, sum] = mark.split('.') as [string, string];
  for (const damaged of [
    '',
    '.',
    salt,
    `${salt}.`,
    `${salt}.${sum}.`,
    `x${mark}`,
    `${mark}0`,
    `0${mark}`,
    `${salt.slice(1)}.${sum}`,
    `zz${salt.slice(2)}.${sum}`,
  ])
    expect(await matchesKeyMark(damaged, 'secret'), damaged).toBe(false);
});
