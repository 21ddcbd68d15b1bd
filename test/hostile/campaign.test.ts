/** Samples from the pool of hostile texts are repeatable, contain no text twice, and contain every kind. */
import { describe, expect, it } from 'vitest';
import { drawn, pool } from './campaign.ts';
import { payloads } from './payloads.ts';

const texts = pool();
const kindOf = new Map(payloads(texts.length).map(({ kind, text }) => [text, kind]));

describe('the hostile texts of a run', () => {
  it('come from ten thousand different texts', () => {
    expect(new Set(texts).size).toBe(10_000);
  });

  it.each([50, 100, 3_333])('are %i that the seed draws, each once and of every kind', (count) => {
    const first = drawn(texts, { texts: count, seed: 7 });
    expect(drawn(texts, { texts: count, seed: 7 })).toEqual(first);
    expect(drawn(texts, { texts: count, seed: 8 })).not.toEqual(first);
    expect(new Set(first).size).toBe(count);
    for (let seed = 1; seed <= 50; seed += 1) {
      const kinds = new Set(drawn(texts, { texts: count, seed }).map((text) => kindOf.get(text)));
      expect(kinds, `seed ${seed}`).toEqual(new Set(kindOf.values()));
    }
  });

  it('are all of them when that many are requested', () => {
    expect(drawn(texts, { texts: 20_000, seed: 1 })).toEqual(texts);
  });
});
