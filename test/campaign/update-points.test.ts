/** The plan of the updates campaign. */
import { describe, expect, it } from 'vitest';
import { drawFrom } from '../../src/sandbox/seed.ts';
import { nameOfUpdate, planUpdates } from './update-points.ts';

const plan = (count: number, seed: string): string[] => planUpdates(count, drawFrom(seed)).map(nameOfUpdate);

describe('the plan of updates', () => {
  it('is the same for the same seed, and begins with every moment from before the chooser to after the delivery', () => {
    const planned = plan(60, '7');
    expect(planned).toEqual(plan(60, '7'));
    expect(planned).not.toEqual(plan(60, '8'));
    expect(planned).toHaveLength(60);
    const first = planned.slice(0, 30).join('\n');
    for (const moment of [
      '/config/create arrives',
      'at press',
      'connect arrives',
      'write arrives',
      'poll done',
      'readResponse arrives',
      'before receipt:committed',
      'after mirror',
      'after receipt:marked',
      'post arrives',
      'after post:recorded',
      'at rest',
    ])
      expect(first).toContain(moment);
  });

  it('lets the person accept the new version at once, at the end or not at all', () => {
    const all = plan(60, '7').join('\n');
    for (const hand of ['taken at once', 'taken at the end', 'not taken']) expect(all).toContain(hand);
  });
});
