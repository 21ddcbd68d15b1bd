import { expect, it } from 'vitest';
import { mutantsIn, plant } from './mutators.ts';

const planted = async (content: string): Promise<string[]> =>
  (await mutantsIn([{ name: 'a.ts', content }])).map(({ mutatorName, replacement }) => `${mutatorName} ${replacement}`);

it.each([
  ['const f = async () => { await g(); };', ['ForgottenAwait g()', 'ForgottenCall ;']],
  ['x = a < b;', ['EqualityOperator a <= b', 'EqualityOperator a >= b', 'ForgottenCall ;']],
  ['type A = { a: true };\nconst x: 1 | 2 = y;', []],
  ['const x = "said to a person";', []],
])('the mutation check plants mistakes only in code that runs: %s', async (text, expected) => {
  plant(() => true);
  expect(await planted(text)).toEqual(expect.arrayContaining(expected));
  if (expected.length === 0) expect(await planted(text)).toEqual([]);
});

it('the mutation check plants the mistakes that were drawn', async () => {
  const text = 'const x = a === b && c === d;';
  plant(() => true);
  const all = await planted(text);
  plant((number) => number === 1);
  expect(await planted(text)).toEqual([all[1]]);
});
