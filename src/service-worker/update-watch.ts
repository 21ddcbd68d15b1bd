/** Says what becomes of each version that is fetched, and looks for a newer one when the app comes into sight and every hour. */
import type { PageMessage } from './messages.ts';

interface UpdateEvents {
  /** A newer version is whole and waits; may be called again for a newer one still. */
  readonly onUpdate: () => void;
  /** A newer version was found but could not be fetched whole; the old one goes on. */
  readonly onUpdateFailed: () => void;
  /** The very first version is there: from now on the app starts without a network. */
  readonly onFirst: () => void;
}

const HOUR_MS = 60 * 60 * 1000;
/** A version that may take over does so within a second, unless something is in its way. */
const TAKE_OVER_MS = 3000;

/**
 * Follows every worker that this registration tries to install, however many there are while the page is open, and whichever
 * window asked for it. The very first one is no update.
 */
export function followUpdates(registration: ServiceWorkerRegistration, events: UpdateEvents): void {
  const followed = new WeakSet<ServiceWorker>();
  const follow = (worker: ServiceWorker | null): void => {
    // The one that is found while it is registered is told of once more.
    if (worker === null || followed.has(worker)) return;
    followed.add(worker);
    const isFirst = registration.active === null;
    let isWhole = false;
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') {
        isWhole = true;
        if (!isFirst) events.onUpdate();
      } else if (worker.state === 'activated' && isFirst) events.onFirst();
      else if (worker.state === 'redundant' && !isWhole && !isFirst) events.onUpdateFailed();
    });
  };
  registration.addEventListener('updatefound', () => follow(registration.installing));
  follow(registration.installing);
  if (registration.waiting !== null && registration.active !== null) events.onUpdate();
}

/**
 * Lets a version that waits take over, and says so where the old one stays at work: the browser waits for what that one has begun,
 * for minutes if the window that asked for it is gone.
 */
export function letTakeOver(waiting: ServiceWorker, onHeld: () => void): void {
  waiting.postMessage({ type: 'apply-update' } satisfies PageMessage);
  setTimeout(() => {
    if (waiting.state === 'installed') onHeld();
  }, TAKE_OVER_MS);
}

/** An installed app may stay open for weeks: nobody reloads it, so it has to look by itself. */
export function lookForUpdates(look: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  setInterval(look, HOUR_MS);
}
