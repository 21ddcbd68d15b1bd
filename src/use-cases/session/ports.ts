/** What the session needs from outside; storage, backend and the sandbox satisfy these by shape. */
import type { Account, AccountDraft } from '../../domain/account.ts';
import type { ConnectionVerdict, SignOutCheck } from '../offered.ts';

export interface SessionAccounts {
  all(): Promise<Account[]>;
  get(id: string): Promise<Account | null>;
  put(account: Account): Promise<void>;
  setting(name: string): Promise<string | null>;
  setSetting(name: string, value: string | null): Promise<void>;
  /** The account, its vault and its settings. */
  remove(id: string): Promise<void>;
  watch(listener: () => void): () => void;
}

export interface SessionVault {
  has(accountId: string): Promise<boolean>;
  seal(accountId: string, apiKey: string, passphrase: string): Promise<void>;
  open(
    accountId: string,
    passphrase: string,
  ): Promise<
    | { readonly kind: 'opened'; readonly apiKey: string }
    | { readonly kind: 'wrongPassphrase' }
    | { readonly kind: 'noVault' }
  >;
  forget(accountId: string): Promise<void>;
  watch(listener: () => void): () => void;
}

/** The key in memory, shared between the windows of this browser. */
export interface SessionKeys {
  get(accountId: string): string | null;
  set(accountId: string, apiKey: string): void;
  clear(accountId: string): void;
  ask(accountId: string): Promise<string | null>;
  watch(listener: (accountId: string) => void): () => void;
}

/** The part of the opened sandbox that makes an account. */
export interface PracticeAccess {
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
  /** "Test connection": asks the backend with this key and tells apart what can be told. */
  probe(draft: AccountDraft, apiKey: string, signal?: AbortSignal): Promise<ConnectionVerdict>;
  /** How many guesses a passphrase takes for somebody who knows these words. */
  guesses(passphrase: string, ownWords: readonly string[]): Promise<number>;
  /** Loads the sandbox; the same one when called again. */
  openPractice(): Promise<PracticeAccess>;
  /** What the stores of this account hold that exists only on this phone. */
  countWork(accountId: string): Promise<SignOutCheck>;
  readonly keyMarks: {
    make(apiKey: string): Promise<string>;
    fits(mark: string, apiKey: string): Promise<boolean>;
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
