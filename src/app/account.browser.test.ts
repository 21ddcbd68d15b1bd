/** What begins and ends with an open account, over its real database. */
import { expect } from '@open-wc/testing';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import { openSample, sampleReceipt } from '../../test/support/sample-rows.ts';
import { until } from '../../test/support/until.ts';
import { createLocks } from '../storage/locks.ts';
import { openAccount } from './account.ts';
import { clock } from './clock.ts';

it('opening an account sends the receipts that are stored', async () => {
  // No registry restores an account from a database with such a name; tests of the session open some beside this one.
  const account = fixtureAccount({ id: `opened-${crypto.randomUUID()}` });
  const before = await openSample(account.id);
  await before.receipts.put(sampleReceipt(account.id, '1'));
  before.close();
  const posted: string[] = [];
  const errors: unknown[] = [];
  const opened = await openAccount({
    account,
    current: () => account,
    apiKey: () => 'key',
    onKeyAccepted: () => undefined,
    fetch: async (url, init) => {
      if (init?.method === 'POST') posted.push(String(url));
      return new Response('{}', { status: 500 });
    },
    bluetooth: undefined,
    clock,
    newId: () => crypto.randomUUID(),
    locks: createLocks(navigator.locks),
    onPrepare: () => undefined,
    trustUrl: (url) => url,
    onTrouble: (error) => void errors.push(error),
    otherAccounts: () => [],
  });
  await until(() => posted.length > 0, 'a request that sends the receipt');
  await opened.close();
  expect(errors).to.deep.equal([]);
});
