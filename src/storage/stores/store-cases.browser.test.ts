/** The stores on a real IndexedDB do what those in memory do, which other tests use. */
import { expect } from '@open-wc/testing';
import { openSample } from '../../../test/support/sample-rows.ts';
import { STORE_CASES } from '../../../test/support/store-cases.ts';
import type { AccountStorage } from '../open-account.ts';

for (const [name, cases] of Object.entries(STORE_CASES))
  describe(`the store of ${name} on IndexedDB`, () => {
    let storage: AccountStorage;
    beforeEach(async () => {
      storage = await openSample(crypto.randomUUID(), { mirror: null });
    });
    afterEach(() => storage.close());
    for (const { it: title, act, wanted } of cases)
      it(title, async () => {
        expect(await act(storage)).to.deep.equal(wanted);
      });
  });
