/**
 * Reports the state of each version of the service worker, and checks for a newer one when the app is shown, goes
 * online, and every hour.
 */
import { messageSW, type Workbox } from 'workbox-window';
import type { PageMessage } from '../messages.ts';

interface VersionEvents {
  /** A newer version is installed and waits. Called again for each newer version. */
  readonly onUpdate: (waiting: ServiceWorker) => void;
  /** A newer version was found but could not be installed. The old one stays in use. */
  readonly onUpdateFailed: () => void;
  /** The very first version is active: from now on the app starts without a network. */
  readonly onFirst: () => void;
  /** The very first version could not be installed: the browser drops its registration. */
  readonly onFirstFailed: () => void;
}

const HOUR_MS = 60 * 60 * 1000;
/** A version that may take over does so within a second, unless the old one is busy. */
const TAKE_OVER_MS = 3000;

/**
 * Registers `workbox` and reports each version once, however many appear while the page is open and whichever window
 * requested them. workbox-window reports the versions of its own registration and only the first from elsewhere, so the
 * registration is observed too. Rejects as `register` does.
 */
export async function registerAndFollow(workbox: Workbox, events: VersionEvents): Promise<ServiceWorkerRegistration> {
  const registration = (await workbox.register())!;
  const installed = new WeakSet<ServiceWorker>();
  const reported = new WeakSet<ServiceWorker>();
  let first: ServiceWorker | null = null;

  function reportOnce(worker: ServiceWorker, report: (worker: ServiceWorker) => void): void {
    if (reported.has(worker)) return;
    reported.add(worker);
    report(worker);
  }

  function reportState(worker: ServiceWorker): void {
    const isFirst = registration.active === null;
    switch (worker.state) {
      case 'installed':
        installed.add(worker);
        if (isFirst) first = worker;
        else reportOnce(worker, events.onUpdate);
        break;
      case 'activated':
        if (worker === first) reportOnce(worker, events.onFirst);
        break;
      case 'redundant':
        // An installed version that a newer one replaced has not failed.
        if (!installed.has(worker)) reportOnce(worker, isFirst ? events.onFirstFailed : events.onUpdateFailed);
    }
  }

  function follow(worker: ServiceWorker | null): void {
    worker?.addEventListener('statechange', () => reportState(worker));
  }

  for (const type of ['installed', 'waiting', 'activated', 'redundant'] as const)
    workbox.addEventListener(type, ({ sw }) => void (sw !== undefined && reportState(sw)));
  registration.addEventListener('updatefound', () => follow(registration.installing));
  for (const worker of [registration.active, navigator.serviceWorker.controller])
    if (worker !== null) installed.add(worker);
  // Another window may have installed these before this page listened.
  for (const worker of [registration.installing, registration.waiting]) follow(worker);
  if (registration.waiting !== null) reportState(registration.waiting);
  return registration;
}

/**
 * Lets a waiting version take over. Calls `onHeld` if the old one stays in use: the browser waits for its running work,
 * for minutes if the window that requested it is gone.
 */
export function letTakeOver(waiting: ServiceWorker, onHeld: () => void): void {
  void messageSW(waiting, { type: 'apply-update' } satisfies PageMessage);
  setTimeout(() => {
    if (waiting.state === 'installed') onHeld();
  }, TAKE_OVER_MS);
}

/** Times between two tries to install the first version, ms. The last one is repeated. */
const RETRY_WAITS_MS = [5_000, 15_000, 60_000, 300_000] as const;

/**
 * Calls `again` after each failure, with growing waits. No timer runs while the page is hidden or offline:
 * `scheduleUpdateChecks` checks at once when it is visible or online again.
 */
export function createRetry(again: () => void) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') stop();
  });
  window.addEventListener('offline', stop);
  return {
    /** Call it when a try has failed. The next one follows after a wait, if the page is visible and online. */
    failed() {
      stop();
      const waitMs = RETRY_WAITS_MS[Math.min(failures, RETRY_WAITS_MS.length - 1)];
      failures += 1;
      if (document.visibilityState === 'visible' && navigator.onLine) timer = setTimeout(again, waitMs);
    },
    /** Call it when a try has succeeded. */
    done() {
      stop();
      failures = 0;
    },
  };
}

/**
 * Calls `check` when the app is shown or goes online, and every hour, because an installed app may stay open for weeks
 * without a reload.
 */
export function scheduleUpdateChecks(check: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
  window.addEventListener('online', check);
  setInterval(check, HOUR_MS);
}
