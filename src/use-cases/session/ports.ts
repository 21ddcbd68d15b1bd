/** What the session needs from outside; what storage and backend serve is typed by it. */
import type { Account, AccountDraft } from '../../domain/account.ts';
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { UndeliveredWork } from '../../domain/undelivered-work.ts';
import type { FoundDevices } from '../devices/ports.ts';
import type { ConnectionVerdict, ScreenLockRefusal } from './offered.ts';

export interface SessionAccounts {
  /** Oldest first. */
  all(): Promise<Account[]>;
  get(id: string): Promise<Account | null>;
  /** Strict: receipts belong to it. */
  put(account: Account): Promise<void>;
  /** A setting of the app on this phone, e.g. which account was connected last; null before it was set. */
  setting(name: string): Promise<string | null>;
  /** Null removes it. Never for credentials. */
  setSetting(name: string, value: string | null): Promise<void>;
  /** Strict: the account with its vault, its settings (`name:id`) and what was kept aside of it. */
  remove(id: string): Promise<void>;
  /** Of accounts and settings, in any window. */
  watch(listener: () => void): () => void;
}

export interface SessionVault {
  has(accountId: string): Promise<boolean>;
  /** Strict. Replaces what was there. */
  seal(accountId: string, apiKey: string, passphrase: string): Promise<void>;
  open(
    accountId: string,
    passphrase: string,
  ): Promise<
    | { readonly kind: 'opened'; readonly apiKey: string }
    | { readonly kind: 'wrongPassphrase' }
    /** There is none, or it is damaged (then it is quarantined and remarked). */
    | { readonly kind: 'noVault' }
  >;
  forget(accountId: string): Promise<void>;
  watch(listener: () => void): () => void;
}

/** Encrypts a key with what the screen lock of this device gives out. Stores nothing itself; what it gives to be stored is no secret. */
export interface SessionScreenLock {
  /** False where it is known beforehand that it cannot be used. */
  isOffered(): Promise<boolean>;
  /** Asks the person to open the screen lock; `signal` takes the question back. `seal` gives the text to be stored. */
  set(
    account: Pick<Account, 'id' | 'name'>,
    signal?: AbortSignal,
  ): Promise<{ readonly kind: 'set'; seal(apiKey: string): Promise<string> } | { readonly kind: ScreenLockRefusal }>;
  /** Asks the person to open the screen lock. `damaged`: nothing opens the stored text any more. */
  open(
    accountId: string,
    sealed: string,
    signal?: AbortSignal,
  ): Promise<{ readonly kind: 'opened'; readonly apiKey: string } | { readonly kind: ScreenLockRefusal | 'damaged' }>;
  /** Tells the browser, where it can be told, that the passkey of this text is not used any more. */
  discard(sealed: string): void;
}

/** The key in memory, shared between the windows of this browser. */
export interface SessionKeys {
  /** The key of this account, when this window has it. */
  get(accountId: string): string | null;
  /** Keeps it here and hands it to every open window and worker. */
  set(accountId: string, apiKey: string): void;
  /** Forgets it here and everywhere. */
  clear(accountId: string): void;
  /** The key, from here or from whoever answers first within `waitMs`; null when nobody does. A later answer is kept and told to the watchers. */
  ask(accountId: string, waitMs?: number): Promise<string | null>;
  /** Called when a key came or went, from anywhere. */
  watch(listener: (accountId: string) => void): () => void;
}

/** The part of the opened sandbox that makes an account. */
interface PracticeAccess {
  readonly baseUrl: string;
  readonly legacyBaseUrl: string;
  readonly vendor: string;
  readonly ownerKey: string;
  readonly editorKey: string;
}

export interface SessionPorts {
  readonly accounts: SessionAccounts;
  readonly vault: SessionVault;
  readonly keys: SessionKeys;
  /** Its code, loaded when it is first asked for. */
  screenLock(): Promise<SessionScreenLock>;
  /** "Test connection": asks the backend with this key and tells apart what can be told. */
  probe(draft: AccountDraft, apiKey: string, signal?: AbortSignal): Promise<ConnectionVerdict>;
  /** Asks the account's backend for these devices, with a key that need not be the account's. */
  findDevices(account: Account, apiKey: string, uniqueIds: readonly string[]): Promise<BackendResult<FoundDevices>>;
  /** Id of each device in the account's saved list, with the access that was saved for it; empty where there is no list. */
  savedAccess(account: Account): Promise<ReadonlyMap<string, string | null>>;
  /** From 0 to below 1, not to be guessed. */
  random(): number;
  /** How many guesses a passphrase takes for somebody who knows these words. */
  guesses(passphrase: string, ownWords: readonly string[]): Promise<number>;
  /** Loads the sandbox; the same one when called again. */
  openPractice(): Promise<PracticeAccess>;
  /** What the stores of this account hold that exists only on this phone. */
  countWork(accountId: string): Promise<UndeliveredWork>;
  /** Tells keys apart; proves nothing, since it has 16 bits and is in every exported file. */
  readonly keyMarks: {
    make(apiKey: string): Promise<string>;
    fits(mark: string, apiKey: string): Promise<boolean>;
  };
  /** Checks a key against 256 bits that never leave this phone. */
  readonly keyVerifiers: {
    make(apiKey: string): Promise<string>;
    matches(verifier: string, apiKey: string): Promise<boolean>;
  };
  /** A run is going on in any window, or its receipt is not saved twice. */
  isBusy(): Promise<boolean>;
  /** Deletes what is stored for this account and reads back; resolves with the names of what is still there. */
  erase(accountId: string): Promise<readonly string[]>;
  /** Name of the sandbox's account, from the strings. */
  readonly practiceName: string;
  readonly newId: () => string;
  readonly nowMs: () => number;
}
