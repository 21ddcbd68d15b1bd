/** Everything the screens may ask for or watch; main.ts provides it, pages get it through a context. */
import { createContext } from '@lit/context';
import type { guideStrings } from '../strings/guide.ts';
import type { LanguageChoice } from '../strings/locale.ts';
import type { Live } from '../../domain/live.ts';
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

export interface AppState {
  readonly version: string;
  readonly offlineReady: boolean;
  readonly updateWaiting: boolean;
  /** A newer version was there but could not be fetched whole; this one goes on. */
  readonly updateFailed: boolean;
  /** `asked` for by the person · `held` by the old version, which is still at work · `done`: the next load brings the new one. */
  readonly takingOver: 'no' | 'asked' | 'held' | 'done';
  /** By what the page's policy came: header and page, the page alone (its host sends none), or nothing. null until known. */
  readonly policy: 'header' | 'page' | 'none' | null;
  /** null until the browser has answered. */
  readonly persisted: boolean | null;
  readonly installable: boolean;
  readonly theme: 'auto' | 'light' | 'dark' | 'sun';
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

/** `closed`: nothing of an account is read yet · `failed`: it could not be opened. */
export type RoomState = 'closed' | 'open' | 'failed';

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

export interface Services {
  readonly session: Session;
  readonly devices: Devices;
  readonly prepare: Prepare;
  readonly runs: Runs;
  readonly outbox: Outbox;
  /** Of the connected account. */
  readonly drafts: Drafts;
  readonly app: AppControl;
  readonly phone: Live<PhoneState>;
  /** A person has read what was lost: no page says it any more. */
  lossesRead(): void;
  /** Whether what is stored for the connected account has been read. */
  readonly room: Live<RoomState>;
  /** Of the connected account; its code comes with the first call. Waits while no account is open. */
  telemetry(): Promise<Telemetry>;
  /** Fetches its code when it is first asked for. */
  streams(): Promise<Streams>;
  /** As `telemetry`. */
  commands(): Promise<Commands>;
  /** As `telemetry`. */
  ownership(): Promise<Ownership>;
  /** As `telemetry`; the same one for all screens, so that one may leave while it works. */
  prepareMany(): Promise<PrepareMany>;
  /** As `telemetry`. */
  jobs(): Promise<Jobs>;
  /** As `telemetry`. */
  handOver(): Promise<HandOver>;
  /** The last events of the app and its versions, for a person to look at and to hand on; holds no name, id or key. */
  diagnostics(): Promise<string>;
  /** Starts one of the app's own built workers, by the address that `?worker&url` gives. */
  startWorker(url: string): Worker;
}

export const servicesContext = createContext<Services>(Symbol('services'));
