/** The seed of a test run and the size of its campaigns, from the environment, so that a run can be repeated. */

/** The seed of the environment, else a new one. A whole number. */
export function seedOfRun(env = process.env) {
  const named = env['FIELDKIT_SEED'];
  if (named === undefined || named === '') return Math.floor(Math.random() * 1_000_000);
  if (!/^\d+$/.test(named)) throw new Error(`FIELDKIT_SEED is a whole number, not ${named}`);
  return Number(named);
}

/** Number of hostile texts for each field in a usual run; the pool has ten thousand. */
const USUAL_TEXTS = 40;
/** Factor for the number of cases of the fuzzers, relative to a usual run. */
const USUAL_ROUNDS = 1;

/**
 * For Vite's `define`: read by `test/hostile/campaign.ts`. FIELDKIT_WHOLE=yes includes every case
 * (test/support/sampled.ts).
 */
export function defineCampaign(seed, env = process.env) {
  const campaign = {
    seed,
    texts: Number(env['FIELDKIT_HOSTILE_TEXTS'] ?? USUAL_TEXTS),
    rounds: Number(env['FIELDKIT_HOSTILE_ROUNDS'] ?? USUAL_ROUNDS),
    whole: env['FIELDKIT_WHOLE'] === 'yes',
  };
  return { 'import.meta.env.FIELDKIT_CAMPAIGN': JSON.stringify(JSON.stringify(campaign)) };
}
