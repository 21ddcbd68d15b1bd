/**
 * The environment of an open account: what all its cases share, made once when the account is opened. A case is created
 * from it as `createX({ ...env.storage, ...env })` and takes what its parameter's type names.
 */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { createBackend } from '../backend/backend.ts';
import { createBluetooth, type BluetoothOptions } from '../bluetooth/bluetooth.ts';
import type { Account } from '../domain/account.ts';
import { CLOCK_UNCHECKED, type ClockReading } from '../domain/telemetry/now.ts';
import { openAccountStorage } from '../storage/open-account.ts';
import { createMirror } from '../storage/second-copy/mirror.ts';
import { createPace } from '../use-cases/pace.ts';
import { createCachedRows } from '../use-cases/cached-rows.ts';
import type { SkewReading } from '../use-cases/run/ports.ts';
import type { Locks, RunClock } from '../use-cases/surroundings.ts';
import { pageLoadedAtMs } from './clock.ts';
import { openKnownStreams } from './known-streams.ts';

/** What an account is opened with. */
export interface Surroundings {
  readonly account: Account;
  /** Returns the account with its current settings, which may change while it is open. */
  readonly current: () => Account;
  readonly apiKey: () => string | null;
  /** Called often: whenever the backend has accepted this key. */
  readonly onKeyAccepted: (apiKey: string) => void;
  readonly fetch: typeof fetch;
  readonly bluetooth: BluetoothOptions['bluetooth'];
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

export type Environment = Awaited<ReturnType<typeof openEnvironment>>;

/** Rejects with StorageError when the account's database cannot be opened. */
export async function openEnvironment(surroundings: Surroundings) {
  const { current, apiKey, clock, newId, trustUrl, onTrouble } = surroundings;
  const account = withSettingsOf(surroundings.account, current);
  const mirror = createMirror({ accountId: account.id, trustUrl });
  const storage = await openAccountStorage(account.id, {
    nowMs: clock.nowMs,
    newId,
    mirror,
    account: surroundings.account,
    localStorage,
    keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
    comparesLater: true,
    onTrouble,
  });
  const backendClock = signal<ClockReading>(CLOCK_UNCHECKED);
  const showSkew = ({ skewMs, trust }: SkewReading): void =>
    void (backendClock.value = { skewMs, isChecked: trust !== 'unchecked' });
  const recordSkew = (reading: SkewReading): void => {
    showSkew(reading);
    void storage.skew.write(reading).catch(onTrouble);
  };
  const pace = createPace({ ...storage, account, clock, onTrouble });
  return {
    ...surroundings,
    account,
    pace,
    hasKey: () => apiKey() !== null,
    /** In [0, 1). */
    random: Math.random,
    bluetooth: createBluetooth({ ...surroundings, settings: () => current().settings, pageLoadedAtMs }),
    mirror,
    /** For a case that must see each write of another window at once: reads its rows from the disk. */
    storage,
    /** For a case that follows changes: another window's write is seen after its notification (cached-rows.ts). */
    cachedStorage: {
      ...storage,
      runs: createCachedRows(storage.runs),
      receipts: createCachedRows(storage.receipts),
      packages: createCachedRows(storage.packages),
    },
    backend: createBackend({ ...surroundings, account, pace, onSkew: recordSkew }),
    backendClock: backendClock as ReadonlySignal<ClockReading>,
    ...openKnownStreams(account.id),
    /** Shows the clock of the backend as it was last stored. Never rejects. */
    readBackendClock: () => storage.skew.read().then(showSkew, onTrouble),
    /**
     * Shows and stores a measurement of the backend's clock. Has another name than `onSkew` of the backend's clients,
     * so that only a client that is given it as such reports measurements.
     */
    recordSkew,
  };
}

/** Returns the account with its settings read on each access, so that a change takes effect with the next request. */
function withSettingsOf(account: Account, current: () => Account): Account {
  return {
    ...account,
    get settings() {
      return current().settings;
    },
  };
}
