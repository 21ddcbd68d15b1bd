/**
 * One life of a browser on the campaign's profile: continues with every beacon that is not verified, then completes the
 * next one, until it is killed or the work is done.
 */
import type { SandboxControl } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import type { Draw } from '../../src/sandbox/seed.ts';
import type { CampaignServer } from './campaign-server.ts';
import type { PlannedLife } from './disturbance.ts';
import { createPerson } from './person.ts';
import type { World } from './world.ts';

/** One beacon that is to get one value. It is open until the backend has verified it. */
export interface Story {
  readonly uniqueId: string;
  /** The value of `interval`, ms. */
  readonly value: number;
  /** Number of requested packages. */
  packages: number;
}

export interface Campaign {
  readonly server: CampaignServer;
  readonly sandbox: SandboxControl;
  readonly world: World;
  readonly profile: string;
  readonly idb: 'leveldb' | 'sqlite';
  /** The random numbers of the current life. */
  readonly drawOfLife: () => Draw;
  readonly open: Story[];
  /** Beacons that belong to no story. They are there only to be picked by mistake. */
  readonly neighbours: readonly string[];
  /** Returns the next beacon when all earlier ones are verified. */
  readonly nextStory: (draw: Draw) => Story;
  readonly finding: (what: string) => void;
  /** Number of times that the app was compared with the facts. */
  checks: number;
  picks: number;
  wrongPicks: number;
  /** Number of times that "Uncertain" was shown for an applied change and nothing on the phone could tell. */
  uncertain: number;
}

export interface LifeEnd {
  /** False: the planned moment was not reached. */
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
  // Errors in the person's steps that the death of the browser has caused are no findings.
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
