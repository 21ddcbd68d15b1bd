/**
 * The checks before leaving for the site. Each reports a fault that would stop the work there, from what was tried on
 * this phone.
 */

/** `heed`: the work can be done, but the person should know something first. `unknown`: it could not be found out. */
export type CheckState = 'good' | 'heed' | 'bad' | 'unknown';

/** In the order in which a person should fix them: first what has to be typed, because nobody types on a ladder. */
const FIELD_CHECKS = [
  'key',
  'packages',
  'current',
  'firmware',
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
 * The fault when the state of a check alone is not enough. `damaged`: stored packages are incomplete · `odd`: packages
 * have an unknown layout · `notWritten`: storage refuses writes although there is space · `noRadio`: the device has no
 * Bluetooth · `cameraBusy`: another program uses the camera · `keyRefused`: the backend refuses the key.
 */
export type CheckFault = 'damaged' | 'odd' | 'notWritten' | 'noRadio' | 'cameraBusy' | 'keyRefused';

/**
 * `works`: a device was picked in the chooser · `available`: Bluetooth exists, but the browser does not report whether
 * it is switched on · `off`: the browser reports that it cannot be used.
 */
export type FieldRadio = 'works' | 'available' | 'absent' | 'off' | 'unknown';

/** `notAsked`: the browser has not asked for permission yet. */
export type CameraState = 'allowed' | 'notAsked' | 'refused' | 'busy' | 'none';

export interface FieldFinding {
  readonly check: FieldCheck;
  readonly state: CheckState;
  readonly fault: CheckFault | null;
}

/** What was tried and read; null for what was not. */
export interface FieldFacts {
  /** Number of beacons whose package is needed. */
  readonly wanted: number;
  /** Number of batteries that are to be changed. */
  readonly batteries: number;
  /** Number of their packages that were read from this phone's storage and are complete. */
  readonly here: number | null;
  /** Number of their packages that are stored but incomplete. */
  readonly damaged: number;
  /**
   * Number of complete packages with an unknown layout. Only advice, because the backend does not specify the layout.
   */
  readonly odd: number;
  /** Number of packages that a newer state of the backend has replaced. */
  readonly stale: number;
  /** Number of beacons whose firmware is older than an attribute of their plan needs. */
  readonly oldFirmware: number;
  /** When the beacons, or all devices, were last read, Unix ms. */
  readonly listReadAtMs: number | null;
  readonly nowMs: number;
  readonly room: 'enough' | 'full' | 'failed' | null;
  readonly persisted: boolean | null;
  /** How many of the app's cached files could be read. */
  readonly pages: { readonly read: number; readonly all: number } | null;
  readonly updateWaiting: boolean;
  readonly radio: FieldRadio;
  readonly camera: CameraState | null;
  /** True when the screen can be kept on during a run. */
  readonly awake: boolean | null;
  /** `isChecked`: the backend reported its time during this check. */
  readonly skew: { readonly skewMs: number; readonly isChecked: boolean } | null;
  /** Null while it is not known. */
  readonly hasKey: boolean | null;
  readonly keyRefused: boolean;
  /**
   * True when the key survives a restart: the screen lock or a passphrase protects it, or it belongs to the sandbox.
   */
  readonly isKeyStored: boolean;
}

/** An older list may lack what others have changed since. */
const FRESH_MS = 12 * 3_600_000;
/** Times are corrected anyway, but a larger difference makes times in reports look wrong. */
const CLOCK_OFF_MS = 5 * 60_000;

/**
 * Returns the findings in the order of FIELD_CHECKS. A missing camera is no fault: IDs can be typed or sent by a hand
 * scanner. Firmware is only a finding where it is known to be too old. Batteries alone need neither a package nor
 * Bluetooth.
 */
export function fieldChecks(facts: FieldFacts): readonly FieldFinding[] {
  const isWithoutRadio = facts.wanted === 0 && facts.batteries > 0;
  const isLeftOut: Partial<Record<FieldCheck, boolean>> = {
    packages: isWithoutRadio,
    bluetooth: isWithoutRadio,
    camera: facts.camera === 'none',
    firmware: facts.oldFirmware === 0,
  };
  return FIELD_CHECKS.filter((check) => isLeftOut[check] !== true).map((check) => ({
    check,
    state: stateOf[check](facts),
    fault: faultOf(check, facts),
  }));
}

/**
 * True when the job works in flight mode: every package and page was read from this phone, and there is space for
 * receipts.
 */
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
  packages({ here, wanted, batteries, odd }) {
    if (here === null) return 'unknown';
    if (here < wanted || wanted + batteries === 0) return 'bad';
    return odd > 0 ? 'heed' : 'good';
  },
  current({ stale, listReadAtMs, nowMs }) {
    if (stale > 0) return 'bad';
    return listReadAtMs !== null && nowMs - listReadAtMs <= FRESH_MS ? 'good' : 'unknown';
  },
  firmware: () => 'heed',
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
  // Without the key, receipts are stored and sent later.
  key({ hasKey, isKeyStored, keyRefused }) {
    if (keyRefused) return 'bad';
    if (hasKey === null) return 'unknown';
    return isKeyStored ? 'good' : hasKey ? 'heed' : 'bad';
  },
};

function faultOf(check: FieldCheck, facts: FieldFacts): CheckFault | null {
  switch (check) {
    case 'packages': {
      const { here, wanted, damaged } = facts;
      // Missing packages are more urgent: they are prepared on another page.
      if (here !== null && here < wanted) return damaged > 0 && here + damaged >= wanted ? 'damaged' : null;
      return stateOf.packages(facts) === 'heed' ? 'odd' : null;
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
    case 'firmware':
    case 'stored':
    case 'app':
    case 'update':
    case 'awake':
    case 'clock':
      return null;
  }
}
