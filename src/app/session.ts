/**
 * Composes the session: registry, key and sandbox; opens and closes accounts as the session changes. Runs with the app.
 */
import type { Account } from '../domain/account.ts';
import { isOpenPackage } from '../domain/carried-package.ts';
import { onDemand } from '../domain/on-demand.ts';
import { clock } from './clock.ts';
import type { OfferedServices, OpenAccount } from './account.ts';
import { createSession } from '../use-cases/session/session.ts';
import { pageEvents } from './page-events.ts';
import type { Practice } from '../sandbox/practice.ts';
import { PRACTICE_CACHE, RADIO_LOCK } from '../names.ts';
import { createBackend } from '../backend/backend.ts';
import { pageKeyTransport } from '../service-worker/page/key-transport.ts';
import { trustedScriptUrl } from '../service-worker/page/trusted-script-url.ts';
import { openKeyChannel } from '../storage/accounts/key-channel.ts';
import { createLocks } from '../storage/locks.ts';
import { openRegistry } from '../storage/accounts/registry.ts';
import { accountChanged } from '../ui/shared/account-state.ts';
import { elementStrings } from '../ui/strings/elements.ts';
import { startIdleWatch } from '../ui/shell/idle-watch.ts';
import type { PracticeActions } from '../ui/shell/services.ts';

interface SessionParts {
  /** Publishes the services of the open account; null while none is open. */
  readonly show: (services: OfferedServices | null) => void;
  /** Called after the sandbox's code was loaded, to keep it for offline use. */
  readonly onPractice: () => void;
  /** Called before the first request of a preparation. */
  readonly onPrepare: () => void;
  /** Called when the account's stored data could not be opened. */
  readonly onClosed: (error: unknown) => void;
  /** Reports an unexpected error that does not stop the app. */
  readonly onTrouble: (error: unknown) => void;
}

export type OpenSession = Awaited<ReturnType<typeof openSession>>;

/** In practice, brings prepared beacons into range, so that they appear in the chooser wherever they hang. */
function bringPreparedNear({ bringNear }: Practice, { prepare: { packages } }: OfferedServices): void {
  const bringAll = (): void => {
    for (const { uniqueId } of packages.value.filter(isOpenPackage)) bringNear(uniqueId);
  };
  packages.subscribe(bringAll);
}

/** Loads the code of an account. Called early while somebody fills in the connect form. */
export const fetchAccount = onDemand(() => import('./account.ts'));
/** Code for connecting, checking a key and removing an account. */
const onRequest = () => import('./session-on-request.ts');
const newId = (): string => crypto.randomUUID();

export async function openSession({ show, onPractice, onPrepare, onClosed, onTrouble }: SessionParts) {
  const registry = await openRegistry({ nowMs: clock.nowMs, localStorage });
  // A page that opened this window could read the key here, so the person has to enter it instead
  // (src/docs/deployment.md).
  const isOpenedByPage = window.opener !== null;
  const keys = openKeyChannel({
    newId,
    transport: pageKeyTransport(isOpenedByPage ? undefined : navigator.serviceWorker),
  });
  const locks = createLocks(navigator.locks);
  let open: { readonly account: Account; readonly opened: OpenAccount } | null = null;
  let practice: Practice | null = null;

  const stored = (account: Account) => ({
    account,
    storage: open?.account.id === account.id ? open.opened.storage : null,
    clock,
    newId,
    onTrouble,
  });

  const practising = () =>
    onDemand(async () => {
      const sandbox = await import('../sandbox/practice.ts');
      practice = await sandbox.openPractice({ origin: location.origin });
      onPractice();
      return practice;
    });
  let openPractice = practising();

  const session = createSession({
    accounts: registry.accounts,
    vault: registry.vault,
    keys,
    screenLock: async () => (await onRequest()).createScreenLock(navigator.credentials),
    async probe(...parameters) {
      const { createProbe, watchContentPolicy } = await onRequest();
      return createProbe({
        fetch: (url, init) => fetch(url, init),
        clock,
        watchPolicy: watchContentPolicy,
      })(...parameters);
    },
    findDevices: (account, apiKey, uniqueIds) =>
      createBackend({
        account,
        apiKey: () => apiKey,
        fetch: (url, init) => fetch(url, init),
        clock,
      }).readDevices(uniqueIds),
    savedAccess: async (account) => (await onRequest()).savedAccess(stored(account)),
    random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
    guesses: async (...parameters) => (await onRequest()).guessesFor(...parameters),
    openPractice: () => openPractice(),
    countWork: async (accountId) => {
      const { countWork } = await onRequest();
      // Another window may have removed the account that is open here.
      const isOpen = open?.account.id === accountId;
      return countWork(stored(isOpen ? open!.account : (await registry.accounts.get(accountId))!));
    },
    keyMarks: {
      make: async (apiKey) => (await onRequest()).makeKeyMark(apiKey),
      fits: async (mark, apiKey) => (await onRequest()).matchesKeyMark(mark, apiKey),
    },
    keyVerifiers: {
      make: async (apiKey) => (await onRequest()).makeKeyVerifier(apiKey),
      matches: async (verifier, apiKey) => (await onRequest()).matchesKeyVerifier(verifier, apiKey),
    },
    async isBusy() {
      const run = open?.opened.services.runs.current.value ?? null;
      // A receipt without its second copy exists only in this window's memory.
      return run?.copyMissing != null || (await locks.held()).has(RADIO_LOCK);
    },
    async erase(accountId) {
      await following;
      await closing.get(accountId);
      const { eraseAccount } = await onRequest();
      const left = await eraseAccount(accountId, localStorage);
      const others = (await registry.accounts.all()).filter(({ id }) => id !== accountId);
      if (others.some(({ kind }) => kind === 'sandbox')) return left;
      // Practice has ended. It is loaded and cached again the next time.
      openPractice = practising();
      practice = null;
      await caches.delete(PRACTICE_CACHE);
      return (await caches.has(PRACTICE_CACHE)) ? [...left, PRACTICE_CACHE] : left;
    },
    practiceName: elementStrings.header.states.practice,
    newId,
    nowMs: clock.nowMs,
  });

  let following: Promise<void> = Promise.resolve();
  /** Accounts that were closed while a run, a copy or a late read has still to finish. */
  const closing = new Map<string, Promise<void>>();

  /**
   * Tracks a closing account until its work has ended. It may be reopened and closed again in the meantime; the entry
   * then stays until the last close has ended.
   */
  function trackClosing({ account: { id }, opened }: NonNullable<typeof open>): void {
    const ended = Promise.all([closing.get(id), opened.close().catch(onTrouble)]).then(() => {
      if (closing.get(id) === ended) closing.delete(id);
    });
    closing.set(id, ended);
  }

  /** Opens and closes accounts to match the session. Changes run one at a time. */
  async function follow(): Promise<void> {
    const { account } = session.state.value;
    if (account?.id === open?.account.id) return;
    const left = open;
    open = null;
    show(null);
    // The old account may finish its run in the background.
    if (left !== null) trackClosing(left);
    if (account === null) return;
    const isPractice = account.kind === 'sandbox';
    // When the sandbox's code cannot be loaded (offline), the account opens anyway and its requests fail as without a
    // network.
    const sandbox = isPractice ? await openPractice().catch(() => null) : null;
    const { openAccount } = await fetchAccount();
    const opened = await openAccount({
      account,
      current: () => session.state.value.accounts.find(({ id }) => id === account.id) ?? account,
      apiKey: () => keys.get(account.id),
      onKeyAccepted: (apiKey) =>
        void session.keyAccepted(account.id, apiKey).catch((error: unknown) => onTrouble(error)),
      fetch: isPractice
        ? (sandbox?.fetch ?? (() => Promise.reject(new TypeError('The sandbox is not here'))))
        : (url, init) => fetch(url, init),
      // The radio of the sandbox reaches no real beacon.
      otherAccounts: () =>
        isPractice ? [] : session.state.value.accounts.filter(({ id, kind }) => kind === 'live' && id !== account.id),
      bluetooth: isPractice ? sandbox?.bluetooth : () => navigator.bluetooth,
      clock,
      newId,
      locks,
      onPrepare,
      trustUrl: trustedScriptUrl,
      onTrouble,
    });
    open = { account, opened };
    if (sandbox !== null) bringPreparedNear(sandbox, opened.services);
    show(opened.services);
    checkKey();
  }

  const checkKey = (): void => void session.checkKey().catch((error: unknown) => onTrouble(error));

  const keepUp = (): void => {
    following = following.then(follow).catch((error: unknown) => onClosed(error));
  };
  let isStarted = false;
  /**
   * Binds the screens' cached values to the account. No account is ignored until the session has restored the last one.
   */
  const bindScreens = (): void => {
    const accountId = session.state.value.account?.id ?? null;
    if (accountId === null && !isStarted) return;
    accountChanged(accountId);
    if (accountId === null)
      void onRequest()
        .then(({ endAlarmChecks }) => endAlarmChecks(navigator.serviceWorker))
        .catch((error: unknown) => onTrouble(error));
  };
  session.state.subscribe(bindScreens);
  session.state.subscribe(keepUp);
  keys.watch((accountId) => {
    if (open?.account.id !== accountId || keys.get(accountId) === null) return;
    open.opened.keyGiven();
    checkKey();
  });
  pageEvents().subscribe((why) => (why === 'online' ? checkKey() : undefined));

  const idle = startIdleWatch({ session, localStorage, nowMs: clock.nowMs, onTrouble });
  return {
    session,
    /** What the registry lost or repaired. */
    remarks: registry.remarks,
    /** Counts the work of a closed account that exists only on this phone. */
    countWork: async (account: Account) => (await onRequest()).countWork(stored(account)),
    /** Restores the account that was connected last; resolves when its key has been looked up. */
    async start(): Promise<void> {
      await session.start();
      isStarted = true;
      bindScreens();
    },
    /** Locks the account if the app was idle for too long, and keeps watching. */
    lockIfIdle: () => idle.check(),
    /** Marks the losses as read, those of the phone's registry and those of the open account. */
    lossesRead(): void {
      void registry.lossesRead().catch(onTrouble);
      open?.opened.lossesRead();
    },
    /** Returns the actions of the sandbox while its account is connected, else null. */
    practice: (): PracticeActions | null =>
      session.state.value.account?.kind === 'sandbox' ? (practice?.hand ?? null) : null,
  };
}
