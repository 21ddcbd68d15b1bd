/** One life of a browser on the campaign's profile: look, go back to what is unfinished, deliver, bring out the next beacon, until the kill. */
import type { Page } from 'playwright-core';
import type { Run } from '../../src/domain/run.ts';
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { SandboxControl } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { act, counterWords, giveKey, goTo, openPage, openRun, prepare, runEnded, trackTo, type RunFace } from '../support/journey.ts';
import { openAir, type Air } from '../support/peripheral.ts';
import { BLANK_PATH, type CampaignServer } from './campaign-server.ts';
import { keptReceipts, readDisk, unfinishedRuns, type Disk } from './disk.ts';
import { ACTION_AFTER, fateOf, wrongClaims, wrongSummary, type JournalStep, type Truth } from './judge.ts';
import { armJournal, watchJournal } from './journal-watch.ts';
import { nameOf, type KillPoint, type PlannedKill } from './kill-points.ts';
import { beaconHas, beaconHolds, shelfOf, type HandedOut, type World } from './world.ts';

/** One beacon that is to get one value; open until the backend has verified it. */
export interface Story {
  readonly uniqueId: string;
  /** Of `interval`, ms. */
  readonly value: number;
  /** Packages fetched for it. */
  packages: number;
}

export interface Campaign {
  readonly server: CampaignServer;
  readonly sandbox: SandboxControl;
  readonly world: World;
  readonly profile: string;
  readonly idb: 'leveldb' | 'sqlite';
  readonly open: Story[];
  /** The next beacon, when all earlier ones are verified. */
  readonly nextStory: () => Story;
  readonly finding: (what: string) => void;
  /** The app was looked at and held against the truth. */
  looks: number;
  /** Responses that died with a browser, and whether the app has said so since. */
  readonly inFlight: HandedOut[];
}

export interface LifeEnd {
  /** False: the point was never reached, the browser was killed at rest. */
  readonly reached: boolean;
}

const LONGEST_LIFE_MS = 60_000;

export async function live(campaign: Campaign, planned: PlannedKill): Promise<LifeEnd> {
  const { world, server } = campaign;
  world.life += 1;
  const browser = await launchBrowser({ profile: campaign.profile, idb: campaign.idb });
  const executioner = createExecutioner(browser, world, planned.point);
  server.ears.current = executioner.ears;
  const next = campaign.nextStory();
  const ids = new Set([...campaign.open.map(({ uniqueId }) => uniqueId), next.uniqueId]);
  const person = createPerson(campaign, browser, executioner, ids);
  const life = person.live(planned, next).then(
    () => 'rested' as const,
    (error: unknown) => error as Error,
  );
  const impatience = new AbortController();
  const patience = new Promise<'endless'>((resolve) => {
    const timer = setTimeout(() => resolve('endless'), LONGEST_LIFE_MS);
    impatience.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const ended = await Promise.race([life, executioner.gone.then(() => 'killed' as const), patience]);
  impatience.abort();
  // What breaks under the person's hands because the browser has died is no finding.
  if (ended === 'endless' || (ended instanceof Error && !executioner.struck)) {
    campaign.finding(`${nameOf(planned)}: ${ended === 'endless' ? `no end after ${LONGEST_LIFE_MS} ms` : ended.message.split('\n').slice(0, 3).join(' | ')}`);
    await person.picture(nameOf(planned));
  }
  const reached = executioner.struck;
  await executioner.kill();
  await life;
  server.ears.current = null;
  return { reached };
}

interface Executioner {
  readonly struck: boolean;
  readonly gone: Promise<void>;
  readonly ears: NonNullable<CampaignServer['ears']['current']>;
  /** Called by the radio before an operation happens, and when it has happened. */
  onOperation(operation: LinkOperation): void;
  onKept(): void;
  arm(page: Page): Promise<void>;
  /** Chance begins to run. */
  begun(): void;
  kill(): Promise<void>;
}

/** Thrown where an operation or request must not go on; the harness takes it for a closed connection. */
class Killed extends Error {
  constructor() {
    super('closed: the browser was killed');
  }
}

function createExecutioner(browser: TestBrowser, world: World, point: KillPoint): Executioner {
  let armed = false;
  let struck = false;
  let operation: LinkOperation | null = null;
  let timer: NodeJS.Timeout | undefined;
  let tell: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    tell = resolve;
  });

  function strike(): void {
    armed = false;
    struck = true;
    // The signal is sent before this call returns.
    void browser.kill().then(tell);
  }
  function strikeAndStop(): never {
    strike();
    throw new Killed();
  }

  return {
    get struck() {
      return struck;
    },
    gone,
    ears: {
      arrived({ path, body }) {
        if (!armed) return;
        if (point.at === 'post' && point.when === 'arrives' && isReceipt(path, body)) strikeAndStop();
        if (point.at === 'prepare' && point.when === 'arrives' && path === point.path) strikeAndStop();
      },
      tookEffect({ path, body }, status) {
        if (isReceipt(path, body)) {
          const form = new URLSearchParams(body);
          world.posts.push({ uniqueId: form.get('uniqueId') ?? '', base64: form.get('response') ?? '', life: world.life, status });
        }
        if (!armed) return;
        if (point.at === 'post' && point.when === 'done' && isReceipt(path, body)) strikeAndStop();
        if (point.at === 'prepare' && point.when === 'done' && path === point.path) strikeAndStop();
      },
      now() {
        if (!struck) strike();
      },
    },
    onOperation(now) {
      if (struck) throw new Killed();
      operation = now;
      if (armed && point.at === 'air' && point.operation === now && point.when === 'arrives') strikeAndStop();
    },
    onKept() {
      if (armed && point.at === 'air' && point.operation === operation && point.when === 'done') strike();
    },
    async arm(page) {
      if (struck || armed) return;
      armed = true;
      if (point.at === 'journal') await armJournal(page, point);
    },
    begun() {
      if (armed && point.at === 'chance' && timer === undefined) timer = setTimeout(strike, point.afterMs);
    },
    async kill() {
      clearTimeout(timer);
      armed = false;
      await browser.kill();
      tell();
    },
  };
}

function isReceipt(path: string, body: string): boolean {
  return path === '/legacy/device/update' && new URLSearchParams(body).has('response');
}

interface Person {
  live(planned: PlannedKill, next: Story): Promise<void>;
  picture(name: string): Promise<void>;
}

function createPerson(campaign: Campaign, browser: TestBrowser, executioner: Executioner, ids: ReadonlySet<string>): Person {
  const { world, server, sandbox } = campaign;
  let page: Page;
  let air: Air;
  let where = '';
  const finding = (what: string): void => {
    if (!executioner.struck) campaign.finding(`${where}: ${what}`);
  };

  async function open(): Promise<Disk> {
    const shelf = shelfOf(world, [...ids], () => executioner.onKept());
    air = await openAir(browser, shelf, { keepAliveOrigin: server.otherOrigin });
    air.onOperation = (_address, operation) => executioner.onOperation(operation);
    page = await openPage(browser, air);
    page.on('pageerror', (error) => finding(`error nobody caught: ${error.message}`));
    await watchJournal(page, (row, detail) => {
      if (row !== 'receipt:committed') return;
      for (const one of world.handedOut) if (one.base64 === detail) one.committed = true;
    });
    await page.goto(`${server.origin}${BLANK_PATH}`);
    return readDisk(page);
  }

  /** Every response that ever left a beacon is on this phone or at the backend, unless it died with the browser that had just read it. */
  function accountFor(disk: Disk): HandedOut[] {
    const inCopyOnly: HandedOut[] = [];
    const kept = new Set(keptReceipts(disk).map(({ responseBase64 }) => responseBase64));
    const posted = new Set(world.posts.map(({ base64 }) => base64));
    for (const one of world.handedOut) {
      if (one.died) continue;
      // A copy makes up for a commit that was cut off; a commit that was complete has to be found.
      const isCopied = !kept.has(one.base64) && !one.committed && disk.copies.some((copy) => copy.includes(one.base64));
      if (isCopied) inCopyOnly.push(one);
      const onDisk = kept.has(one.base64) || isCopied;
      const fate = fateOf({ onDisk, atBackend: posted.has(one.base64), committed: one.committed, inDeadLife: one.life === world.life - 1 });
      if (fate === 'safe') continue;
      one.died = true;
      if (fate === 'inFlight') campaign.inFlight.push(one);
      else campaign.finding(`LOST: the response ${one.token} of ${one.uniqueId}, read in life ${one.life}`);
    }
    return inCopyOnly;
  }

  /** What lay in the second copy alone is whole again once the app has started. */
  async function lookForRestored(inCopyOnly: readonly HandedOut[]): Promise<void> {
    if (inCopyOnly.length === 0) return;
    const kept = new Set(keptReceipts(await readDisk(page)).map(({ responseBase64 }) => responseBase64));
    for (const one of inCopyOnly) {
      if (kept.has(one.base64)) continue;
      one.died = true;
      campaign.finding(`LOST: the response ${one.token} of ${one.uniqueId} was in the second copy and has not come back`);
    }
  }

  async function truthOf(uniqueId: string, disk: Disk): Promise<Truth> {
    const record = (await sandbox.devices(uniqueId))[uniqueId];
    const newest = disk.packages.filter((row) => row.uniqueId === uniqueId).toSorted((a, b) => (b.fetchedAtMs ?? b.preparedAtMs) - (a.fetchedAtMs ?? a.preparedAtMs))[0];
    const token = newest?.token ?? -1;
    const verified = record?.applied.includes(token) ?? false;
    const receipt = keptReceipts(disk).find((row) => row.uniqueId === uniqueId && row.token === token);
    return {
      prepared: (record?.pending ?? null) !== null || verified,
      onThisPhone: newest !== undefined && newest.base64 !== null,
      written: beaconHas(world, uniqueId, token),
      receiptTwice: receipt !== undefined && disk.copies.some((copy) => copy.includes(receipt.responseBase64)),
      posted: world.posts.some((post) => post.uniqueId === uniqueId && receipt !== undefined && post.base64 === receipt.responseBase64),
      verified,
    };
  }

  /** The screen first, the truth after it: the truth only grows. */
  async function lookAtRun(uniqueId: string): Promise<RunFace> {
    await openRun(page, uniqueId);
    const face = await runEnded(page);
    return held(uniqueId, face);
  }

  async function held(uniqueId: string, face: RunFace): Promise<RunFace> {
    const truth = await truthOf(uniqueId, await readDisk(page));
    campaign.looks += 1;
    for (const wrong of wrongClaims(face.track, face.says, truth)) finding(`WRONG STATE: the run screen of ${uniqueId} ${wrong}; ${JSON.stringify({ face, truth })}`);
    return face;
  }

  /** The list leads to each unfinished beacon with its one next step, and to nothing else as unfinished. */
  async function lookAtList(disk: Disk): Promise<void> {
    const unfinished = unfinishedRuns(disk);
    const list = page.locator('fk-run-list-page');
    await list.locator('.item, fk-empty').first().waitFor();
    const offered = (await list.locator('.item.first').evaluateAll((rows) => rows.map((row) => (row.querySelector('a')?.textContent ?? '').replace(/\s+/g, ' ').trim()))).toSorted();
    const expected = unfinished.map((run) => `${ACTION_AFTER[run.step as JournalStep]}, ${run.uniqueId}`).toSorted();
    campaign.looks += 1;
    if (offered.join() !== expected.join()) finding(`WRONG STATE: the list offers [${offered.join('; ')}] where the journal asks for [${expected.join('; ')}]`);
    const rows = await list.locator('.item').evaluateAll((items) => items.map((item) => ({
      uniqueId: item.querySelector('fk-id')?.shadowRoot?.textContent?.replace(/\s+/g, '') ?? '',
      word: item.querySelector('fk-track')?.shadowRoot?.querySelector('.word')?.textContent?.trim() ?? '',
    })));
    for (const story of campaign.open) {
      const row = rows.find(({ uniqueId }) => uniqueId.includes(story.uniqueId));
      if (row === undefined) continue;
      for (const wrong of wrongSummary(row.word, await truthOf(story.uniqueId, disk))) finding(`WRONG STATE: of ${story.uniqueId} the list ${wrong}`);
    }
  }

  /** From what a kill has left of a run to its receipt, or to the honest word that it is gone. */
  async function goBackTo(run: Run): Promise<void> {
    const { uniqueId } = run;
    where = `back to ${uniqueId} at ${run.step}`;
    const token = run.packageToken ?? -1;
    const face = await lookAtRun(uniqueId);
    const expected = ACTION_AFTER[run.step as JournalStep];
    if (face.action !== expected) finding(`WRONG STATE: offers "${face.action}" where the journal asks for "${expected}"`);
    if ((run.step === 'written' || run.step === 'reading') && !beaconHas(world, uniqueId, token)) finding('the journal says written and the beacon has nothing');
    if (run.step === 'writing' && !face.track.includes('Written: uncertain')) finding(`WRONG STATE: a write was begun and the track says ${face.track.join(', ')}`);
    const isGone = beaconHas(world, uniqueId, token) && !beaconHolds(world, uniqueId, token);
    executioner.begun();
    const after = await held(uniqueId, await act(page, air, world.beacons.get(uniqueId)!.address, face.action));
    if (isGone) {
      if (!after.says.startsWith('Applied, receipt lost') || !after.track.includes('Receipt on this phone: refused')) {
        finding(`WRONG STATE: the receipt is gone and the app says "${after.says}" (${after.track.join(', ')})`);
      }
    } else if (!after.track.includes('Receipt on this phone')) finding(`came to no receipt: "${after.says}" (${after.detail}; ${after.track.join(', ')})`);
  }

  async function deliver(): Promise<void> {
    where = 'delivery';
    const waiting = keptReceipts(await readDisk(page)).filter(({ state }) => state === 'waiting').length;
    const words = await counterWords(page);
    const expected = waiting === 0 ? 'No receipts waiting' : waiting === 1 ? '1 receipt waits for your key' : `${waiting} receipts wait for your key`;
    campaign.looks += 1;
    if (words !== expected) finding(`WRONG STATE: the counter says "${words}", there are ${waiting}`);
    executioner.begun();
    await giveKey(page);
    await delivered();
  }

  async function delivered(): Promise<void> {
    await page.locator('fk-receipt-counter').getByText('No receipts waiting').waitFor();
  }

  /** Fetches or prepares what is not carried, writes it, and waits for the backend. */
  async function bringOut(story: Story, fresh: boolean): Promise<void> {
    const { uniqueId } = story;
    where = `${fresh ? 'fresh' : 'on with'} ${uniqueId}`;
    if (fresh) {
      story.packages += 1;
      await prepare(page, uniqueId, { interval: story.value });
    }
    for (let step = 0; step < 4; step += 1) {
      const face = await lookAtRun(uniqueId);
      const ready = face.action === 'Connect';
      if (ready) {
        executioner.begun();
        const after = await held(uniqueId, await act(page, air, world.beacons.get(uniqueId)!.address, 'Connect'));
        if (!after.track.includes('Receipt on this phone')) finding(`came to no receipt: "${after.says}" (${after.detail}; ${after.track.join(', ')})`);
        await page.getByText('Verified by the backend.').waitFor();
        break;
      }
      if (face.says === 'Verified by the backend.') break;
      story.packages += 1;
      if (face.says.startsWith('Applied, receipt lost') || face.action === 'Fetch a new package') await fetchFromList(uniqueId);
      else await prepare(page, uniqueId, { interval: story.value });
    }
    await delivered();
    await closeStory(story);
  }

  async function fetchFromList(uniqueId: string): Promise<void> {
    await goTo(page, '/run');
    await page.getByRole('button', { name: new RegExp(`^Fetch package ?, ${uniqueId}$`) }).click();
    await page.getByRole('link', { name: new RegExp(`^Open ?, ${uniqueId}$`) }).waitFor();
  }

  /** The end of a story: beacon, backend and screen agree. */
  async function closeStory(story: Story): Promise<void> {
    const face = await lookAtRun(story.uniqueId);
    if (face.track.join() !== trackTo('Verified').join()) finding(`WRONG STATE: verified, and the track says ${face.track.join(', ')}`);
    const record = (await sandbox.devices(story.uniqueId))[story.uniqueId];
    const beacon = world.beacons.get(story.uniqueId)!.state;
    if (beacon.values['interval'] !== story.value) finding(`the beacon has ${String(beacon.values['interval'])}, not ${story.value}`);
    if (record?.values['interval'] !== story.value || record.pending !== null) finding(`the backend has ${String(record?.values['interval'])}, pending ${JSON.stringify(record?.pending)}`);
    const at = campaign.open.indexOf(story);
    if (at >= 0) campaign.open.splice(at, 1);
  }

  return {
    async live(planned, next) {
      const disk = await open();
      const inCopyOnly = accountFor(disk);
      await page.goto(`${server.origin}/run`);
      where = 'after the restart';
      if (planned.in === 'back') await executioner.arm(page);
      await lookAtList(disk);
      await lookForRestored(inCopyOnly);
      for (const run of unfinishedRuns(disk)) await goBackTo(run);
      await deliver();
      for (const story of campaign.open.slice()) await bringOut(story, false);
      await executioner.arm(page);
      campaign.open.push(next);
      await bringOut(next, true);
    },
    async picture(name) {
      const folder = process.env['FIELDKIT_CAMPAIGN_PICTURES'];
      if (folder === undefined) return;
      await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, '-')}.png` }).catch(() => undefined);
    },
  };
}
