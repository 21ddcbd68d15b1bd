/** All services and live values for the screens: those of the app, and those of an open account. */
import type { ReadonlySignal } from '@preact/signals-core';
import { createContext } from '@lit/context';
import type { guideStrings } from '../strings/guide.ts';
import type { AppControl } from './app-control.ts';
import type { LanguageChoice } from '../language/locale.ts';
import type { Theme } from './theme.ts';
import type { ClockReading } from '../../domain/telemetry/now.ts';
import type { Beacons } from '../../use-cases/beacons/beacons.ts';
import type { Commands } from '../../use-cases/commands/commands.ts';
import type { Ownership } from '../../use-cases/ownership/ownership.ts';
import type { HandOver } from '../../use-cases/jobs/hand-over.ts';
import type { Jobs } from '../../use-cases/jobs/jobs.ts';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';
import type { Devices } from '../../use-cases/devices/device-list.ts';
import type { Prepare } from '../../use-cases/prepare/prepare.ts';
import type { Withdrawals } from '../../use-cases/prepare/withdraw.ts';
import type { Runs } from '../../use-cases/run/runs.ts';
import type { Readings } from '../../use-cases/readings/readings.ts';
import type { Session } from '../../use-cases/session/session.ts';
import type { PhoneCheck } from '../../use-cases/phone-check/phone-check.ts';
import type { PrepareMany } from '../../use-cases/prepare/prepare-many.ts';
import type { Streams } from '../../use-cases/streams/streams.ts';
import type { Telemetry } from '../../use-cases/telemetry/telemetry.ts';
import type { Outbox } from '../../use-cases/outbox/outbox.ts';

/** Why the app or its newer version could not be stored for offline starts (service-worker/messages.ts). */
export interface InstallFault {
  readonly reason: 'missing' | 'changed' | 'webPage' | 'diskFull' | 'network';
  /** Path of the file that failed. */
  readonly file: string;
}

export interface AppState {
  readonly version: string;
  readonly offlineReady: boolean;
  readonly updateWaiting: boolean;
  /** A newer version could not be downloaded completely; the current one continues. */
  readonly updateFailed: boolean;
  /** null when nothing has failed since the last installation, or when the cause is unknown. */
  readonly installFault: InstallFault | null;
  /**
   * `asked`: the person requested it · `held`: the old version is still working · `done`: the next load brings the new
   * version.
   */
  readonly takingOver: 'no' | 'asked' | 'held' | 'done';
  /**
   * How the page's policy was delivered: in header and page, in the page only (the host sends none), or not at all.
   * null until known.
   */
  readonly policy: 'header' | 'page' | 'none' | null;
  /** null until the browser has answered. */
  readonly persisted: boolean | null;
  readonly installable: boolean;
  /** True until a person who knows the former places has read which pages moved. */
  readonly pagesMoved: boolean;
  readonly theme: Theme;
  readonly language: LanguageChoice;
  /** The browser's hint. It is never a reason not to try (field-facts.md 2). */
  readonly online: boolean;
}

/** Receipts of an account that is not connected. */
interface ReceiptsElsewhere {
  readonly accountId: string;
  readonly name: string;
  /** Number of receipts that are still to be sent. */
  readonly toSend: number;
  /** The uniqueId of each run whose beacon may still hold its receipt. */
  readonly unreadAt: readonly string[];
}

export interface PhoneState {
  /** null until they have been counted. */
  readonly receiptsElsewhere: readonly ReceiptsElsewhere[] | null;
  /** What was lost or repaired on the phone as a whole (storage/second-copy/remarks.ts). */
  readonly remarks: readonly string[];
}

/** The services of the session's account, or the state of opening them. */
export interface OpenedAccount {
  /** Null while no account is connected and until its stored data has been read. A new object for each opening. */
  readonly services: AccountServices | null;
  /** True when the account's stored data could not be opened. */
  readonly failed: boolean;
}

/** Beacons and actions of the sandbox that the practice guide uses, and its panel. */
export interface PracticeActions {
  /** ID of a beacon in range to begin with. */
  readonly firstBeacon: string;
  /** Drops the link once while the next package is written. */
  dropNextLink(): void;
  /**
   * The beacons of the practice job in order, each with the lesson it teaches: a key of `lessons`
   * (ui/strings/guide.ts).
   */
  readonly job: readonly { readonly uniqueId: string; readonly lesson: keyof typeof guideStrings.lessons }[];
  /** Makes some of the job's beacons fail, once each. */
  failSomeOfJob(): void;
  /** Creates the practice panel (faults by name), which fires `practice-reset` after a reset. */
  createPanel(): HTMLElement;
}

/** Services that are available as long as `<fk-app>` exists. */
export interface AppServices {
  readonly session: Session;
  readonly app: AppControl;
  readonly phone: ReadonlySignal<PhoneState>;
  readonly account: ReadonlySignal<OpenedAccount>;
  /** Marks the losses as read; no page shows them afterwards. */
  lossesRead(): void;
  /**
   * Returns the last events of the app and its versions for a person to read and pass on. It contains no names, IDs or
   * keys.
   */
  diagnostics(): Promise<string>;
  /** Starts one of the app's own built workers by its `?worker&url` address. */
  startWorker(url: string): Worker;
}

/**
 * Services that exist only while an account is open, as do its pages. Methods that return a promise open the service on
 * first use.
 */
export interface AccountServices extends AppServices {
  readonly beacons: Beacons;
  readonly devices: Devices;
  readonly prepare: Prepare;
  readonly runs: Runs;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  /** Difference between the backend's clock and this phone's. */
  readonly backendClock: ReadonlySignal<ClockReading>;
  /** True when the backend has last shown a stream of this account on this phone; false also while it is not known. */
  readonly hasStream: ReadonlySignal<boolean>;
  telemetry(): Promise<Telemetry>;
  streams(): Promise<Streams>;
  commands(): Promise<Commands>;
  ownership(): Promise<Ownership>;
  /** The same instance for all screens, so that a person may leave the page while it works. */
  prepareMany(): Promise<PrepareMany>;
  withdrawals(): Promise<Withdrawals>;
  readings(): Promise<Readings>;
  jobs(): Promise<Jobs>;
  handOver(): Promise<HandOver>;
  phoneCheck(): Promise<PhoneCheck>;
}

/** Available on every page; `<fk-app>` provides it. */
export const appContext = createContext<AppServices>(Symbol('app'));
/** Available on the pages of an account; `<fk-page-host>` provides it. */
export const accountContext = createContext<AccountServices>(Symbol('account'));
