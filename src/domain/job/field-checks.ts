/**
 * The checks before leaving for the site. Each reports a fault that would stop the work there, from what was tried on
 * this phone.
 */

/** `heed`: the work can be done, but the person should know something first. `unknown`: it could not be found out. */
export type CheckState = 'good' | 'heed' | 'bad' | 'unknown';

export type FieldCheck = keyof typeof CHECKS;

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

/** The result of the field test. */
export interface FieldReading {
  /** Beacons whose package is on this phone, complete and of this plan. */
  readonly here: readonly string[];
  /** Beacons whose package on this phone cannot be written. */
  readonly damaged: readonly string[];
  /** Beacons among `here` whose package has an unknown layout. */
  readonly odd: readonly string[];
  readonly room: 'enough' | 'full' | 'failed';
  /** How many of the app's cached files could be read; null when that is not known. */
  readonly pages: { readonly read: number; readonly all: number } | null;
  /** True when the screen can be kept on during a run. */
  readonly awake: boolean;
  readonly radio: FieldRadio;
  readonly camera: CameraState | null;
  /** `isChecked`: the backend reported its time during this check. */
  readonly skew: { readonly skewMs: number; readonly isChecked: boolean };
  readonly keyRefused: boolean;
  /** The beacons have just been read from the backend. */
  readonly isCurrent: boolean;
}

/** What the checks follow from. The numbers of packages are those of the beacons that need one. */
export interface FieldFacts extends Omit<FieldReading, 'here' | 'damaged' | 'odd' | 'isCurrent'> {
  /** Number of beacons whose package is needed. */
  readonly wanted: number;
  /** Number of batteries that are to be changed. */
  readonly batteries: number;
  /** Number of their packages that were read from this phone's storage and are complete. */
  readonly here: number;
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
  readonly persisted: boolean | null;
  readonly updateWaiting: boolean;
  /** Null while it is not known. */
  readonly hasKey: boolean | null;
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
 * Returns the findings in the order of CHECKS. A missing camera is no fault: IDs can be typed or sent by a hand scanner.
 * Firmware is only a finding where it is known to be too old. Batteries alone need neither a package nor Bluetooth.
 */
export function fieldChecks(facts: FieldFacts): readonly FieldFinding[] {
  return (Object.keys(CHECKS) as FieldCheck[]).flatMap((check) => {
    const { state, fault } = found(check, facts);
    return state === null ? [] : { check, state, fault };
  });
}

/**
 * True when the job works in flight mode: every package and page was read from this phone, and there is space for
 * receipts.
 */
export function worksOffline(facts: FieldFacts): boolean {
  const { state } = found('packages', facts);
  return state !== 'bad' && found('app', facts).state === 'good' && found('room', facts).state === 'good';
}

/** The state with the fault, if that is not told by the state; null where the check does not apply. */
type Found = CheckState | readonly [CheckState, CheckFault] | null;

function found(check: FieldCheck, facts: FieldFacts): { state: CheckState | null; fault: CheckFault | null } {
  const result: Found = CHECKS[check](facts);
  const [state, fault = null] = Array.isArray(result) ? (result as [CheckState, CheckFault]) : [result as CheckState];
  return { state, fault };
}

const RADIO_STATES: Readonly<Record<FieldRadio, Found>> = {
  works: 'good',
  available: 'unknown',
  unknown: 'unknown',
  off: 'bad',
  absent: ['bad', 'noRadio'],
};

const CAMERA_STATES: Readonly<Record<CameraState, Found>> = {
  allowed: 'good',
  notAsked: 'unknown',
  refused: 'heed',
  busy: ['heed', 'cameraBusy'],
  none: null,
};

function isWithoutRadio({ wanted, batteries }: FieldFacts): boolean {
  return wanted === 0 && batteries > 0;
}

/** In the order in which a person should fix them: first what has to be typed, because nobody types on a ladder. */
const CHECKS = {
  // Without the key, receipts are stored and sent later.
  key({ hasKey, isKeyStored, keyRefused }) {
    if (keyRefused) return ['bad', 'keyRefused'];
    if (hasKey === null) return 'unknown';
    return isKeyStored ? 'good' : hasKey ? 'heed' : 'bad';
  },
  packages(facts) {
    const { here, wanted, batteries, damaged, odd } = facts;
    if (isWithoutRadio(facts)) return null;
    // Missing packages are more urgent: they are prepared on another page.
    if (here < wanted) return damaged > 0 && here + damaged >= wanted ? ['bad', 'damaged'] : 'bad';
    if (wanted + batteries === 0) return 'bad';
    return odd > 0 ? ['heed', 'odd'] : 'good';
  },
  current({ stale, listReadAtMs, nowMs }) {
    if (stale > 0) return 'bad';
    return listReadAtMs !== null && nowMs - listReadAtMs <= FRESH_MS ? 'good' : 'unknown';
  },
  firmware: ({ oldFirmware }) => (oldFirmware === 0 ? null : 'heed'),
  room: ({ room }) => (room === 'failed' ? ['bad', 'notWritten'] : room === 'enough' ? 'good' : 'bad'),
  stored: ({ persisted }) => (persisted === null ? 'unknown' : persisted ? 'good' : 'heed'),
  app: ({ pages }) => (pages === null ? 'unknown' : pages.all > 0 && pages.read === pages.all ? 'good' : 'bad'),
  update: ({ updateWaiting }) => (updateWaiting ? 'heed' : 'good'),
  bluetooth: (facts) => (isWithoutRadio(facts) ? null : RADIO_STATES[facts.radio]),
  camera: ({ camera }) => (camera === null ? 'unknown' : CAMERA_STATES[camera]),
  awake: ({ awake }) => (awake ? 'good' : 'heed'),
  clock({ skew }) {
    if (!skew.isChecked) return 'unknown';
    return Math.abs(skew.skewMs) <= CLOCK_OFF_MS ? 'good' : 'heed';
  },
} as const satisfies Record<string, (facts: FieldFacts) => Found>;
