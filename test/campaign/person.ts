/**
 * The person of the campaign: presses the one button of the run screen, sometimes picks the wrong row, and checks every
 * text.
 */
import type { Page } from 'playwright-core';
import type { Draw } from '../../src/sandbox/seed.ts';
import type { TestBrowser } from '../support/browser.ts';
import {
  accountOpen,
  act,
  giveKey,
  goTo,
  openPage,
  openRun,
  prepare,
  runEnded,
  trackTo,
  type ShownRun,
} from '../support/journey.ts';
import { emulateRadio, type EmulatedRadio } from '../support/peripheral.ts';
import { runActionWords, runStrings } from '../../src/ui/strings/run.ts';
import { welcomeStrings } from '../../src/ui/strings/welcome.ts';
import type { Disturbance, PlannedLife } from './disturbance.ts';
import { watchJournal } from './journal-watch.ts';
import { wrongClaims, wrongSummary, type Truth } from './judge.ts';
import type { Campaign, Story } from './life.ts';
import { outboxAtRest } from './outbox-ears.ts';
import { beaconHas, beaconHolds, noteRecorded, beaconStoreOf } from './world.ts';
import { storedReceipts } from '../support/stored-rows.ts';
import { workerEvents } from '../support/worker-events.ts';

export interface Person {
  /** The current action, for findings. */
  readonly where: string;
  live(planned: PlannedLife, next: Story): Promise<void>;
  picture(name: string): Promise<void>;
  /** Returns the page's address and the text of its main part, for findings. */
  onScreen(): Promise<string>;
}

const {
  connect,
  connectAgain,
  pickAgain,
  reconnect,
  readReceipt,
  stopWaiting,
  turnOnBluetooth,
  fetchPackage,
  configure,
  toOutbox,
} = runActionWords;
const RADIO: readonly string[] = [
  connect,
  connectAgain,
  pickAgain,
  reconnect,
  readReceipt,
  stopWaiting,
  turnOnBluetooth,
];
/** Percent of picks that are wrong. */
const WRONG_PICKS = 15;
/** After this many presses for one beacon, every pick is right. */
const CAREFUL_AFTER = 5;
const PRESSES = 14;
/** Longest wait for a button that was shown a moment ago, ms. */
const PATIENCE_MS = 5000;
/** How often the key may be asked for at most. One 401 asks for it once. */
const MAX_KEYS = 3;

export function createPerson(
  campaign: Campaign,
  {
    browser,
    disturbance,
    draw,
  }: { readonly browser: TestBrowser; readonly disturbance: Disturbance; readonly draw: Draw },
  ids: ReadonlySet<string>,
): Person {
  const { world, server, sandbox } = campaign;
  let page: Page;
  let emulatedRadio: EmulatedRadio;
  let where = 'start';
  let hasKey = false;
  let seenReloads = 0;
  const finding = (what: string): void => {
    if (!disturbance.isGone) campaign.finding(`${where}: ${what}`);
  };

  async function open(planned: PlannedLife): Promise<readonly Page[]> {
    const beaconStore = beaconStoreOf(world, [...ids], () => disturbance.operation, {
      operationDone: () => disturbance.onOperationDone(),
      // A finding even at the moment of a kill, because no kill explains a write over an unread receipt.
      overwritten: (uniqueId, token) =>
        campaign.finding(`LOST: the receipt ${token} of ${uniqueId} was overwritten before anybody had read it`),
    });
    emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: server.otherOrigin });
    emulatedRadio.onOperation = (_address, operation) => disturbance.onOperation(operation);
    page = await watched(await openPage(browser, emulatedRadio));
    await page.goto(`${server.origin}/run`);
    await backToAccount();
    if (planned.beside !== 'window') return [page];
    // It has no chooser to be answered, because it only sends.
    const second = await watched(await browser.newPage());
    await second.goto(`${server.origin}/outbox`);
    // A chooser closes when its window is behind another one.
    await page.bringToFront();
    return [page, second];
  }

  /**
   * After a kill Chromium sometimes finds its database damaged and creates a new one. The app then offers the account
   * on its first page.
   */
  async function backToAccount(): Promise<void> {
    const offered = page.getByRole('button', { name: new RegExp(`^${welcomeStrings.goBack('')}`) });
    await page.locator('fk-run-list-page').locator('.item, fk-empty').or(offered).first().waitFor();
    if ((await offered.count()) === 0) return;
    world.emptiedAtMs.push(Date.now());
    await offered.first().click();
    await accountOpen(page);
    await goTo(page, '/run');
  }

  async function watched(opened: Page): Promise<Page> {
    opened.on('pageerror', (error) => finding(`error nobody caught: ${error.message}`));
    await watchJournal(opened, (row, base64, atMs) => {
      if (row === 'receipt:committed')
        for (const one of world.handedOut) if (one.base64 === base64) one.committedAtMs ??= atMs;
      if (row === 'post:recorded') noteRecorded(world, base64, atMs);
    });
    return opened;
  }

  async function truthOf({ uniqueId, value, packages }: Story): Promise<Truth> {
    const record = (await sandbox.devices(uniqueId))[uniqueId];
    const verified = record?.values['interval'] === value && record.pending === null;
    return {
      prepared: (record?.pending ?? null) !== null || verified,
      written: world.written.has(uniqueId),
      applied: beaconHas(world, uniqueId, value),
      inBeacon: beaconHolds(world, uniqueId),
      handedOut: world.written.has(uniqueId) || world.handedOut.some((one) => one.uniqueId === uniqueId),
      posted: world.posts.some((post) => post.uniqueId === uniqueId),
      verified,
      firstPackage: packages <= 1 && !verified,
    };
  }

  /** Reads the screen before the facts, because facts are only ever added. */
  async function held(story: Story, shown: ShownRun): Promise<ShownRun> {
    const truth = await truthOf(story);
    campaign.checks += 1;
    for (const wrong of wrongClaims(shown.track, shown.says, truth))
      finding(`WRONG STATE: the run screen of ${story.uniqueId} ${wrong}; ${JSON.stringify({ shown, truth })}`);
    return shown;
  }

  async function look(story: Story): Promise<ShownRun> {
    await openRun(page, story.uniqueId);
    return held(story, await runEnded(page));
  }

  /** Checks the words of the run list against the same facts. */
  async function checkList(): Promise<void> {
    const list = page.locator('fk-run-list-page');
    await list.locator('.item, fk-empty').first().waitFor();
    const rows = await list.locator('.item').evaluateAll((items) =>
      items.map((item) => ({
        uniqueId: item.querySelector('fk-id')?.shadowRoot?.textContent?.replace(/\s+/g, '') ?? '',
        word: item.querySelector('fk-track')?.shadowRoot?.querySelector('.word')?.textContent?.trim() ?? '',
      })),
    );
    campaign.checks += 1;
    for (const story of campaign.open) {
      const row = rows.find(({ uniqueId }) => uniqueId.includes(story.uniqueId));
      if (row === undefined) continue;
      for (const wrong of wrongSummary(row.word, await truthOf(story)))
        finding(`WRONG STATE: of ${story.uniqueId} the list ${wrong}`);
    }
  }

  function pickFor(story: Story, presses: number): string {
    campaign.picks += 1;
    const others = [...ids].filter((id) => id !== story.uniqueId);
    const wrong = presses < CAREFUL_AFTER && others.length > 0 && draw.chance(WRONG_PICKS);
    if (wrong) campaign.wrongPicks += 1;
    return world.beacons.get(wrong ? draw.pick(others) : story.uniqueId)!.address;
  }

  /** Presses the run screen's button once and returns what it shows afterwards. */
  async function press(story: Story, action: string, presses: number): Promise<void> {
    const { reloads } = disturbance;
    await disturbance.begun();
    if (disturbance.reloads > reloads) return;
    const before = emulatedRadio.prompts.length;
    const picksBefore = [campaign.picks, campaign.wrongPicks] as const;
    const address = pickFor(story, presses);
    world.actingFor = story.uniqueId;
    const shown = await act(page, emulatedRadio, address, action);
    world.actingFor = null;
    // No chooser has opened, so nothing was picked.
    if (emulatedRadio.prompts.length === before) [campaign.picks, campaign.wrongPicks] = picksBefore;
    await held(story, shown);
  }

  /** Works on a beacon without the key, as far as that is possible. */
  async function goBack(story: Story): Promise<void> {
    where = `back to ${story.uniqueId}`;
    for (let presses = 0; presses < 3; presses += 1) {
      const { action } = await look(story);
      if (!RADIO.includes(action)) return;
      await press(story, action, presses);
    }
  }

  /** Works on a beacon with the key until the backend has verified it. */
  async function bringOut(story: Story): Promise<void> {
    let isDone = false;
    for (let presses = 0; presses < PRESSES && !isDone; presses += 1) {
      where = `on with ${story.uniqueId}, press ${presses + 1}`;
      isDone = await throughReload(() => takeStep(story, presses));
    }
    await throughReload(() => closeStory(story));
  }

  /** Reads the run screen and does what it offers. Returns true when nothing is left to do. */
  async function takeStep(story: Story, presses: number): Promise<boolean> {
    const shown = await look(story);
    if (await isVerified(story)) return true;
    if (RADIO.includes(shown.action)) await press(story, shown.action, presses);
    else if (shown.action === fetchPackage) await fetchOnPage(story);
    else if (
      story.packages === 0 ||
      shown.action === configure ||
      (presses > CAREFUL_AFTER && shown.action !== toOutbox)
    )
      await prepareAnew(story);
    await delivered();
    return false;
  }

  /** Repeats the work if the person's own press has reloaded the page in the middle of it. */
  async function throughReload<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      if (seenReloads < disturbance.reloads) {
        seenReloads = disturbance.reloads;
        await disturbance.reloaded();
        await giveKeyIfAsked();
      }
      try {
        return await work();
      } catch (error) {
        if (seenReloads === disturbance.reloads) throw error;
      }
    }
  }

  /** After a reload another window may pass the key on. */
  async function giveKeyIfAsked(): Promise<void> {
    const isKeyRequested = await page
      .locator('fk-header')
      .getByRole('button', { name: 'Enter key', exact: true, includeHidden: true })
      .waitFor({ state: 'attached', timeout: PATIENCE_MS })
      .then(
        () => true,
        () => false,
      );
    if (isKeyRequested) await giveKey(page);
  }

  async function isVerified(story: Story): Promise<boolean> {
    const { verified } = await truthOf(story);
    return verified;
  }

  async function prepareAnew(story: Story): Promise<void> {
    story.packages += 1;
    await prepare(page, story.uniqueId, { interval: story.value });
  }

  async function fetchOnPage(story: Story): Promise<void> {
    story.packages += 1;
    // The offered action may be gone before it is pressed. The person then looks at the screen again.
    const offered = page.locator('fk-run-page').getByRole('button', { name: fetchPackage });
    const isPressed = await offered.click({ timeout: PATIENCE_MS }).then(
      () => true,
      () => false,
    );
    if (!isPressed) return;
    await page
      .locator('fk-run-page fk-button.act:not([busy])')
      .or(page.locator('fk-run-page .actions fk-button[href]'))
      .first()
      .waitFor();
  }

  /**
   * Sets a fault of the backend in some cases: a 503 with or without effect, or a 401, which asks for the key once
   * more.
   */
  async function stumble(): Promise<void> {
    if (!draw.chance(40)) return;
    const status = draw.pick([503, 503, 401] as const);
    await sandbox.setFaults({
      name: 'status',
      status,
      times: 1,
      effect: status === 503 && draw.chance(50),
      match: { method: 'POST', path: '/device/update' },
    });
  }

  async function deliver(planned: PlannedLife): Promise<void> {
    where = 'delivery';
    await stumble();
    await disturbance.begun();
    await giveKey(page);
    hasKey = true;
    if (planned.beside === 'worker') await (await workerEvents(browser, page, server.origin)).sync();
    await delivered();
  }

  /** Waits until nothing is left to send. Enters the key again if it was refused. */
  async function delivered(): Promise<void> {
    if (!hasKey) return;
    for (let requests = 0; ; requests += 1) {
      const rest = await outboxAtRest(page);
      if (rest === 'stopped') return finding('equal refusals have stopped the queue');
      if (rest === 'sent') return;
      if (requests === MAX_KEYS) return finding('the key is asked for again and again');
      await giveKey(page);
    }
  }

  /** Returns the stored delivery state of a story's receipts, for findings. */
  async function deliveryOf({ uniqueId }: Story): Promise<string> {
    const rows = await storedReceipts(page, uniqueId);
    return JSON.stringify(
      rows.map(({ origin, owner, state, values, tries, unanswered, shownBefore, answers, lastAnswer }) => {
        const { status, code } = lastAnswer ?? { status: null, code: null };
        return { origin, owner, state, values, tries, unanswered, shownBefore, answers, status, code };
      }),
    );
  }

  /** Checks the end of a story: beacon, backend and screen agree. */
  async function closeStory(story: Story): Promise<void> {
    where = `the end of ${story.uniqueId}`;
    const shown = await look(story);
    const record = (await sandbox.devices(story.uniqueId))[story.uniqueId];
    const beacon = world.beacons.get(story.uniqueId)!.state;
    if (!(await isVerified(story)))
      return finding(
        `DEAD END after ${PRESSES} presses: "${shown.says}" (${shown.action}; ${shown.track.join(', ')}), pending ${JSON.stringify(record?.pending)}, the beacon has ${String(beacon.values['interval'])}, not ${story.value}`,
      );
    // A repeat that is only answered with 409 is never Verified by matching values. The screen can only say that they
    // match.
    const isShown = shown.says?.includes('the device shows these values') ?? false;
    // After an unanswered post, a 4xx leaves only what the device showed before it, and an emptied database has lost
    // that too.
    const isUnknown = shown.says === runStrings.receiptUnproven && world.emptiedAtMs.length > 0;
    if (isUnknown) campaign.uncertain += 1;
    else if (shown.track.join() !== trackTo('Verified').join() && !isShown)
      finding(
        `WRONG STATE: verified, and the track says ${shown.track.join(', ')}; "${shown.says}"; ${await deliveryOf(story)}`,
      );
    if (beacon.values['interval'] !== story.value)
      finding(`the beacon has ${String(beacon.values['interval'])}, not ${story.value}`);
    const at = campaign.open.indexOf(story);
    if (at >= 0) campaign.open.splice(at, 1);
    world.written.delete(story.uniqueId);
  }

  return {
    get where() {
      return where;
    },
    async live(planned, next) {
      const pages = await open(planned);
      where = 'after the restart';
      if (planned.in === 'back') await disturbance.arm(pages);
      await checkList();
      for (const story of campaign.open.slice()) await goBack(story);
      await deliver(planned);
      for (const story of campaign.open.slice()) await bringOut(story);
      await disturbance.arm(pages);
      await stumble();
      campaign.open.push(next);
      await bringOut(next);
      where = 'the end of the day';
      await disturbance.finish();
    },
    async onScreen() {
      const words = await page
        .locator('body')
        .ariaSnapshot({ timeout: PATIENCE_MS })
        .catch((error: unknown) => String(error).split('\n')[0]!);
      return `${page.url()} ${words.replace(/\s+/g, ' ').slice(0, 1500)}`;
    },
    async picture(name) {
      const folder = process.env['FIELDKIT_CAMPAIGN_PICTURES'];
      if (folder === undefined) return;
      await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, '-')}.png` }).catch(() => undefined);
    },
  };
}
