/** The composition root of the page: the shell at once, the session and its account when there is one or when one is asked for. */
import './ui/shell/app.ts';
import { createLive, createRelay } from './domain/live.ts';
import type { OpenSession } from './main-session.ts';
import type { ServiceWorkerEvents } from './service-worker/register.ts';
import { trustedScriptUrl } from './service-worker/trusted-script-url.ts';
import { createAccountFace } from './ui/shell/account-face.ts';
import { createAppControl } from './ui/shell/app-control.ts';
import { deferSession } from './ui/shell/deferred-session.ts';
import { whenPageStands } from './ui/shell/page-stands.ts';
import type { PhoneState } from './ui/shell/services.ts';
import { direction, locale } from './ui/strings/locale.ts';
import { shellStrings } from './ui/strings/shell.ts';
import { accountCopyPrefix, REGISTRY_DATABASE, START_MARK, TAKE_OVER_MARK } from './names.ts';

document.documentElement.lang = locale;
document.documentElement.dir = direction;

// All that is imported has been loaded: the watch over the start (rescue/watch.ts) can tell a slow start from a broken one.
document.documentElement.dataset[START_MARK.name] = START_MARK.value;

/** While there is no registry of accounts, nobody was ever connected here. */
async function knowsAnAccount(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true;
  if (Object.keys(localStorage).some((key) => key.startsWith(accountCopyPrefix(REGISTRY_DATABASE)))) return true;
  const names = await indexedDB.databases().catch(() => null);
  return names === null || names.some(({ name }) => name?.startsWith(REGISTRY_DATABASE));
}

/** Site data is blocked: nothing could be kept, so nothing is begun. */
function isBlocked(): boolean {
  try {
    localStorage.getItem('');
    return false;
  } catch {
    return true;
  }
}

function sayBlocked(): void {
  const page = document.createElement('main');
  const heading = document.createElement('h1');
  const sentence = document.createElement('p');
  heading.textContent = shellStrings.blocked.heading;
  sentence.textContent = shellStrings.blocked.text;
  page.append(heading, sentence);
  page.style.padding = 'var(--space-5)';
  document.body.append(page);
}

async function start(): Promise<void> {
  const face = createAccountFace({ onPrepare: () => void (app.state.value.persisted !== true && app.askPersist()) });
  const shell = document.createElement('fk-app');
  let opened: OpenSession | null = null;
  let started: Promise<void> = Promise.resolve();

  const firstPage = new Promise<void>((resolve) =>
    shell.addEventListener('fk-page-shown', () => void whenPageStands(shell.services).then(resolve), { once: true }),
  );
  const phone = createRelay<PhoneState>({ receiptsElsewhere: null, remarks: [] });

  const { session, fetch: fetchSession } = deferSession(async () => {
    const { openSession } = await import('./main-session.ts');
    opened ??= await openSession({
      show: (services) => face.show(services),
      firstPage,
      onPractice: () => void worker.then((handle) => handle?.keepPractice()),
      onClosed(error) {
        reportError(error);
        face.fail();
      },
      onTrouble: (error) => reportError(error),
    });
    phone.follow(opened.phone);
    started = opened.start();
    return opened.session;
  });
  let workerEvents: ServiceWorkerEvents;
  // After the first page, which waits for none of it.
  const worker = firstPage
    .then(() => import('./service-worker/register.ts'))
    .then(({ registerServiceWorker }) => registerServiceWorker(workerEvents))
    .catch((error: unknown) => {
      reportError(error);
      return null;
    });
  const app = createAppControl({
    version: __FIELDKIT_VERSION__,
    register: (events) => {
      workerEvents = events;
      return { applyUpdate: async () => (await worker)?.applyUpdate() };
    },
    practicePanel: () => opened?.practicePanel() ?? null,
    practice: () => opened?.practice() ?? null,
  });
  // Behind the first page, as the worker is: who is asked for them before waits.
  const diagnostics = worker
    .then(() => import('./main-diagnostics.ts'))
    .then(({ startDiagnostics }) => startDiagnostics(shell.services));
  diagnostics.catch((error: unknown) => reportError(error));
  shell.services = {
    ...face,
    diagnostics: async () => (await diagnostics).text(),
    session,
    app,
    phone,
    lossesRead() {
      face.lossesRead();
      opened?.lossesRead();
    },
    startWorker: (url) => new Worker(trustedScriptUrl(url), { type: 'module' }),
  };

  function mount(): void {
    if (!shell.isConnected) document.body.append(shell);
  }

  if (await knowsAnAccount()) {
    // Fetched beside the session; whoever needs them asks for them again.
    const parts = import('./ui/shell/account-parts.ts').catch(() => null);
    const lookFirst = async (): Promise<void> => void (await Promise.all([opened?.lockIfIdle(), parts]));
    // As soon as it is known who is connected; the key may take longer. A phone that lay about for too long locks first.
    session.state.subscribe(() => {
      if (session.state.value.account !== null && !shell.isConnected) void lookFirst().then(mount);
    });
    await fetchSession()
      .then(() => started)
      .catch((error: unknown) => reportError(error));
    await lookFirst();
  } else phone.follow(createLive<PhoneState>({ receiptsElsewhere: [], remarks: [] }));
  mount();
}

if (isBlocked()) sayBlocked();
else {
  // Before anything else is fetched.
  if (sessionStorage.getItem(TAKE_OVER_MARK) === 'asked')
    await import('./service-worker/take-over.ts').then(({ takeOver }) => takeOver()).catch(reportError);
  await start();
}
