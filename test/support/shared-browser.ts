/**
 * One served app and one browser for all files of a worker, one after another; each gets them as new. Starting a
 * browser and loading the app into it takes longer than most tests.
 */
import type { CDPSession, Page } from 'playwright-core';
import { startAppServer, type RunningServer } from './app-server.ts';
import { followWorkers, launchBrowser, type OpenBrowser, type TestBrowser } from './browser.ts';

/** It ends with the worker. Each user has a separate namespace of the sandbox. */
export type SharedServer = Omit<RunningServer, 'close'>;

export interface SharedBrowser extends OpenBrowser, Pick<TestBrowser, 'kill'> {
  /** Closes its pages and clears their stored data. */
  giveBack(): Promise<void>;
}

let server: Promise<RunningServer> | null = null;

export function shareServer(): Promise<SharedServer> {
  return (server ??= startAppServer());
}

let running: TestBrowser | null = null;
let isInUse = false;

/**
 * The app may be installed in it, as on a phone where it was opened before, but no account is stored. Its workers are
 * not observed: setting the context offline then sometimes hung forever. They stay online when the context is offline.
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
      // It was killed in the meantime, and another user already has the next one.
      if (running !== browser) return;
      isInUse = false;
      if (!browser.browser.isConnected()) return;
      context.off('page', note);
      await context.setOffline(false);
      // Keep one page open, because a browser without pages would end.
      const last = await context.newPage();
      for (const page of context.pages()) if (page !== last) await page.close();
      // The emulated radio ends with the last session that uses it.
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
