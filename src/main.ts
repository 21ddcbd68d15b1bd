/** The composition root of the page: the shell at once, the session and its account when there is one or when one is asked for. */
import './ui/kit/tokens.css';
import './ui/app/app.ts';
import type { OpenSession } from './main-session.ts';
import { registerServiceWorker, type ServiceWorkerHandle } from './service-worker/register.ts';
import { trustedScriptUrl } from './service-worker/trusted-script-url.ts';
import { createAccountFace } from './ui/account-face.ts';
import { createAppControl } from './ui/app-control.ts';
import { SayEvent } from './ui/app/say.ts';
import { deferSession } from './ui/deferred-session.ts';
import { shellStrings } from './ui/strings/shell.ts';

// All that is imported has been loaded: the watch over the start (rescue/watch.ts) can tell a slow start from a broken one.
document.documentElement.dataset['fieldkit'] = 'begun';

/** The registry of accounts (storage/schema.ts); while it does not exist nobody was ever connected here. */
const REGISTRY = 'fieldkit';

const face = createAccountFace();
const shell = document.createElement('fk-app');
let worker: ServiceWorkerHandle | null = null;
let opened: OpenSession | null = null;
let started: Promise<void> = Promise.resolve();

const session = deferSession(async () => {
  const { openSession } = await import('./main-session.ts');
  opened ??= await openSession({
    show: (services) => face.show(services),
    onPractice: () => void worker?.keepPractice(),
    onTrouble(error) {
      reportError(error);
      shell.dispatchEvent(new SayEvent(shellStrings.storageTrouble));
    },
  });
  started = opened.start();
  return opened.session;
});
const app = createAppControl({
  version: __FIELDKIT_VERSION__,
  register: (events) => {
    worker = registerServiceWorker(events);
    return { applyUpdate: async () => worker?.applyUpdate() };
  },
  practicePanel: () => opened?.practicePanel() ?? null,
});
shell.services = { ...face, session, app, startWorker: (url) => new Worker(trustedScriptUrl(url), { type: 'module' }) };

function mount(): void {
  if (!shell.isConnected) document.body.append(shell);
}

async function knowsAnAccount(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true;
  const names = await indexedDB.databases().catch(() => null);
  return names === null || names.some(({ name }) => name?.startsWith(REGISTRY));
}

if (await knowsAnAccount()) {
  // As soon as it is known who is connected; the key may take longer.
  session.state.subscribe(() => {
    if (session.state.value.account !== null) mount();
  });
  await session.open().then(() => started).catch((error: unknown) => reportError(error));
}
mount();
