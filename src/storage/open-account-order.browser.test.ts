/** Opening an account when something around its database is missing, fails, or is lost while it is open. */
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { makeAccount, type Account } from '../domain/account.ts';
import { giveTo } from '../domain/delivery/rows.ts';
import type { Receipt } from '../domain/receipt.ts';
import {
  commitSample,
  failureOf,
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
} from '../../test/support/sample-rows.ts';
import { nextTurn, until } from '../../test/support/until.ts';
import { accountDatabase, mergeLock, tallyKey } from '../names.ts';
import { openAccountNamed } from './idb/schema.ts';
import { StorageError } from './idb/storage-error.ts';
import type { AccountStorage } from './open-account.ts';
import type { Mirror } from './second-copy/mirror.ts';

const DAY_MS = 24 * 3600_000;

let accountId = '';
beforeEach(() => {
  accountId = crypto.randomUUID();
});

const account = (): Account =>
  makeAccount(
    { name: 'Site', baseUrl: 'https://a.example', legacyBaseUrl: 'https://b.example', vendor: 'acme' },
    accountId,
    'live',
    NOW_MS,
  );
const tallied = (): number | null =>
  (JSON.parse(localStorage.getItem(tallyKey(accountId)) ?? 'null') as { receipts: number } | null)?.receipts ?? null;
const imported = (id: string): Receipt =>
  sampleReceipt(accountId, id, { runId: null, origin: 'import', mirrored: false });

/** A mirror that also counts how often the copies are read, with some of its functions replaced. */
function countingMirror(changes: Partial<Mirror> = {}) {
  const real = sampleMirror(accountId);
  const counts = { reads: 0 };
  const mirror: Mirror = {
    ...real,
    readAll() {
      counts.reads += 1;
      return real.readAll();
    },
    ...changes,
  };
  return { mirror, real, counts };
}
/** Returns how often the account is stored in its own database. */
const accountsStored = async (): Promise<number> =>
  (await rawRows(accountId, 'meta')).filter((row) => String(row).includes(account().baseUrl)).length;
const ids = async (storage: AccountStorage): Promise<string[]> => (await storage.receipts.all()).map(({ id }) => id);

describe('a database that is lost while it is open', () => {
  // The browser closes it several times, so an account that was closed in between cannot be restored.
  const ignoring = { onTrouble: () => undefined };

  it('is restored at once, as often as that happens, and the loss is reported until somebody has read it', async () => {
    await withStorage(openSample(accountId, { ...ignoring, account: account() }), async (storage) => {
      let cutOffs = 0;
      storage.whenCutOff(() => (cutOffs += 1));
      for (const id of ['1', '2']) await commitSample(storage, accountId, id);
      expect(await accountsStored()).to.equal(1);
      for (let time = 1; time <= 2; time += 1) {
        await executeServerCommand('clear-databases');
        const lost = 'databaseEmptied,copiesRestored:2';
        await until(() => storage.remarks.value.join() === lost, `loss ${time} reported`);
        expect(await ids(storage)).to.deep.equal(['rcp-1', 'rcp-2']);
        expect(cutOffs).to.be.at.least(time);
        expect(await accountsStored()).to.equal(1);
        await storage.lossesRead();
        expect(storage.remarks.value).to.deep.equal([]);
      }
    });
    await withStorage(openSample(accountId), async (storage) => {
      expect(storage.remarks.value).to.deep.equal([]);
      expect(await ids(storage)).to.have.length(2);
    });
  });

  it('is restored in each window, and both stop reporting the loss when it was read in one', async () => {
    const windows = await Promise.all([openSample(accountId, ignoring), openSample(accountId, ignoring)]);
    await commitSample(windows[0], accountId, '1');
    await executeServerCommand('clear-databases');
    for (const storage of windows)
      await until(() => storage.remarks.value.includes('databaseEmptied'), 'the loss reported');
    expect(await ids(windows[1])).to.deep.equal(['rcp-1']);
    await windows[1].lossesRead();
    for (const storage of windows) await until(() => storage.remarks.value.length === 0, 'the loss read');
    for (const storage of windows) storage.close();
  });

  it('is reported only once, even if its copies are compared later', async () => {
    await withStorage(openSample(accountId), (storage) => commitSample(storage, accountId, '1'));
    await withStorage(openSample(accountId, { ...ignoring, comparesLater: true }), async (storage) => {
      await executeServerCommand('clear-databases');
      await until(() => storage.remarks.value.length === 2, 'the loss reported');
      await storage.compareCopies();
      expect(storage.remarks.value).to.deep.equal(['databaseEmptied', 'copiesRestored:1']);
      expect(await ids(storage)).to.deep.equal(['rcp-1']);
    });
  });

  it('reports the trouble when it cannot be restored', async () => {
    const trouble: unknown[] = [];
    const { mirror } = countingMirror();
    let isBroken = false;
    const failing: Mirror = {
      ...mirror,
      status: () => (isBroken ? Promise.reject(new StorageError('unknown', 'no answer')) : mirror.status()),
    };
    await withStorage(
      openSample(accountId, { mirror: failing, onTrouble: (error) => void trouble.push(error) }),
      async (storage) => {
        isBroken = true;
        await executeServerCommand('clear-databases');
        await until(() => trouble.length > 0, 'the trouble reported');
        expect(String(trouble[0])).to.contain('no answer');
        expect(storage.remarks.value).to.deep.equal(['databaseEmptied']);
      },
    );
  });
});

describe('the count of receipts', () => {
  it('follows what is committed, imported and removed', async () => {
    await withStorage(openSample(accountId), async (storage) => {
      expect(tallied()).to.equal(0);
      await commitSample(storage, accountId, '1');
      await storage.runs.begin(sampleRun('2'), sampleReceipt(accountId, '2', RESERVED), 'new');
      await until(() => tallied() === 1, 'the commit counted');
      await storage.receipts.addMissing([imported('3'), imported('4')]);
      await until(() => tallied() === 3, 'the import counted');
      await storage.removeImported(['rcp-3']);
      expect(tallied()).to.equal(2);
    });
  });

  it('is not written after the account was closed', async () => {
    const trouble: unknown[] = [];
    const storage = await openSample(accountId, { onTrouble: (error) => void trouble.push(error) });
    await commitSample(storage, accountId, '1');
    storage.close();
    // Longer than a change waits to be counted.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect([trouble, tallied()]).to.deep.equal([[], 0]);
  });

  it('is not reported as a failure when the account was closed while the count waited', async () => {
    const trouble: unknown[] = [];
    const { locks } = navigator;
    const storage = await openSample(accountId, { onTrouble: (error) => void trouble.push(error) });
    await locks.request(mergeLock(accountId), async () => {
      await commitSample(storage, accountId, '1');
      await until(
        async () => (await locks.query()).pending!.some(({ name }) => name === mergeLock(accountId)),
        'a count that waits',
      );
      storage.close();
    });
    // The lock is given in the order of the requests.
    await locks.request(mergeLock(accountId), () => undefined);
    await nextTurn();
    expect(trouble).to.deep.equal([]);
  });

  it('is not changed while the database has lost the mark that identifies it', async () => {
    await withStorage(openSample(accountId), async (storage) => {
      await commitSample(storage, accountId, '1');
      await until(() => tallied() === 1, 'the commit counted');
      await removeRaw(accountId, 'meta', 'epoch');
      await commitSample(storage, accountId, '2');
      await until(() => storage.remarks.value.length > 0, 'the loss noticed');
      expect(storage.remarks.value).to.deep.equal(['databaseEmptied']);
      expect(tallied()).to.equal(1);
    });
  });
});

describe('a closed account', () => {
  it('reads and writes nothing any more', async () => {
    const storage = await openSample(accountId);
    storage.close();
    for (const call of [storage.receipts.all(), storage.mirror!.readAll()])
      expect((await failureOf(call)).message).to.match(/closed/);
  });
});

describe('an account without second copies', () => {
  const absent = (): Mirror => {
    const failure = () => Promise.reject(new StorageError('absent', 'This browser has no private file system'));
    return {
      status: async () => 'absent',
      reserve: failure,
      note: failure,
      release: failure,
      write: failure,
      readAll: failure,
      names: failure,
      remove: failure,
      readNote: failure,
      writeNote: failure,
      close: () => undefined,
    };
  };

  it('reports that at each start, keeps its receipts, counts them and removes imported ones', async () => {
    for (let start = 1; start <= 2; start += 1)
      await withStorage(
        openSample(accountId, { mirror: absent(), comparesLater: true, onTrouble: () => undefined }),
        async (storage) => {
          expect(storage.remarks.value).to.deep.equal(['noSecondCopy']);
          const receipt = sampleReceipt(accountId, `${start}`);
          await storage.receipts.put(receipt);
          await storage.receipts.addMissing([imported(`i${start}`)]);
          await until(() => storage.remarks.value.length > 0 && tallied() === start + 1, 'the receipts counted');
          expect(await storage.removeImported([`rcp-i${start}`])).to.have.length(1);
          expect(tallied()).to.equal(start);
        },
      );
  });

  it('keeps a receipt that is due for deletion until its second copy can be reached and deleted too', async () => {
    await withStorage(openSample(accountId), (storage) =>
      commitSample(storage, accountId, '1', { state: 'verified', settledAtMs: NOW_MS - 40 * DAY_MS }),
    );
    await withStorage(openSample(accountId, { mirror: absent() }), async (storage) =>
      expect(await ids(storage)).to.deep.equal(['rcp-1']),
    );
    const unreadable = countingMirror({ readAll: () => Promise.reject(new StorageError('damaged', 'unreadable')) });
    await withStorage(openSample(accountId, { mirror: unreadable.mirror }), async (storage) => {
      expect(storage.remarks.value).to.deep.equal(['secondCopyUnreadable']);
      expect(await ids(storage)).to.deep.equal(['rcp-1']);
    });
    await withStorage(openSample(accountId), async (storage) => expect(await ids(storage)).to.deep.equal([]));
  });

  it('works in the service worker, which neither copies nor counts', async () => {
    await withStorage(openSample(accountId, { mirror: null }), async (storage) => {
      expect(await storage.receipts.addMissing([imported('1')])).to.equal(1);
      await storage.receipts.update('rcp-1', (row) => giveTo({ ...row, owner: 'unsure' }, 'dev-b', 'BEACON', {}));
      expect((await storage.receipts.get('rcp-1'))?.uniqueId).to.equal('dev-b');
      expect(await storage.removeImported(['rcp-1'])).to.have.length(1);
      await storage.runs.begin(sampleRun('1'), sampleReceipt(accountId, '1', RESERVED), 'new');
      await storage.runs.end(sampleRun('1', { outcome: { kind: 'abandoned' } }), null);
      expect((await storage.runs.get('1'))?.outcome).to.deep.equal({ kind: 'abandoned' });
      await storage.compareCopies();
      expect(storage.remarks.value).to.deep.equal([]);
    });
  });
});

describe('the test for free space', () => {
  it('is made by the open account', async () => {
    await withStorage(openSample(accountId), async (storage) =>
      expect(await storage.tryRoom(100_000)).to.equal('enough'),
    );
  });
});

describe('an emptied database', () => {
  it('is recognised by a second copy when both counts are lost, but not by a reservation', async () => {
    for (const isCommitted of [true, false]) {
      accountId = crypto.randomUUID();
      await withStorage(openSample(accountId), async (storage) => {
        if (isCommitted) await commitSample(storage, accountId, '1');
        else await storage.mirror!.reserve('rcp-1');
      });
      await removeDatabase(accountDatabase(accountId));
      localStorage.removeItem(tallyKey(accountId));
      const mirror = sampleMirror(accountId);
      await mirror.writeNote('');
      mirror.close();
      await withStorage(openSample(accountId), async ({ remarks }) =>
        expect(remarks.value).to.deep.equal(isCommitted ? ['databaseEmptied', 'copiesRestored:1'] : []),
      );
    }
  });

  it('is recognised by its count when it is another database', async () => {
    for (const comparesLater of [true, false]) {
      accountId = crypto.randomUUID();
      await withStorage(openSample(accountId), async (storage) => commitSample(storage, accountId, '1'));
      await putRaw(accountId, 'meta', 'another', 'epoch');
      await withStorage(openSample(accountId, { comparesLater }), async (storage) =>
        expect(storage.remarks.value).to.deep.equal(['databaseEmptied']),
      );
    }
  });
});

describe('the copies of an account', () => {
  it('are read at its opening, and by default only then', async () => {
    const { mirror, counts } = countingMirror();
    await withStorage(openSample(accountId, { mirror }), async (storage) => {
      await storage.compareCopies();
      expect(counts.reads).to.equal(1);
    });
  });

  it('are read after the opening, not during it, only when nothing shows that the database is incomplete', async () => {
    const open = async (changes: Partial<Mirror> = {}): Promise<[atOnce: number, later: number]> => {
      const { mirror, counts } = countingMirror(changes);
      return withStorage(openSample(accountId, { mirror, comparesLater: true }), async (storage) => {
        const atOnce = counts.reads;
        await storage.compareCopies();
        return [atOnce, counts.reads];
      });
    };
    expect(await open(), 'a new account').to.deep.equal([1, 1]);
    expect(await open(), 'an empty account').to.deep.equal([0, 1]);
    await withStorage(openSample(accountId), async (storage) => {
      for (const id of ['1', '2']) await commitSample(storage, accountId, id);
      await until(() => tallied() === 2, 'the commits counted');
    });
    expect(await open(), 'receipts with their copies').to.deep.equal([0, 1]);
    const failing = { names: () => Promise.reject(new StorageError('damaged', 'unreadable')) };
    expect(await open(failing), 'names that cannot be read').to.deep.equal([1, 1]);
    localStorage.removeItem(tallyKey(accountId));
    expect(await open({ readNote: async () => null }), 'no count').to.deep.equal([1, 1]);
    await removeRaw(accountId, 'meta', 'epoch');
    expect(await open(), 'a database that does not say which one it is').to.deep.equal([1, 1]);
    await putRaw(accountId, 'receipts', { id: 'odd' });
    expect(await open(), 'a row that cannot be read').to.deep.equal([1, 1]);
  });

  it('are completed after an import, with a remark only when that fails', async () => {
    const { mirror } = countingMirror({
      write: (receipt) =>
        receipt.id === 'rcp-2' ? Promise.reject(new StorageError('full', 'full')) : real.write(receipt),
    });
    const real = sampleMirror(accountId);
    await withStorage(openSample(accountId, { mirror }), async (storage) => {
      await storage.receipts.addMissing([imported('1')]);
      await until(async () => (await storage.receipts.get('rcp-1'))!.mirrored, 'the import copied');
      expect(storage.remarks.value).to.deep.equal([]);
      await storage.receipts.addMissing([imported('2')]);
      await until(() => storage.remarks.value.length > 0, 'the failure noticed');
      expect(storage.remarks.value).to.deep.equal(['secondCopyMissing:1']);
      expect((await storage.receipts.all()).map(({ mirrored }) => mirrored)).to.deep.equal([true, false]);
    });
    real.close();
  });

  it('stay as they were after a failure to write them, which is reported', async () => {
    const trouble: unknown[] = [];
    const { mirror, real } = countingMirror();
    let isBroken = false;
    const failing: Mirror = {
      ...mirror,
      readAll: () => (isBroken ? Promise.reject(new StorageError('damaged', 'unreadable')) : real.readAll()),
      write: (receipt) => (isBroken ? Promise.reject(new StorageError('full', 'full')) : real.write(receipt)),
    };
    await withStorage(
      openSample(accountId, { mirror: failing, onTrouble: (error) => void trouble.push(error) }),
      async (storage) => {
        await commitSample(storage, accountId, '1', { owner: 'unsure', candidates: ['dev-1', 'dev-b'] });
        isBroken = true;
        await storage.receipts.update('rcp-1', (row) => giveTo(row, 'dev-b', 'BEACON', {}));
        expect((await storage.receipts.get('rcp-1'))?.mirrored).to.equal(false);
        await storage.receipts.addMissing([imported('2')]);
        await until(() => trouble.length === 2, 'both failures reported');
        expect(trouble.map((error) => (error as StorageError).code)).to.deep.equal(['full', 'damaged']);
      },
    );
  });

  it('do not count as current when the receipt was given to yet another beacon in the meantime', async () => {
    const { mirror, real } = countingMirror();
    let goOn = (): void => undefined;
    const firstWrite = new Promise<void>((resolve) => (goOn = resolve));
    const failing: Mirror = {
      ...mirror,
      async write(receipt) {
        if (receipt.uniqueId === 'dev-b') await firstWrite;
        if (receipt.uniqueId === 'dev-c') throw new StorageError('full', 'full');
        return real.write(receipt);
      },
    };
    await withStorage(openSample(accountId, { mirror: failing, onTrouble: () => undefined }), async (storage) => {
      await commitSample(storage, accountId, '1', { owner: 'unsure', candidates: ['dev-1', 'dev-b', 'dev-c'] });
      const give = (to: string) => storage.receipts.update('rcp-1', (row) => giveTo(row, to, 'BEACON', {}));
      const given = [give('dev-b'), give('dev-c')];
      await until(async () => (await storage.receipts.get('rcp-1'))?.uniqueId === 'dev-c', 'the second change');
      goOn();
      await Promise.all(given);
      expect(await storage.receipts.get('rcp-1')).to.include({ uniqueId: 'dev-c', mirrored: false });
    });
    await withStorage(openSample(accountId), async (storage) =>
      expect(await storage.receipts.get('rcp-1')).to.include({ uniqueId: 'dev-c', mirrored: true }),
    );
  });
});

describe('an unreadable row', () => {
  it('stays in quarantine as it was first found', async () => {
    await withStorage(openSample(accountId), async () => undefined);
    for (const step of ['first', 'second']) {
      await putRaw(accountId, 'runs', { id: 'odd', step });
      await withStorage(openSample(accountId), async (storage) => {
        expect(await storage.runs.all()).to.deep.equal([]);
        expect(storage.remarks.value).to.deep.equal(['damagedRow:runs:odd']);
        await until(async () => (await rawRows(accountId, 'quarantine')).length > 0, 'the row copied');
      });
    }
    expect((await rawRows(accountId, 'quarantine')).map(({ row }) => row)).to.deep.equal([
      { id: 'odd', step: 'first' },
    ]);
  });
});

describe('the rows of a damaged database', () => {
  it('are copied only once into the new database that replaces it', async () => {
    await withStorage(openSample(accountId), async (storage) => {
      await storage.packages.replace(samplePackage('1'));
      await storage.receipts.put(sampleReceipt(accountId, '1'));
    });
    (await openAccountNamed(`${accountDatabase(accountId)}~2`)).close();
    for (let start = 1; start <= 2; start += 1)
      await withStorage(openSample(accountId, { comparesLater: true }), async (storage) => {
        expect(await ids(storage), `start ${start}`).to.deep.equal(start === 1 ? ['rcp-1'] : []);
        expect((await storage.packages.all()).map(({ id }) => id)).to.deep.equal(['pkg-1']);
        await removeRowEverywhere(storage);
      });

    async function removeRowEverywhere(storage: AccountStorage): Promise<void> {
      await storage.mirror!.remove(await storage.mirror!.names());
      const database = await openAccountNamed(`${accountDatabase(accountId)}~2`);
      await database.write(['receipts'], (tx) => tx.objectStore('receipts').clear());
      database.close();
    }
  });
});

describe('a deletion that fails', () => {
  it('is reported and repeated at the next start', async () => {
    await withStorage(openSample(accountId), (storage) =>
      commitSample(storage, accountId, '1', { state: 'verified', settledAtMs: NOW_MS - 40 * DAY_MS }),
    );
    const { mirror } = countingMirror({ remove: () => Promise.reject(new StorageError('unknown', 'busy')) });
    await withStorage(openSample(accountId, { mirror }), async (storage) => {
      expect(storage.remarks.value).to.deep.equal(['sweepFailed']);
      expect(await ids(storage)).to.deep.equal(['rcp-1']);
    });
    await withStorage(openSample(accountId), async (storage) => {
      expect(storage.remarks.value).to.deep.equal([]);
      expect(await ids(storage)).to.deep.equal([]);
    });
  });
});

describe('several losses of data', () => {
  it('add up over the starts until they are read', async () => {
    await withStorage(openSample(accountId), async (storage) => {
      for (const id of ['1', '2', '3']) await commitSample(storage, accountId, id);
    });
    await removeRaw(accountId, 'receipts', 'rcp-1');
    await withStorage(openSample(accountId), async ({ remarks }) =>
      expect(remarks.value).to.deep.equal(['copiesRestored:1']),
    );
    for (const id of ['2', '3']) await removeRaw(accountId, 'receipts', `rcp-${id}`);
    await overwriteFile(accountId, 'rcp-1.receipt', (bytes) => bytes.slice(0, 60));
    await withStorage(openSample(accountId), async ({ remarks }) =>
      expect(remarks.value).to.have.members(['tornCopy:1', 'copiesWritten:1', 'copiesRestored:3']),
    );
  });
});
