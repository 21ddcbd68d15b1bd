/** What is drawn of a long list of cases: repeatable, in order, and over many runs each of them. */
import { describe, expect, it } from 'vitest';
import { sampled } from './sampled.ts';

const CASES = ['a', 'b', 'c', 'd', 'e', 'f'];
const drawn = (seed: number, whole = false): readonly string[] => sampled('letters', CASES, 3, { seed, whole });

describe('a sample of cases', () => {
  it('has as many as asked, each once and in their order, and the same for the same seed', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const one = drawn(seed);
      expect(new Set(one).size).toBe(3);
      expect(one.toSorted()).toEqual(one);
      expect(drawn(seed)).toEqual(one);
    }
  });

  it('leaves none out for ever', () => {
    const seen = new Set(Array.from({ length: 50 }, (_, seed) => drawn(seed)).flat());
    expect([...seen].toSorted()).toEqual(CASES);
  });

  it('is all of them where the run is to be whole, or has no more', () => {
    expect(drawn(7, true)).toEqual(CASES);
    expect(sampled('letters', CASES, 9, { seed: 7, whole: false })).toEqual(CASES);
  });
});
