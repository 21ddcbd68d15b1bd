/** The ports of the session, which storage and backend implement. */
import type { Account, AccountDraft } from '../../domain/account.ts';
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { UndeliveredWork } from '../../domain/undelivered-work.ts';
import type { FoundDevices } from '../devices/ports.ts';
import type { ConnectionVerdict, ScreenLockRefusal } from './session.ts';

export interface SessionAccounts {
  /** Returns all accounts, oldest first. */
  all(): Promise<Account[]>;
  get(id: string): Promise<Account | null>;
  /** Strict, because receipts belong to the account. */
  put(account: Account): Promise<void>;
  /** Returns a setting of the app on this phone, e.g. which account was connected last; null before it was set. */
  setting(name: string): Promise<string | null>;
  /** Stores a setting; null removes it. Never for credentials. */
  setSetting(name: string, value: string | null): Promise<void>;
  /** Strict: removes the account with its vault, its settings (`name:id`) and its quarantined rows. */
  remove(id: string): Promise<void>;
  /** Notifies of changed accounts and settings, in any window. */
  watch(listener: () => void): () => void;
}

export interface SessionVault {
  has(accountId: string): Promise<boolean>;
  /** Strict. Replaces an existing vault. */
  seal(accountId: string, apiKey: string, passphrase: string): Promise<void>;
  open(
    accountId: string,
    passphrase: string,
  ): Promise<
    | { readonly kind: 'opened'; readonly apiKey: string }
    | { readonly kind: 'wrongPassphrase' }
    /** There is none, or it is damaged (then it is quarantined and reported as a remark). */
    | { readonly kind: 'noVault' }
  >;
  forget(accountId: string): Promise<void>;
  watch(listener: () => void): () => void;
}

/** Encrypts a key with a secret of this device's screen lock. Stores nothing itself; its output is not secret. */
export interface SessionScreenLock {
  /** False when it is known beforehand that it cannot be used. */
  isOffered(): Promise<boolean>;
  /** Prompts the person to unlock; `signal` cancels the prompt. `seal` returns the text to store. */
  set(
    account: Pick<Account, 'id' | 'name'>,
    signal?: AbortSignal,
  ): Promise<{ readonly kind: 'set'; seal(apiKey: string): Promise<string> } | { readonly kind: ScreenLockRefusal }>;
  /** Prompts the person to unlock. `damaged`: the stored text cannot be decrypted any more. */
  open(
    accountId: string,
    sealed: string,
    signal?: AbortSignal,
  ): Promise<{ readonly kind: 'opened'; readonly apiKey: string } | { readonly kind: ScreenLockRefusal | 'damaged' }>;
  /** Tells the browser, if possible, that the passkey of this text is not used any more. */
  discard(sealed: string): void;
}

/** The key in memory, shared between the windows of this browser. */
export interface SessionKeys {
  /** Returns this account's key if this window has it. */
  get(accountId: string): string | null;
  /** Keeps the key here and passes it to every open window and worker. */
  set(accountId: string, apiKey: string): void;
  /** Removes the key here and everywhere. */
  clear(accountId: string): void;
  /** Removes the key here only. */
  forget(accountId: string): void;
  /**
   * Returns the key from here or from the first answer within `waitMs`; null without an answer. A later answer is kept
   * and reported to the listeners.
   */
  ask(accountId: string, waitMs?: number): Promise<string | null>;
  /** Calls back when a key was added or removed, anywhere. */
  watch(listener: (accountId: string) => void): () => void;
}

/** The part of the opened sandbox that creates an account. */
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
  /** Loads the code of the screen lock on first use. */
  screenLock(): Promise<SessionScreenLock>;
  /** Before an account is connected: sends requests with this key and returns what can be determined. */
  probe(draft: AccountDraft, apiKey: string, signal?: AbortSignal): Promise<ConnectionVerdict>;
  /** Requests these devices from the account's backend, with a key that need not be the account's. */
  findDevices(account: Account, apiKey: string, uniqueIds: readonly string[]): Promise<BackendResult<FoundDevices>>;
  /** Returns the access stored for each device in the account's list, by ID; empty without a list. */
  savedAccess(account: Account): Promise<ReadonlyMap<string, string | null>>;
  /** Returns an unpredictable number in [0, 1). */
  random(): number;
  /** Returns how many guesses a passphrase takes for somebody who knows these words. */
  guesses(passphrase: string, ownWords: readonly string[]): Promise<number>;
  /** Loads the sandbox; returns the same one when called again. */
  openPractice(): Promise<PracticeAccess>;
  /** Returns what exists only on this phone for this account. */
  countWork(accountId: string): Promise<UndeliveredWork>;
  /** Distinguishes keys. It proves nothing, because it has 16 bits and is in every exported file. */
  readonly keyMarks: {
    make(apiKey: string): Promise<string>;
    fits(mark: string, apiKey: string): Promise<boolean>;
  };
  /** Checks a key against 256 bits that never leave this phone. */
  readonly keyVerifiers: {
    make(apiKey: string): Promise<string>;
    matches(verifier: string, apiKey: string): Promise<boolean>;
  };
  /** Returns whether a run is in progress in any window, or its receipt has no second copy. */
  isBusy(): Promise<boolean>;
  /** Deletes what is stored for this account and checks it. Returns the names of what is still there. */
  erase(accountId: string): Promise<readonly string[]>;
  /** Name of the sandbox's account, from the strings. */
  readonly practiceName: string;
  readonly newId: () => string;
  readonly nowMs: () => number;
}
