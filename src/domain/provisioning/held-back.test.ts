/** Which devices must not be prepared again yet, and which packages the backend has a newer change for. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import type { CarriedPackage } from '../carried-package.ts';
import type { CachedDevice } from '../device.ts';
import type { Run } from '../run.ts';
import { isOvertaken } from './changed-at-backend.ts';
import { heldBack } from './held-back.ts';

describe('a device is held back', () => {
  it.each<[what: string, run: Partial<Run>, running: string[], isHeld: boolean]>([
    ['by a run that may have written', { step: 'writing' }, [], true],
    ['by a run in progress that has written nothing yet', { step: 'intent' }, ['r1'], true],
    ['not by a stopped run that has written nothing', { step: 'intent' }, ['another'], false],
    ['not by a run that has ended', { step: 'reading', outcome: { kind: 'noAnswer' } }, ['r1'], false],
    ['not by a command', { step: 'writing', command: 'RESET' }, ['r1'], false],
  ])('%s', (_what, changes, running, isHeld) => {
    const held = heldBack([fixtureRun('tB4x', { id: 'r1', ...changes })], [], new Set(running));
    expect([...held]).toEqual(isHeld ? [['tB4x', 'unfinishedRun']] : []);
  });

  it('by an undelivered receipt rather than by its run, as is every device to which the receipt may belong', () => {
    const run = fixtureRun('tB4x', { step: 'receipt' });
    const receipt = fixtureReceipt('tB4x', { owner: 'unsure', candidates: ['tB4x', 'm3Rw'] });
    expect(Object.fromEntries(heldBack([run], [receipt], new Set()))).toEqual({
      tB4x: 'undeliveredReceipt',
      m3Rw: 'undeliveredReceipt',
    });
    expect([...heldBack([], [{ ...receipt, state: 'verified' }], new Set())]).toEqual([]);
  });
});

describe('the check whether the backend has a newer change than a package', () => {
  const carried = (changes: Partial<CarriedPackage> = {}): CarriedPackage =>
    fixturePackage('tB4x', { values: { minor: 5 }, preparedAtMs: 1000, fetchedAtMs: 2000, ...changes });
  const listed = (changes: Partial<CachedDevice> = {}): CachedDevice =>
    fixtureDevice(0, { uniqueId: 'tB4x', readAtMs: 2001, pending: { minor: 5 }, ...changes });

  it.each<[what: string, CarriedPackage, CachedDevice, isSo: boolean]>([
    ['another value', carried(), listed({ pending: { minor: 6 } }), true],
    ['a further attribute of the beacon', carried(), listed({ pending: { minor: 5, major: 1 } }), true],
    ['without one of its values', carried({ values: { minor: 5, major: 1 } }), listed(), true],
    ['the same values', carried(), listed(), false],
    ['the same values and a name of the backend', carried(), listed({ pending: { minor: 5, profileId: 'x' } }), false],
    ['nothing pending, which does not show a newer change', carried(), listed({ pending: null }), false],
    ['another value, read with the package', carried(), listed({ pending: { minor: 6 }, readAtMs: 2000 }), false],
    [
      'another value, read after a package that was only prepared',
      carried({ fetchedAtMs: null }),
      listed({ pending: { minor: 6 }, readAtMs: 1001 }),
      true,
    ],
  ])('is decided by what is pending there: %s', (_what, own, device, isSo) => {
    expect(isOvertaken(own, device)).toBe(isSo);
  });
});
