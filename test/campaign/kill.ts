/**
 * `npm run campaign:kill -- 1000`: kills the browser this many times and prints what was lost, repeated or shown
 * wrongly. Options: --seed TEXT, --idb leveldb|sqlite, --lives 14-15 (only these of the lives that the count and the
 * seed plan, on a separate profile), --out-dir DIST.
 */
import { readCampaignArguments } from './arguments.ts';
import { createExecutioner } from './executioner.ts';
import { nameOf, planKills } from './kill-points.ts';
import { runAsScript } from './script.ts';

const { outDir, ...options } = await readCampaignArguments('kill');

await runAsScript({
  ...options,
  what: 'kills',
  outDir: () => outDir,
  plan: (count, draw) =>
    planKills(count, draw).map((kill) => ({
      name: nameOf(kill),
      in: kill.in,
      beside: kill.beside,
      disturb: ({ world }, browser) => createExecutioner(browser, world, kill.point),
    })),
});
