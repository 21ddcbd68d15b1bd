/** What the session offers to the screens: accounts, the key, the lock. */
import type { Account, AccountDraft } from '../../domain/account.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { IdleLockMinutes } from '../../domain/idle-lock.ts';
import type { Live } from '../../domain/live.ts';
import type { PassphraseJudgement } from '../../domain/passphrase.ts';
import type { Settings } from '../../domain/settings.ts';
import type { UndeliveredWork } from '../../domain/undelivered-work.ts';

/** `none`: nothing connected · `needed`: account known, key not in memory · `vault`: as `needed`, and it is kept on this device: a passphrase or the screen lock opens it. */
export type KeyState = 'none' | 'needed' | 'vault' | 'ready';

export interface SessionState {
  readonly account: Account | null;
  readonly key: KeyState;
  /** A passphrase keeps the connected account's key on this phone, whether or not the key is in memory as well. */
  readonly hasVault: boolean;
  /** As `hasVault`, with the screen lock of this device in place of a passphrase. */
  readonly hasScreenLock: boolean;
  readonly accounts: readonly Account[];
  /** Locked or signed out: nothing of it is shown before its key or passphrase is given. `account` is null then. */
  readonly locked?: Account | null;
  /** After so long without a touch the account is locked; 0 for never. */
  readonly idleLockMinutes?: IdleLockMinutes;
}

/** What a person says of a key that is not the one known here. */
export type KeyDecision = { readonly kind: 'same'; readonly accountId: string } | { readonly kind: 'other' };

export interface KnownAccount {
  readonly account: Account;
  readonly onlyHere: number;
  /** A passphrase or the screen lock keeps its earlier key: a new key would end that. */
  readonly hasVault: boolean;
  /** Locked by an earlier version, which kept nothing that a key could be checked against: no key opens it. */
  readonly needsPassphrase: boolean;
}

/**
 * Why a key has not opened a known account. `wrongKey`: the backend does not accept it · `unchecked`: the backend could not be asked ·
 * `otherAccount`: the backend accepts it, but does not return this account's devices with it · `noDevices`: no devices are saved
 * that the backend could be asked for · `needsPassphrase`: see `KnownAccount`.
 */
export type KeyDoubt = 'wrongKey' | 'unchecked' | 'otherAccount' | 'noDevices' | 'needsPassphrase';

export type KeyOutcome =
  /** `mayRemember`: the key was checked, so a passphrase may keep it (`setPassphrase`). */
  | { readonly kind: 'connected'; readonly account: Account; readonly mayRemember: boolean }
  /** Nothing was sent, shown or forgotten: is it a new key of one of these, or another account? */
  | { readonly kind: 'otherKey'; readonly known: readonly KnownAccount[] }
  /** "The same account" was said and could not be shown to be true: nothing was opened or replaced. */
  | { readonly kind: 'notProven'; readonly doubt: KeyDoubt };

/**
 * Why the screen lock did not help. `unavailable`: this browser has none to ask, or the device has none set up · `noPrf`: it
 * recognizes people, but gives out nothing to encrypt with · `notConfirmed`: the person cancelled, was not recognized, or the
 * passkey is gone; the browser does not tell these apart.
 */
export type ScreenLockRefusal = 'unavailable' | 'noPrf' | 'notConfirmed';

export type RemovalOutcome =
  | { readonly kind: 'removed' }
  /** What is only on this phone would be lost. */
  | { readonly kind: 'refused'; readonly check: UndeliveredWork }
  /** A run is going on in one of the windows. */
  | { readonly kind: 'busy' }
  /** These were still there when it was read back; tried again at the next start. */
  | { readonly kind: 'left'; readonly names: readonly string[] };

/** What a connection test can honestly tell apart of one address (field-facts.md 3, CORS). */
export type AddressVerdict =
  | { readonly kind: 'ok'; readonly devices: number | null }
  | { readonly kind: 'wrongKey' }
  | { readonly kind: 'hiddenByCors' }
  | { readonly kind: 'wrongHostOrOffline' }
  /** The page's own security policy let nothing out. */
  | { readonly kind: 'blockedHere' }
  | { readonly kind: 'other'; readonly failure: BackendFailure };

/** Of the legacy address, and beside it of the v3 one where that was asked too. */
export type ConnectionVerdict = AddressVerdict & { readonly v3?: AddressVerdict };

export interface Session {
  readonly state: Live<SessionState>;
  test(draft: AccountDraft, apiKey: string, signal?: AbortSignal): Promise<ConnectionVerdict>;
  /** Stores the account (never the key, unless a passphrase is given) and makes it the connected one. */
  connect(draft: AccountDraft, apiKey: string, passphrase: string | null, decision?: KeyDecision): Promise<KeyOutcome>;
  /** Loads the sandbox and connects its own account. */
  practise(role?: 'owner' | 'editor'): Promise<Account>;
  /** 'locked': it waits for its key or passphrase. */
  switchTo(accountId: string): Promise<'open' | 'locked'>;
  /** For the connected or the locked account. */
  giveKey(apiKey: string, decision?: KeyDecision): Promise<KeyOutcome>;
  /** As `giveKey`. */
  openVault(passphrase: string): Promise<'opened' | 'wrongPassphrase' | 'noVault'>;
  /** Rejects with `keyUnchecked` for an account from an earlier version, until the backend has accepted its key. */
  setPassphrase(passphrase: string): Promise<void>;
  /** The rule by which `connect` and `setPassphrase` go. Without `apiKey` the connected account's own is meant. Rejects where it cannot be judged. */
  judgePassphrase(passphrase: string, apiKey?: string): Promise<PassphraseJudgement>;
  /** False where it is known beforehand that this device's screen lock cannot keep a key. */
  offersScreenLock(): Promise<boolean>;
  /** Keeps the connected account's key behind the screen lock, which the person is asked to open; `signal` takes the question back. Rejects as `setPassphrase`. */
  setScreenLock(signal?: AbortSignal): Promise<'kept' | ScreenLockRefusal>;
  /** As `openVault`. `noVault`: what was kept could not be read, and has been removed. */
  openScreenLock(signal?: AbortSignal): Promise<'opened' | 'noVault' | ScreenLockRefusal>;
  /** Removes what keeps the connected account's key on this device; a locked account keeps it. */
  forgetKeptKey(): Promise<void>;
  /** What signing out would leave only on this phone; receipts are kept in any case. */
  signOutCheck(): Promise<UndeliveredWork>;
  /** Locks the account as well, in every window. */
  signOut(): Promise<void>;
  /** Nothing of the account is shown until it is opened again; 'busy' while a run is going on anywhere. */
  lock(): Promise<'locked' | 'busy'>;
  setIdleLock(minutes: IdleLockMinutes): Promise<void>;
  /** Signs out and deletes everything of the connected or locked account. Refused for a locked one that holds anything that is nowhere else. `handedOver`: ids of the receipts that the person has in a file; what came since, or may come of an unfinished run, is not in it. */
  remove(options?: { readonly handedOver?: readonly string[] }): Promise<RemovalOutcome>;
  saveSettings(settings: Settings): Promise<void>;
}
