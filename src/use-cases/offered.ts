/** What this room offers to the screens: session, devices, prepare, runs. */
import type { PassphraseJudgement } from '../domain/passphrase.ts';
import type { Account, AccountDraft } from '../domain/account.ts';
import type { BackendFailure } from '../domain/backend-failure.ts';
import type { CarriedPackage } from '../domain/carried-package.ts';
import type { AttributeValues, CachedDevice } from '../domain/device.ts';
import type { IdleLockMinutes } from '../domain/idle-lock.ts';
import type { Live } from '../domain/live.ts';
import type { NextStep } from '../domain/provisioning/next-step.ts';
import type { Run, RunFailure, RunOutcome } from '../domain/run.ts';
import type { Settings } from '../domain/settings.ts';

// --- account, key, vault -------------------------------------------------------------------------

/** `none`: nothing connected · `needed`: account known, key not in memory · `vault`: as `needed`, a passphrase opens it. */
export type KeyState = 'none' | 'needed' | 'vault' | 'ready';

export interface SessionState {
  readonly account: Account | null;
  readonly key: KeyState;
  /** A passphrase keeps the connected account's key on this phone, whether or not the key is in memory as well. */
  readonly hasVault: boolean;
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
  /** A passphrase keeps its earlier key: a new key would end that. */
  readonly hasVault: boolean;
}

export type KeyOutcome =
  | { readonly kind: 'connected'; readonly account: Account }
  /** Nothing was sent, shown or forgotten: is it a new key of one of these, or another account? */
  | { readonly kind: 'otherKey'; readonly known: readonly KnownAccount[] }
  /** "The same account" was said, and the backend has not accepted the key: it opens nothing then. */
  | { readonly kind: 'notProven'; readonly verdict: ConnectionVerdict['kind'] };

export type RemovalOutcome =
  | { readonly kind: 'removed' }
  /** What is only on this phone would be lost. */
  | { readonly kind: 'refused'; readonly check: SignOutCheck }
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

export interface SignOutCheck {
  readonly onlyHere: number;
  /** Of the receipts that make that number. */
  readonly onlyHereIds: readonly string[];
  readonly unfinishedRuns: number;
  readonly unsentEdits: number;
}

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
  setPassphrase(passphrase: string): Promise<void>;
  /** The rule by which `connect` and `setPassphrase` go. Without `apiKey` the connected account's own is meant. Rejects where it cannot be judged. */
  judgePassphrase(passphrase: string, apiKey?: string): Promise<PassphraseJudgement>;
  forgetVault(): Promise<void>;
  /** What signing out would leave only on this phone; receipts are kept in any case. */
  signOutCheck(): Promise<SignOutCheck>;
  /** Locks the account as well, in every window. */
  signOut(): Promise<void>;
  /** Nothing of the account is shown until it is opened again; 'busy' while a run is going on anywhere. */
  lock(): Promise<'locked' | 'busy'>;
  setIdleLock(minutes: IdleLockMinutes): Promise<void>;
  /** Signs out and deletes everything of the connected or locked account. `handedOver`: ids of the receipts that the person has in a file; what came since, or may come of an unfinished run, is not in it. */
  remove(options?: { readonly handedOver?: readonly string[] }): Promise<RemovalOutcome>;
  saveSettings(settings: Settings): Promise<void>;
}

// --- devices --------------------------------------------------------------------------------------

export interface DeviceListState {
  readonly devices: readonly CachedDevice[];
  readonly loadedFromCache: boolean;
  readonly completedAtMs: number | null;
  /** `total` where the backend counts or the cache remembers a longer list; absent or null while nobody can tell. */
  readonly refreshing: { readonly read: number; readonly total?: number | null; readonly doing: string } | null;
  readonly failure: BackendFailure | null;
  /** Elements of the last whole reading that name no device or no type: reading again changes nothing. Absent = none. */
  readonly leftOut?: number;
}

/** A part of the list as a person asks for it (interface.md 4.3). */
export interface DeviceAsk {
  readonly startIndex: number;
  /** 1 to 500. */
  readonly maxResult: number;
  /** A field as the backend calls it. */
  readonly orderBy: string;
  readonly order: 'ASC' | 'DESC';
  /** Not on to the end by `nextResults`. */
  readonly onePage: boolean;
}

export interface Devices {
  readonly list: Live<DeviceListState>;
  /** Follows `nextResults` to the end; merges into the cache (interface.md 2.6, 4.3). */
  refresh(options?: { signal?: AbortSignal }): Promise<void>;
  /** Asks for a part and merges it into the cache; what is not in it stays. Waits for nothing: while a refresh goes on it joins that. */
  askPart(ask: DeviceAsk): Promise<void>;
  cancelRefresh(): void;
  /** Forgets the cached list; devices with a package, a run or a receipt stay. It is read again when it is next asked for. */
  forget(): Promise<void>;
}

// --- prepare ---------------------------------------------------------------------------------------

export interface PrepareInput {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly values: AttributeValues;
  readonly before: AttributeValues;
}

export type PrepareOutcome =
  | { readonly kind: 'onThisPhone'; readonly package: CarriedPackage; readonly remarks: readonly string[] }
  | { readonly kind: 'preparedOnly'; readonly package: CarriedPackage; readonly failure: BackendFailure }
  | { readonly kind: 'notAccessible' }
  | { readonly kind: 'blocked'; readonly reason: 'undeliveredReceipt' | 'unfinishedRun' }
  | {
      readonly kind: 'unusable';
      readonly package: CarriedPackage;
      readonly reason: 'notBase64' | 'empty' | 'tooLarge' | 'absent' | 'written';
      readonly bytes: number | null;
    }
  | { readonly kind: 'storageFailed'; readonly detail: string }
  /** POST /config/create was not answered: the backend may hold it pending or not. */
  | { readonly kind: 'unknown'; readonly failure: BackendFailure }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

export interface Prepare {
  readonly packages: Live<readonly CarriedPackage[]>;
  /** POST /config/create, then GET /config/encrypt, then a strict save (interface.md 4.4). */
  prepare(input: PrepareInput, options?: { signal?: AbortSignal }): Promise<PrepareOutcome>;
  /** GET /config/encrypt alone, for a device that is prepared already. */
  fetchPackage(uniqueId: string, options?: { signal?: AbortSignal }): Promise<PrepareOutcome>;
}

// --- runs ------------------------------------------------------------------------------------------

export const RUN_PHASES = [
  'choosing',
  'connecting',
  'discovering',
  'checking',
  'writing',
  'processing',
  'settling',
  'reading',
  'saving',
  'copying',
  'releasing',
  'ended',
] as const;
export type RunPhase = (typeof RUN_PHASES)[number];

export interface RunProgress {
  readonly runId: string;
  readonly uniqueId: string;
  /** Name of the command it brings; absent or null for a configuration. */
  readonly command?: string | null;
  readonly phase: RunPhase;
  /** Phases left behind, oldest first, with the time spent in each. */
  readonly past: readonly { readonly phase: RunPhase; readonly tookMs: number }[];
  readonly phaseSinceMs: number;
  /** Connect attempt, from 1. */
  readonly attempt: number;
  readonly attempts: number;
  /** True until the write begins; after that cancelling would leave the beacon's state unknown. */
  readonly cancelSafe: boolean;
  /** A receipt is held in memory but a copy is missing: stay on this screen. */
  readonly copyMissing: 'both' | 'second' | null;
  readonly outcome: RunOutcome | null;
  readonly failure: RunFailure | null;
}

export interface Runs {
  readonly list: Live<readonly Run[]>;
  /** The run in this window, until `dismiss`. */
  readonly current: Live<RunProgress | null>;
  /** Ids of runs that another window is carrying out. */
  readonly elsewhere: Live<ReadonlySet<string>>;
  /** 'available' | 'absent' (no Web Bluetooth here) | 'off' (adapter off or not allowed). */
  readonly radio: Live<'available' | 'absent' | 'off' | 'unknown'>;
  nextStep(run: Run): NextStep;
  /** Call first in a click handler: opens the chooser before anything is awaited. Never rejects. */
  start(packageId: string): Promise<void>;
  /** As `start`, for an unfinished run; uses the handle at hand where there is one, else opens the chooser. */
  resume(runId: string, options?: { chooseAgain?: boolean }): Promise<void>;
  /** True where `resume` would need no chooser. */
  hasHandle(uniqueId: string): boolean;
  cancel(): void;
  /** Tries again to save the copies that are missing. */
  retrySave(): Promise<void>;
  /** The receipt in memory as an export file's text, while a copy is missing. */
  exportHeld(): string | null;
  dismiss(): void;
  /** Ends a run that has touched nothing. */
  abandon(runId: string): Promise<void>;
  /**
   * A person gives up a run that may have written ("the beacon is gone"): nothing more is known of the beacon than before, and
   * a receipt that turns up after all is kept. Can be undone with `reopenRun`. A run of another window is left alone.
   */
  closeRun(runId: string, reason: string): Promise<void>;
  /** Takes `closeRun` back, and what an earlier version concluded. */
  reopenRun(runId: string): Promise<void>;
  /** Whether `reopenRun`, and `resume` with the chooser, are possible for a run that has ended. */
  mayReopen(run: Run): boolean;
}
