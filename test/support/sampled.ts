/** Draws a sample of a long list of similar cases by the seed of the run; all of them with `npm test -- --whole`. */
import { drawFrom } from '../../src/sandbox/seed.ts';
import { CAMPAIGN, type Campaign } from '../hostile/campaign.ts';

/** Returns `count` of the cases in their order. `list` names the sample, so that samples of a run differ. */
export function sampled<T>(
  list: string,
  cases: readonly T[],
  count: number,
  { whole, seed }: Pick<Campaign, 'whole' | 'seed'> = CAMPAIGN,
): readonly T[] {
  if (whole || count >= cases.length) return cases;
  const draw = drawFrom(`${list} ${seed}`);
  const left = cases.map((_, at) => at);
  const taken = new Set(Array.from({ length: count }, () => left.splice(draw.below(left.length), 1)[0]));
  return cases.filter((_, at) => taken.has(at));
}
