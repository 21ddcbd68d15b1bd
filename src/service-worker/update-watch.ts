/** Says how fetching a newer version went, and looks for one when the app comes into sight and every hour. */

interface UpdateEvents {
  /** A newer version was found but could not be fetched whole; the old one goes on. */
  readonly onUpdateFailed: () => void;
}

const HOUR_MS = 60 * 60 * 1000;

/** Follows every worker that this registration tries to install. The very first one is no update. */
export function followUpdates(registration: ServiceWorkerRegistration, { onUpdateFailed }: UpdateEvents): void {
  const follow = (worker: ServiceWorker | null): void => {
    if (worker === null || registration.active === null) return;
    let isWhole = false;
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') isWhole = true;
      else if (worker.state === 'redundant' && !isWhole) onUpdateFailed();
    });
  };
  registration.addEventListener('updatefound', () => follow(registration.installing));
  follow(registration.installing);
}

/** An installed app may stay open for weeks: nobody reloads it, so it has to look by itself. */
export function lookForUpdates(look: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  setInterval(look, HOUR_MS);
}
