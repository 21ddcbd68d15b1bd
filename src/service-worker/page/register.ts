/** Registers the service worker from the page, says when an update waits, and applies it only when the page asks. */
import { messageSW, Workbox } from 'workbox-window';
import type { InstallFault, PageMessage } from '../messages.ts';
import { onInstallFault } from './install-faults.ts';
import { heldVersion, startWithNewVersion } from './take-over.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';
import { createRetry, letTakeOver, lookForUpdates, registerAndFollow } from './update-watch.ts';

export interface ServiceWorkerEvents {
  /** A newer version is installed and waits; offer it between runs. May be called again for a newer one still. */
  readonly onUpdate: () => void;
  /** A newer version could not be fetched whole: this one goes on, and the next look tries again. */
  readonly onUpdateFailed: () => void;
  /** The update was asked for, and the old version is still at work. */
  readonly onUpdateHeld: () => void;
  /** The new version has taken over: `applyUpdate` now loads it, which is for a moment without a run. */
  readonly onTakenOver: () => void;
  /** The app now starts without a network: said once at first install, and at every later start. */
  readonly onOfflineReady: () => void;
  /** Why the first or a newer version could not be installed. The first one is tried again by itself. */
  readonly onInstallFault: (fault: InstallFault) => void;
}

interface ServiceWorkerHandle {
  /**
   * Loads the new version into this page alone, which lets it take over while it starts. Call it while no window has a run open,
   * since the old version's files leave the cache.
   */
  applyUpdate(): void;
  /** After practice was chosen: keeps its code for offline use. */
  keepPractice(): Promise<void>;
}

/** Returns a handle that does nothing where there is no service worker (development, private windows). */
export function registerServiceWorker(events: ServiceWorkerEvents): ServiceWorkerHandle {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) {
    return { applyUpdate() {}, async keepPractice() {} };
  }
  const held = heldVersion();
  let current: { readonly workbox: Workbox; readonly registration: ServiceWorkerRegistration } | null = null;
  let registering: Promise<void> | null = null;
  const retry = createRetry(() => void look());

  function tellIfTakenOver(): void {
    if (held?.state === 'activating' || held?.state === 'activated') events.onTakenOver();
  }

  /** With a new Workbox each time, since one registers once. */
  async function register(): Promise<void> {
    const workbox = new Workbox(trustedScriptUrl(`${import.meta.env.BASE_URL}sw.js`));
    workbox.addEventListener('controlling', () => void (held !== null && events.onTakenOver()));
    const registration = await registerAndFollow(workbox, {
      onUpdate(waiting) {
        events.onUpdate();
        // A newer one still has replaced the one that was asked for.
        if (held !== null) letTakeOver(waiting, events.onUpdateHeld);
      },
      onUpdateFailed: events.onUpdateFailed,
      onFirst() {
        retry.done();
        events.onOfflineReady();
      },
      onFirstFailed: retry.failed,
    });
    current = { workbox, registration };
    // It may have failed before anybody followed it.
    if (isDropped(registration)) retry.failed();
    // It may have taken over while the page was loading.
    tellIfTakenOver();
    askToBeControlled(registration);
  }

  async function failedToRegister(error: unknown): Promise<void> {
    const file = `${import.meta.env.BASE_URL}sw.js`;
    // A page in place of the worker is a SecurityError. Anything else is a TypeError: no network, or no such file.
    if ((error as DOMException).name === 'SecurityError') events.onInstallFault({ reason: 'webPage', file });
    else {
      const answer = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      events.onInstallFault({ reason: answer?.status === 404 ? 'missing' : 'network', file });
    }
    retry.failed();
  }

  /** Looks for a newer version. Where the first could not be registered or installed, it is registered again. */
  async function look(): Promise<void> {
    if (current === null || isDropped(current.registration)) {
      // Refused in some private windows, or no network: the app works online only until a later look succeeds.
      registering ??= register()
        .catch(failedToRegister)
        .finally(() => (registering = null));
      return registering;
    }
    try {
      await current.workbox.update();
    } catch (error) {
      // A page in place of the worker. Without a network it is a TypeError, and the next look tries again.
      if ((error as DOMException).name !== 'SecurityError') return;
      events.onInstallFault({ reason: 'webPage', file: `${import.meta.env.BASE_URL}sw.js` });
      events.onUpdateFailed();
    }
  }

  if (held?.state === 'installed') events.onUpdateHeld();
  tellIfTakenOver();
  if (navigator.serviceWorker.controller !== null) events.onOfflineReady();
  onInstallFault(navigator.serviceWorker, events.onInstallFault);
  void look();
  lookForUpdates(() => void look());

  return {
    applyUpdate() {
      // It has taken over, perhaps for another window: this page only has to load it.
      if (current?.registration.waiting == null) location.reload();
      else startWithNewVersion();
    },
    async keepPractice() {
      const paths = performance
        .getEntriesByType('resource')
        .map((entry) => new URL(entry.name).pathname)
        .filter((path) => path.startsWith(`${import.meta.env.BASE_URL}assets/sandbox-`));
      const { active } = await navigator.serviceWorker.ready;
      if (active !== null) void messageSW(active, { type: 'keep-practice', paths } satisfies PageMessage);
    },
  };
}

/**
 * A page that was loading when the first worker took over is not controlled by it, and stays so: it would hear of no key, and each
 * window would ask for its own. The same goes for a page that was reloaded past the caches.
 */
function askToBeControlled({ active }: ServiceWorkerRegistration): void {
  if (active !== null && navigator.serviceWorker.controller === null)
    void messageSW(active, { type: 'take-page' } satisfies PageMessage);
}

/** The browser drops a registration whose first version could not be installed. */
function isDropped({ installing, waiting, active }: ServiceWorkerRegistration): boolean {
  return installing === null && waiting === null && active === null;
}
