/** Each fault that would stop somebody on site is found here, and none is made up. */
import { describe, expect, it } from 'vitest';
import { fieldChecks, worksOffline, type CheckState, type FieldCheck, type FieldFacts } from './field-checks.ts';

const READY: FieldFacts = {
  wanted: 12,
  here: 12,
  stale: 0,
  listReadAtMs: 0,
  nowMs: 3_600_000,
  room: 'enough',
  persisted: true,
  pages: { read: 80, all: 80 },
  updateWaiting: false,
  radio: 'available',
  awake: true,
  skew: { skewMs: 2_000, isChecked: true },
  hasKey: true,
  hasVault: true,
};
const told = (facts: Partial<FieldFacts>): Partial<Record<FieldCheck, CheckState>> =>
  Object.fromEntries(
    fieldChecks({ ...READY, ...facts }).flatMap(({ check, state }) => (state === 'good' ? [] : [[check, state]])),
  );

describe('ready for the field', () => {
  it('has nothing to say where all is well', () => expect(told({})).toEqual({}));

  it.each<readonly [string, Partial<FieldFacts>, Partial<Record<FieldCheck, CheckState>>]>([
    ['a package is missing or damaged', { here: 11 }, { packages: 'bad' }],
    ['nobody has to be gone to', { wanted: 0, here: 0 }, { packages: 'bad' }],
    ['the packages were not read yet', { here: null }, { packages: 'unknown' }],
    ['somebody else has changed a beacon since', { stale: 1 }, { current: 'bad' }],
    ['the list is of yesterday', { nowMs: 86_400_000 }, { current: 'unknown' }],
    ['the disk is full', { room: 'full' }, { room: 'bad' }],
    ['the disk could not be written', { room: 'failed' }, { room: 'bad' }],
    ['the browser may clear the storage', { persisted: false }, { stored: 'heed' }],
    ['a file of the app is not in the cache', { pages: { read: 79, all: 80 } }, { app: 'bad' }],
    ['there is no cache at all', { pages: { read: 0, all: 0 } }, { app: 'bad' }],
    ['an update waits', { updateWaiting: true }, { update: 'heed' }],
    ['Bluetooth is off', { radio: 'off' }, { bluetooth: 'bad' }],
    ['the browser has no Bluetooth', { radio: 'absent' }, { bluetooth: 'bad' }],
    ['the screen cannot be kept on', { awake: false }, { awake: 'heed' }],
    ['the clock is an hour off', { skew: { skewMs: -3_600_000, isChecked: true } }, { clock: 'heed' }],
    ['the clock was never compared', { skew: { skewMs: 0, isChecked: false } }, { clock: 'unknown' }],
    ['the key is in memory alone', { hasVault: false }, { key: 'heed' }],
    ['there is no key', { hasVault: false, hasKey: false }, { key: 'bad' }],
  ])('when %s', (_, facts, wanted) => expect(told(facts)).toEqual(wanted));

  it('works in flight mode where packages and pages are here, whatever else is to be heeded', () => {
    expect(worksOffline({ ...READY, updateWaiting: true, hasVault: false })).toBe(true);
    expect(worksOffline({ ...READY, here: 11 })).toBe(false);
    expect(worksOffline({ ...READY, pages: null })).toBe(false);
  });
});
