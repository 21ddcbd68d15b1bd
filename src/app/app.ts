/**
 * Composes the app around an account: session, phone, service worker and diagnostics. Runs once per page load:
 * immediately when an account is stored, otherwise while the welcome page is shown.
 */
import { whenFits } from '../domain/when-fits.ts';
import { signal } from '@preact/signals-core';
import '../ui/shell/app.ts';
import type { FkApp } from '../ui/shell/app.ts';
import type { ServiceWorkerEvents } from '../service-worker/page/register.ts';
import { trustedScriptUrl } from '../service-worker/page/trusted-script-url.ts';
import { whenIdle } from '../ui/shared/when-idle.ts';
import { createAppControl } from '../ui/shell/app-control.ts';
import { pathOf } from '../ui/shell/router.ts';
import type { OpenedAccount, AppServices, PhoneState } from '../ui/shell/services.ts';
import { fetchAccount, openSession, type OpenSession } from './session.ts';

interface AppParts {
  /** True when the welcome page is already shown, so that nothing has to wait for a first page. */
  readonly isPageShown: boolean;
}

/** Returns the app element as soon as it is known which account is connected. The caller adds it to the document. */
export async function openApp({ isPageShown }: AppParts): Promise<FkApp> {
  const shell = document.createElement('fk-app');
  const onTrouble = (error: unknown): void => reportError(error);
  const firstPage = new Promise<void>((resolve) => {
    if (isPageShown) resolve();
    else shell.addEventListener('fk-page-shown', () => resolve(), { once: true });
  }).then(whenIdle);
  shell.addEventListener('fk-page-shown', () => {
    // Load the account's code while somebody fills in the form.
    if (pathOf(location.pathname) === '/connect') fetchAccount().catch(onTrouble);
  });

  const account = signal<OpenedAccount>({ services: null, failed: false });
  let opened: OpenSession | null = null;
  let accountsRead = (_usedBefore: boolean): void => {};
  const usedBefore = new Promise<boolean>((resolve) => (accountsRead = resolve));
  const later = firstPage.then(() => import('./after-first-page.ts'));
  let keepPractice = (): void => {};
  const register = (events: ServiceWorkerEvents): { applyUpdate(): Promise<void> } => {
    const worker = later
      .then(({ registerServiceWorker }) => registerServiceWorker(events))
      .catch((error: unknown) => {
        onTrouble(error);
        return null;
      });
    keepPractice = () => void worker.then((handle) => handle?.keepPractice());
    return { applyUpdate: async () => (await worker)?.applyUpdate() };
  };
  const app = createAppControl({
    version: __FIELDKIT_VERSION__,
    register,
    practice: () => opened?.practice() ?? null,
    usedBefore,
  });
  opened = await openSession({
    show: (services) =>
      void (account.value = { services: services === null ? null : { ...always, ...services }, failed: false }),
    onPractice: () => keepPractice(),
    onPrepare: () => void (app.state.value.persisted !== true && app.askPersist()),
    onClosed(error) {
      onTrouble(error);
      account.value = { services: null, failed: true };
    },
    onTrouble,
  });
  const { session, remarks, lossesRead, countWork } = opened;
  const phone = signal<PhoneState>({ receiptsElsewhere: null, remarks: remarks.value });
  const always: AppServices = {
    session,
    app,
    phone,
    account,
    lossesRead,
    diagnostics: async () => (await diagnostics).text(),
    startWorker: (url) => new Worker(trustedScriptUrl(url), { type: 'module' }),
  };
  const diagnostics = later.then(({ startDiagnostics }) => startDiagnostics(always));
  diagnostics.catch(onTrouble);
  shell.services = always;
  later
    .then(({ followPhone, showBadge, receiveFiles, keepFormatsFresh }) => {
      keepFormatsFresh();
      followPhone(phone, { session: session.state, remarks, count: countWork });
      showBadge(always);
      return receiveFiles(shell, onTrouble);
    })
    .catch(onTrouble);
  await waitForAccount(opened);
  accountsRead(!isPageShown && session.state.value.accounts.length > 0);
  return shell;
}

/**
 * Resolves when it is known which account is connected; its key may take longer. Locks first if the phone was idle for
 * too long.
 */
async function waitForAccount({ session, start, lockIfIdle }: OpenSession): Promise<void> {
  const connected = whenFits(session.state, ({ account }) => account !== null);
  await Promise.race([connected, start().catch((error: unknown) => reportError(error))]);
  await lockIfIdle();
}
