/** The seed of what is drawn in a run of the tests, and how much of a campaign they take: from the environment, so that a run can be repeated. */

/** A whole number, or the one that the environment names. */
export function seedOfRun(env = process.env) {
  const named = env['FIELDKIT_SEED'];
  if (named === undefined || named === '') return Math.floor(Math.random() * 1_000_000);
  if (!/^\d+$/.test(named)) throw new Error(`FIELDKIT_SEED is a whole number, not ${named}`);
  return Number(named);
}

/** Hostile texts that go through each field in a usual run; the pool has ten thousand. */
const USUAL_TEXTS = 100;
/** How often the fuzzers of hostile answers draw, against a usual run. */
const USUAL_ROUNDS = 1;

/** For Vite's `define`: what `test/hostile/campaign.ts` reads. FIELDKIT_WHOLE=yes leaves no case out (test/support/sampled.ts). */
export function defineCampaign(seed, env = process.env) {
  const campaign = {
    seed,
    texts: Number(env['FIELDKIT_HOSTILE_TEXTS'] ?? USUAL_TEXTS),
    rounds: Number(env['FIELDKIT_HOSTILE_ROUNDS'] ?? USUAL_ROUNDS),
    whole: env['FIELDKIT_WHOLE'] === 'yes',
  };
  return { 'import.meta.env.FIELDKIT_CAMPAIGN': JSON.stringify(JSON.stringify(campaign)) };
}
