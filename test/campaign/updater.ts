/**
 * Deploys a newer version of the app at the planned moment of a life, lets the browser find it, and accepts it as a
 * person would.
 */
import { cpSync, rmSync } from 'node:fs';
import type { CDPSession, Locator, Page } from 'playwright-core';
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { AccountServices, AppServices } from '../../src/ui/shell/services.ts';
import { shellStrings } from '../../src/ui/strings/shell.ts';
import type { TestBrowser } from '../support/browser.ts';
import { accountOpen } from '../support/journey.ts';
import type { HeardRequest } from './campaign-server.ts';
import type { Disturbance } from './disturbance.ts';
import { armJournal } from './journal-watch.ts';
import type { PlannedUpdate, UpdatePoint } from './update-points.ts';
import { isReceiptPost, notePost, type World } from './world.ts';

/** A build of the app. */
interface Version {
  /** The name that the app shows. */
  readonly name: string;
  readonly folder: string;
}

/** The served folder, which contains one version after another. */
export interface Deployment {
  readonly version: string;
  /** Deploys the next version. It is served when this returns. */
  deployNext(): void;
}

export function createDeployment(served: string, versions: readonly Version[]): Deployment {
  let at = 0;
  const put = (): void => {
    rmSync(served, { recursive: true, force: true });
    cpSync(versions[at]!.folder, served, { recursive: true });
  };
  put();
  return {
    get version() {
      return versions[at]!.name;
    },
    deployNext() {
      at = (at + 1) % versions.length;
      put();
    },
  };
}

export interface UpdateTally {
  /** Versions that were waiting while the app was stopped at the planned moment. */
  foundInTime: number;
  /** Windows in which the person accepted the version. */
  taken: number;
  /** Those of them in which receipts or a package were in transit. */
  takenAtOnce: number;
  /** Windows that first reported that the old version is still busy. */
  held: number;
  /** Checks of an open run, which must not show the offer. */
  checks: number;
}

export function emptyUpdateTally(): UpdateTally {
  return { foundInTime: 0, taken: 0, takenAtOnce: 0, held: 0, checks: 0 };
}

interface UpdaterParts {
  readonly browser: TestBrowser;
  readonly origin: string;
  readonly world: World;
  readonly deployment: Deployment;
  readonly planned: PlannedUpdate;
  readonly tally: UpdateTally;
  readonly finding: (what: string) => void;
}

/** Longest wait for the new version at the planned moment, ms. It is shorter than any limit of a run. */
const HOLD_MS = 4000;
/** Longest wait of the person, ms. What they wait for never appears if the page was reloaded in the meantime. */
const PATIENCE_MS = 15_000;
/** Time from the browser's event for a version to the app's, ms. */
const NEWS_MS = 500;
/** Polling interval, ms. A window behind another draws no frames, on which Playwright's own polling depends. */
const POLLING_MS = 50;
/** Longest time from the end of a run until the app offers a waiting version, ms. */
const OFFER_MS = 30_000;
/** Longest time until an accepted version runs, ms. The browser lets the old one finish what it has begun. */
const TAKE_OVER_MS = 90_000;

type App = HTMLElement & { services?: AppServices; account?: AccountServices | null };

export function createUpdater({
  browser,
  origin,
  world,
  deployment,
  planned,
  tally,
  finding,
}: UpdaterParts): Disturbance {
  const { point, accepts } = planned;
  let windows: readonly Page[] = [];
  let session: CDPSession | null = null;
  let armed = false;
  let struck = false;
  let operation: LinkOperation | null = null;
  let timer: NodeJS.Timeout | undefined;
  let reloads = 0;
  let isOver = false;
  /** Resolves when the person has accepted the new version. */
  let taking: Promise<void> = Promise.resolve();
  let striking: Promise<void> = Promise.resolve();
  const arrivedAtMs = new WeakMap<HeardRequest, number>();
  /** Windows in which the person has accepted the version. Only these may reload. */
  const taken = new Set<Page>();
  const versions = createVersionWatch();

  /**
   * Resolves when the browser has installed the new version, or after HOLD_MS. `blocked`: the window that is stopped
   * meanwhile.
   */
  async function strike(blocked: Page | null): Promise<void> {
    armed = false;
    struck = true;
    const waits = versions.next();
    deployment.deployNext();
    await session!.send('ServiceWorker.updateRegistration', { scopeURL: `${origin}/` });
    if (await Promise.race([waits, after(HOLD_MS)])) tally.foundInTime += 1;
    await lookForOffer(blocked);
    if (accepts === 'atOnce') taking = takeIn(windows[0]!).catch(broken);
  }

  /** Checks that no window offers the version while a run is open, although the app knows of it. */
  async function lookForOffer(blocked: Page | null): Promise<void> {
    const isRunOpen = (): Promise<boolean> =>
      blocked === null ? hasOpenRun(windows[0]!) : Promise.resolve(isRunStep(point));
    if (!(await isRunOpen())) return;
    const seen = windows.filter((window) => window !== blocked);
    const offers = await Promise.all(
      seen.map(async (window) => {
        await knowsOfUpdate(window).catch(() => undefined);
        return offerIn(window).count();
      }),
    );
    // The run may have ended in the meantime.
    if (!(await isRunOpen())) return;
    tally.checks += seen.length;
    if (offers.some((count) => count > 0)) finding('OFFERED while a run was open');
  }

  /** For moments at which nothing can be delayed until the version is found. */
  function strikeBeside(): void {
    striking = strike(null).catch(broken);
  }

  function broken(error: unknown): void {
    if (!isOver) finding(`the update: ${String(error).split('\n').slice(0, 3).join(' | ')}`);
  }

  /** Accepts the version in this window as soon as it is offered, and waits until it runs. */
  async function takeIn(window: Page): Promise<void> {
    while (!(await pressOffer(window)));
    tally.taken += 1;
    if (accepts === 'atOnce') tally.takenAtOnce += 1;
    void window
      .getByText(shellStrings.update.held)
      .first()
      .waitFor({ timeout: TAKE_OVER_MS })
      .then(
        () => (tally.held += 1),
        () => undefined,
      );
    await showsVersion(window, deployment.version);
    await accountOpen(window);
  }

  /** Returns false if the offer was gone before it was pressed. */
  async function pressOffer(window: Page): Promise<boolean> {
    const offer = offerIn(window).first();
    await offer.waitFor({ timeout: OFFER_MS });
    taken.add(window);
    world.reloadedAtMs.push(Date.now());
    if (window === windows[0]) reloads += 1;
    const pressed = await offer.evaluate((button) => {
      const run = document.querySelector<App>('fk-app')?.account?.runs.current.value ?? null;
      const isRunOpen = run !== null && (run.phase !== 'ended' || run.copyMissing !== null);
      const isThere = button.isConnected;
      if (isThere) (button as HTMLElement).click();
      return { isRunOpen, isThere };
    });
    if (pressed.isThere && pressed.isRunOpen) finding('OFFERED and taken while a run was open');
    return pressed.isThere;
  }

  async function showsVersion(window: Page, version: string): Promise<void> {
    await window.waitForFunction(
      (wanted) => document.querySelector<App>('fk-app')?.services?.app.state.value.version === wanted,
      version,
      { timeout: TAKE_OVER_MS, polling: POLLING_MS },
    );
  }

  return {
    get struck() {
      return struck;
    },
    isGone: false,
    gone: new Promise(() => undefined),
    get operation() {
      return operation;
    },
    get reloads() {
      return reloads;
    },
    ears: {
      async arrived(request) {
        arrivedAtMs.set(request, Date.now());
        if (!armed) return;
        const isPost = point.at === 'post' && point.when === 'arrives' && isReceiptPost(request);
        const isPrepare = point.at === 'prepare' && point.when === 'arrives' && request.path === point.path;
        if (isPost || isPrepare) await strike(null);
      },
      tookEffect(request, status) {
        if (isReceiptPost(request)) notePost(world, request.body, status, arrivedAtMs.get(request));
        if (armed && point.at === 'post' && point.when === 'done' && isReceiptPost(request)) strikeBeside();
      },
      async now() {
        if (armed) await strike(windows[0]!);
      },
    },
    async onOperation(now) {
      operation = now;
      if (armed && point.at === 'radio' && point.operation === now && point.when === 'arrives') await strike(null);
    },
    onOperationDone() {
      if (armed && point.at === 'radio' && point.operation === operation && point.when === 'done') strikeBeside();
    },
    async arm(pages) {
      windows = pages;
      session = await browser.pageSession(pages[0]!);
      await versions.follow(session);
      for (const [at, page] of pages.entries()) {
        page.setDefaultTimeout(PATIENCE_MS);
        await showsVersion(page, deployment.version).catch(() =>
          finding(`OLD VERSION in window ${at + 1} after the start`),
        );
        page.on('domcontentloaded', () => {
          if (!taken.has(page) && !isOver) finding(`RELOADED window ${at + 1} without a press`);
        });
      }
      // Chromium's first check for a newer version takes seconds, and the next one waits for it.
      await pages[0]!.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      armed = true;
      if (point.at === 'journal') await Promise.all(pages.slice(0, 1).map((page) => armJournal(page, point)));
    },
    async begun() {
      if (armed && point.at === 'press') {
        await strike(null);
        await taking;
      }
      if (armed && point.at === 'chance' && timer === undefined) timer = setTimeout(strikeBeside, point.afterMs);
    },
    reloaded: () => taking,
    async finish() {
      clearTimeout(timer);
      if (!struck) {
        const isPlanned = point.at === 'rest';
        await strike(null);
        struck = isPlanned;
      }
      await striking;
      await taking;
      if (accepts === 'never') return;
      for (const window of windows) if (!taken.has(window)) await takeIn(window);
    },
    async end() {
      isOver = true;
      clearTimeout(timer);
      world.killedAtMs.set(world.life, Date.now());
      await browser.close();
    },
  };
}

/** Returns the offer that the shell shows on every page. */
export function offerIn(window: Page): Locator {
  return window.locator('fk-app .offer fk-button');
}

async function knowsOfUpdate(window: Page): Promise<void> {
  await window.waitForFunction(
    () => document.querySelector<App>('fk-app')?.services?.app.state.value.updateWaiting === true,
    undefined,
    { timeout: NEWS_MS, polling: POLLING_MS },
  );
}

function hasOpenRun(window: Page): Promise<boolean> {
  return window.evaluate(() => {
    const run = document.querySelector<App>('fk-app')?.account?.runs.current.value ?? null;
    return run !== null && (run.phase !== 'ended' || run.copyMissing !== null);
  });
}

/** True if this moment of the journal is within a run. */
function isRunStep(point: UpdatePoint): boolean {
  return point.at === 'journal' && /^(run|receipt|mirror)/.test(point.row);
}

interface VersionWatch {
  follow(session: CDPSession): Promise<void>;
  /** Resolves with true when another version than before is installed. */
  next(): Promise<true>;
}

function createVersionWatch(): VersionWatch {
  const known = new Set<string>();
  let tell: (() => void) | null = null;
  return {
    async follow(session) {
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        for (const { versionId, status } of versions) {
          if (status !== 'installed' && status !== 'activated') continue;
          if (!known.has(versionId) && status === 'installed') tell?.();
          known.add(versionId);
        }
      });
      await session.send('ServiceWorker.enable');
    },
    next: () =>
      new Promise((resolve) => {
        tell = () => resolve(true);
      }),
  };
}

const after = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(resolve, ms, false));
