/** What every part of an account is made of. */
import type { BackendParts } from '../backend/backend.ts';
import type { BluetoothLike } from '../bluetooth/radio.ts';
import type { Account } from '../domain/account.ts';
import type { Locks, RunClock } from '../use-cases/surroundings.ts';

export interface AccountParts {
  readonly account: Account;
  /** The account as it is now: settings may change while it is open. */
  readonly current: () => Account;
  readonly apiKey: () => string | null;
  /** The backend has answered with this key. Called often. */
  readonly onKeyAccepted: (apiKey: string) => void;
  readonly fetch: typeof fetch;
  readonly bluetooth: BluetoothLike | undefined;
  readonly clock: RunClock;
  readonly newId: () => string;
  readonly locks: Locks;
  /** A person prepares beacons: called before anything is asked of the backend. */
  readonly onPrepare: () => void;
  readonly trustUrl: (url: string) => string;
  readonly onTrouble: (error: unknown) => void;
}

/** What every client of the backend is made of. */
export function httpParts(parts: AccountParts): BackendParts {
  const { account, apiKey, clock } = parts;
  return { account, apiKey, nowMs: clock.nowMs, fetch: (url, init) => parts.fetch(url, init) };
}
