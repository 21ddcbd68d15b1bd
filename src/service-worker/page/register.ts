/**
 * Registers the service worker from the page, reports waiting updates, and applies them only when the page requests it.
 */
import { messageSW, Workbox } from 'workbox-window';
import { installFaultMessage, type InstallFault, type PageMessage } from '../messages.ts';
import { heldVersion, startWithNewVersion } from './take-over.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';
import { createRetry, letTakeOver, scheduleUpdateChecks, registerAndFollow } from './update-watch.ts';
import { onWorkerMessage } from './worker-messages.ts';

const WORKER = `${import.meta.env.BASE_URL}sw.js`;

export interface ServiceWorkerEvents {
  /** A newer version is installed and waits. Offer it between runs. Called again for each newer version. */
  readonly onUpdate: () => void;
  /** A newer version could not be fetched completely. The current one stays in use, and the next check tries again. */
  readonly onUpdateFailed: () => void;
  /** The update was requested, but the old version is still busy. */
  readonly onUpdateHeld: () => void;
  /** The new version has taken over. `applyUpdate` now reloads the page, so call it only while no run is open. */
  readonly onTakenOver: () => void;
  /** The app now starts without a network. Called once after the first installation, and at every later start. */
  readonly onOfflineReady: () => void;
  /** Why the first or a newer version could not be installed. The first one is retried automatically. */
  readonly onInstallFault: (fault: InstallFault) => void;
}

interface ServiceWorkerHandle {
  /**
   * Reloads only this page, and the new version takes over while it starts. Call it while no window has a run open,
   * because the old version's files are removed from the cache.
   */
  applyUpdate(): void;
  /** Caches the sandbox's code for offline use. Call it when practice is chosen. */
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
  const retry = createRetry(() => void checkForUpdate());

  function tellIfTakenOver(): void {
    if (held?.state === 'activating' || held?.state === 'activated') events.onTakenOver();
  }

  /** Creates a new Workbox each time, because each can register only once. */
  async function register(): Promise<void> {
    const workbox = new Workbox(trustedScriptUrl(WORKER));
    workbox.addEventListener('controlling', () => void (held !== null && events.onTakenOver()));
    const registration = await registerAndFollow(workbox, {
      onUpdate(waiting) {
        events.onUpdate();
        // A newer version has replaced the requested one.
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
    // The installation may have failed before this page listened.
    if (isDropped(registration)) retry.failed();
    // The version may have taken over while the page was loading.
    tellIfTakenOver();
    requestControl(registration);
  }

  async function failedToRegister(error: unknown): Promise<void> {
    // A web page in place of the worker gives a SecurityError. Anything else is a TypeError: no network, or no such
    // file.
    if ((error as DOMException).name === 'SecurityError') events.onInstallFault({ reason: 'webPage', file: WORKER });
    else {
      const answer = await fetch(WORKER, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      events.onInstallFault({ reason: answer?.status === 404 ? 'missing' : 'network', file: WORKER });
    }
    retry.failed();
  }

  /** Checks for a newer version. Registers again if the first version could not be registered or installed. */
  async function checkForUpdate(): Promise<void> {
    if (current === null || isDropped(current.registration)) {
      // Some private windows refuse, or there is no network. The app works only online until a later check succeeds.
      registering ??= register()
        .catch(failedToRegister)
        .finally(() => (registering = null));
      return registering;
    }
    try {
      await current.workbox.update();
    } catch (error) {
      // A web page in place of the worker. Without a network it is a TypeError, and the next check tries again.
      if ((error as DOMException).name !== 'SecurityError') return;
      events.onInstallFault({ reason: 'webPage', file: WORKER });
      events.onUpdateFailed();
    }
  }

  if (held?.state === 'installed') events.onUpdateHeld();
  tellIfTakenOver();
  if (navigator.serviceWorker.controller !== null) events.onOfflineReady();
  onWorkerMessage(navigator.serviceWorker, installFaultMessage, ({ reason, file }) =>
    events.onInstallFault({ reason, file }),
  );
  void checkForUpdate();
  scheduleUpdateChecks(() => void checkForUpdate());

  return {
    applyUpdate() {
      // The version has taken over, perhaps for another window, so this page only has to reload.
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
 * A page that was loading when the first worker took over is never controlled by it. It would not receive the key from
 * other windows and would have to ask for it. The same is true for a page that was reloaded past the caches.
 */
function requestControl({ active }: ServiceWorkerRegistration): void {
  if (active !== null && navigator.serviceWorker.controller === null)
    void messageSW(active, { type: 'take-page' } satisfies PageMessage);
}

/** The browser drops a registration whose first version could not be installed. */
function isDropped({ installing, waiting, active }: ServiceWorkerRegistration): boolean {
  return installing === null && waiting === null && active === null;
}
