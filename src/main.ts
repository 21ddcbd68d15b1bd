/** The composition root of the page: which adapters stand behind which use case, and the app mounted over them. */
import './ui/kit/tokens.css';
import './ui/app/app.ts';
import { createProbe } from './backend/backend.ts';
import type { BluetoothLike } from './bluetooth/bluetooth.ts';
import type { Account } from './domain/account.ts';
import type { AccountServices } from './main-account.ts';
import type { Clock } from './provisioning/ports.ts';
import { createSession, type RunningSession } from './provisioning/session.ts';
import type { Practice } from './sandbox/practice.ts';
import { registerServiceWorker, type ServiceWorkerHandle } from './service-worker/register.ts';
import { trustedScriptUrl } from './service-worker/trusted-script-url.ts';
import { openKeyChannel } from './storage/key-channel.ts';
import { createLocks } from './storage/locks.ts';
import { openRegistry } from './storage/registry.ts';
import { createAccountFace } from './ui/account-face.ts';
import { createAppControl } from './ui/app-control.ts';

const clock: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', stop, { once: true });
    }),
};
const newId = (): string => crypto.randomUUID();


await start();

async function start(): Promise<void> {
  const registry = await openRegistry({ nowMs: clock.nowMs, localStorage });
  const keys = openKeyChannel({ newId });
  const locks = createLocks(navigator.locks);
  const face = createAccountFace();
  let open: { readonly account: Account; readonly services: AccountServices } | null = null;
  let worker: ServiceWorkerHandle | null = null;
  let practice: Practice | null = null;
  let opening: Promise<Practice> | null = null;

  function openPractice(): Promise<Practice> {
    opening ??= import('./sandbox/practice.ts')
      .then((sandbox) => sandbox.openPractice({ origin: location.origin }))
      .then((opened) => {
        practice = opened;
        void worker?.keepPractice();
        return opened;
      })
      .catch((error: unknown) => {
        // The code was not at hand, such as at a first start without a network: the next call tries again.
        opening = null;
        throw error;
      });
    return opening;
  }

  const session: RunningSession = createSession({
    accounts: registry.accounts,
    vault: registry.vault,
    keys,
    probe: createProbe({ fetch: (url, init) => fetch(url, init), nowMs: clock.nowMs }),
    openPractice,
    countWork: async (accountId) => {
      const account = (await registry.accounts.get(accountId))!;
      return open?.account.id === accountId ? open.services.countWork() : (await import('./main-account.ts')).countWorkOf(account, { clock, newId });
    },
    practiceName: 'Sandbox',
    newId,
    nowMs: clock.nowMs,
  });

  const app = createAppControl({
    version: __FIELDKIT_VERSION__,
    register: (events) => {
      worker = registerServiceWorker(events);
      return { applyUpdate: async () => worker?.applyUpdate() };
    },
    practicePanel: () => (session.state.value.account?.kind === 'sandbox' ? (practice?.createPanel() ?? null) : null),
  });

  /** Brings the open account in step with the session's; one change at a time. */
  async function follow(): Promise<void> {
    const { account } = session.state.value;
    if (account?.id === open?.account.id) return;
    const left = open;
    open = null;
    face.show(null);
    // What is left behind lets a run come to its end by itself.
    void left?.services.close();
    if (account === null) return;
    const isPractice = account.kind === 'sandbox';
    const sandbox = isPractice ? await openPractice().catch(() => null) : null;
    const { openAccount } = await import('./main-account.ts');
    const services = await openAccount({
      account,
      current: () => session.state.value.accounts.find(({ id }) => id === account.id) ?? account,
      apiKey: () => keys.get(account.id),
      fetch: isPractice ? (sandbox?.fetch ?? (() => Promise.reject(new TypeError('The sandbox is not here')))) : (url, init) => fetch(url, init),
      bluetooth: (isPractice ? sandbox?.bluetooth : navigator.bluetooth) as BluetoothLike | undefined,
      clock,
      newId,
      locks,
      trustUrl: trustedScriptUrl,
    });
    open = { account, services };
    face.show(services);
  }

  let following: Promise<void> = Promise.resolve();
  const keepUp = (): void => {
    following = following.then(follow).catch((error: unknown) => reportError(error));
  };
  session.state.subscribe(keepUp);
  keys.watch((accountId) => {
    if (open?.account.id === accountId && keys.get(accountId) !== null) open.services.keyGiven();
  });

  const shell = document.createElement('fk-app');
  shell.services = { ...face, session, app };
  const mount = (): void => {
    if (!shell.isConnected) document.body.append(shell);
  };
  // As soon as it is known who is connected; the key may take longer.
  session.state.subscribe(mount);
  await session.start();
  mount();
}
