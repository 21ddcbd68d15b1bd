/** One served app and one browser for all files of a worker, one after the other: each takes them as if nobody had used them. A browser, and the app fetched anew into it, cost more than most tests. */
import type { CDPSession, Page } from 'playwright-core';
import { startAppServer, type RunningServer } from './app-server.ts';
import { followWorkers, launchBrowser, type OpenBrowser, type TestBrowser } from './browser.ts';

/** Its end is the worker's. Whoever uses it has a namespace of the sandbox to himself. */
export type SharedServer = Omit<RunningServer, 'close'>;

export interface SharedBrowser extends OpenBrowser, Pick<TestBrowser, 'kill'> {
  /** Closes its pages and clears what they have stored. */
  giveBack(): Promise<void>;
}

let server: Promise<RunningServer> | null = null;

export function shareServer(): Promise<SharedServer> {
  return (server ??= startAppServer());
}

let running: TestBrowser | null = null;
let isInUse = false;

/**
 * The app may be installed in it, as on a phone where it was opened before; nothing of an account is there. Its workers are not
 * followed: to set the context offline hung with it now and then, for good. They stay online where the context is offline.
 */
export async function shareBrowser(): Promise<SharedBrowser> {
  if (isInUse) throw new Error('the browser of this worker is in use');
  isInUse = true;
  if (running?.browser.isConnected() !== true) running = await launchBrowser();
  followWorkers(false);
  const browser = running;
  const { context } = browser;
  const sessions: CDPSession[] = [];
  const origins = new Set<string>();
  const note = (page: Page): unknown => page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
  context.on('page', note);
  return {
    ...browser,
    async browserSession() {
      const session = await browser.browserSession();
      sessions.push(session);
      return session;
    },
    async kill() {
      isInUse = false;
      await browser.kill();
    },
    async giveBack() {
      // Killed meanwhile, and somebody has the next one already.
      if (running !== browser) return;
      isInUse = false;
      if (!browser.browser.isConnected()) return;
      context.off('page', note);
      await context.setOffline(false);
      // One stays: a browser without a page would end.
      const last = await context.newPage();
      for (const page of context.pages()) if (page !== last) await page.close();
      // With the last session that has asked for one the emulated radio goes.
      for (const session of sessions) await session.detach();
      const session = await browser.pageSession(last);
      await session.send('ServiceWorker.enable');
      await session.send('ServiceWorker.stopAllWorkers');
      const home = (await shareServer()).origin;
      for (const origin of origins)
        if (/^https?:/.test(origin))
          await session.send('Storage.clearDataForOrigin', {
            origin,
            storageTypes: origin === home ? 'cookies,file_systems,indexeddb,local_storage' : 'all',
          });
      await session.detach();
    },
  };
}
