/** One life of a browser on the campaign's profile: go on with every beacon that is not verified, then bring out the next one, until a kill or the end. */
import type { SandboxControl } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import type { Draw } from '../../src/sandbox/seed.ts';
import type { CampaignServer } from './campaign-server.ts';
import type { PlannedLife } from './disturbance.ts';
import { createPerson } from './person.ts';
import type { World } from './world.ts';

/** One beacon that is to get one value; open until the backend has verified it. */
export interface Story {
  readonly uniqueId: string;
  /** Of `interval`, ms. */
  readonly value: number;
  /** Packages asked for. */
  packages: number;
}

export interface Campaign {
  readonly server: CampaignServer;
  readonly sandbox: SandboxControl;
  readonly world: World;
  readonly profile: string;
  readonly idb: 'leveldb' | 'sqlite';
  /** The draws of the life that has begun. */
  readonly drawOfLife: () => Draw;
  readonly open: Story[];
  /** Beacons that hang beside those of the stories and are nobody's work: rows for a wrong pick. */
  readonly neighbours: readonly string[];
  /** The next beacon, when all earlier ones are verified. */
  readonly nextStory: (draw: Draw) => Story;
  readonly finding: (what: string) => void;
  /** The app was looked at and held against the truth. */
  checks: number;
  picks: number;
  wrongPicks: number;
  /** "Uncertain" was said of what the backend has applied, and nothing on the phone could tell. */
  uncertain: number;
}

export interface LifeEnd {
  /** False: the planned moment never came. */
  readonly reached: boolean;
}

const LONGEST_LIFE_MS = 120_000;

export async function live(campaign: Campaign, planned: PlannedLife): Promise<LifeEnd> {
  const { world, server } = campaign;
  world.life += 1;
  const browser = await launchBrowser({ profile: campaign.profile, idb: campaign.idb });
  const disturbance = planned.disturb(browser, campaign.finding);
  server.ears.current = disturbance.ears;
  const draw = campaign.drawOfLife();
  const next = campaign.nextStory(draw);
  const ids = new Set([...campaign.open.map(({ uniqueId }) => uniqueId), next.uniqueId, ...campaign.neighbours]);
  const person = createPerson(campaign, { browser, disturbance, draw }, ids);
  const life = person.live(planned, next).then(
    () => 'rested' as const,
    (error: unknown) => error as Error,
  );
  const impatience = new AbortController();
  const patience = new Promise<'endless'>((resolve) => {
    const timer = setTimeout(() => resolve('endless'), LONGEST_LIFE_MS);
    impatience.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const ended = await Promise.race([life, disturbance.gone.then(() => 'killed' as const), patience]);
  impatience.abort();
  // What breaks under the person's hands because the browser has died is no finding.
  if (ended === 'endless' || (ended instanceof Error && !disturbance.isGone)) {
    const broke =
      ended === 'endless' ? `no end after ${LONGEST_LIFE_MS} ms` : ended.message.split('\n').slice(0, 3).join(' | ');
    campaign.finding(`${planned.name}: ${person.where}: ${broke}; on screen: ${await person.onScreen()}`);
    await person.picture(planned.name);
  }
  const reached = disturbance.struck;
  await disturbance.end();
  await life;
  server.ears.current = null;
  await campaign.sandbox.setFaults();
  return { reached };
}
