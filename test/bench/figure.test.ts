/** The comparison of two runs of the benchmarks. */
import { describe, expect, it } from 'vitest';
import { gotWorse } from './figure.ts';

describe('the comparison of two benchmark runs', () => {
  it.each([
    ['a tenth and more', { a: 1 }, { a: 1.2 }, ['a: 1.000 → 1.200']],
    ['noise', { a: 1 }, { a: 1.05 }, []],
    ['better', { a: 1 }, { a: 0.5 }, []],
    ['not measured before', {}, { a: 5 }, []],
    ['not measured now', { a: 1 }, {}, []],
    ['nothing before', { a: 0 }, { a: 1 }, []],
  ])('names a figure that got worse by a tenth, and no other: %s', (_what, last, now, said) => {
    expect(gotWorse(last, now)).toEqual(said);
  });
});
