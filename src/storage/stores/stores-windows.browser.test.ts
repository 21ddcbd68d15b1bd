/** Two windows of one account: they are notified of each other's writes and lose none. */
import { expect } from '@open-wc/testing';
import { openSample, sampleReceipt, sampleRun } from '../../../test/support/sample-rows.ts';
import { openSecondWindow } from '../../../test/support/second-window.ts';
import { createCachedRows } from '../../use-cases/cached-rows.ts';
import type { AccountStorage } from '../open-account.ts';

let accountId = '';
let storage: AccountStorage;
beforeEach(async () => {
  accountId = crypto.randomUUID();
  storage = await openSample(accountId, { mirror: null });
});
afterEach(() => storage.close());

describe('two windows', () => {
  it('notify each other of changes after these are stored', async () => {
    const other = await openSecondWindow();
    const there = await other.openSample(accountId, { mirror: null });
    const notified = new Promise<string | undefined>((resolve) => {
      const stop = there.receipts.watch(
        () => void there.receipts.get('rcp-1').then((row) => (stop(), resolve(row?.id))),
      );
    });
    const changed: unknown[] = [];
    storage.receipts.watch((ids) => changed.push(ids));
    await storage.receipts.put(sampleReceipt(accountId, '1'));
    expect(await notified).to.equal('rcp-1');
    expect(changed).to.have.length(1);
    there.close();
    other.close();
  });

  it('notify each other which rows have changed, so that not all have to be read', async () => {
    const other = await openSecondWindow();
    const there = await other.openSample(accountId, { mirror: null });
    const notifiedThere = new Promise((resolve) => {
      const stop = there.runs.watch((ids) => (stop(), resolve(ids)));
    });
    const notifiedHere = new Promise((resolve) => {
      const stop = storage.runs.watch((ids) => (stop(), resolve(ids)));
    });
    await storage.runs.put(sampleRun('1'));
    expect(await notifiedHere).to.deep.equal(['1']);
    expect(await notifiedThere).to.deep.equal(['1']);
    there.close();
    other.close();
  });

  it("update their cached rows after the other one's writes", async () => {
    const other = await openSecondWindow();
    const there = await other.openSample(accountId, { mirror: null });
    const cached = createCachedRows(there.runs);
    await storage.runs.put(sampleRun('1'));
    await storage.runs.put(sampleRun('2'));
    const follows = new Promise<void>((resolve) => {
      const check = async (): Promise<void> => {
        const steps = (await cached.all()).map(({ id, step }) => `${id} ${step}`);
        if (steps.join() === '1 writing,2 intent') resolve();
      };
      cached.watch(() => void check());
    });
    await storage.runs.put({ ...sampleRun('1'), step: 'writing' });
    await follows;
    there.close();
    other.close();
  });

  it('can change the same row one after the other without losing a change', async () => {
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
