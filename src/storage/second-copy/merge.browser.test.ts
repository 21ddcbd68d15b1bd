/** What is restored from the second copies, and what is left as it is. */
import { expect } from '@open-wc/testing';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import {
  commitSample,
  mirrorFolder,
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
  withStorage,
} from '../../../test/support/sample-rows.ts';
import { until } from '../../../test/support/until.ts';
import { accountDatabase } from '../../names.ts';
import { StorageError } from '../idb/storage-error.ts';
import type { AccountStorage } from '../open-account.ts';
import { encodeNote, encodeRecord } from './mirror-record.ts';
import type { Mirror } from './mirror.ts';

const LATER_MS = NOW_MS + 60_500;

let accountId = '';
beforeEach(() => {
  accountId = crypto.randomUUID();
});

const opened = <T>(work: (storage: AccountStorage) => Promise<T> | T, options?: Parameters<typeof openSample>[1]) =>
  withStorage(openSample(accountId, options), work);
const remarks = () => opened((storage) => storage.remarks.value);
const loseDatabase = (): Promise<void> => removeDatabase(accountDatabase(accountId));

async function writeFile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await (await mirrorFolder(accountId)).getFileHandle(name, { create: true });
  await overwriteFile(accountId, name, () => bytes);
}
async function writeCopy(name: string, receipt: Receipt): Promise<void> {
  await writeFile(name, await encodeRecord(JSON.stringify({ ...receipt, mirrored: true })));
}
async function writeNote(name: string, about: unknown): Promise<void> {
  await writeFile(name, await encodeNote(JSON.stringify(about)));
}
/** Resolves when files written now are newer than those written before. */
async function untilNewer(): Promise<void> {
  const from = Date.now();
  await until(() => Date.now() > from + 2, 'a later time');
}
const names = async (): Promise<readonly string[]> => {
  const mirror = sampleMirror(accountId);
  const found = await mirror.names();
  mirror.close();
  return [...found].sort();
};

describe('a second copy', () => {
  it('of another account is not restored', async () => {
    await writeCopy('rcp-1.receipt', sampleReceipt('another', '1'));
    await opened(async (storage) => {
      expect(await storage.receipts.all()).to.deep.equal([]);
      expect(storage.remarks.value).to.not.include('copiesRestored:1');
    });
  });

  it('without a response is not restored', async () => {
    await writeCopy('rcp-1.receipt', sampleReceipt(accountId, '1', RESERVED));
    await opened(async (storage) => expect(await storage.receipts.all()).to.deep.equal([]));
  });

  it('from before a reassignment is recognised beside the newer one', async () => {
    const receipt = sampleReceipt(accountId, '1', { owner: 'unsure', candidates: ['dev-1', 'dev-b'] });
    for (const [older, newer] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      accountId = crypto.randomUUID();
      await writeCopy(`${older}.receipt`, { ...receipt, accountId });
      await untilNewer();
      await writeCopy(`${newer}.receipt`, { ...receipt, accountId, uniqueId: 'dev-b' });
      await opened(async (storage) => {
        expect((await storage.receipts.all()).map(({ uniqueId }) => uniqueId)).to.deep.equal(['dev-b']);
        expect(storage.remarks.value).to.include('copiesRestored:1');
      });
    }
  });

  it('is restored under an ID of its own when its row holds another response', async () => {
    await opened((storage) => commitSample(storage, accountId, '1'));
    await writeCopy('other.receipt', sampleReceipt(accountId, '1', { responseBase64: btoa('another response') }));
    await opened(async (storage) => {
      const rows = await storage.receipts.all();
      expect(rows).to.have.length(2);
      expect(rows.find(({ id }) => id === 'rcp-1')?.responseBase64).to.equal(btoa('response of 1'));
      expect(rows.find(({ id }) => id !== 'rcp-1')?.responseBase64).to.equal(btoa('another response'));
      expect(storage.remarks.value).to.deep.equal(['copiesRestored:1']);
    });
    expect(await remarks()).to.deep.equal(['copiesRestored:1']);
  });

  it('is restored beside another one with the same ID', async () => {
    const responses = ['a', 'b', 'c'].map((name) => btoa(`response ${name}`));
    for (const responseBase64 of responses)
      await writeCopy(`${responseBase64}.receipt`, sampleReceipt(accountId, '1', { responseBase64 }));
    await opened(async (storage) => {
      expect((await storage.receipts.all()).map(({ responseBase64 }) => responseBase64)).to.have.members(responses);
      expect(storage.remarks.value).to.include('copiesRestored:3');
    });
  });

  it('is restored once when two files hold it', async () => {
    for (const name of ['a', 'b']) await writeCopy(`${name}.receipt`, sampleReceipt(accountId, '1'));
    await opened(async (storage) => {
      expect((await storage.receipts.all()).map(({ id }) => id)).to.deep.equal(['rcp-1']);
      expect(storage.remarks.value).to.include('copiesRestored:1');
    });
  });

  it('is restored once beside a row that cannot be read and holds the same response', async () => {
    await opened(() => undefined);
    await putRaw(accountId, 'receipts', {
      ...sampleReceipt(accountId, '2'),
      id: 'odd',
      uniqueId: 'dev-1',
      tries: null,
    });
    await putRaw(accountId, 'receipts', { ...sampleReceipt(accountId, '1'), id: 'odd2', tries: null });
    await writeCopy('a.receipt', sampleReceipt(accountId, '1'));
    await opened(async (storage) => {
      expect(storage.remarks.value).to.have.members([
        'damagedRow:receipts:odd',
        'damagedRow:receipts:odd2',
        'copiesRestored:1',
        'rowsRepaired:1',
        'copiesWritten:1',
      ]);
      expect((await storage.receipts.all()).map(({ id }) => id)).to.deep.equal(['odd', 'rcp-1']);
    });
  });
});

describe('the run of a restored response', () => {
  async function begun(run: Partial<Run> = {}): Promise<void> {
    await opened(async (storage) => {
      await storage.packages.replace(samplePackage('1'));
      await storage.runs.begin(sampleRun('1', { step: 'reading', ...run }), sampleReceipt(accountId, '1', RESERVED));
    });
  }

  it('ends with the restored receipt, and its journal notes that the receipt came from the second copy', async () => {
    const failure = { code: 'unknown', detail: 'gone', atMs: NOW_MS } as const;
    await begun({ lastFailure: failure });
    await writeCopy('rcp-1.receipt', sampleReceipt(accountId, '1'));
    await opened(
      async (storage) =>
        expect(await storage.runs.get('1')).to.deep.equal(
          sampleRun('1', {
            step: 'receipt',
            journal: [
              { step: 'intent', atMs: NOW_MS },
              { step: 'receipt', atMs: LATER_MS, note: 'secondCopy' },
            ],
            outcome: { kind: 'receipt', receiptId: 'rcp-1' },
            endedAtMs: LATER_MS,
          }),
        ),
      { nowMs: LATER_MS },
    );
  });

  it('ends with a receipt when a refusal has no result', async () => {
    await begun();
    await writeCopy('rcp-1.receipt', sampleReceipt(accountId, '1', { state: 'refused', held: true, result: null }));
    await opened(async (storage) =>
      expect((await storage.runs.get('1'))?.outcome).to.deep.equal({ kind: 'receipt', receiptId: 'rcp-1' }),
    );
  });

  it('ends also when its package is gone', async () => {
    await begun();
    await removeRaw(accountId, 'packages', 'pkg-1');
    await writeCopy('rcp-1.receipt', sampleReceipt(accountId, '1'));
    await opened(async (storage) => {
      expect((await storage.runs.get('1'))?.outcome?.kind).to.equal('receipt');
      expect(await storage.packages.all()).to.deep.equal([]);
    });
  });

  it('goes on while the owner of the response is unsure', async () => {
    await begun();
    await writeCopy(
      'rcp-1.receipt',
      sampleReceipt(accountId, '1', { owner: 'unsure', candidates: ['dev-1', 'dev-b'] }),
    );
    await opened(async (storage) => {
      expect(await storage.runs.get('1')).to.include({ outcome: null, step: 'reading' });
      expect((await storage.packages.get('pkg-1'))?.state).to.equal('carried');
      expect(await storage.receipts.get('rcp-1')).to.include({ runId: '1', owner: 'unsure' });
    });
  });

  it('keeps its outcome when it has ended, and its package stays', async () => {
    await begun({ outcome: { kind: 'receiptLost' }, endedAtMs: NOW_MS });
    await writeCopy('rcp-1.receipt', sampleReceipt(accountId, '1'));
    await opened(async (storage) => {
      expect((await storage.runs.get('1'))?.outcome).to.deep.equal({ kind: 'receiptLost' });
      expect((await storage.packages.get('pkg-1'))?.state).to.equal('carried');
      expect(await storage.receipts.get('rcp-1')).to.include({ runId: '1', responseBase64: btoa('response of 1') });
    });
  });

  it('is not looked for among unfinished runs that have another ID', async () => {
    await begun();
    await writeCopy('rcp-2.receipt', sampleReceipt(accountId, '2'));
    await opened(async (storage) => {
      expect((await storage.receipts.get('rcp-2'))?.runId).to.equal(null);
      expect(await storage.runs.get('1')).to.include({ outcome: null, step: 'reading' });
    });
  });
});

describe('an unfinished run in a note', () => {
  it('is restored with its journal, and the reservation with its time', async () => {
    const run = sampleRun('1', {
      step: 'reading',
      writes: 3,
      startedAtMs: NOW_MS + 999,
      lastFailure: { code: 'unknown', detail: 'gone', atMs: NOW_MS },
    });
    await writeNote('rcp-1.receipt', { run, package: null });
    await opened(
      async (storage) => {
        expect(await storage.runs.get('1')).to.deep.equal({
          ...run,
          journal: [...run.journal, { step: 'reading', atMs: LATER_MS, note: 'secondCopyUnknownStep' }],
          lastFailure: null,
        });
        expect(await storage.packages.all()).to.deep.equal([]);
        expect(await storage.receipts.get('rcp-1')).to.include({
          accountId,
          state: 'reserved',
          responseBase64: '',
          updatedSeconds: NOW_MS / 1000,
        });
        expect(storage.remarks.value).to.deep.equal(['runRestored:dev-1']);
        const [row] = await rawRows(accountId, 'receipts');
        expect(row?.['padding']).to.be.instanceOf(Uint8Array);
      },
      { nowMs: LATER_MS },
    );
  });

  it('keeps the package that is stored already', async () => {
    await opened((storage) => storage.packages.replace(samplePackage('1', { spare: 2 })));
    await writeNote('rcp-1.receipt', { run: sampleRun('1'), package: samplePackage('1') });
    await opened(async (storage) =>
      expect(await storage.packages.all()).to.deep.equal([samplePackage('1', { spare: 2 })]),
    );
  });

  it('is not restored when it had ended', async () => {
    await writeNote('rcp-1.receipt', { run: sampleRun('1', { outcome: { kind: 'abandoned' } }), package: null });
    await opened(async (storage) => expect(await storage.runs.all()).to.deep.equal([]));
  });

  it('is not restored when its response is stored', async () => {
    await opened((storage) => commitSample(storage, accountId, '1'));
    await removeRaw(accountId, 'runs', '1');
    await writeNote('rcp-1.receipt', { run: sampleRun('1'), package: null });
    await opened(async (storage) => {
      expect(await storage.runs.all()).to.deep.equal([]);
      expect((await storage.receipts.all()).map(({ responseBase64 }) => responseBase64)).to.deep.equal([
        btoa('response of 1'),
      ]);
    });
  });

  it('is restored once when two files note it', async () => {
    for (const [name, step] of [
      ['a', 'intent'],
      ['b', 'reading'],
    ] as const) {
      await writeNote(`${name}.receipt`, { run: sampleRun('1', { step }), package: samplePackage('1') });
      await untilNewer();
    }
    await opened(async (storage) => {
      expect((await storage.runs.all()).map(({ step }) => step)).to.deep.equal(['reading']);
      expect(storage.remarks.value).to.deep.equal(['runRestored:dev-1']);
    });
  });
});

describe('missing second copies', () => {
  it('are all written, however many there are', async () => {
    const rows = Array.from({ length: 35 }, (_, at) => sampleReceipt(accountId, `${at}`));
    await opened(() => undefined);
    for (const row of rows) await putRaw(accountId, 'receipts', row);
    await opened(async (storage) => {
      expect(storage.remarks.value).to.deep.equal(['copiesWritten:35']);
      expect((await storage.receipts.all()).filter(({ mirrored }) => !mirrored)).to.deep.equal([]);
    });
    expect(await names()).to.deep.equal(rows.map(({ id }) => `${id}.receipt`).sort());
    expect(await remarks()).to.deep.equal([]);
  });

  it('are only noted in the row when the file is there', async () => {
    await opened((storage) => commitSample(storage, accountId, '1'));
    await putRaw(accountId, 'receipts', sampleReceipt(accountId, '1', { mirrored: false }));
    await opened(async (storage) => {
      expect((await storage.receipts.get('rcp-1'))?.mirrored).to.equal(true);
      expect(storage.remarks.value).to.deep.equal([]);
    });
  });

  it('are said to be missing in their rows while they cannot be written', async () => {
    await opened(async (storage) => {
      for (const id of ['1', '2']) await commitSample(storage, accountId, id);
      await storage.mirror!.remove(['rcp-1.receipt', 'rcp-2.receipt']);
    });
    const real = sampleMirror(accountId);
    const full: Mirror = {
      ...real,
      write: (receipt) =>
        receipt.id === 'rcp-1' ? Promise.reject(new StorageError('full', 'full')) : real.write(receipt),
    };
    await opened(
      async (storage) => {
        expect(storage.remarks.value).to.deep.equal(['copiesWritten:1', 'secondCopyMissing:1']);
        expect((await storage.receipts.all()).map(({ mirrored }) => mirrored)).to.deep.equal([false, true]);
      },
      { mirror: full },
    );
    expect(await remarks()).to.deep.equal(['copiesWritten:1']);
  });

  it('are reported when they are written and their rows cannot be marked', async () => {
    await opened((storage) => commitSample(storage, accountId, '1'));
    await putRaw(accountId, 'receipts', { ...sampleReceipt(accountId, '1'), mirrored: false });
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function refusing(...parameters: Parameters<typeof put>) {
      if (this.name === 'receipts') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, parameters);
    };
    try {
      expect(await remarks()).to.deep.equal(['secondCopyUnreadable']);
    } finally {
      IDBObjectStore.prototype.put = put;
    }
  });

  it('change no row when none is missing', async () => {
    await opened((storage) => commitSample(storage, accountId, '1'));
    await writeFile('torn.receipt', new Uint8Array(9));
    const before = await rawRows(accountId, 'receipts');
    expect(await remarks()).to.deep.equal(['tornCopy:1']);
    expect(await rawRows(accountId, 'receipts')).to.deep.equal(before);
  });

  it('are written without those of rows that cannot be read', async () => {
    await opened((storage) => commitSample(storage, accountId, '1'));
    await putRaw(accountId, 'receipts', { id: 'odd' });
    await opened(async (storage) => {
      await storage.mirror!.remove(['rcp-1.receipt']);
      await storage.receipts.addMissing([sampleReceipt(accountId, '2', { origin: 'import', runId: null })]);
      await until(async () => (await storage.receipts.get('rcp-2'))?.mirrored === true, 'the copies written');
    });
    await loseDatabase();
    await opened(async (storage) =>
      expect((await storage.receipts.all()).map(({ id }) => id)).to.deep.equal(['rcp-1', 'rcp-2']),
    );
  });
});
