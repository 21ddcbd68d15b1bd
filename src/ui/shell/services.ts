/** Everything the screens may ask for or watch: what the app always offers, and what it offers while an account is open. */
import { createContext } from '@lit/context';
import type { guideStrings } from '../strings/guide.ts';
import type { LanguageChoice } from '../strings/locale.ts';
import type { Theme } from './theme.ts';
import type { Live } from '../../domain/live.ts';
import type { ClockReading } from '../../domain/telemetry/now.ts';
import type { Commands } from '../../use-cases/commands/offered.ts';
import type { Ownership } from '../../use-cases/ownership/offered.ts';
import type { HandOver } from '../../use-cases/jobs/hand-over.ts';
import type { Jobs } from '../../use-cases/jobs/offered.ts';
import type { Drafts } from '../../use-cases/drafts/offered.ts';
import type { Devices } from '../../use-cases/devices/offered.ts';
import type { Prepare } from '../../use-cases/prepare/offered.ts';
import type { Runs } from '../../use-cases/run/offered.ts';
import type { Session } from '../../use-cases/session/offered.ts';
import type { PrepareMany } from '../../use-cases/prepare/many-offered.ts';
import type { Streams } from '../../use-cases/streams/offered.ts';
import type { Telemetry } from '../../use-cases/telemetry/offered.ts';
import type { Outbox } from '../../use-cases/outbox/offered.ts';

/** Why the app, or its newer version, could not be saved for a start without a network (service-worker/messages.ts). */
export interface InstallFault {
  readonly reason: 'missing' | 'changed' | 'webPage' | 'diskFull' | 'network';
  /** Path of the file. */
  readonly file: string;
}

export interface AppState {
  readonly version: string;
  readonly offlineReady: boolean;
  readonly updateWaiting: boolean;
  /** A newer version was there but could not be fetched whole; this one goes on. */
  readonly updateFailed: boolean;
  /** null where nothing failed since the last version was installed, or the cause is not known. */
  readonly installFault: InstallFault | null;
  /** `asked` for by the person · `held` by the old version, which is still at work · `done`: the next load brings the new one. */
  readonly takingOver: 'no' | 'asked' | 'held' | 'done';
  /** By what the page's policy came: header and page, the page alone (its host sends none), or nothing. null until known. */
  readonly policy: 'header' | 'page' | 'none' | null;
  /** null until the browser has answered. */
  readonly persisted: boolean | null;
  readonly installable: boolean;
  readonly theme: Theme;
  readonly language: LanguageChoice;
  /** A hint only: never a reason not to try (field-facts.md 2). */
  readonly online: boolean;
}

/** Receipts of an account that is not the connected one and that exist only on this phone. */
interface ReceiptsElsewhere {
  readonly accountId: string;
  readonly name: string;
  readonly onlyHere: number;
}

export interface PhoneState {
  /** null while they are not counted. */
  readonly receiptsElsewhere: readonly ReceiptsElsewhere[] | null;
  /** What was found out of order of the phone as a whole (storage/remarks.ts). */
  readonly remarks: readonly string[];
}

/** What is open of the account that the session names. */
export interface AccountRoom {
  /** Null while no account is connected, and until what is stored of it has been read. Another object each time one is opened. */
  readonly services: AccountServices | null;
  /** What is stored for the account could not be opened. */
  readonly failed: boolean;
}

/** What practice can arrange for a newcomer. */
export interface PracticeHand {
  /** A beacon that hangs near, to begin with. */
  readonly firstBeacon: string;
  /** The link drops once, while the next package is written. */
  dropNextLink(): void;
  /** The beacons of the practice job in their order, and what each of them teaches: a key of `lessons` (ui/strings/guide.ts). */
  readonly job: readonly { readonly uniqueId: string; readonly lesson: keyof typeof guideStrings.lessons }[];
  /** Some of them go wrong, once each. */
  troubleJob(): void;
}

export interface AppControl {
  readonly state: Live<AppState>;
  /** Lets the new version take over; when it has (`takingOver` is `done`), loads it. */
  applyUpdate(): Promise<void>;
  install(): Promise<void>;
  askPersist(): Promise<void>;
  setTheme(theme: AppState['theme']): void;
  /** Kept; it takes effect when the app is loaded again. */
  setLanguage(choice: LanguageChoice): void;
  /** Sound, vibration for done, again and stop. */
  signal(kind: 'done' | 'again' | 'stop'): void;
  /** The practice panel (faults by name) while the sandbox is connected, else null. */
  practicePanel(): HTMLElement | null;
  /** While the sandbox is connected and its code is here, else null. */
  practice(): PracticeHand | null;
}

/** There from the first moment of `<fk-app>` on. */
export interface AppServices {
  readonly session: Session;
  readonly app: AppControl;
  readonly phone: Live<PhoneState>;
  readonly account: Live<AccountRoom>;
  /** A person has read what was lost: no page says it any more. */
  lossesRead(): void;
  /** The last events of the app and its versions, for a person to look at and to hand on; holds no name, id or key. */
  diagnostics(): Promise<string>;
  /** Starts one of the app's own built workers, by the address that `?worker&url` gives. */
  startWorker(url: string): Worker;
}

/** There only while an account is open: its pages are drawn only then. What gives a promise is opened when it is first asked for. */
export interface AccountServices extends AppServices {
  readonly devices: Devices;
  readonly prepare: Prepare;
  readonly runs: Runs;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  /** How far the backend's clock is from this phone's. */
  readonly backendClock: Live<ClockReading>;
  telemetry(): Promise<Telemetry>;
  streams(): Promise<Streams>;
  commands(): Promise<Commands>;
  ownership(): Promise<Ownership>;
  /** The same one for all screens, so that one may leave while it works. */
  prepareMany(): Promise<PrepareMany>;
  jobs(): Promise<Jobs>;
  handOver(): Promise<HandOver>;
}

/** For every page; `<fk-app>` provides it. */
export const appContext = createContext<AppServices>(Symbol('app'));
/** For the pages of an account; `<fk-page-host>` provides it. */
export const accountContext = createContext<AccountServices>(Symbol('account'));
