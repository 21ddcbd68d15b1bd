/** The app as an installed program: version, update, install prompt, persistent storage and theme. */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { MOVED_PAGES_KEY } from '../../names.ts';
import { storeLanguageChoice, startLanguage, type LanguageChoice } from '../language/locale.ts';
import type { AppState, InstallFault, PracticeActions } from './services.ts';
import { giveSignal } from './sound-and-vibration.ts';
import { storeTheme, showTheme, storedTheme, type Theme } from './theme.ts';

/** The event that offers to install the app. The DOM types do not include it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

interface AppControlPorts {
  readonly version: string;
  /** Registers the service worker; null where there is none (development, old browsers). */
  readonly register:
    | ((events: {
        onUpdate(): void;
        onUpdateFailed(): void;
        onUpdateHeld(): void;
        onTakenOver(): void;
        onOfflineReady(): void;
        onInstallFault(fault: InstallFault): void;
      }) => {
        applyUpdate(): Promise<void>;
      })
    | null;
  /** Returns the practice actions while the sandbox is connected and its code is loaded, else null. */
  readonly practice: () => PracticeActions | null;
  /** Whether an account was on this device before this start. Only who has used the app knows the former places. */
  readonly usedBefore: Promise<boolean>;
}

export type AppControl = ReturnType<typeof createAppControl>;

export function createAppControl(ports: AppControlPorts) {
  const state = signal<AppState>({
    version: ports.version,
    // The worker that started this page has stored all of it.
    offlineReady: (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller != null,
    updateWaiting: false,
    updateFailed: false,
    installFault: null,
    takingOver: 'no',
    policy: null,
    persisted: null,
    installable: false,
    pagesMoved: false,
    theme: storedTheme(),
    language: startLanguage,
    online: navigator.onLine,
  });
  const change = (part: Partial<AppState>): void => void (state.value = { ...state.value, ...part });
  showTheme(state.value.theme);

  let installPrompt: InstallPromptEvent | null = null;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt = event as InstallPromptEvent;
    change({ installable: true });
  });
  window.addEventListener('appinstalled', () => change({ installable: false }));
  window.addEventListener('online', () => change({ online: true }));
  window.addEventListener('offline', () => change({ online: false }));
  void ports.usedBefore.then((usedBefore) => {
    if (usedBefore) change({ pagesMoved: !isMoveRead() });
    else storeMoveRead();
  });
  void isStoragePersistent().then((persisted) => change({ persisted }));

  if (!import.meta.env.DEV) void pagePolicy().then((policy) => change({ policy }));

  const worker = ports.register?.({
    onUpdate: () => change({ updateWaiting: true, updateFailed: false, installFault: null }),
    onUpdateFailed: () => change({ updateFailed: true }),
    onUpdateHeld: () => change({ takingOver: 'held' }),
    onTakenOver: () => change({ takingOver: 'done' }),
    onOfflineReady: () => change({ offlineReady: true, installFault: null }),
    onInstallFault: (installFault) => change({ installFault }),
  });

  return {
    state: state as ReadonlySignal<AppState>,
    /** Lets the new version take over and loads it when `takingOver` is `done`. */
    async applyUpdate(): Promise<void> {
      if (state.value.takingOver === 'no') change({ takingOver: 'asked' });
      await worker?.applyUpdate();
    },
    async install(): Promise<void> {
      const prompt = installPrompt;
      if (prompt === null) return;
      installPrompt = null;
      change({ installable: false });
      await prompt.prompt();
    },
    async askPersist(): Promise<void> {
      // The browser may ask the person.
      change({ persisted: (await navigator.storage?.persist?.()) ?? false });
    },
    /** The person has read which pages moved. */
    movedPagesRead(): void {
      storeMoveRead();
      change({ pagesMoved: false });
    },
    setTheme(theme: Theme): void {
      storeTheme(theme);
      change({ theme });
    },
    /** Stores the language, which takes effect at the next load. */
    setLanguage(choice: LanguageChoice): void {
      storeLanguageChoice(choice);
      change({ language: choice });
    },
    /** Plays the sound and vibration for done, again or stop. */
    signal: giveSignal,
    practice: ports.practice,
  };
}

function isMoveRead(): boolean {
  return localStorage.getItem(MOVED_PAGES_KEY) !== null;
}

function storeMoveRead(): void {
  try {
    localStorage.setItem(MOVED_PAGES_KEY, 'read');
  } catch {
    // Without space left, it is said again at the next start.
  }
}

/**
 * Returns how the page's Content Security Policy was delivered. The page contains one itself; its host should send one
 * too, because only a header can forbid framing. Looks at the headers of a HEAD request, because an attempt to break
 * the policy would be reported as a violation.
 */
async function pagePolicy(): Promise<AppState['policy']> {
  const own = document.querySelector('meta[http-equiv="Content-Security-Policy"]') !== null;
  const sent = await fetch(import.meta.env.BASE_URL, { method: 'HEAD', headers: { accept: 'text/html' } }).then(
    ({ headers }) => headers.has('content-security-policy'),
    () => null,
  );
  if (sent === true) return 'header';
  if (own) return sent === null ? null : 'page';
  return 'none';
}

/** True when the app's data is kept when space runs out; null in a browser that cannot say. */
async function isStoragePersistent(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.()) ?? null;
}
