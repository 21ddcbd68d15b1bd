/** The checks before one goes. Each thing that would stop somebody in the basement, told from what was really tried here. */

/** `heed`: the work can be done, and something is to be known before. `unknown`: nobody could find out. */
export type CheckState = 'good' | 'heed' | 'bad' | 'unknown';

/** In the order in which a person mends them: first what has to be typed, which nobody does on a ladder. */
const FIELD_CHECKS = [
  'key',
  'packages',
  'current',
  'room',
  'stored',
  'app',
  'update',
  'bluetooth',
  'camera',
  'awake',
  'clock',
] as const;
export type FieldCheck = (typeof FIELD_CHECKS)[number];

/**
 * What a check has found where its state alone does not say it. `damaged`: packages that lie here and are not whole · `odd`: packages
 * whose layout is none that is known · `notWritten`: the disk takes nothing, and it is not for want of space · `noRadio`: there is
 * nothing to switch on · `cameraBusy`: another program has it · `keyRefused`: the backend takes it no more.
 */
export type FoundFault = 'damaged' | 'odd' | 'notWritten' | 'noRadio' | 'cameraBusy' | 'keyRefused';

/**
 * `works`: somebody has picked something from the browser's list · `available`: there is Bluetooth, but whether it is switched on the
 * browser does not say · `off`: the browser says that it cannot be used.
 */
export type FieldRadio = 'works' | 'available' | 'absent' | 'off' | 'unknown';

/** `notAsked`: nobody has been asked yet whether the page may use it. */
export type CameraState = 'allowed' | 'notAsked' | 'refused' | 'busy' | 'none';

export interface FieldFinding {
  readonly check: FieldCheck;
  readonly state: CheckState;
  readonly fault: FoundFault | null;
}

/** What was tried and read; null for what has not been. */
export interface FieldFacts {
  /** Beacons that somebody has to go to. */
  readonly wanted: number;
  /** Of these, packages that were read from the storage of this phone and are whole. */
  readonly here: number | null;
  /** Of those that are not here, packages that lie here and are not whole. */
  readonly damaged: number;
  /** Of those that are here, packages of no known layout: advisory, since the layout is not the backend's word. */
  readonly odd: number;
  /** Packages that the backend has overtaken since. */
  readonly stale: number;
  /** When the device list was last read, Unix ms. */
  readonly listReadAtMs: number | null;
  readonly nowMs: number;
  readonly room: 'enough' | 'full' | 'failed' | null;
  readonly persisted: boolean | null;
  /** Files of the app that were read from its cache, of those that are in it. */
  readonly pages: { readonly read: number; readonly all: number } | null;
  readonly updateWaiting: boolean;
  readonly radio: FieldRadio;
  readonly camera: CameraState | null;
  /** The screen stays on while a run goes on. */
  readonly awake: boolean | null;
  /** `isChecked`: the backend has told its time during this try. */
  readonly skew: { readonly skewMs: number; readonly isChecked: boolean } | null;
  readonly hasKey: boolean;
  readonly keyRefused: boolean;
  /** The key outlives a restart: the screen lock or a passphrase keeps it, or it comes with the sandbox. */
  readonly isKeyKept: boolean;
}

/** A list that is older says little of what others have changed. */
const FRESH_MS = 12 * 3_600_000;
/** Corrected all the same; more than this, and times in reports look wrong. */
const CLOCK_OFF_MS = 5 * 60_000;

/** The camera is not spoken of where there is none: who has none types, or uses a scanner that types. */
export function fieldChecks(facts: FieldFacts): readonly FieldFinding[] {
  return FIELD_CHECKS.filter((check) => check !== 'camera' || facts.camera !== 'none').map((check) => ({
    check,
    state: stateOf[check](facts),
    fault: faultOf(check, facts),
  }));
}

/** "Works in flight mode": every package and every page was read from this phone, without asking anybody, and receipts have room. */
export function worksOffline(facts: FieldFacts): boolean {
  const { packages, app, room } = stateOf;
  const isHere = packages(facts) === 'good' || packages(facts) === 'heed';
  return isHere && app(facts) === 'good' && room(facts) === 'good';
}

const RADIO_STATES: Readonly<Record<FieldRadio, CheckState>> = {
  works: 'good',
  available: 'unknown',
  unknown: 'unknown',
  off: 'bad',
  absent: 'bad',
};

const CAMERA_STATES: Readonly<Record<CameraState, CheckState>> = {
  allowed: 'good',
  notAsked: 'unknown',
  refused: 'heed',
  busy: 'heed',
  none: 'good',
};

const stateOf: Readonly<Record<FieldCheck, (facts: FieldFacts) => CheckState>> = {
  packages({ here, wanted, odd }) {
    if (here === null) return 'unknown';
    if (here < wanted || wanted === 0) return 'bad';
    return odd > 0 ? 'heed' : 'good';
  },
  current({ stale, listReadAtMs, nowMs }) {
    if (stale > 0) return 'bad';
    return listReadAtMs !== null && nowMs - listReadAtMs <= FRESH_MS ? 'good' : 'unknown';
  },
  room: ({ room }) => (room === null ? 'unknown' : room === 'enough' ? 'good' : 'bad'),
  stored: ({ persisted }) => (persisted === null ? 'unknown' : persisted ? 'good' : 'heed'),
  app: ({ pages }) => (pages === null ? 'unknown' : pages.all > 0 && pages.read === pages.all ? 'good' : 'bad'),
  update: ({ updateWaiting }) => (updateWaiting ? 'heed' : 'good'),
  bluetooth: ({ radio }) => RADIO_STATES[radio],
  camera: ({ camera }) => (camera === null ? 'unknown' : CAMERA_STATES[camera]),
  awake: ({ awake }) => (awake === null ? 'unknown' : awake ? 'good' : 'heed'),
  clock({ skew }) {
    if (skew === null || !skew.isChecked) return 'unknown';
    return Math.abs(skew.skewMs) <= CLOCK_OFF_MS ? 'good' : 'heed';
  },
  // Without the key the receipts wait, and nothing is lost.
  key({ hasKey, isKeyKept, keyRefused }) {
    if (keyRefused) return 'bad';
    return isKeyKept ? 'good' : hasKey ? 'heed' : 'bad';
  },
};

function faultOf(check: FieldCheck, facts: FieldFacts): FoundFault | null {
  switch (check) {
    case 'packages': {
      const { here, wanted, damaged, odd } = facts;
      // What was never prepared comes first: it is prepared on another page.
      if (here !== null && here < wanted) return damaged > 0 && here + damaged >= wanted ? 'damaged' : null;
      return stateOf.packages(facts) === 'heed' && odd > 0 ? 'odd' : null;
    }
    case 'room':
      return facts.room === 'failed' ? 'notWritten' : null;
    case 'bluetooth':
      return facts.radio === 'absent' ? 'noRadio' : null;
    case 'camera':
      return facts.camera === 'busy' ? 'cameraBusy' : null;
    case 'key':
      return facts.keyRefused ? 'keyRefused' : null;
    case 'current':
    case 'stored':
    case 'app':
    case 'update':
    case 'awake':
    case 'clock':
      return null;
  }
}
