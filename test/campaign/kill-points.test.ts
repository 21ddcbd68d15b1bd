/** Which kills are planned: a few cover every part of a run, many cover every step. */
import { describe, expect, it } from 'vitest';
import { drawFrom } from '../../src/sandbox/seed.ts';
import { nameOf, planKills } from './kill-points.ts';

const names = (count: number, seed: string): string[] =>
  planKills(count, drawFrom(seed)).map((kill) => nameOf({ ...kill, beside: 'nothing' }));

describe('planned kills', () => {
  it('follow the order of a run, from its beginning to its delivery, if there are few', () => {
    const whole = names(30, 'whole').slice(0, 23);
    const drawn = new Set<string>();
    for (let seed = 0; seed < 200; seed += 1) {
      const few = names(4, `few ${seed}`);
      const places = few.map((name) => whole.indexOf(name));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(few).toHaveLength(4);
      expect(places[0]).toBeLessThan(6);
      expect(places[3]).toBeGreaterThan(16);
      for (const name of few) drawn.add(name);
    }
    // Kills during the read of the response are judged by the times of many runs.
    expect(whole.filter((name) => !drawn.has(name))).toEqual(['readResponse done', 'before receipt:committed']);
  });

  it('differ with another seed and are the same with the same seed', () => {
    expect(names(6, 'one')).toEqual(names(6, 'one'));
    expect(new Set(Array.from({ length: 20 }, (_, seed) => names(6, `${seed}`).join())).size).toBeGreaterThan(10);
  });

  it('contain every step once before any is drawn again, if there are many', () => {
    const [one, other] = [names(40, 'one'), names(40, 'other')];
    expect(one.slice(0, 27)).toEqual(other.slice(0, 27));
    expect(new Set(one.slice(0, 23)).size).toBe(23);
  });
});
