/** Two windows of one account: they hear of each other's writes and lose none. */
import { expect } from '@open-wc/testing';
import { openSample, sampleReceipt, sampleRun } from '../../../test/support/sample-rows.ts';
import { openSecondWindow } from '../../../test/support/second-window.ts';
import type { AccountStorage } from '../open-account.ts';

let accountId = '';
let storage: AccountStorage;
beforeEach(async () => {
  accountId = crypto.randomUUID();
  storage = await openSample(accountId, { mirror: null });
});
afterEach(() => storage.close());

describe('two windows', () => {
  it('tell each other what has changed, after it is stored', async () => {
    const other = await openSecondWindow();
    const there = await other.openSample(accountId, { mirror: null });
    const heard = new Promise<string | undefined>((resolve) => {
      const stop = there.receipts.watch(
        () => void there.receipts.get('rcp-1').then((row) => (stop(), resolve(row?.id))),
      );
    });
    let heardHere = 0;
    storage.receipts.watch(() => (heardHere += 1));
    await storage.receipts.put(sampleReceipt(accountId, '1'));
    await storage.receipts.put(sampleReceipt(accountId, '2'));
    // One piece of news for both: what is being written has the way free.
    expect(heardHere).to.equal(0);
    storage.tellNews();
    expect(heardHere).to.equal(1);
    storage.tellNews();
    expect(heardHere).to.equal(1);
    expect(await heard).to.equal('rcp-1');
    there.close();
    other.close();
  });

  it('hear by themselves soon after the last write, and of what was held back by a window that closes', async () => {
    const other = await openSecondWindow();
    const there = await other.openSample(accountId, { mirror: null });
    const next = (): Promise<void> =>
      new Promise((resolve) => {
        const stop = there.runs.watch(() => (stop(), resolve()));
      });
    const first = next();
    await storage.runs.put(sampleRun('1'));
    await first;
    const second = next();
    await storage.runs.put(sampleRun('2'));
    storage.close();
    await second;
    expect((await there.runs.all()).map(({ id }) => id)).to.deep.equal(['1', '2']);
    there.close();
    other.close();
  });

  it('change one row in turn: nothing is lost', async () => {
    const other = await openSecondWindow();
    const there = await other.openSample(accountId, { mirror: null });
    await storage.receipts.put(sampleReceipt(accountId, '1'));
    const bump = (window: AccountStorage) =>
      window.receipts.update('rcp-1', (row) => ({ ...row, tries: row.tries + 1 }));
    await Promise.all(Array.from({ length: 40 }, (_, index) => bump(index % 2 === 0 ? storage : there)));
    expect((await storage.receipts.get('rcp-1'))?.tries).to.equal(40);
    there.close();
    other.close();
  });
});
