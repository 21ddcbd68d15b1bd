/**
 * Whole lives of beacons, drawn at random: no receipt is lost, no screen shows anything false, and the person can
 * always continue.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CAMPAIGN } from '../hostile/campaign.ts';
import { liveStory, type Lived } from './site.ts';
import { BEACONS_A_SITE, story, tell } from './story.ts';

const LIVES = Number(process.env['FIELDKIT_LIVES'] ?? 2000);

test(`${LIVES} lives of beacons end with no lost receipt, no false statement on a screen and no dead end`, async () => {
  const { seed } = CAMPAIGN;
  const all: Lived[] = [];
  const sum = (of: (one: Lived) => number): number => all.reduce((total, one) => total + of(one), 0);
  const result = await fc.check(
    fc.asyncProperty(story, async (one) => {
      const lived = await liveStory(one);
      all.push(lived);
      if (lived.findings.length > 0)
        throw new Error(lived.findings.map(({ kind, text }) => `${kind}: ${text}`).join('\n'));
    }),
    { seed, numRuns: Math.ceil(LIVES / BEACONS_A_SITE) },
  );
  process.stdout.write(
    `seed ${seed}: ${sum(({ lives }) => lives)} lives, ${sum(({ applied }) => applied)} applied, ${sum(({ verified }) => verified)} verified, ` +
      `${sum(({ wrongPicks }) => wrongPicks)} of ${sum(({ choosers }) => choosers)} picks wrong, ${sum(({ kills }) => kills)} windows ended, ${sum(({ blinks }) => blinks)} blinks, ${sum(({ excused }) => excused)} receipts lost on the air or with the kill\n`,
  );
  if (result.failed) {
    const [found] = result.counterexample ?? [];
    expect.fail(
      `seed ${seed}, after ${result.numRuns} sites and ${result.numShrinks} steps of shrinking:\n${found === undefined ? '' : tell(found)}\n${String(result.errorInstance)}`,
    );
  }
});
