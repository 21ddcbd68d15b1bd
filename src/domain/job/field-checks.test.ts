/** Finds each fault that would stop somebody on site, and no others. */
import { describe, expect, it } from 'vitest';
import {
  fieldChecks,
  worksOffline,
  type CheckState,
  type FieldCheck,
  type FieldFacts,
  type CheckFault,
} from './field-checks.ts';

const READY: FieldFacts = {
  wanted: 12,
  batteries: 0,
  here: 12,
  damaged: 0,
  odd: 0,
  stale: 0,
  oldFirmware: 0,
  listReadAtMs: 0,
  nowMs: 3_600_000,
  room: 'enough',
  persisted: true,
  pages: { read: 80, all: 80 },
  updateWaiting: false,
  radio: 'works',
  camera: 'allowed',
  awake: true,
  skew: { skewMs: 2_000, isChecked: true },
  hasKey: true,
  isKeyStored: true,
  keyRefused: false,
};
type Verdict = CheckState | `${CheckState}: ${CheckFault}`;
const verdictsOf = (facts: Partial<FieldFacts>): Partial<Record<FieldCheck, Verdict>> =>
  Object.fromEntries(
    fieldChecks({ ...READY, ...facts }).flatMap(({ check, state, fault }) =>
      state === 'good' ? [] : [[check, fault === null ? state : `${state}: ${fault}`]],
    ),
  );

describe('the check whether a job is ready for the field', () => {
  it('warns of beacons whose firmware is too old for their plan', () => {
    expect(verdictsOf({ oldFirmware: 2 })).toEqual({ firmware: 'heed' });
    expect(fieldChecks(READY).map(({ check }) => check)).not.toContain('firmware');
  });

  it('shows no fault when everything is ready', () => expect(verdictsOf({})).toEqual({}));

  it.each<readonly [string, Partial<FieldFacts>, Partial<Record<FieldCheck, Verdict>>]>([
    ['a package is missing', { here: 11 }, { packages: 'bad' }],
    ['a package is damaged', { here: 11, damaged: 1 }, { packages: 'bad: damaged' }],
    ['one package is missing and another is damaged', { here: 10, damaged: 1 }, { packages: 'bad' }],
    ['a package has an unexpected container', { odd: 1 }, { packages: 'heed: odd' }],
    ['batteries alone are to be changed', { wanted: 0, here: 0, batteries: 4, radio: 'off' }, {}],
    ['a package is missing beside batteries', { here: 11, batteries: 4 }, { packages: 'bad' }],
    ['no beacon has to be visited', { wanted: 0, here: 0 }, { packages: 'bad' }],
    ['more packages are here than wanted', { here: 13 }, {}],
    ['a package is missing, another has an unexpected container', { here: 11, odd: 1 }, { packages: 'bad' }],
    ['the list was read twelve hours ago', { nowMs: 43_200_000 }, {}],
    ['the list was read more than twelve hours ago', { nowMs: 43_200_001 }, { current: 'unknown' }],
    ['the list was never read', { listReadAtMs: null }, { current: 'unknown' }],
    ['the browser does not say whether it may clear the storage', { persisted: null }, { stored: 'unknown' }],
    ['the cache was not read yet', { pages: null }, { app: 'unknown' }],
    ['nothing is known of Bluetooth', { radio: 'unknown' }, { bluetooth: 'unknown' }],
    ['nothing is known of the camera', { camera: null }, { camera: 'unknown' }],
    ['the clock is five minutes off', { skew: { skewMs: -300_000, isChecked: true } }, {}],
    ['the clock is more than five minutes off', { skew: { skewMs: 300_001, isChecked: true } }, { clock: 'heed' }],
    ['the key is stored, but not in memory', { hasKey: false }, {}],
    ['somebody else has changed a beacon since then', { stale: 1 }, { current: 'bad' }],
    ['the list was read yesterday', { nowMs: 86_400_000 }, { current: 'unknown' }],
    ['the disk is full', { room: 'full' }, { room: 'bad' }],
    ['the disk could not be written', { room: 'failed' }, { room: 'bad: notWritten' }],
    ['the browser may clear the storage', { persisted: false }, { stored: 'heed' }],
    ['a file of the app is not in the cache', { pages: { read: 79, all: 80 } }, { app: 'bad' }],
    ['there is no cache at all', { pages: { read: 0, all: 0 } }, { app: 'bad' }],
    ['an update waits', { updateWaiting: true }, { update: 'heed' }],
    ['the browser does not say whether Bluetooth is on', { radio: 'available' }, { bluetooth: 'unknown' }],
    ['Bluetooth is off', { radio: 'off' }, { bluetooth: 'bad' }],
    ['the browser has no Bluetooth', { radio: 'absent' }, { bluetooth: 'bad: noRadio' }],
    ['nobody was asked for the camera yet', { camera: 'notAsked' }, { camera: 'unknown' }],
    ['the camera is refused', { camera: 'refused' }, { camera: 'heed' }],
    ['another program has the camera', { camera: 'busy' }, { camera: 'heed: cameraBusy' }],
    ['the screen cannot be kept on', { awake: false }, { awake: 'heed' }],
    ['the clock is an hour off', { skew: { skewMs: -3_600_000, isChecked: true } }, { clock: 'heed' }],
    ['the clock could not be compared now', { skew: { skewMs: 0, isChecked: false } }, { clock: 'unknown' }],
    ['the key is in memory alone', { isKeyStored: false }, { key: 'heed' }],
    ['there is no key', { isKeyStored: false, hasKey: false }, { key: 'bad' }],
    ['the backend refuses the key', { keyRefused: true }, { key: 'bad: keyRefused' }],
  ])('has, beside what is well, the result $2 when %s', (_, facts, wanted) =>
    expect(verdictsOf(facts)).toEqual(wanted),
  );

  it('calls the job ready for flight mode when all packages and pages are stored', () => {
    expect(worksOffline({ ...READY, updateWaiting: true, isKeyStored: false })).toBe(true);
    expect(worksOffline({ ...READY, here: 11 })).toBe(false);
    expect(worksOffline({ ...READY, odd: 1 })).toBe(true);
    expect(worksOffline({ ...READY, pages: null })).toBe(false);
    expect(worksOffline({ ...READY, pages: { read: 79, all: 80 } })).toBe(false);
    expect(worksOffline({ ...READY, room: 'full' })).toBe(false);
    expect(worksOffline({ ...READY, wanted: 0, here: 0 })).toBe(false);
    expect(worksOffline({ ...READY, wanted: 0, here: 0, batteries: 4 })).toBe(true);
  });

  it('begins with the key of the account', () => expect(fieldChecks(READY)[0]?.check).toBe('key'));

  it('ignores a missing camera', () => {
    expect(fieldChecks({ ...READY, camera: 'none' }).map(({ check }) => check)).not.toContain('camera');
  });
});
