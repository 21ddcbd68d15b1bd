/** The dependencies that every part of an account is composed from. */
import type { BackendParts } from '../backend/backend.ts';
import type { BluetoothLike } from '../bluetooth/radio.ts';
import type { Account } from '../domain/account.ts';
import type { Locks, RunClock } from '../use-cases/surroundings.ts';

export interface AccountParts {
  readonly account: Account;
  /** Returns the account with its current settings, which may change while it is open. */
  readonly current: () => Account;
  readonly apiKey: () => string | null;
  /** Called often: whenever the backend has accepted this key. */
  readonly onKeyAccepted: (apiKey: string) => void;
  readonly fetch: typeof fetch;
  readonly bluetooth: BluetoothLike | undefined;
  readonly clock: RunClock;
  readonly newId: () => string;
  readonly locks: Locks;
  /** Called before the first request of a preparation. */
  readonly onPrepare: () => void;
  readonly trustUrl: (url: string) => string;
  readonly onTrouble: (error: unknown) => void;
  /** Returns the accounts of this phone whose beacons this account's radio may reach. */
  readonly otherAccounts: () => readonly Account[];
}

/** Picks what every backend client needs. */
export function httpParts(parts: AccountParts): BackendParts {
  const { account, apiKey, clock } = parts;
  return { account, apiKey, nowMs: clock.nowMs, fetch: (url, init) => parts.fetch(url, init) };
}
