/**
 * Which account is connected: accounts, the key in memory, the vault, practice. Receipts are kept whatever happens
 * here.
 */
import { handledElsewhere, ifPossible } from '../../domain/unawaited.ts';
import type { Account } from '../../domain/account.ts';
import { onDemand } from '../../domain/on-demand.ts';
import { createAcceptedKey } from './accepted-key.ts';
import { SessionError } from './session-error.ts';
import type { SessionPorts } from './ports.ts';
import type { SessionActs } from './session-acts.ts';
import { createSessionView } from './session-view.ts';
import { lockedSetting, removingSetting } from '../../names.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { IdleLockMinutes } from '../../domain/idle-lock.ts';
import type { Settings } from '../../domain/settings.ts';
import type { UndeliveredWork } from '../../domain/undelivered-work.ts';

/**
 * `unread`: the key was not looked for yet, so nothing is known of it · `none`: nothing connected · `needed`: account known, key not in memory · `vault`: like `needed`, but the key is
 * stored on this device behind a passphrase or the screen lock.
 */
export type KeyState = 'unread' | 'none' | 'needed' | 'vault' | 'ready';

export interface SessionState {
  readonly account: Account | null;
  readonly key: KeyState;
  /** The connected account's key is stored behind a passphrase, whether or not it is in memory as well. */
  readonly hasVault: boolean;
  /** Like `hasVault`, with the screen lock of this device instead of a passphrase. */
  readonly hasScreenLock: boolean;
  readonly accounts: readonly Account[];
  /**
   * The locked or signed-out account. None of its data is shown before its key or passphrase is given. `account` is
   * then null.
   */
  readonly locked: Account | null;
  /** Minutes without activity after which the account is locked; 0 for never. */
  readonly idleLockMinutes: IdleLockMinutes;
}

/** A person's answer about a key that is not the known one. */
export type KeyDecision = { readonly kind: 'same'; readonly accountId: string } | { readonly kind: 'other' };

export interface KnownAccount {
  readonly account: Account;
  readonly onlyHere: number;
  /** Its earlier key is stored behind a passphrase or the screen lock; a new key would end that. */
  readonly hasVault: boolean;
  /** Locked by an earlier version, which stored nothing to check a key against: no key opens it. */
  readonly needsPassphrase: boolean;
}

/**
 * Why a key did not open a known account. `wrongKey`: the backend does not accept it · `unchecked`: the backend could
 * not be reached · `otherAccount`: the backend accepts it, but does not return this account's devices · `noDevices`: no
 * devices are stored that could be requested · `needsPassphrase`: see `KnownAccount`.
 */
export type KeyDoubt = 'wrongKey' | 'unchecked' | 'otherAccount' | 'noDevices' | 'needsPassphrase';

export type KeyOutcome =
  /** `mayRemember`: the key was checked, so a passphrase may keep it (`setPassphrase`). */
  | { readonly kind: 'connected'; readonly account: Account; readonly mayRemember: boolean }
  /**
   * Nothing was sent, shown or forgotten: the person has to say whether it is a new key of one of these, or another
   * account.
   */
  | { readonly kind: 'otherKey'; readonly known: readonly KnownAccount[] }
  /** The person chose "The same account", but that could not be proved: nothing was opened or replaced. */
  | { readonly kind: 'notProven'; readonly doubt: KeyDoubt };

/**
 * Why the screen lock failed. `unavailable`: the browser or the device has none · `noPrf`: it recognises people, but
 * provides no secret for encryption · `notConfirmed`: the person cancelled, was not recognised, or the passkey is gone;
 * the browser does not distinguish these.
 */
export type ScreenLockRefusal = 'unavailable' | 'noPrf' | 'notConfirmed';

export type RemovalOutcome =
  | { readonly kind: 'removed' }
  /** Data that exists only on this phone would be lost. */
  | { readonly kind: 'refused'; readonly check: UndeliveredWork }
  /** A run is in progress in one of the windows. */
  | { readonly kind: 'busy' }
  /** These could not be deleted; tried again at the next start. */
  | { readonly kind: 'left'; readonly names: readonly string[] };

/** What a connection test can determine about one address (field-facts.md 3, CORS). */
export type AddressVerdict =
  | { readonly kind: 'ok'; readonly devices: number | null }
  | { readonly kind: 'wrongKey' }
  /** The backend wants the key in another header, or another version of the media type. */
  | { readonly kind: 'otherKeyHeader' | 'otherVersion' }
  | { readonly kind: 'hiddenByCors' }
  | { readonly kind: 'wrongHostOrOffline' }
  /** The page's own security policy blocked the request. */
  | { readonly kind: 'blockedHere' }
  | { readonly kind: 'other'; readonly failure: BackendFailure };

/** The verdict on the legacy address, and on the v3 address if that was tested too. */
export type ConnectionVerdict = AddressVerdict & { readonly v3?: AddressVerdict };

/** What the screens may call. */
export type Session = Omit<RunningSession, 'start' | 'keyAccepted' | 'checkKey' | 'apiKey' | 'close'>;

export type RunningSession = ReturnType<typeof createSession>;

export function createSession(ports: SessionPorts) {
  const { accounts, vault, keys } = ports;
  const view = createSessionView(ports);
  const { state, refresh, activate } = view;
  const acts = onDemand(async () =>
    (await import('./session-acts.ts')).createSessionActs({ ports, inTurn, state, refresh, activate }),
  );
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one change at a time, so that two clicks, or a click and a message from another window, do not interleave. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work, work);
    last = handledElsewhere(result);
    return result;
  }

  async function leave(account: Account): Promise<void> {
    if (account.kind === 'live') await accounts.setSetting(lockedSetting(account.id), '1');
    keys.clear(account.id);
  }

  async function findKey(account: Account): Promise<void> {
    if (account.kind === 'sandbox') await (await acts()).findPracticeKey();
    else await keys.ask(account.id);
  }

  const stops = [
    accounts.watch(() => void inTurn(refresh)),
    vault.watch(() => void inTurn(refresh)),
    keys.watch(() => void inTurn(refresh)),
  ];

  return {
    state,
    /**
     * Returns the connected account's key; null while it is not in memory. Must not be stored, logged or put in a URL.
     */
    apiKey: (): string | null => (view.activeId === null ? null : keys.get(view.activeId)),
    /**
     * Restores the account that was connected last, with its key from another window or, for practice, from the sandbox.
     */
    start: () =>
      inTurn(async () => {
        for (const { id } of await accounts.all()) {
          if ((await accounts.setting(removingSetting(id))) === null) continue;
          // What is left is tried again at the next start.
          await ifPossible(acts().then((one) => one.erase(id)));
        }
        await view.openLast();
        const { account } = state.value;
        // Without the sandbox's code (first start offline) its account is still shown, with its key missing.
        if (account !== null) await ifPossible(findKey(account));
        await view.keySought();
      }),
    ...createAcceptedKey({
      ports,
      view,
      inTurn,
      keepAccepted: async (account, apiKey) => (await acts()).keepAccepted(account, apiKey),
    }),
    test: ports.probe,
    /** Stores the account (never the key, unless a passphrase is given) and connects it. */
    connect: (...parameters: Parameters<SessionActs['connect']>) =>
      inTurn(async () => (await acts()).connect(...parameters)),
    /** Loads the sandbox and connects its own account. */
    practise: (role?: 'owner' | 'editor') => inTurn(async () => (await acts()).practise(role)),
    /** Switches to an account; 'locked' when it waits for its key or passphrase. */
    switchTo: (accountId: string): Promise<'open' | 'locked'> =>
      inTurn(async () => {
        const account = await accounts.get(accountId);
        if (account === null) throw new SessionError('unknownAccount');
        const isLocked = await view.isLocked(accountId);
        if (!isLocked) await ifPossible(findKey(account));
        await activate(account);
        return isLocked ? 'locked' : 'open';
      }),
    /** Gives a key to the connected or locked account. */
    giveKey: (apiKey: string, decision?: KeyDecision) => inTurn(async () => (await acts()).giveKey(apiKey, decision)),
    /** Unlocks the stored key of the connected or locked account. */
    openVault: (passphrase: string) => inTurn(async () => (await acts()).openVault(passphrase)),
    /**
     * Stores the key behind a passphrase. Rejects with `keyUnchecked` for an account of an earlier version until the
     * backend has accepted its key.
     */
    setPassphrase: (passphrase: string) => inTurn(async () => (await acts()).setPassphrase(passphrase)),
    /**
     * Applies the rule of `connect` and `setPassphrase`. Without `apiKey` the connected account's own key is used.
     * Rejects when the passphrase cannot be judged.
     */
    judgePassphrase: async (passphrase: string, apiKey?: string) => (await acts()).judgePassphrase(passphrase, apiKey),
    /** False when it is known beforehand that this device's screen lock cannot keep a key. */
    offersScreenLock: async () => (await acts()).offersScreenLock(),
    /**
     * Stores the connected account's key behind the screen lock, which prompts the person; `signal` cancels the prompt.
     * Rejects like `setPassphrase`.
     */
    setScreenLock: async (signal?: AbortSignal) => (await acts()).setScreenLock(signal),
    /** Like `openVault`, with the screen lock. `noVault`: the stored text was unreadable and has been removed. */
    openScreenLock: async (signal?: AbortSignal) => (await acts()).openScreenLock(signal),
    /** Removes the stored key of the connected account; a locked account keeps it. */
    removeStoredKey: () => inTurn(async () => (await acts()).removeStoredKey()),
    /** Returns what would exist only on this phone after signing out. Receipts are kept in any case. */
    signOutCheck: async () => (await acts()).signOutCheck(),
    /** Signs out and locks the account, in every window. */
    signOut: () =>
      inTurn(async () => {
        const { account } = state.value;
        if (account === null) return;
        await leave(account);
        await activate(null);
      }),
    /** Hides the account until it is opened again; 'busy' during a run in any window. */
    lock: (): Promise<'locked' | 'busy'> =>
      inTurn(async () => {
        const { account } = state.value;
        if (account === null || account.kind === 'sandbox') return 'locked';
        if (await ports.isBusy()) return 'busy';
        await leave(account);
        await refresh();
        return 'locked';
      }),
    setIdleLock: (minutes: IdleLockMinutes) => inTurn(async () => (await acts()).setIdleLock(minutes)),
    /**
     * Signs out and deletes everything of the connected or locked account. Refused for a locked one with data that exists
     * nowhere else. `handedOver`: IDs of the receipts that the person has in a file; receipts stored since, or still
     * expected from an unfinished run, are not covered.
     */
    remove: (options?: { readonly handedOver?: readonly string[] }) =>
      inTurn(async () => (await acts()).remove(options)),
    saveSettings: (settings: Settings) => inTurn(async () => (await acts()).saveSettings(settings)),
    close(): void {
      for (const stop of stops) stop();
    },
  };
}
