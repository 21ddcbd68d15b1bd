/**
 * A campaign: starts browsers on one profile after another, disturbs each at a planned moment, and counts the results.
 */
import { rmSync } from 'node:fs';
import { drawFrom, type Draw } from '../../src/sandbox/seed.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { fleetOf } from '../../src/sandbox/fleet.ts';
import { isOverBluez } from '../bluez/shared-bluez.ts';
import { sandboxControl } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { beaconNamed, connectAccount, devicesRead, saveSettings } from '../support/journey.ts';
import { createExecutioner } from './executioner.ts';
import { startCampaignServer, type CampaignServer } from './campaign-server.ts';
import { COMMIT_MEDIAN_MS, fateOf, flightBound, judgePosts } from './judge.ts';
import type { Disturbance, PlannedLife } from './disturbance.ts';
import { live, type Campaign, type Story } from './life.ts';
import { createWorld, type Posted, type World } from './world.ts';

export type Idb = 'leveldb' | 'sqlite';

export interface CampaignOptions {
  readonly count: number;
  readonly seed: string;
  readonly outDir: string;
  /** The IndexedDB backends. They take turns, one profile each. */
  readonly backends: readonly Idb[];
  /** The first and the last of the planned lives of each backend that are run, from 1. Null: all of them. */
  readonly lives: readonly [first: number, last: number] | null;
  /** Plans this many lives for the beacons and the backend of one profile. */
  readonly plan: (count: number, draw: Draw) => readonly Plan[];
  readonly say: (line: string) => void;
}

/** A life that is planned before its server and its world exist. */
export type Plan = Omit<PlannedLife, 'disturb'> & {
  readonly disturb: (
    place: { readonly world: World; readonly server: CampaignServer },
    ...given: Parameters<PlannedLife['disturb']>
  ) => Disturbance;
};

export interface Tally {
  lives: number;
  /** Lives whose planned moment was not reached. */
  notReached: number;
  handedOut: number;
  lost: number;
  /** Responses that were read by a browser that was killed within the bound. No code can prevent this loss. */
  inFlight: number;
  /** Time from the beacon's answer to the complete commit, ms, for each response whose commit was observed. */
  readonly committedAfterMs: number[];
  /** State changes of the backend beyond one for each response. */
  appliedTwice: number;
  posts: number;
  duplicates: number;
  /** Repeated posts that neither a kill at the previous post nor its answer explains. */
  unexplained: number;
  picks: number;
  wrongPicks: number;
  /** Databases that the browser had emptied, and that the app restored from the second copies. */
  emptied: number;
  /**
   * Applied changes shown as "Uncertain" because the database was emptied, and with it what the backend had shown
   * before.
   */
  uncertain: number;
  checks: number;
  wrong: number;
  /** Everything that was wrong, as text. */
  findings: string[];
}

/** Number of beacons that are there only to be picked by mistake. */
const NEIGHBOURS = 2;

/**
 * Lives on one profile: enough for runs, receipts and kills to accumulate, and few enough to keep the profile small.
 */
const LIVES_A_PROFILE = 30;

/** Shortens the fixed waits. Limits stay long, because two browsers may share a core. */
const SHORT_WAITS = {
  'timing.connectGapsMs': '20, 20, 20',
  'timing.reconnectAfterMs': isOverBluez ? '2500' : '0',
  'timing.afterWriteMs': '0',
  'timing.pollStartMs': '10',
  'timing.pollMaxMs': '20',
  'timing.beforeResponseMs': '10',
  'delivery.backoffMinMs': '100',
  'delivery.backoffMaxMs': '1000',
} as const;

export async function runCampaign({
  count,
  seed,
  outDir,
  backends,
  lives,
  plan,
  say,
}: CampaignOptions): Promise<Record<Idb, Tally>> {
  const tallies: Record<Idb, Tally> = { leveldb: emptyTally(), sqlite: emptyTally() };
  const server = await startCampaignServer(outDir);
  try {
    const share = Math.ceil(count / backends.length);
    const [first, last] = lives ?? [1, share];
    const plans = backends.map((idb) => ({ idb, planned: plan(share, drawFrom(`${seed} ${idb}`)) }));
    for (let from = first; from <= Math.min(last, share); from += LIVES_A_PROFILE) {
      for (const { idb, planned } of plans) {
        const lived = planned.slice(from - 1, Math.min(from - 1 + LIVES_A_PROFILE, last));
        await runEpoch({ server, idb, seed, firstLife: from, plan: lived, tally: tallies[idb], say });
      }
    }
  } finally {
    await server.close();
  }
  return tallies;
}

interface Epoch {
  readonly server: CampaignServer;
  readonly idb: Idb;
  readonly seed: string;
  /** The number of its first life. */
  readonly firstLife: number;
  readonly plan: readonly Plan[];
  readonly tally: Tally;
  readonly say: (line: string) => void;
}

/** Runs the lives on one profile until the last beacon is verified. */
async function runEpoch({ server, idb, seed, firstLife, plan, tally, say }: Epoch): Promise<void> {
  const epoch = `${seed} ${Math.floor((firstLife - 1) / LIVES_A_PROFILE)}`;
  const draw = drawFrom(epoch);
  const sandbox = sandboxControl(server.origin, `k${epoch.replaceAll(/\W+/g, '-')}-${idb}`);
  await sandbox.setOptions({ repeatAnswer: draw.pick([204, 200, 409] as const) });
  const world = createWorld(firstLife - 1);
  const profile = temporaryFolder('campaign');
  const candidates = fleetOf(DEFAULT_SEED).filter(
    ({ deviceType, access, bare }) =>
      deviceType === 'BEACON' && access.owner !== undefined && access.owner !== 'VIEWER' && !bare,
  );
  const neighbours = candidates.splice(0, NEIGHBOURS);
  for (const { uniqueId } of neighbours)
    world.beacons.set(uniqueId, beaconNamed(uniqueId, { processingMs: 30, tokenReadable: draw.chance(50) }));
  const campaign: Campaign = {
    server,
    sandbox,
    world,
    profile,
    idb,
    // Each life has its own random numbers, so that it can be run without the lives before it.
    drawOfLife: () => drawFrom(`${seed} ${idb} life ${world.life}`),
    open: [],
    neighbours: neighbours.map(({ uniqueId }) => uniqueId),
    checks: 0,
    picks: 0,
    wrongPicks: 0,
    uncertain: 0,
    nextStory: (lifeDraw) =>
      nextStory(world, lifeDraw, candidates[world.life % candidates.length]!.uniqueId, 100 + lifeDraw.below(10_000)),
    finding(what) {
      const line = `${idb}, life ${world.life}: ${what}`;
      tally.findings.push(line);
      say(`   ! ${line}`);
    },
  };
  try {
    await settleIn(campaign);
    for (const planned of plan) {
      const startedMs = performance.now();
      const { reached } = await live(campaign, {
        ...planned,
        disturb: (...given) => planned.disturb({ world, server }, ...given),
      });
      tally.lives += 1;
      if (!reached) tally.notReached += 1;
      say(
        `${String(world.life).padStart(5)} ${idb.padEnd(7)} ${((performance.now() - startedMs) / 1000).toFixed(1)} s  ${planned.name}${reached ? '' : ' (never came)'}`,
      );
    }
    // Finishes what the last life has left.
    await live(campaign, {
      name: 'the last life',
      in: 'fresh',
      beside: 'nothing',
      disturb: (browser) => createExecutioner(browser, world, { at: 'chance', afterMs: 3_600_000 }),
    });
    if (campaign.open.length > 0)
      campaign.finding(`never verified: ${campaign.open.map(({ uniqueId }) => uniqueId).join(', ')}`);
  } finally {
    await count(campaign, tally);
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The first life: connects the account, shortens the waits on another page, and reads the device list. */
async function settleIn({ profile, idb, server, sandbox }: Campaign): Promise<void> {
  const browser = await launchBrowser({ profile, idb });
  try {
    const page = await browser.newPage();
    await connectAccount(page, { origin: server.origin, sandbox });
    await devicesRead(page);
    await saveSettings(page, SHORT_WAITS);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  } finally {
    await browser.close();
  }
}

/** In half of the stories the beacon's 81F3 cannot be read. */
function nextStory(world: World, draw: Draw, uniqueId: string, wanted: number): Story {
  const known = world.beacons.get(uniqueId);
  if (known === undefined)
    world.beacons.set(uniqueId, beaconNamed(uniqueId, { processingMs: 30, tokenReadable: draw.chance(50) }));
  const value = world.beacons.get(uniqueId)!.state.values['interval'] === wanted ? wanted + 1 : wanted;
  return { uniqueId, value, packages: 0 };
}

async function count(campaign: Campaign, tally: Tally): Promise<void> {
  const { world, sandbox } = campaign;
  tally.handedOut += world.handedOut.length;
  for (const { atMs, committedAtMs } of world.handedOut)
    if (committedAtMs !== null) tally.committedAfterMs.push(committedAtMs - atMs);
  const { boundMs } = flightBound(tally.committedAfterMs);
  for (const { uniqueId, base64, token, life, atMs } of world.handedOut) {
    const ageAtKillMs = (world.killedAtMs.get(life) ?? Number.POSITIVE_INFINITY) - atMs;
    const fate = fateOf(
      { atBackend: world.posts.some((post) => post.uniqueId === uniqueId && post.base64 === base64), ageAtKillMs },
      boundMs,
    );
    if (fate === 'inFlight') tally.inFlight += 1;
    if (fate === 'lost')
      campaign.finding(
        `LOST: the response ${token} of ${uniqueId}, read in life ${life}, ${ageAtKillMs} ms before its end, never reached the backend`,
      );
  }
  tally.posts += world.posts.length;
  tally.checks += campaign.checks;
  tally.picks += campaign.picks;
  tally.wrongPicks += campaign.wrongPicks;
  tally.emptied += world.emptiedAtMs.length;
  tally.uncertain += campaign.uncertain;
  for (const base64 of new Set(world.posts.map((post) => post.base64))) {
    const posts = world.posts
      .filter((post) => post.base64 === base64)
      .map((post) => ({ ...post, killedAtMs: endOfPage(world, post) }));
    const { duplicates, unexplained } = judgePosts(posts, world.emptiedAtMs);
    tally.duplicates += duplicates;
    tally.unexplained += unexplained.length;
    for (const { uniqueId, life, status, atMs, recordedAtMs, killedAtMs } of unexplained)
      campaign.finding(
        `REPEATED: a response of ${uniqueId} was posted in life ${life} (${status}${recordedAtMs === null ? '' : `, on the disk after ${recordedAtMs - atMs} ms`}; killed after ${killedAtMs - atMs} ms) and once more later`,
      );
  }
  for (const record of Object.values(await sandbox.devices())) {
    for (const effects of Object.values(record.effects)) tally.appliedTwice += Math.max(0, effects - 1);
  }
  tally.wrong = tally.findings.filter((line) => line.includes('WRONG STATE')).length;
  tally.lost = tally.findings.filter((line) => line.includes('LOST')).length;
}

/** Returns when the page that posted this ended: it was killed with its browser, or reloaded. Unix ms. */
function endOfPage({ killedAtMs, reloadedAtMs }: World, { life, atMs }: Posted): number {
  return Math.min(killedAtMs.get(life) ?? Number.POSITIVE_INFINITY, ...reloadedAtMs.filter((ms) => ms >= atMs));
}

function emptyTally(): Tally {
  return {
    lives: 0,
    notReached: 0,
    handedOut: 0,
    lost: 0,
    inFlight: 0,
    committedAfterMs: [],
    appliedTwice: 0,
    posts: 0,
    duplicates: 0,
    unexplained: 0,
    picks: 0,
    wrongPicks: 0,
    emptied: 0,
    uncertain: 0,
    checks: 0,
    wrong: 0,
    findings: [],
  };
}

/**
 * Largest share of lives whose planned moment is not reached. A plan whose moments do not occur proves nothing, but a
 * random moment may come after the work is done, and a wrong pick may skip a moment.
 */
const MAY_MISS = 0.25;

/**
 * True if commits are fast enough. A response that is in the page for long may be lost by a kill, even if no kill has
 * hit it.
 */
export function isCommittedInTime({ committedAfterMs }: Pick<Tally, 'committedAfterMs'>): boolean {
  return flightBound(committedAfterMs).medianMs <= COMMIT_MEDIAN_MS;
}

export function isGood(tally: Tally): boolean {
  const isClean = tally.lost + tally.appliedTwice + tally.unexplained + tally.wrong + tally.findings.length === 0;
  return tally.lives > 0 && tally.notReached <= tally.lives * MAY_MISS && isClean && isCommittedInTime(tally);
}

/** `what`: the disturbances, such as "kills". */
export function inWords(name: string, tally: Tally, what: string): string {
  const { medianMs, boundMs } = flightBound(tally.committedAfterMs);
  const longestMs = tally.committedAfterMs.reduce((longest, ms) => Math.max(longest, ms), 0);
  return [
    `${name}: ${tally.lives} ${what}`,
    `${tally.lost} receipts lost of ${tally.handedOut}`,
    `${tally.inFlight} died with the read in flight (killed within ${boundMs} ms of the beacon's answer; ${medianMs} ms to the commit in the middle of ${tally.committedAfterMs.length}, ${longestMs} ms at most)`,
    `${tally.appliedTwice} applied twice`,
    `${tally.duplicates} duplicates posted of ${tally.posts} (${tally.unexplained} that no kill explains)`,
    `${tally.wrong} wrong states shown in ${tally.checks} looks`,
    `${tally.wrongPicks} of ${tally.picks} picks wrong`,
    ...(tally.emptied > 0 ? [`${tally.emptied} databases emptied by the browser`] : []),
    ...(tally.uncertain > 0 ? [`${tally.uncertain} rightly Uncertain, as the devices' earlier values were lost`] : []),
    ...(isCommittedInTime(tally) ? [] : [`committed too late: ${COMMIT_MEDIAN_MS} ms is the limit`]),
    ...(tally.notReached > 0 ? [`${tally.notReached} moments never came`] : []),
    ...(tally.findings.length > tally.wrong + tally.lost + tally.unexplained
      ? [`${tally.findings.length} findings`]
      : []),
  ].join(', ');
}
