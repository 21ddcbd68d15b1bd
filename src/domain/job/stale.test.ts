/** A package is reported as replaced only when the backend's values have changed since. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, progressGiven } from '../../../test/support/job-rows.ts';
import type { AttributeValues, CachedDevice } from '../device.ts';
import { withoutSecrets } from '../attributes/values.ts';
import { changeSince, isStale } from './stale.ts';

const stale = (changes: Partial<CachedDevice>, values: AttributeValues = { minor: 1 }): boolean =>
  isStale(
    progressGiven([fixtureTask(0, { uniqueId: 'b', values: { minor: 1 } })], {
      devices: new Map([['b', fixtureDevice(0, { uniqueId: 'b', readAtMs: 20, ...changes })]]),
      packages: [fixturePackage('b', { values, preparedAtMs: 9, fetchedAtMs: 10 })],
      runs: [],
      receipts: [],
    })[0]!,
  );

describe('a package of a job', () => {
  it.each<readonly [string, Partial<CachedDevice>, boolean]>([
    ['is stale when another value is pending', { pending: { minor: 2 } }, true],
    ['is not stale when the same value is pending in another spelling', { pending: { minor: '1' } }, false],
    ['is stale when a further value is pending', { pending: { minor: 1, major: 3 } }, true],
    ["is not stale because of the backend's own fields", { pending: { minor: 1, orderNumber: 3 } }, false],
    ['is not stale when nothing is pending', { pending: null }, false],
    [
      'is not stale by a list that was read before the package was fetched',
      { pending: { minor: 2 }, readAtMs: 5 },
      false,
    ],
  ])('%s', (_, changes, wanted) => expect(stale(changes)).toBe(wanted));

  it('is not replaced because of a secret, which no backend shows', () => {
    const values = withoutSecrets({ minor: 1, password: 'aabbccdd' });
    expect(stale({ pending: { minor: 1 } }, values)).toBe(false);
    expect(stale({ pending: { minor: 2 } }, values)).toBe(true);
  });
});

describe('a beacon with a package that is ready', () => {
  const changed = (device: Partial<CachedDevice>): string | null =>
    changeSince(
      progressGiven([fixtureTask(0, { uniqueId: 'b', values: { minor: 1 } })], {
        devices: new Map([
          ['b', fixtureDevice(0, { uniqueId: 'b', readAtMs: 20, pending: null, attributes: { minor: 0 }, ...device })],
        ]),
        packages: [
          fixturePackage('b', { values: { minor: 1 }, before: { minor: 0 }, preparedAtMs: 9, fetchedAtMs: 10 }),
        ],
        runs: [],
        receipts: [],
      })[0]!,
    );

  it.each<readonly [string, Partial<CachedDevice>, string | null]>([
    ['was prepared again when another value is pending', { pending: { minor: 2 } }, 'prepared'],
    ['was written when it shows the planned value', { attributes: { minor: 1 } }, 'written'],
    ['was written when it shows a third value', { attributes: { minor: 7 } }, 'written'],
    ['was not changed when it shows what it showed, in another spelling', { attributes: { minor: '0' } }, null],
    ['was not changed when the list no longer shows the value', { attributes: {} }, null],
    ['was not changed while the package is pending', { attributes: { minor: 7 }, pending: { minor: 1 } }, null],
    ['was not changed by a list that was read before the fetch', { attributes: { minor: 7 }, readAtMs: 5 }, null],
  ])('%s', (_, device, wanted) => expect(changed(device)).toBe(wanted));
});

it('a package is never stale when it is not ready to be written, or when its beacon is in no list', () => {
  const facts = {
    devices: new Map([['b', fixtureDevice(0, { uniqueId: 'b', readAtMs: 20, pending: { minor: 2 } })]]),
    packages: [fixturePackage('b', { values: { minor: 1 }, preparedAtMs: 9, fetchedAtMs: 10 })],
    runs: [],
    receipts: [],
  };
  const [ready] = progressGiven([fixtureTask(0, { uniqueId: 'b', values: { minor: 1 } })], facts);
  expect(isStale(ready!)).toBe(true);
  expect(isStale({ ...ready!, standing: 'trouble' })).toBe(false);
  expect(isStale({ ...ready!, device: null })).toBe(false);
  expect(isStale({ ...ready!, package: null })).toBe(false);
});
