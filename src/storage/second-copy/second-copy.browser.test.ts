/** The second copies also restore reassigned receipts and unfinished runs. */
import { expect } from '@open-wc/testing';
import { giveTo } from '../../domain/delivery/rows.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { AccountStorage } from '../open-account.ts';
import {
  commitSample,
  mirrorFolder,
  NOW_MS,
  openSample,
  putRaw,
  removeDatabase,
  RESERVED,
  sampleMirror,
  samplePackage,
  sampleReceipt,
  sampleRun,
} from '../../../test/support/sample-rows.ts';
import { accountDatabase } from '../../names.ts';

let accountId = '';
beforeEach(() => {
  accountId = crypto.randomUUID();
});

const give = (storage: AccountStorage, id: string, to: string) =>
  storage.receipts.update(id, (row) => giveTo(row, to, 'BEACON', { txPower: 4 }));
const owners = (rows: readonly Receipt[]) =>
  rows.map(({ id, uniqueId, mirrored }) => `${id} of ${uniqueId} ${mirrored ? 'twice' : 'once'}`);

async function copies(): Promise<string[]> {
  const mirror = sampleMirror(accountId);
  const files = await mirror.readAll();
  mirror.close();
  return files
    .map((file) => (file.kind === 'receipt' ? `${file.name} ${file.receipt.uniqueId}` : `${file.name} ${file.kind}`))
    .sort();
}

describe('a receipt reassigned to another beacon', () => {
  it("belongs to the new beacon in both copies, and is restored as that beacon's only", async () => {
    const first = await openSample(accountId);
    await commitSample(first, accountId, '1', { owner: 'unsure', candidates: ['dev-1', 'dev-b'] });
    await give(first, 'rcp-1', 'dev-b');
    expect(owners(await first.receipts.all())).to.deep.equal(['rcp-1 of dev-b twice']);
    expect(await copies()).to.deep.equal(['rcp-1.receipt dev-b']);
    first.close();
    for (const start of ['second', 'third']) {
      const again = await openSample(accountId);
      expect(owners(await again.receipts.all()), start).to.deep.equal(['rcp-1 of dev-b twice']);
      expect(again.remarks.value, start).to.deep.equal([]);
      again.close();
    }
    await removeDatabase(accountDatabase(accountId));
    const restored = await openSample(accountId);
    expect(owners(await restored.receipts.all())).to.deep.equal(['rcp-1 of dev-b twice']);
    restored.close();
  });

  it('can be reassigned back and forth', async () => {
    const storage = await openSample(accountId);
    await commitSample(storage, accountId, '1', { owner: 'unsure', candidates: ['dev-1', 'dev-b'] });
    for (const to of ['dev-b', 'dev-1', 'dev-b', 'dev-1']) await give(storage, 'rcp-1', to);
    expect(await copies()).to.deep.equal(['rcp-1.receipt dev-1']);
    storage.close();
  });

  it('has its second copy corrected at the next start when that could not be written', async () => {
    const first = await openSample(accountId);
    const receipt = await commitSample(first, accountId, '1', { owner: 'unsure', candidates: ['dev-1', 'dev-b'] });
    first.close();
    // This is the state after a kill between the two writes.
    await putRaw(accountId, 'receipts', { ...giveTo(receipt, 'dev-b', 'BEACON', {}), mirrored: false });
    const second = await openSample(accountId);
    expect(owners(await second.receipts.all())).to.deep.equal(['rcp-1 of dev-b twice']);
    expect(await copies()).to.deep.equal(['rcp-1.receipt dev-b']);
    second.close();
    const third = await openSample(accountId);
    expect(third.remarks.value).to.deep.equal([]);
    third.close();
  });

  it('is recognised when a file from before the reassignment is imported', async () => {
    const storage = await openSample(accountId);
    await commitSample(storage, accountId, '1', { owner: 'unsure', candidates: ['dev-1', 'dev-b'] });
    await give(storage, 'rcp-1', 'dev-b');
    expect(await storage.receipts.addMissing([sampleReceipt(accountId, '1', { id: 'filed' })])).to.equal(0);
    storage.close();
  });
});

describe('a reading', () => {
  it('comes back from its second copy as a reading that is held, when the database is lost', async () => {
    const first = await openSample(accountId);
    await commitSample(first, accountId, '1', { kind: 'reading', held: true });
    first.close();
    await removeDatabase(accountDatabase(accountId));
    const restored = await openSample(accountId);
    const [row] = await restored.receipts.all();
    expect([row?.kind, row?.held, row?.state, row?.mirrored]).to.deep.equal(['reading', true, 'waiting', true]);
    restored.close();
  });
});

describe('an unfinished run', () => {
  async function begin(id: string): Promise<AccountStorage> {
    const storage = await openSample(accountId);
    await storage.packages.replace(samplePackage(id));
    await storage.mirror!.reserve(`rcp-${id}`);
    await storage.runs.begin(sampleRun(id), sampleReceipt(accountId, id, RESERVED), 'new');
    return storage;
  }

  /** The note is written in the background. Resolves when the run is in the file. */
  async function whenNoted(storage: AccountStorage, matches: (step: string) => boolean = () => true): Promise<void> {
    for (let turn = 0; turn < 1000; turn += 1) {
      const files = await storage.mirror!.readAll();
      if (files.some((file) => file.kind === 'reserved' && file.runNote !== null && matches(file.runNote.run.step)))
        return;
    }
    throw new Error('The run was never noted in the second copy');
  }

  it('is restored with its package when the database is lost, and may have written', async () => {
    const first = await begin('1');
    await whenNoted(first);
    first.close();
    await removeDatabase(accountDatabase(accountId));

    const second = await openSample(accountId);
    expect(second.remarks.value).to.have.members(['databaseEmptied', 'runRestored:dev-1']);
    expect(await second.runs.get('1')).to.include({
      uniqueId: 'dev-1',
      step: 'writing',
      writes: 1,
      outcome: null,
      receiptId: 'rcp-1',
      packageBase64: samplePackage('1').base64,
    });
    expect(await second.packages.all()).to.deep.equal([samplePackage('1')]);
    expect(await second.receipts.get('rcp-1')).to.include({ state: 'reserved', runId: '1', uniqueId: 'dev-1' });
    // The resumed run uses the same reservation.
    const receipt = sampleReceipt(accountId, '1');
    await second.runs.commitResponse(
      sampleRun('1', { step: 'receipt', outcome: { kind: 'receipt', receiptId: 'rcp-1' } }),
      receipt,
      'used',
      { package: samplePackage('1'), again: false },
    );
    await second.mirror!.write(receipt);
    second.close();
    expect(await copies()).to.deep.equal(['rcp-1.receipt dev-1']);
  });

  it('is restored with the time at which the beacon finished, when that was noted', async () => {
    const first = await begin('1');
    await first.runs.put(
      sampleRun('1', { step: 'reading', writes: 1, processedAtSeconds: NOW_MS / 1000 + 5, clock: 'checkedDate' }),
    );
    await whenNoted(first, (step) => step === 'reading');
    first.close();
    await removeDatabase(accountDatabase(accountId));
    const second = await openSample(accountId);
    expect(await second.runs.get('1')).to.include({
      step: 'reading',
      processedAtSeconds: NOW_MS / 1000 + 5,
      clock: 'checkedDate',
    });
    second.close();
  });

  it('ends with a refusal that is stored only in the second copy', async () => {
    const first = await openSample(accountId);
    await first.packages.replace(samplePackage('1'));
    await first.runs.begin(sampleRun('1', { step: 'reading' }), sampleReceipt(accountId, '1', RESERVED));
    await first.mirror!.write(sampleReceipt(accountId, '1', { state: 'refused', result: 4, held: true }));
    first.close();
    const second = await openSample(accountId);
    expect((await second.runs.get('1'))?.outcome).to.deep.equal({ kind: 'refused', receiptId: 'rcp-1', result: 4 });
    second.close();
  });

  it('ends with a receipt when the beacon reported success in plain text', async () => {
    const first = await openSample(accountId);
    await first.packages.replace(samplePackage('1'));
    await first.runs.begin(sampleRun('1', { step: 'reading' }), sampleReceipt(accountId, '1', RESERVED));
    await first.mirror!.write(sampleReceipt(accountId, '1', { state: 'waiting', result: 0 }));
    first.close();
    const second = await openSample(accountId);
    expect((await second.runs.get('1'))?.outcome).to.deep.equal({ kind: 'receipt', receiptId: 'rcp-1' });
    second.close();
  });

  it('is not changed while its row exists, and is not restored once it has ended', async () => {
    const first = await begin('1');
    await whenNoted(first);
    first.close();
    const second = await openSample(accountId);
    expect(await second.runs.get('1')).to.include({ step: 'intent' });
    expect(second.remarks.value).to.deep.equal([]);
    await second.runs.end(sampleRun('1', { outcome: { kind: 'abandoned' } }), null);
    for (let turn = 0; turn < 1000 && (await copies()).length > 0; turn += 1);
    second.close();
    expect(await copies()).to.deep.equal([]);
    await removeDatabase(accountDatabase(accountId));
    const third = await openSample(accountId);
    expect(await third.runs.all()).to.deep.equal([]);
    third.close();
  });

  it('leaves no file when it is taken back at once, while its note is still being written', async () => {
    for (const id of ['1', '2', '3', '4', '5']) {
      const storage = await begin(id);
      await storage.runs.takeBack(sampleRun(id));
      await storage.mirror!.release(`rcp-${id}`);
      // A read queued after all earlier requests.
      await storage.packages.all();
      expect(await copies(), id).to.deep.equal([]);
      storage.close();
    }
  });

  it('never overwrites a response with its note', async () => {
    const storage = await begin('1');
    await storage.mirror!.write(sampleReceipt(accountId, '1'));
    await storage.mirror!.note({ run: sampleRun('1'), package: null });
    await storage.mirror!.release('rcp-1');
    expect(await copies()).to.deep.equal(['rcp-1.receipt dev-1']);
    storage.close();
  });

  it('keeps its reservation and note when the space is reserved again', async () => {
    const storage = await begin('1');
    await whenNoted(storage);
    await storage.mirror!.reserve('rcp-1');
    await whenNoted(storage);
    const handle = await (await mirrorFolder(accountId)).getFileHandle('rcp-1.receipt');
    expect((await handle.getFile()).size).to.equal(8192);
    storage.close();
  });
});

describe('a refusal whose commit is missing', () => {
  for (const [result, state] of [
    [4, 'carried'],
    [7, 'dead'],
  ] as const)
    it(`leaves the package ${state} after result ${result}, as the commit would have`, async () => {
      const first = await openSample(accountId);
      await first.packages.replace(samplePackage('1'));
      await first.runs.begin(sampleRun('1', { step: 'reading' }), sampleReceipt(accountId, '1', RESERVED));
      await first.mirror!.write(sampleReceipt(accountId, '1', { result, state: 'refused', held: true }));
      first.close();

      const second = await openSample(accountId);
      expect((await second.runs.get('1'))?.outcome).to.deep.equal({ kind: 'refused', receiptId: 'rcp-1', result });
      expect((await second.packages.get('pkg-1'))?.state).to.equal(state);
      second.close();
    });
});
