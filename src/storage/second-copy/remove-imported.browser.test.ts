/** Receipts imported from a file, with their second copies. */
import { expect } from '@open-wc/testing';
import type { Receipt } from '../../domain/receipt.ts';
import { commitSample, NOW_MS, openSample, sampleMirror, sampleReceipt } from '../../../test/support/sample-rows.ts';

let accountId = '';
beforeEach(() => {
  accountId = crypto.randomUUID();
});

async function copies(): Promise<readonly unknown[]> {
  const mirror = sampleMirror(accountId);
  const files = await mirror.readAll();
  mirror.close();
  return files;
}

const imported = (id: string, change: Partial<Receipt> = {}) =>
  sampleReceipt(accountId, id, { runId: null, origin: 'import', mirrored: false, ...change });

/** Resolves when the store has written the second copies, which it does in the background. */
async function copied(storage: Awaited<ReturnType<typeof openSample>>): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = (): void =>
      void storage.receipts
        .all()
        .then((rows) => (rows.every(({ mirrored }) => mirrored) ? (stop(), resolve()) : undefined));
    const stop = storage.receipts.watch(check);
    check();
  });
}

it('removing imported receipts deletes both copies for good, and keeps those of a run', async () => {
  const first = await openSample(accountId);
  const own = await commitSample(first, accountId, '1');
  await first.receipts.addMissing([imported('2'), imported('3'), imported('4', { inFlightSinceMs: NOW_MS })]);
  await copied(first);
  expect(await copies()).to.have.length(4);
  const removed = await first.removeImported([own.id, imported('2').id, imported('3').id, imported('4').id]);
  expect(removed.map(({ id }) => id).sort()).to.deep.equal([imported('2').id, imported('3').id]);
  expect((await first.receipts.all()).map(({ id }) => id).sort()).to.deep.equal([own.id, imported('4').id].sort());
  expect(await copies()).to.have.length(2);
  first.close();
  const second = await openSample(accountId);
  expect(await second.receipts.all()).to.have.length(2);
  expect(second.remarks.value).to.deep.equal([]);
  // Undo the removal.
  expect(await second.receipts.addMissing(removed)).to.equal(2);
  await copied(second);
  expect(await copies()).to.have.length(4);
  second.close();
});

it('importing 500 receipts notifies listeners only a few times', async () => {
  const storage = await openSample(accountId);
  let news = 0;
  storage.receipts.watch(() => (news += 1));
  expect(
    await storage.receipts.addMissing(
      Array.from({ length: 500 }, (_, at) =>
        imported(`m${at}`, { uniqueId: `b${at}`, responseBase64: btoa(`response ${at} of a beacon!`.padEnd(60)) }),
      ),
    ),
  ).to.equal(500);
  await copied(storage);
  // One notification for the rows and one for the copies; on a busy machine the copies take several.
  expect(news).to.be.within(1, 50);
  expect(await copies()).to.have.length(500);
  storage.close();
});
