/** Starts the service worker from the page, says when an update waits, and applies it only when the page asks. */
import type { PageMessage } from './messages.ts';
import { heldVersion, startWithNewVersion } from './take-over.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';
import { followUpdates, letTakeOver, lookForUpdates } from './update-watch.ts';

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
}

interface ServiceWorkerHandle {
  /**
   * Loads the new version into this page alone, which lets it take over while it starts. Call it while no window has a run open,
   * since the old version's files leave the cache.
   */
  applyUpdate(): void;
  /** Asks the server for a newer version now; resolves also when offline. */
  checkForUpdate(): Promise<void>;
  /** After practice was chosen: keeps its code for offline use. */
  keepPractice(): Promise<void>;
}

/** Returns a handle that does nothing where there is no service worker (development, private windows). */
export function registerServiceWorker({
  onUpdate,
  onUpdateFailed,
  onUpdateHeld,
  onTakenOver,
  onOfflineReady,
}: ServiceWorkerEvents): ServiceWorkerHandle {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) {
    return { applyUpdate() {}, async checkForUpdate() {}, async keepPractice() {} };
  }
  let registration: ServiceWorkerRegistration | undefined;
  const held = heldVersion();
  if (held?.state === 'installed') onUpdateHeld();
  else if (held?.state === 'activating' || held?.state === 'activated') onTakenOver();

  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (held !== null) onTakenOver();
  });
  if (navigator.serviceWorker.controller !== null) onOfflineReady();
  // Refused in some private windows: the app then works online only, and says nothing about being ready.
  void register().then(
    (registered) => {
      registration = registered;
      askForCare(registered);
      followUpdates(registered, {
        onUpdate() {
          onUpdate();
          // A newer one still is in the place of the one that was asked for.
          if (held !== null && registered.waiting !== null) letTakeOver(registered.waiting, onUpdateHeld);
        },
        onUpdateFailed,
        onFirst: onOfflineReady,
      });
      lookForUpdates(() => void handle.checkForUpdate());
    },
    () => undefined,
  );

  const handle: ServiceWorkerHandle = {
    applyUpdate() {
      // It has taken over, perhaps for another window: this page only has to load it.
      if (registration?.waiting == null) location.reload();
      else startWithNewVersion();
    },
    async checkForUpdate() {
      await registration?.update().catch((error: DOMException) => {
        // A page in place of the worker; without a network it is a TypeError, and nothing to speak of.
        if (error.name === 'SecurityError') onUpdateFailed();
      });
    },
    async keepPractice() {
      const paths = performance
        .getEntriesByType('resource')
        .map((entry) => new URL(entry.name).pathname)
        .filter((path) => path.startsWith(`${import.meta.env.BASE_URL}assets/sandbox-`));
      const ready = await navigator.serviceWorker.ready;
      ready.active?.postMessage({ type: 'keep-practice', paths } satisfies PageMessage);
    },
  };
  return handle;
}

/**
 * A page that was on its way when the first worker took over is in nobody's care, and stays so: it would hear of no key, and each
 * window would ask for its own. So it does after a reload past the caches.
 */
function askForCare({ active }: ServiceWorkerRegistration): void {
  if (active !== null && navigator.serviceWorker.controller === null)
    active.postMessage({ type: 'take-page' } satisfies PageMessage);
}

/** What the page itself loads comes first. */
async function register(): Promise<ServiceWorkerRegistration> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  return navigator.serviceWorker.register(trustedScriptUrl(`${import.meta.env.BASE_URL}sw.js`));
}
