/**
 * What a page shows while it opens: every text that is on screen in one frame and gone when the page has settled, and how
 * far its layout moved meanwhile. Shared by the test and the campaign.
 */
import type { CDPSession, Page } from 'playwright-core';
import type { AppServices } from '../../src/ui/shell/services.ts';
import type { OpenBrowser } from './browser.ts';
import { FILLED_PAGES, FIRST_PAGES, fillPractice, fillWork } from './filled-practice.ts';
import { connectAccount, devicesRead, freshSandbox } from './journey.ts';
import type { SharedServer } from './shared-browser.ts';

/** The states of an account that a page may find when it is loaded. */
export const OPENING_ACCOUNTS = ['practice', 'key', 'keyNeeded', 'offline', 'locked'] as const;
export type OpeningAccount = (typeof OPENING_ACCOUNTS)[number];

export const OPENING_WIDTHS = [390, 1280] as const;

export interface Opening {
  readonly account: OpeningAccount;
  readonly address: string;
  /** Width of the window, in CSS pixels. */
  readonly width: (typeof OPENING_WIDTHS)[number];
}

/** Every opening, those of one account together, in the order in which `enterAccount` can reach them. */
export const OPENINGS: readonly Opening[] = OPENING_ACCOUNTS.flatMap((account) =>
  (account === 'locked' ? FIRST_PAGES : FILLED_PAGES).flatMap((address) =>
    OPENING_WIDTHS.map((width) => ({ account, address, width })),
  ),
);

/** How many times slower than this machine a phone is taken to be. */
const CPU_TIMES = 4;
/** The largest sum of layout shifts; Web Vitals calls up to 0.1 good. */
export const MOST_SHIFT = 0.05;

export interface OpeningRecord {
  /** Texts that were shown for some time only. */
  readonly vanished: readonly string[];
  /** Sum of the layout shifts. */
  readonly shift: number;
  /** What moved most, for a person who looks for the cause. */
  readonly moved: readonly string[];
}

/** Not in TypeScript's library. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly previousRect: DOMRectReadOnly; readonly currentRect: DOMRectReadOnly }[];
}

interface Recorder {
  settled(): Promise<OpeningRecord>;
}

interface OpenedAccountPage {
  readonly page: Page;
  readonly origin: string;
}

/**
 * Returns a function that brings an account into this state and returns a page for it. All but practice are one account
 * on another origin, and are reached in the order of `OPENING_ACCOUNTS`.
 */
export function openAccountPages(
  browser: Pick<OpenBrowser, 'newPage'>,
  server: SharedServer,
): (account: OpeningAccount) => Promise<OpenedAccountPage> {
  let keeper: Page | null = null;
  const pages = new Map<string, Page>();
  return async (account) => {
    const isPractice = account === 'practice';
    const origin = isPractice ? server.origin : server.otherOrigin;
    if (!isPractice && keeper === null) {
      keeper = await browser.newPage();
      await connectAccount(keeper, { origin, sandbox: freshSandbox({ origin }) });
      await devicesRead(keeper);
      await fillWork(keeper);
      await storedForOffline(keeper);
    }
    let page = pages.get(isPractice ? 'practice' : 'key');
    if (page === undefined) {
      page = await browser.newPage();
      pages.set(isPractice ? 'practice' : 'key', page);
      if (isPractice) {
        await fillPractice(page, origin);
        await storedForOffline(page);
      }
    }
    // The key lives in the memory of the window that was given it.
    if (account === 'keyNeeded' || account === 'offline' || account === 'locked') await keeper!.goto('about:blank');
    if (account === 'offline') await page.context().setOffline(true);
    if (account === 'locked') {
      await page.context().setOffline(false);
      await page.goto(`${origin}/more`);
      await page.waitForFunction(
        () => document.querySelector<App>('fk-app')?.services.session.state.value.account != null,
      );
      await page.evaluate(() => document.querySelector<App>('fk-app')!.services.session.lock());
    }
    return { page, origin };
  };
}

interface App extends HTMLElement {
  readonly services: AppServices;
}

async function storedForOffline(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<App>('fk-app')?.services.app.state.value.offlineReady === true,
  );
}

const prepared = new WeakMap<Page, CDPSession>();

/** Loads the address as a reload does, on a processor like a phone's, until nothing changes for a second. */
export async function recordOpening(page: Page, origin: string, { address, width }: Opening): Promise<OpeningRecord> {
  let session = prepared.get(page);
  if (session === undefined) {
    session = await page.context().newCDPSession(page);
    prepared.set(page, session);
    await page.addInitScript({ content: `(${recordTexts.toString()})();` });
  }
  await page.setViewportSize({ width, height: width < 900 ? 844 : 800 });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES });
  try {
    await page.goto('about:blank');
    await page.goto(`${origin}${address}`);
    return await page.evaluate(() =>
      (globalThis as unknown as { openingRecorder: Recorder }).openingRecorder.settled(),
    );
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
}

export function faultsOfOpening({ vanished, shift, moved }: OpeningRecord): string[] {
  return [
    ...vanished.map((text) => `"${text}" was shown and is gone`),
    ...(shift <= MOST_SHIFT ? [] : [`the layout moved by ${shift.toFixed(2)}: ${moved.join(', ')}`]),
  ];
}

/** Records from the first frame on. Runs in the page before its own scripts. */
function recordTexts(): void {
  /** A page that did not change for so long has settled, ms. */
  const QUIET_MS = 1000;
  const LIMIT_MS = 60_000;
  /** Times and progress change by themselves; a toast is meant to go. */
  const CHANGING =
    '[aria-busy="true"], time, fk-age, fk-progress, [role="progressbar"], fk-toast, style, script, noscript';
  /** These draw rows beyond the screen, and remove them again. */
  const WINDOWS = 'fk-device-window, fk-row-window';
  const shifts: { value: number; sources: string[] }[] = [];
  const movedFrom = ({ previousRect: from, currentRect: to }: LayoutShift['sources'][number]): string =>
    `${Math.round(from.width)}x${Math.round(from.height)} at ${Math.round(from.x)},${Math.round(from.y)} to ${Math.round(to.x)},${Math.round(to.y)}`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
      if (!hadRecentInput) shifts.push({ value, sources: sources.map(movedFrom) });
  }).observe({ type: 'layout-shift', buffered: true });

  const seen = new Set<string>();
  let isBusy = true;
  function isOnScreen(text: Text): boolean {
    const range = document.createRange();
    range.selectNode(text);
    const { top, bottom } = range.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }
  function visit(node: Node, into: Set<string>, isInWindow = false): void {
    if (node instanceof Text) {
      const text = node.data.replaceAll(/\s+/g, ' ').trim();
      if (/[\p{L}\p{N}]/u.test(text) && (!isInWindow || isOnScreen(node))) into.add(text);
      return;
    }
    if (!(node instanceof Element) || node instanceof SVGElement) return;
    if (node.matches(CHANGING)) {
      if (node.matches('[aria-busy="true"]') && node.checkVisibility()) isBusy = true;
      return;
    }
    if (!node.checkVisibility({ visibilityProperty: true })) {
      // A slot has no box of its own.
      if (getComputedStyle(node).display !== 'contents') return;
    }
    const inside =
      node instanceof HTMLSlotElement && node.assignedNodes().length > 0
        ? node.assignedNodes()
        : (node.shadowRoot ?? node).childNodes;
    for (const child of inside) visit(child, into, isInWindow || node.matches(WINDOWS));
  }
  let present = '';
  let sinceMs = performance.now();
  function look(): Set<string> {
    const now = new Set<string>();
    isBusy = false;
    if (document.body !== null) visit(document.body, now);
    for (const text of now) seen.add(text);
    const all = [...now].join('\n');
    if (all !== present || isBusy || all === '') sinceMs = performance.now();
    present = all;
    return now;
  }
  function frame(): void {
    look();
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);

  Object.assign(globalThis, {
    openingRecorder: {
      settled: () =>
        new Promise<OpeningRecord>((resolve, reject) => {
          const check = (): void => {
            const nowMs = performance.now();
            if (nowMs > LIMIT_MS) return reject(new Error(`the page does not settle: ${present.slice(0, 400)}`));
            if (nowMs - sinceMs < QUIET_MS) return void requestAnimationFrame(check);
            const left = look();
            const shift = shifts.reduce((sum, { value }) => sum + value, 0);
            const worst = shifts.toSorted((one, other) => other.value - one.value).slice(0, 3);
            resolve({
              vanished: [...seen].filter((text) => !left.has(text)),
              shift,
              moved: worst.map(({ value, sources }) => `${value.toFixed(3)} ${sources.slice(0, 4).join(' + ')}`),
            });
          };
          check();
        }),
    },
  });
}
