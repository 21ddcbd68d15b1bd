/** The session as it is offered to the screens: accounts, the key, the lock. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { Account, AccountDraft } from '../../domain/account.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { IdleLockMinutes } from '../../domain/idle-lock.ts';
import type { PassphraseJudgement } from '../../domain/passphrase.ts';
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
  readonly locked?: Account | null;
  /** Minutes without activity after which the account is locked; 0 for never. */
  readonly idleLockMinutes?: IdleLockMinutes;
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
  | { readonly kind: 'hiddenByCors' }
  | { readonly kind: 'wrongHostOrOffline' }
  /** The page's own security policy blocked the request. */
  | { readonly kind: 'blockedHere' }
  | { readonly kind: 'other'; readonly failure: BackendFailure };

/** The verdict on the legacy address, and on the v3 address if that was tested too. */
export type ConnectionVerdict = AddressVerdict & { readonly v3?: AddressVerdict };

export interface Session {
  readonly state: ReadonlySignal<SessionState>;
  test(draft: AccountDraft, apiKey: string, signal?: AbortSignal): Promise<ConnectionVerdict>;
  /** Stores the account (never the key, unless a passphrase is given) and connects it. */
  connect(draft: AccountDraft, apiKey: string, passphrase: string | null, decision?: KeyDecision): Promise<KeyOutcome>;
  /** Loads the sandbox and connects its own account. */
  practise(role?: 'owner' | 'editor'): Promise<Account>;
  /** Switches to an account; 'locked' when it waits for its key or passphrase. */
  switchTo(accountId: string): Promise<'open' | 'locked'>;
  /** Gives a key to the connected or locked account. */
  giveKey(apiKey: string, decision?: KeyDecision): Promise<KeyOutcome>;
  /** Unlocks the stored key of the connected or locked account. */
  openVault(passphrase: string): Promise<'opened' | 'wrongPassphrase' | 'noVault'>;
  /**
   * Stores the key behind a passphrase. Rejects with `keyUnchecked` for an account of an earlier version until the
   * backend has accepted its key.
   */
  setPassphrase(passphrase: string): Promise<void>;
  /**
   * Applies the rule of `connect` and `setPassphrase`. Without `apiKey` the connected account's own key is used.
   * Rejects when the passphrase cannot be judged.
   */
  judgePassphrase(passphrase: string, apiKey?: string): Promise<PassphraseJudgement>;
  /** False when it is known beforehand that this device's screen lock cannot keep a key. */
  offersScreenLock(): Promise<boolean>;
  /**
   * Stores the connected account's key behind the screen lock, which prompts the person; `signal` cancels the prompt.
   * Rejects like `setPassphrase`.
   */
  setScreenLock(signal?: AbortSignal): Promise<'kept' | ScreenLockRefusal>;
  /** Like `openVault`, with the screen lock. `noVault`: the stored text was unreadable and has been removed. */
  openScreenLock(signal?: AbortSignal): Promise<'opened' | 'noVault' | ScreenLockRefusal>;
  /** Removes the stored key of the connected account; a locked account keeps it. */
  removeStoredKey(): Promise<void>;
  /** Returns what would exist only on this phone after signing out. Receipts are kept in any case. */
  signOutCheck(): Promise<UndeliveredWork>;
  /** Signs out and locks the account, in every window. */
  signOut(): Promise<void>;
  /** Hides the account until it is opened again; 'busy' during a run in any window. */
  lock(): Promise<'locked' | 'busy'>;
  setIdleLock(minutes: IdleLockMinutes): Promise<void>;
  /**
   * Signs out and deletes everything of the connected or locked account. Refused for a locked one with data that exists
   * nowhere else. `handedOver`: IDs of the receipts that the person has in a file; receipts stored since, or still
   * expected from an unfinished run, are not covered.
   */
  remove(options?: { readonly handedOver?: readonly string[] }): Promise<RemovalOutcome>;
  saveSettings(settings: Settings): Promise<void>;
}
