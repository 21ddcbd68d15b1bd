import { expect, it } from 'vitest';
import { mutantInWords, mutantsOf, withMutant } from './mutate.ts';

const mutated = (text: string): string[] => mutantsOf('a.ts', text).map((mutant) => withMutant(text, mutant));

it.each([
  ['x = a < b;', ['x = (a) <= (b);', 'x = (a) >= (b);', ';']],
  ['if (a) b();', ['if (!(a)) b();', 'if (a) ;']],
  ['const x = a ? 1 : 2;', ['const x = !(a) ? 1 : 2;', 'const x = a ? 2 : 2;', 'const x = a ? 1 : 3;']],
  ['const x = !a;', ['const x = (a);']],
  ['const x = a ?? b;', ['const x = (a) && (b);']],
  ['const f = async () => { await g(); };', ['const f = async () => { ; };', 'const f = async () => { (g()); };']],
  ['function f() { return g(); }', ['function f() { return undefined; }']],
  ['const x = a! === (b as string);', ['const x = (a!) !== ((b as string));']],
])('%s', (text, expected) => {
  expect(mutated(text).toSorted()).toEqual(expected.toSorted());
});

it('leaves alone what changes nothing that runs, or only what is said', () => {
  const said = 'throw new Error(a === b ? "1" : "2");';
  for (const text of [
    'import a from "b";',
    'type A = true | 1;',
    'const a: 1 | true = b;',
    said,
    'const a = `${b + c}`;',
  ])
    expect(mutated(text)).toEqual([]);
});

it('says where and what', () => {
  const text = 'const a = 1;\nconst b = a === c;';
  expect(mutantInWords(text, mutantsOf('a.ts', text)[1]!)).toBe('2: a === c  ->  (a) !== (c)');
});
