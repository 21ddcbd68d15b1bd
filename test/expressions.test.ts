/** No text can hold up the app: the time of each regular expression grows only with the length of the text. */
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { constructionsIn, expressionsIn, saveProven, slownessOf } from './support/expressions.ts';
import { sourcesOf } from './support/reach.ts';

const product = [...sourcesOf(path.resolve(import.meta.dirname, '..'))].filter(
  ([file]) => file.startsWith('src/') && file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

/** Files that make expressions from texts of their own, which no text from outside gets into. */
const MADE_FROM_OWN_TEXTS = ['src/build/policy.ts', 'src/service-worker/sw.ts'];

describe('the regular expressions of the sources', () => {
  afterAll(saveProven);
  const withExpressions = product
    .map(([file, text]) => ({ file, expressions: expressionsIn(file, text) }))
    .filter(({ expressions }) => expressions.length > 0);

  it('are found by this check', () => {
    expect(withExpressions.flatMap(({ expressions }) => expressions).length).toBeGreaterThan(200);
  });

  it.each(withExpressions)('take time in proportion to the text in $file', ({ expressions }) => {
    const slow = expressions.flatMap((one) => {
      const slowness = slownessOf(one);
      return slowness === null ? [] : [`line ${one.line}: /${one.pattern}/${one.flags} is ${slowness}`];
    });
    expect(slow).toEqual([]);
  });

  it('are made from a text at run time only where the app itself has written that text', () => {
    const made = product.filter(([file, text]) => constructionsIn(file, text).length > 0).map(([file]) => file);
    expect(made.toSorted()).toEqual(MADE_FROM_OWN_TEXTS);
  });
});

describe('the check of expressions', () => {
  it.each([
    ['a letter between two runs of any letters', '[^;]*[^a-z][^;]*'],
    ['a run that ends with the text', '=+$'],
    ['nested repetitions', '^(?:a+)+$'],
    ['something that it cannot prove', String.raw`(a*)\1b`],
  ])('refuses the expression %s', (_, pattern) => {
    expect(slownessOf({ pattern, flags: '' })).not.toBeNull();
  });

  it('finds expressions of every form, and those that are made from a text', () => {
    const source = String.raw`const a = /x+/g;
text.replace(/y\//, '');
const b = new RegExp(name), c = RegExp('z');
const schema = z.string().check(z.regex(/^q*$/u));`;
    expect(expressionsIn('a.ts', source)).toEqual([
      { line: 1, pattern: 'x+', flags: 'g' },
      { line: 2, pattern: String.raw`y\/`, flags: '' },
      { line: 4, pattern: '^q*$', flags: 'u' },
    ]);
    expect(constructionsIn('a.ts', source)).toEqual([3, 3]);
  });
});
