/** Samples of a long list of cases are repeatable and in order, and over many runs they include every case. */
import { describe, expect, it } from 'vitest';
import { sampled } from './sampled.ts';

const CASES = ['a', 'b', 'c', 'd', 'e', 'f'];
const drawn = (seed: number, whole = false): readonly string[] => sampled('letters', CASES, 3, { seed, whole });

describe('a sample of cases', () => {
  it('has the requested number of cases, each once and in order, and the same for the same seed', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const one = drawn(seed);
      expect(new Set(one).size).toBe(3);
      expect(one.toSorted()).toEqual(one);
      expect(drawn(seed)).toEqual(one);
    }
  });

  it('leaves no case out for every seed', () => {
    const seen = new Set(Array.from({ length: 50 }, (_, seed) => drawn(seed)).flat());
    expect([...seen].toSorted()).toEqual(CASES);
  });

  it('contains all cases in a whole run, or if no more cases exist than requested', () => {
    expect(drawn(7, true)).toEqual(CASES);
    expect(sampled('letters', CASES, 9, { seed: 7, whole: false })).toEqual(CASES);
  });
});
