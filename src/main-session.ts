/** Composition of the session: registry, key, sandbox, and the connected account opened and closed as the session says. */
import type { Account } from './domain/account.ts';
import { isOpenPackage } from './domain/carried-package.ts';
import { createRelay, type Live } from './domain/live.ts';
import { onDemand } from './domain/on-demand.ts';
import { clock } from './main-clock.ts';
import { openAccount, countWorkOf, savedAccessOf, type AccountServices } from './main-account.ts';
import type { Session } from './use-cases/session/offered.ts';
import { pageEvents } from './main-triggers.ts';
import { createSession } from './use-cases/session/session.ts';
import type { Practice } from './sandbox/practice.ts';
import { PRACTICE_CACHE } from './names.ts';
import { pageKeyTransport } from './service-worker/key-transport.ts';
import { trustedScriptUrl } from './service-worker/trusted-script-url.ts';
import { openKeyChannel } from './storage/accounts/key-channel.ts';
import { createLocks } from './storage/locks.ts';
import { openRegistry } from './storage/accounts/registry.ts';
import { startIdleWatch } from './ui/shell/idle-watch.ts';
import type { PhoneState, PracticeHand } from './ui/shell/services.ts';
import { RADIO_LOCK } from './names.ts';

interface SessionParts {
  /** Shows the services of the account that is open now; null while none is. */
  readonly show: (services: AccountServices | null) => void;
  /** Resolves when a page stands: what is not needed for it comes after it. */
  readonly firstPage: Promise<void>;
  /** The sandbox's code was loaded: keep it for offline use. */
  readonly onPractice: () => void;
  /** What is stored for the account could not be opened. */
  readonly onClosed: (error: unknown) => void;
  /** Something that should not happen has happened; the app goes on. */
  readonly onTrouble: (error: unknown) => void;
}

export interface OpenSession {
  readonly session: Session;
  readonly phone: Live<PhoneState>;
  /** Brings back the account connected last; resolves when its key was looked for. */
  start(): Promise<void>;
  /** Locks the account if nobody has touched the app for too long; it goes on looking by itself. */
  lockIfIdle(): Promise<void>;
  /** A person has read what was lost of the phone's own list. */
  lossesRead(): void;
  /** The panel of the sandbox while its account is connected. */
  practicePanel(): HTMLElement | null;
  /** What the sandbox can arrange while its account is connected. */
  practice(): PracticeHand | null;
}

/** In practice whoever has prepared a beacon finds it in the chooser, wherever in the fleet it hangs. */
function bringWhatIsPrepared({ bringNear }: Practice, { prepare: { packages } }: AccountServices): void {
  const bring = (): void => {
    for (const { uniqueId } of packages.value.filter(isOpenPackage)) bringNear(uniqueId);
  };
  packages.subscribe(bring);
  bring();
}

const fetchKeyMark = () => import('./storage/accounts/key-mark.ts');
const fetchKeyVerifier = () => import('./storage/accounts/key-verifier.ts');
const newId = (): string => crypto.randomUUID();

export async function openSession({
  show,
  firstPage,
  onPractice,
  onClosed,
  onTrouble,
}: SessionParts): Promise<OpenSession> {
  const registry = await openRegistry({ nowMs: clock.nowMs, localStorage });
  const keys = openKeyChannel({ newId, transport: pageKeyTransport(navigator.serviceWorker) });
  const locks = createLocks(navigator.locks);
  let open: { readonly account: Account; readonly services: AccountServices } | null = null;
  let practice: Practice | null = null;

  const practising = () =>
    onDemand(async () => {
      const sandbox = await import('./sandbox/practice.ts');
      practice = await sandbox.openPractice({ origin: location.origin });
      onPractice();
      return practice;
    });
  let openPractice = practising();

  const session = createSession({
    accounts: registry.accounts,
    vault: registry.vault,
    keys,
    async probe(...asked) {
      const [{ createProbe }, { watchContentPolicy }] = await Promise.all([
        import('./backend/probe.ts'),
        import('./backend/content-policy.ts'),
      ]);
      const { nowMs } = clock;
      return createProbe({ fetch: (url, init) => fetch(url, init), nowMs, watchPolicy: watchContentPolicy })(...asked);
    },
    async findDevices(account, apiKey, uniqueIds) {
      const { createBackend } = await import('./backend/backend.ts');
      const { nowMs } = clock;
      return createBackend({
        account,
        apiKey: () => apiKey,
        fetch: (url, init) => fetch(url, init),
        nowMs,
      }).readDevices(uniqueIds);
    },
    savedAccess: async (account) =>
      open?.account.id === account.id
        ? open.services.savedAccess()
        : savedAccessOf(account, { clock, newId, onTrouble }),
    random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
    guesses: async (passphrase, ownWords) =>
      (await import('./storage/accounts/passphrase-guesses.ts')).guessesFor(passphrase, ownWords),
    openPractice: () => openPractice(),
    countWork: async (accountId) => {
      const account = (await registry.accounts.get(accountId))!;
      return open?.account.id === accountId
        ? open.services.countWork()
        : countWorkOf(account, { clock, newId, onTrouble });
    },
    keyMarks: {
      make: async (apiKey) => (await fetchKeyMark()).makeKeyMark(apiKey),
      fits: async (mark, apiKey) => (await fetchKeyMark()).fitsKeyMark(mark, apiKey),
    },
    keyVerifiers: {
      make: async (apiKey) => (await fetchKeyVerifier()).makeKeyVerifier(apiKey),
      matches: async (verifier, apiKey) => (await fetchKeyVerifier()).matchesKeyVerifier(verifier, apiKey),
    },
    async isBusy() {
      const run = open?.services.runs.current.value ?? null;
      // A receipt whose second copy is missing lives in this window's memory.
      return run?.copyMissing != null || (await locks.held()).has(RADIO_LOCK);
    },
    async erase(accountId) {
      await following;
      await closing;
      const { eraseAccount } = await import('./storage/accounts/erase-account.ts');
      const left = await eraseAccount(accountId, localStorage);
      const others = (await registry.accounts.all()).filter(({ id }) => id !== accountId);
      if (others.some(({ kind }) => kind === 'sandbox')) return left;
      // Nobody practises here any more; the next time it is fetched and kept anew.
      openPractice = practising();
      practice = null;
      await caches.delete(PRACTICE_CACHE);
      return (await caches.has(PRACTICE_CACHE)) ? [...left, PRACTICE_CACHE] : left;
    },
    practiceName: 'Sandbox',
    newId,
    nowMs: clock.nowMs,
  });

  let following: Promise<void> = Promise.resolve();
  let closing: Promise<void> = Promise.resolve();

  /** Brings the open account in step with the session's; one change at a time. */
  async function follow(): Promise<void> {
    const { account } = session.state.value;
    if (account?.id === open?.account.id) return;
    const left = open;
    open = null;
    show(null);
    // What is left behind lets a run come to its end by itself.
    closing = left?.services.close() ?? closing;
    closing.catch((error: unknown) => onTrouble(error));
    if (account === null) return;
    const isPractice = account.kind === 'sandbox';
    const sandbox = isPractice ? await openPractice().catch(() => null) : null;
    const services = await openAccount({
      account,
      current: () => session.state.value.accounts.find(({ id }) => id === account.id) ?? account,
      apiKey: () => keys.get(account.id),
      onKeyAccepted: (apiKey) =>
        void session.keyAccepted(account.id, apiKey).catch((error: unknown) => onTrouble(error)),
      fetch: isPractice
        ? (sandbox?.fetch ?? (() => Promise.reject(new TypeError('The sandbox is not here'))))
        : (url, init) => fetch(url, init),
      bluetooth: isPractice ? sandbox?.bluetooth : navigator.bluetooth,
      clock,
      newId,
      locks,
      firstPage,
      trustUrl: trustedScriptUrl,
      onTrouble,
    });
    open = { account, services };
    if (sandbox !== null) bringWhatIsPrepared(sandbox, services);
    show(services);
    checkKey();
  }

  const checkKey = (): void => void session.checkKey().catch((error: unknown) => onTrouble(error));

  const keepUp = (): void => {
    following = following.then(follow).catch((error: unknown) => onClosed(error));
  };
  session.state.subscribe(keepUp);
  keys.watch((accountId) => {
    if (open?.account.id !== accountId || keys.get(accountId) === null) return;
    open.services.keyGiven();
    checkKey();
  });
  pageEvents().subscribe((why) => (why === 'online' ? checkKey() : undefined));

  const idle = startIdleWatch({ session, localStorage, nowMs: clock.nowMs, onTrouble });
  const phone = createRelay<PhoneState>({ receiptsElsewhere: null, remarks: registry.remarks.value });
  const followPhone = async (): Promise<void> => {
    const { openPhone } = await import('./main-phone.ts');
    phone.follow(
      openPhone({
        session: session.state,
        remarks: registry.remarks,
        count: async (account) => (await countWorkOf(account, { clock, newId, onTrouble })).onlyHere,
      }),
    );
  };
  void firstPage.then(followPhone).catch(onTrouble);
  return {
    session,
    phone,
    start: () => session.start(),
    lockIfIdle: () => idle.look(),
    lossesRead: () => void registry.lossesRead().catch((error: unknown) => onTrouble(error)),
    practice: () => (session.state.value.account?.kind === 'sandbox' ? (practice?.hand ?? null) : null),
    practicePanel: () => (session.state.value.account?.kind === 'sandbox' ? (practice?.createPanel() ?? null) : null),
  };
}
