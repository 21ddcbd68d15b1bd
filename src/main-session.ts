/** Composition of the session: registry, key, sandbox, and the connected account opened and closed as the session says. */
import { createProbe } from './backend/probe.ts';
import type { BluetoothLike } from './bluetooth/bluetooth.ts';
import type { Account } from './domain/account.ts';
import { openAccount, countWorkOf, type AccountServices } from './main-account.ts';
import type { RunClock } from './provisioning/ports.ts';
import type { Session } from './provisioning/services.ts';
import { createSession } from './provisioning/session.ts';
import type { Practice } from './sandbox/practice.ts';
import { trustedScriptUrl } from './service-worker/trusted-script-url.ts';
import { openKeyChannel } from './storage/key-channel.ts';
import { createLocks } from './storage/locks.ts';
import { openRegistry } from './storage/registry.ts';

export interface SessionParts {
  /** Shows the services of the account that is open now; null while none is. */
  readonly show: (services: AccountServices | null) => void;
  /** The sandbox's code was loaded: keep it for offline use. */
  readonly onPractice: () => void;
  /** What is stored for the account could not be opened. */
  readonly onTrouble: (error: unknown) => void;
}

export interface OpenSession {
  readonly session: Session;
  /** Brings back the account connected last; resolves when its key was looked for. */
  start(): Promise<void>;
  /** The panel of the sandbox while its account is connected. */
  practicePanel(): HTMLElement | null;
}

const clock: RunClock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
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

export async function openSession({ show, onPractice, onTrouble }: SessionParts): Promise<OpenSession> {
  const registry = await openRegistry({ nowMs: clock.nowMs, localStorage });
  const keys = openKeyChannel({ newId });
  const locks = createLocks(navigator.locks);
  let open: { readonly account: Account; readonly services: AccountServices } | null = null;
  let practice: Practice | null = null;
  let opening: Promise<Practice> | null = null;

  function openPractice(): Promise<Practice> {
    opening ??= import('./sandbox/practice.ts')
      .then((sandbox) => sandbox.openPractice({ origin: location.origin }))
      .then((opened) => {
        practice = opened;
        onPractice();
        return opened;
      })
      .catch((error: unknown) => {
        // The code was not at hand, such as at a first start without a network: the next call tries again.
        opening = null;
        throw error;
      });
    return opening;
  }

  const session = createSession({
    accounts: registry.accounts,
    vault: registry.vault,
    keys,
    probe: createProbe({ fetch: (url, init) => fetch(url, init), nowMs: clock.nowMs }),
    openPractice,
    countWork: async (accountId) => {
      const account = (await registry.accounts.get(accountId))!;
      return open?.account.id === accountId ? open.services.countWork() : countWorkOf(account, { clock, newId });
    },
    practiceName: 'Sandbox',
    newId,
    nowMs: clock.nowMs,
  });

  /** Brings the open account in step with the session's; one change at a time. */
  async function follow(): Promise<void> {
    const { account } = session.state.value;
    if (account?.id === open?.account.id) return;
    const left = open;
    open = null;
    show(null);
    // What is left behind lets a run come to its end by itself.
    void left?.services.close();
    if (account === null) return;
    const isPractice = account.kind === 'sandbox';
    const sandbox = isPractice ? await openPractice().catch(() => null) : null;
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
    show(services);
  }

  let following: Promise<void> = Promise.resolve();
  const keepUp = (): void => {
    following = following.then(follow).catch((error: unknown) => onTrouble(error));
  };
  session.state.subscribe(keepUp);
  keys.watch((accountId) => {
    if (open?.account.id === accountId && keys.get(accountId) !== null) open.services.keyGiven();
  });

  return {
    session,
    start: () => session.start(),
    practicePanel: () => (session.state.value.account?.kind === 'sandbox' ? (practice?.createPanel() ?? null) : null),
  };
}
