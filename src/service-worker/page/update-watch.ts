/** Says what becomes of each version of the service worker, and looks for a newer one when the app is shown, goes online and every hour. */
import { messageSW, type Workbox } from 'workbox-window';
import type { PageMessage } from '../messages.ts';

interface VersionEvents {
  /** A newer version is installed and waits. Called again for a newer one still. */
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
 * Registers `workbox` and reports every version once, however many there are while the page is open and whichever window asked for
 * them. workbox-window reports the versions of its own registration and the first one that came from elsewhere, and no more after
 * that, so the registration is followed as well. Rejects as `register` does.
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

  function look(worker: ServiceWorker): void {
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
        // One that was installed has been replaced by a newer one, which is no failure.
        if (!installed.has(worker)) reportOnce(worker, isFirst ? events.onFirstFailed : events.onUpdateFailed);
    }
  }

  function follow(worker: ServiceWorker | null): void {
    worker?.addEventListener('statechange', () => look(worker));
  }

  for (const type of ['installed', 'waiting', 'activated', 'redundant'] as const)
    workbox.addEventListener(type, ({ sw }) => void (sw !== undefined && look(sw)));
  registration.addEventListener('updatefound', () => follow(registration.installing));
  for (const worker of [registration.active, navigator.serviceWorker.controller])
    if (worker !== null) installed.add(worker);
  // Another window may have found these before this one listened.
  for (const worker of [registration.installing, registration.waiting]) follow(worker);
  if (registration.waiting !== null) look(registration.waiting);
  return registration;
}

/**
 * Lets a version that waits take over, and says so where the old one stays in use: the browser waits for what that one has begun, for
 * minutes if the window that asked for it is gone.
 */
export function letTakeOver(waiting: ServiceWorker, onHeld: () => void): void {
  void messageSW(waiting, { type: 'apply-update' } satisfies PageMessage);
  setTimeout(() => {
    if (waiting.state === 'installed') onHeld();
  }, TAKE_OVER_MS);
}

/** The waits between two tries to install the first version, ms. The last one is repeated. */
const RETRY_WAITS_MS = [5_000, 15_000, 60_000, 300_000] as const;

interface Retry {
  /** A try has failed: the next one follows after a wait, if the page is shown and online by then. */
  failed(): void;
  /** Nothing has to be tried again. */
  done(): void;
}

/**
 * Calls `again` after each failure, with growing waits. No timer runs while the page is hidden or offline: when it is shown, or online
 * again, `lookForUpdates` tries at once.
 */
export function createRetry(again: () => void): Retry {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') stop();
  });
  window.addEventListener('offline', stop);
  return {
    failed() {
      stop();
      const waitMs = RETRY_WAITS_MS[Math.min(failures, RETRY_WAITS_MS.length - 1)];
      failures += 1;
      if (document.visibilityState === 'visible' && navigator.onLine) timer = setTimeout(again, waitMs);
    },
    done() {
      stop();
      failures = 0;
    },
  };
}

/** An installed app may stay open for weeks without a reload, so it has to look by itself. */
export function lookForUpdates(look: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  window.addEventListener('online', look);
  setInterval(look, HOUR_MS);
}
