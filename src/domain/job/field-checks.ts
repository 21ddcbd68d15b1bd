/** Ready for the field? Each thing that would stop somebody in the basement, told from what was really tried here. */

/** `heed`: the work can be done, and something is to be known before. `unknown`: nobody could find out. */
export type CheckState = 'good' | 'heed' | 'bad' | 'unknown';

/** In the order in which a person mends them. */
const FIELD_CHECKS = [
  'packages',
  'current',
  'room',
  'stored',
  'app',
  'update',
  'bluetooth',
  'awake',
  'clock',
  'key',
] as const;
export type FieldCheck = (typeof FIELD_CHECKS)[number];

/** What was tried and read; null for what has not been. */
export interface FieldFacts {
  /** Beacons that somebody has to go to. */
  readonly wanted: number;
  /** Of these, packages that were read from the storage of this phone and are whole. */
  readonly here: number | null;
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
  readonly radio: 'available' | 'absent' | 'off' | 'unknown';
  /** The screen stays on while a run goes on. */
  readonly awake: boolean | null;
  readonly skew: { readonly skewMs: number; readonly isChecked: boolean } | null;
  readonly hasKey: boolean;
  /** A passphrase keeps the key: it outlives a restart. */
  readonly hasVault: boolean;
}

/** A list that is older says little of what others have changed. */
const FRESH_MS = 12 * 3_600_000;
/** Corrected all the same; more than this, and times in reports look wrong. */
const CLOCK_OFF_MS = 5 * 60_000;

export function fieldChecks(facts: FieldFacts): { readonly check: FieldCheck; readonly state: CheckState }[] {
  return FIELD_CHECKS.map((check) => ({ check, state: stateOf[check](facts) }));
}

/** "Works in flight mode": every package and every page was read from this phone, without asking anybody. */
export function worksOffline(facts: FieldFacts): boolean {
  return stateOf.packages(facts) === 'good' && stateOf.app(facts) === 'good';
}

const stateOf: Readonly<Record<FieldCheck, (facts: FieldFacts) => CheckState>> = {
  packages: ({ here, wanted }) => (here === null ? 'unknown' : here >= wanted && wanted > 0 ? 'good' : 'bad'),
  current({ stale, listReadAtMs, nowMs }) {
    if (stale > 0) return 'bad';
    return listReadAtMs !== null && nowMs - listReadAtMs <= FRESH_MS ? 'good' : 'unknown';
  },
  room: ({ room }) => (room === null ? 'unknown' : room === 'enough' ? 'good' : 'bad'),
  stored: ({ persisted }) => (persisted === null ? 'unknown' : persisted ? 'good' : 'heed'),
  app: ({ pages }) => (pages === null ? 'unknown' : pages.all > 0 && pages.read === pages.all ? 'good' : 'bad'),
  update: ({ updateWaiting }) => (updateWaiting ? 'heed' : 'good'),
  bluetooth: ({ radio }) => (radio === 'available' ? 'good' : radio === 'unknown' ? 'unknown' : 'bad'),
  awake: ({ awake }) => (awake === null ? 'unknown' : awake ? 'good' : 'heed'),
  clock({ skew }) {
    if (skew === null || !skew.isChecked) return 'unknown';
    return Math.abs(skew.skewMs) <= CLOCK_OFF_MS ? 'good' : 'heed';
  },
  // Without the key the receipts wait, and nothing is lost.
  key: ({ hasKey, hasVault }) => (hasVault ? 'good' : hasKey ? 'heed' : 'bad'),
};
