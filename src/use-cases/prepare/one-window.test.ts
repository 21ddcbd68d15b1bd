/** Two windows that prepare, fetch or withdraw for the same devices in the same moment. */
import { describe, expect, it } from 'vitest';
import {
  disk,
  many,
  manyInAnotherWindow,
  prepare,
  prepareInput,
  preparePhone,
  requests,
  snapshot,
  withdrawals,
} from '../../../test/support/prepare-phone.ts';

preparePhone();

const taskOf = (uniqueId: string, minor: number) =>
  ({ uniqueId, deviceType: 'BEACON', kind: 'prepare', values: { minor }, before: {} }) as const;

/** Checks that each package on the phone is of what is pending at the backend. */
async function expectPackagesOfWhatIsPending(uniqueIds: readonly string[]): Promise<void> {
  const carried = [...disk.packages.values()].filter(({ state }) => state === 'carried');
  expect(carried.map(({ uniqueId }) => uniqueId).sort()).toEqual(uniqueIds);
  for (const { uniqueId, values } of carried)
    expect((await snapshot(uniqueId)).pending!.values, uniqueId).toMatchObject(values);
}

describe('two windows of one phone', () => {
  it('prepare a beacon one after the other, so that no package has the values of the other window', async () => {
    await Promise.all([prepareInput({ minor: 5 }), prepareInput({ minor: 6 })]);
    expect(requests.filter((request) => /create|encrypt/.test(request))).toEqual([
      'POST /config/create',
      'GET /config/encrypt?uniqueId=tB4x',
      'POST /config/create',
      'GET /config/encrypt?uniqueId=tB4x',
    ]);
    await expectPackagesOfWhatIsPending(['tB4x']);
  });

  it('prepare the same beacons in a different order, and neither waits for ever', async () => {
    const other = manyInAnotherWindow();
    await Promise.all([
      many.start(['m3Rw', 'tB4x'].map((id) => taskOf(id, 5))),
      other.start(['tB4x', 'm3Rw'].map((id) => taskOf(id, 6))),
      prepareInput({ minor: 7 }, 'm3Rw'),
    ]);
    await expectPackagesOfWhatIsPending(['m3Rw', 'tB4x']);
  });

  it('withdraw a change only when the other window has stored its package', async () => {
    const [, withdrawn] = await Promise.all([prepareInput(), withdrawals.withdraw('tB4x')]);
    expect(withdrawn).toEqual({ kind: 'withdrawn' });
    expect((await snapshot('tB4x')).pending).toBeNull();
    expect([...disk.packages.values()].map(({ state }) => state)).not.toContain('carried');
  });

  it('fetch a package only when the other window has stored its own', async () => {
    await prepareInput();
    requests.length = 0;
    await Promise.all([prepare.fetchPackage('tB4x'), prepareInput({ minor: 6 })]);
    expect(requests.findIndex((one) => one.includes('encrypt'))).toBeLessThan(requests.indexOf('POST /config/create'));
    await expectPackagesOfWhatIsPending(['tB4x']);
  });
});
