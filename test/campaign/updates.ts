/**
 * `npm run campaign:updates -- 50`: deploys a newer version of the app at this many moments of a run, and prints what
 * was lost, repeated or shown wrongly, and whether the app reloaded itself. Options: --seed TEXT, --idb leveldb|sqlite,
 * --lives 14-15 (as for campaign:kill).
 */
import { temporaryFolder } from '../support/process-end.ts';
import { variant } from '../support/variants.ts';
import { readCampaignArguments } from './arguments.ts';
import { runAsScript } from './script.ts';
import { nameOfUpdate, planUpdates } from './update-points.ts';
import { createDeployment, createUpdater, emptyUpdateTally, type Deployment } from './updater.ts';

const { backends, ...options } = await readCampaignArguments('updates', { builds: false });
const tally = emptyUpdateTally();
let deployment: Deployment | null = null;

await runAsScript({
  ...options,
  backends,
  what: 'updates',
  async outDir() {
    const served = temporaryFolder('served');
    const versions = await Promise.all(
      (['one', 'two'] as const).map(async (name) => ({ name: `1.0.0+${name}`, folder: await variant(name) })),
    );
    deployment = createDeployment(served, versions);
    return served;
  },
  plan: (count, draw) =>
    planUpdates(count, draw).map((planned) => ({
      name: nameOfUpdate(planned),
      in: 'fresh',
      beside: planned.beside,
      disturb: ({ world, server }, browser, finding) =>
        createUpdater({ browser, origin: server.origin, world, deployment: deployment!, planned, tally, finding }),
    })),
  // Nothing is killed here, so no response may be lost in flight.
  alsoBad: ({ inFlight }) => (inFlight === 0 ? null : `${inFlight} responses never reached the backend`),
  lastWords: () =>
    `${tally.foundInTime} found while the app stood still at the moment, ${tally.checks} looks at an open run, taken in ${tally.taken} windows (${tally.takenAtOnce} at once), ${tally.held} times held up by the old version`,
});
