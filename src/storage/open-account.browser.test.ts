import { whenFits } from '../domain/when-fits.ts';
import { expect } from '@open-wc/testing';
import type { Receipt } from '../domain/receipt.ts';
import { planDeletion } from './second-copy/delete-delivered.ts';
import type { Mirror } from './second-copy/mirror.ts';
import {
  commitSample,
  NOW_MS,
  openSample,
  overwriteFile,
  putRaw,
  rawRows,
  removeDatabase,
  removeRaw,
  RESERVED,
  sampleMirror,
  samplePackage,
  sampleReceipt,
  sampleRun,
} from '../../test/support/sample-rows.ts';
import { accountDatabase, receiptFile } from '../names.ts';

const DAY_MS = 24 * 3600_000;

let accountId = '';
beforeEach(() => {
  accountId = crypto.randomUUID();
});

async function fileKinds(): Promise<string[]> {
  const mirror = sampleMirror(accountId);
  const files = await mirror.readAll();
  mirror.close();
  return files.map(({ name, kind }) => `${name} ${kind}`).sort();
}

describe('opening an account', () => {
  it('has no remarks the first time and after an ordinary day', async () => {
    const first = await openSample(accountId);
    expect(first.remarks.value).to.deep.equal([]);
    const receipt = await commitSample(first, accountId, '1');
    first.close();
    const second = await openSample(accountId);
    expect(second.remarks.value).to.deep.equal([]);
    expect(await second.receipts.all()).to.deep.equal([receipt]);
    expect((await second.packages.get('pkg-1'))?.state).to.equal('used');
    second.close();
  });

  it('restores what only the mirror contains, to be sent again', async () => {
    const first = await openSample(accountId);
    const delivered = await commitSample(first, accountId, '1');
    await first.receipts.update(delivered.id, (row) => ({ ...row, state: 'verified', tries: 1, settledAtMs: NOW_MS }));
    await commitSample(first, accountId, '2', { result: 4, state: 'refused', held: true });
    first.close();
    await removeDatabase(accountDatabase(accountId));

    const second = await openSample(accountId);
    const rows = await second.receipts.all();
    expect(rows).to.deep.equal([
      sampleReceipt(accountId, '1', { runId: null, mirrored: true, tries: 1, unanswered: 1, origin: 'mirror' }),
      sampleReceipt(accountId, '2', {
        runId: null,
        mirrored: true,
        tries: 1,
        unanswered: 1,
        origin: 'mirror',
        state: 'refused',
        held: true,
        result: 4,
      }),
    ]);
    expect(second.remarks.value).to.have.members(['databaseEmptied', 'copiesRestored:2']);
    await second.lossesRead();
    second.close();
    const third = await openSample(accountId);
    expect(third.remarks.value).to.deep.equal([]);
    third.close();
  });

  it('ends the run whose response the database had lost', async () => {
    const first = await openSample(accountId);
    await first.packages.replace(samplePackage('1'));
    await first.runs.begin(sampleRun('1', { step: 'reading' }), sampleReceipt(accountId, '1', RESERVED));
    await first.mirror!.write(sampleReceipt(accountId, '1'));
    first.close();

    const second = await openSample(accountId);
    const run = await second.runs.get('1');
    expect(run?.step).to.equal('receipt');
    expect(run?.outcome).to.deep.equal({ kind: 'receipt', receiptId: 'rcp-1' });
    expect((await second.receipts.get('rcp-1'))?.runId).to.equal('1');
    expect((await second.receipts.get('rcp-1'))?.state).to.equal('waiting');
    expect((await second.packages.get('pkg-1'))?.state).to.equal('used');
    expect(second.remarks.value).to.deep.equal(['copiesRestored:1']);
    second.close();
  });

  it('writes a second copy that is missing or torn', async () => {
    const first = await openSample(accountId);
    for (const id of ['gone', 'torn', 'never']) await commitSample(first, accountId, id);
    await first.receipts.update('rcp-never', (row) => ({ ...row, mirrored: false }));
    await first.mirror!.remove(['rcp-gone.receipt', 'rcp-never.receipt']);
    first.close();
    await overwriteFile(accountId, 'rcp-torn.receipt', (bytes) => bytes.slice(0, 60));

    const second = await openSample(accountId);
    expect(second.remarks.value).to.have.members(['tornCopy:1', 'copiesWritten:3']);
    expect((await second.receipts.all()).map(({ mirrored }) => mirrored)).to.deep.equal([true, true, true]);
    expect(await fileKinds()).to.deep.equal([
      'rcp-gone.receipt receipt',
      'rcp-never.receipt receipt',
      'rcp-torn.receipt receipt',
    ]);
    second.close();
  });

  it('reports how many receipts are missing when neither copy has them', async () => {
    const first = await openSample(accountId);
    for (const id of ['1', '2', '3']) await commitSample(first, accountId, id);
    first.close();
    // The tally is written some time after the commit; opening again writes it for certain.
    (await openSample(accountId)).close();
    await removeDatabase(accountDatabase(accountId));
    const mirror = sampleMirror(accountId);
    await mirror.remove(['rcp-1.receipt', 'rcp-2.receipt']);
    mirror.close();

    const second = await openSample(accountId);
    expect(second.remarks.value).to.have.members(['databaseEmptied', 'copiesRestored:1', 'receiptsMissing:2']);
    second.close();
  });

  it('reports no receipt as missing where two rows held the same response', async () => {
    const first = await openSample(accountId);
    await commitSample(first, accountId, '1');
    const refusal = { uniqueId: 'dev-b', responseBase64: 'AAAQBQABAAAABA==', result: 4, state: 'refused' } as const;
    for (const id of ['2', '3']) await commitSample(first, accountId, id, refusal);
    first.close();
    (await openSample(accountId)).close();
    await removeDatabase(accountDatabase(accountId));
    const second = await openSample(accountId);
    expect(second.remarks.value).to.have.members(['databaseEmptied', 'copiesRestored:2']);
    second.close();
    const third = await openSample(accountId);
    expect(third.remarks.value).to.have.members(['databaseEmptied', 'copiesRestored:2']);
    third.close();
  });

  it('detects an emptied database by either copy of the count', async () => {
    for (const forget of ['localStorage', 'file'] as const) {
      accountId = crypto.randomUUID();
      const first = await openSample(accountId);
      first.close();
      await removeDatabase(accountDatabase(accountId));
      if (forget === 'localStorage') localStorage.removeItem(`fieldkit-tally-${accountId}`);
      else {
        const mirror = sampleMirror(accountId);
        await mirror.writeNote('{');
        mirror.close();
      }
      const second = await openSample(accountId);
      expect(second.remarks.value, forget).to.deep.equal(['databaseEmptied']);
      second.close();
    }
  });

  it('still says how many receipts were restored after a kill has lost the newest tally', async () => {
    const first = await openSample(accountId);
    for (const id of ['1', '2']) await commitSample(first, accountId, id);
    first.close();
    (await openSample(accountId)).close();
    const key = `fieldkit-tally-${accountId}`;
    const older = localStorage.getItem(key)!;
    await removeDatabase(accountDatabase(accountId));
    (await openSample(accountId)).close();
    // The browser stores localStorage seconds later, so a kill leaves the item of the database before.
    expect(localStorage.getItem(key)).not.to.equal(older);
    localStorage.setItem(key, older);
    const second = await openSample(accountId);
    expect(second.remarks.value).to.have.members(['databaseEmptied', 'copiesRestored:2']);
    second.close();
  });

  it('does not overwrite the count after the database was emptied while open', async () => {
    const first = await openSample(accountId);
    await commitSample(first, accountId, '1');
    await commitSample(first, accountId, '2');
    first.close();
    const second = await openSample(accountId);
    await removeDatabase(accountDatabase(accountId));
    const noticed = whenFits(second.remarks, ({ length }) => length > 0);
    await commitSample(second, accountId, '3');
    await noticed;
    expect(second.remarks.value).to.deep.equal(['databaseEmptied']);
    second.close();
    const third = await openSample(accountId);
    expect((await third.receipts.all()).map(({ id }) => id).sort()).to.deep.equal(['rcp-1', 'rcp-2', 'rcp-3']);
    expect(third.remarks.value).to.have.members(['databaseEmptied', 'copiesRestored:2']);
    third.close();
  });

  it('quarantines a damaged row, reports it, and restores the receipt from the mirror', async () => {
    const first = await openSample(accountId);
    const receipt = await commitSample(first, accountId, '1');
    await commitSample(first, accountId, '2');
    first.close();
    const damaged = { ...receipt, tries: 'many', owner: 42 };
    await putRaw(accountId, 'receipts', damaged);
    await putRaw(accountId, 'runs', { id: 'odd' });

    const second = await openSample(accountId);
    expect((await second.receipts.all()).map(({ id, origin }) => `${id} ${origin}`)).to.have.members([
      'rcp-1 mirror',
      'rcp-2 run',
    ]);
    expect((await second.runs.all()).map(({ id }) => id)).to.have.members(['1', '2']);
    expect(second.remarks.value).to.have.members([
      'damagedRow:receipts:rcp-1',
      'damagedRow:runs:odd',
      'copiesRestored:1',
    ]);
    second.close();
    const quarantined = await rawRows(accountId, 'quarantine');
    expect(quarantined.find(({ store }) => store === 'receipts')?.['row']).to.deep.equal(damaged);
    expect((await rawRows(accountId, 'runs')).map(({ id }) => id)).to.include('odd');
  });

  it('rebuilds a damaged receipt without a copy from its essential parts', async () => {
    const first = await openSample(accountId);
    await putRaw(accountId, 'receipts', {
      id: 'rcp-x',
      uniqueId: 'dev-x',
      responseBase64: 'AQID',
      updatedSeconds: 99,
      state: 'new to us',
    });
    await putRaw(accountId, 'receipts', { id: 'rcp-hopeless', uniqueId: 'dev-y' });
    first.close();
    const second = await openSample(accountId);
    const rows = await second.receipts.all();
    expect(
      rows.map(({ id, state, responseBase64, updatedSeconds, unanswered, mirrored }) => ({
        id,
        state,
        responseBase64,
        updatedSeconds,
        unanswered,
        mirrored,
      })),
    ).to.deep.equal([
      { id: 'rcp-x', state: 'waiting', responseBase64: 'AQID', updatedSeconds: 99, unanswered: 1, mirrored: true },
    ]);
    expect(second.remarks.value).to.have.members([
      'damagedRow:receipts:rcp-x',
      'damagedRow:receipts:rcp-hopeless',
      'rowsRepaired:1',
      'copiesWritten:1',
    ]);
    second.close();
  });

  it('opens in the worker without the mirror and merges nothing there', async () => {
    const page = await openSample(accountId);
    await page.mirror!.write(sampleReceipt(accountId, '1'));
    page.close();
    const worker = await openSample(accountId, { mirror: null });
    expect(await worker.receipts.all()).to.deep.equal([]);
    expect(worker.mirror).to.equal(null);
    worker.close();
    const again = await openSample(accountId);
    expect(await again.receipts.all()).to.have.length(1);
    again.close();
  });

  it('opens in two windows at once', async () => {
    const first = await openSample(accountId);
    for (const id of ['1', '2', '3']) await commitSample(first, accountId, id);
    first.close();
    await removeDatabase(accountDatabase(accountId));
    const both = await Promise.all([openSample(accountId), openSample(accountId)]);
    for (const storage of both) expect(await storage.receipts.all()).to.have.length(3);
    // One of them restores the database; both report it.
    for (const { remarks } of both) expect(remarks.value).to.deep.equal(['databaseEmptied', 'copiesRestored:3']);
    for (const storage of both) storage.close();
  });

  it('copies imported receipts as well', async () => {
    const storage = await openSample(accountId);
    const copied = new Promise<void>((resolve) => {
      const stop = storage.receipts.watch(() => {
        void storage.receipts
          .all()
          .then((rows) => rows.length === 2 && rows.every(({ mirrored }) => mirrored) && (stop(), resolve()));
      });
    });
    const rows = ['1', '2', '2'].map((id) =>
      sampleReceipt(accountId, id, { origin: 'import', runId: null, mirrored: true }),
    );
    expect(await storage.receipts.addMissing(rows)).to.equal(2);
    expect(await storage.receipts.addMissing(rows)).to.equal(0);
    await copied;
    expect(await fileKinds()).to.deep.equal(['rcp-1.receipt receipt', 'rcp-2.receipt receipt']);
    storage.close();
  });
});

describe('deleting delivered receipts', () => {
  const verified = (id: string, daysAgo: number): Receipt =>
    sampleReceipt(accountId, id, { state: 'verified', settledAtMs: NOW_MS - daysAgo * DAY_MS, tries: 1 });

  it('deletes what was verified 30 days ago and nothing else', async () => {
    const first = await openSample(accountId);
    for (const row of [verified('old', 30), verified('young', 29.9)])
      await commitSample(first, accountId, row.id.slice(4), row);
    for (const state of ['waiting', 'sent', 'notVerified', 'parked'] as const) {
      await commitSample(first, accountId, state, {
        state,
        settledAtMs: state === 'waiting' ? null : NOW_MS - 400 * DAY_MS,
      });
    }
    first.close();
    const second = await openSample(accountId);
    expect((await second.receipts.all()).map(({ id }) => id)).to.have.members([
      'rcp-young',
      'rcp-waiting',
      'rcp-sent',
      'rcp-notVerified',
      'rcp-parked',
    ]);
    expect(await fileKinds()).to.have.length(5);
    expect(second.remarks.value).to.deep.equal([]);
    second.close();
    const third = await openSample(accountId);
    expect(third.remarks.value).to.deep.equal([]);
    expect(await third.receipts.all()).to.have.length(5);
    third.close();
  });

  it('removes the copy first, so that after an interruption nothing is restored and sent again', async () => {
    const first = await openSample(accountId);
    await commitSample(first, accountId, 'old', verified('old', 31));
    first.close();
    const order: string[] = [];
    const real = sampleMirror(accountId);
    const dying: Mirror = {
      ...real,
      async remove(names) {
        const rows = await rawRows(accountId, 'receipts');
        order.push(`remove ${names.join()} while ${rows.length} row is there`);
        await real.remove(names);
        throw new Error('killed here');
      },
    };
    const second = await openSample(accountId, { mirror: dying });
    expect(order).to.deep.equal(['remove rcp-old.receipt while 1 row is there']);
    expect(await second.receipts.all()).to.have.length(1);
    second.close();
    const third = await openSample(accountId);
    expect(await third.receipts.all()).to.deep.equal([]);
    expect(third.remarks.value).to.not.include('copiesRestored:1');
    third.close();
    expect(await fileKinds()).to.deep.equal([]);
  });

  it('removes an unneeded reservation after a day, and no other', () => {
    const files = ['rcp-free', 'rcp-run', 'rcp-young'].map((id) => ({
      kind: 'reserved' as const,
      name: `${id}.receipt`,
      modifiedMs: NOW_MS - (id === 'rcp-young' ? 0.9 : 2) * DAY_MS,
      runNote: null,
    }));
    const plan = planDeletion([], [sampleRun('run')], files, NOW_MS, 30);
    expect(plan).to.deep.equal({ ids: [], fileNames: ['rcp-free.receipt'] });
  });
});

describe('opening an account whose copies are compared later', () => {
  const openLater = () => openSample(accountId, { comparesLater: true });

  it('does not read the copies while their names agree with the rows', async () => {
    const first = await openSample(accountId);
    const undelivered = await commitSample(first, accountId, '1');
    const delivered = await commitSample(first, accountId, '2');
    await first.receipts.update(delivered.id, (row) => ({ ...row, state: 'verified', settledAtMs: NOW_MS }));
    first.close();
    await overwriteFile(accountId, receiptFile(undelivered.id), (bytes) => bytes.slice(0, 60));

    const second = await openLater();
    expect(second.remarks.value).to.deep.equal([]);
    expect(await second.receipts.all()).to.have.length(2);
    await second.compareCopies();
    expect(second.remarks.value).to.deep.equal(['tornCopy:1', 'copiesWritten:1']);
    second.close();
    expect(await fileKinds()).to.deep.equal(
      [`${receiptFile(delivered.id)} receipt`, `${receiptFile(undelivered.id)} receipt`].sort(),
    );
  });

  it('deletes what was delivered long ago once they are compared', async () => {
    const first = await openSample(accountId);
    const delivered = await commitSample(first, accountId, '1');
    await first.receipts.update(delivered.id, (row) => ({ ...row, state: 'verified', settledAtMs: NOW_MS }));
    first.close();
    const second = await openSample(accountId, { comparesLater: true, nowMs: NOW_MS + 40 * DAY_MS });
    expect(await second.receipts.all()).to.have.length(1);
    await second.compareCopies();
    expect(await second.receipts.all()).to.deep.equal([]);
    second.close();
    expect(await fileKinds()).to.deep.equal([]);
  });

  it('restores a row that is missing beside its copy before it resolves', async () => {
    const first = await openSample(accountId);
    const undelivered = await commitSample(first, accountId, '1');
    const lost = await commitSample(first, accountId, '2');
    first.close();
    await removeRaw(accountId, 'receipts', lost.id);
    const second = await openLater();
    expect((await second.receipts.all()).map(({ id }) => id).sort()).to.deep.equal([undelivered.id, lost.id].sort());
    expect(second.remarks.value).to.include('copiesRestored:1');
    second.close();
  });

  it('restores an emptied database before it resolves', async () => {
    const first = await openSample(accountId);
    await commitSample(first, accountId, '1');
    first.close();
    await removeDatabase(accountDatabase(accountId));
    const second = await openLater();
    expect(await second.receipts.all()).to.have.length(1);
    expect(second.remarks.value).to.include('databaseEmptied');
    second.close();
  });

  it('says how many receipts are missing in both places', async () => {
    const first = await openSample(accountId);
    await commitSample(first, accountId, '1');
    const lost = await commitSample(first, accountId, '2');
    await first.compareCopies();
    first.close();
    // The number is stored when the account is opened.
    (await openSample(accountId)).close();
    await removeRaw(accountId, 'receipts', lost.id);
    const mirror = sampleMirror(accountId);
    await mirror.remove([receiptFile(lost.id)]);
    mirror.close();
    const second = await openLater();
    expect(second.remarks.value).to.deep.equal(['receiptsMissing:1']);
    second.close();
  });

  it('brings back the run of a reservation before it resolves', async () => {
    const first = await openSample(accountId);
    await first.packages.replace(samplePackage('1'));
    await first.runs.begin(sampleRun('1'), sampleReceipt(accountId, '1', RESERVED));
    await first.mirror!.reserve(sampleReceipt(accountId, '1').id);
    await first.mirror!.note({ run: sampleRun('1'), package: samplePackage('1') });
    first.close();
    await removeRaw(accountId, 'runs', sampleRun('1').id);
    const second = await openLater();
    expect((await second.runs.all()).map(({ id }) => id)).to.deep.equal([sampleRun('1').id]);
    second.close();
  });
});
