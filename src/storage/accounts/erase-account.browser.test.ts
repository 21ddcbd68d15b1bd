/**
 * "Sign out and remove" deletes everything stored for an account, leaves other accounts alone, and reports what could
 * not be deleted.
 */
import { expect } from '@open-wc/testing';
import { openDB, type IDBPDatabase } from 'idb';
import { accountDatabase, MIRROR_FOLDER, mirrorAccountFolder, receiptFile, telemetryDatabase } from '../../names.ts';
import { until } from '../../../test/support/until.ts';
import { eraseAccount } from './erase-account.ts';

let gone = '';
let other = '';
beforeEach(async () => {
  gone = `gone/${crypto.randomUUID()}`;
  other = `other/${crypto.randomUUID()}`;
  for (const id of [gone, other]) await store(id);
});
afterEach(async () => {
  await eraseAccount(other, localStorage);
  await eraseAccount(gone, localStorage);
});

/** Stores both databases, a later generation of one, a second copy and a row. */
async function store(accountId: string): Promise<void> {
  for (const name of [accountDatabase(accountId), telemetryDatabase(accountId), `${accountDatabase(accountId)}~2`])
    await new Promise<void>((resolve) => {
      const request = indexedDB.open(name);
      request.addEventListener('success', () => {
        request.result.close();
        resolve();
      });
    });
  await (await copiesOf(accountId)).getFileHandle(receiptFile('r1'), { create: true });
  localStorage.setItem(`fieldkit-tally-${accountId}`, 'a count');
}

async function copiesOf(accountId: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const all = await root.getDirectoryHandle(MIRROR_FOLDER, { create: true });
  return all.getDirectoryHandle(mirrorAccountFolder(accountId), { create: true });
}

/** Returns how many databases, second copies and rows exist. */
async function stored(accountId: string): Promise<readonly [databases: number, folders: number, rows: number]> {
  const databases = (await indexedDB.databases()).filter(({ name }) => name?.includes(accountId));
  const folders: string[] = [];
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(MIRROR_FOLDER);
  for await (const name of root.keys()) if (name === mirrorAccountFolder(accountId)) folders.push(name);
  const rows = Object.keys(localStorage).filter((key) => key.includes(accountId));
  return [databases.length, folders.length, rows.length];
}

describe('an account that is erased', () => {
  it('leaves nothing, and does not affect another account', async () => {
    expect(await stored(gone)).to.deep.equal([3, 1, 1]);
    expect(await eraseAccount(gone, localStorage)).to.deep.equal([]);
    expect(await stored(gone)).to.deep.equal([0, 0, 0]);
    expect(await stored(other)).to.deep.equal([3, 1, 1]);
  });

  it('is erased as far as possible when there are no rows and no copies', async () => {
    await (await navigator.storage.getDirectory()).removeEntry(MIRROR_FOLDER, { recursive: true });
    expect(await eraseAccount(gone, null)).to.deep.equal([]);
  });

  it('is not reported as erased before a window that is slow to close it has closed it', async () => {
    let held: IDBPDatabase | undefined;
    const asked = new Promise<void>((resolve) => {
      void openDB(accountDatabase(gone), undefined, { blocking: () => resolve() }).then((db) => (held = db));
    });
    await until(() => held !== undefined);
    const erasing = eraseAccount(gone, localStorage);
    await asked;
    // As long as another erasure takes, which could have overtaken it.
    await eraseAccount(other, localStorage);
    held!.close();
    expect(await erasing).to.deep.equal([]);
    expect(await stored(gone)).to.deep.equal([0, 0, 0]);
  });

  it('is erased as soon as a window that is closing it no longer has a second copy open', async () => {
    const inUse = await (await (await copiesOf(gone)).getFileHandle(receiptFile('r1'))).createWritable();
    const real = FileSystemDirectoryHandle.prototype.removeEntry;
    let tries = 0;
    FileSystemDirectoryHandle.prototype.removeEntry = function removeEntry(...parameters) {
      tries += 1;
      return real.apply(this, parameters);
    };
    try {
      const erasing = eraseAccount(gone, localStorage);
      await until(() => tries === 2);
      await inUse.abort();
      expect(await erasing).to.deep.equal([]);
    } finally {
      FileSystemDirectoryHandle.prototype.removeEntry = real;
    }
    expect(await stored(gone)).to.deep.equal([0, 0, 0]);
  });

  it('names what stands in the place of its second copies and cannot be deleted', async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(MIRROR_FOLDER);
    await root.removeEntry(mirrorAccountFolder(gone), { recursive: true });
    const inUse = await (await root.getFileHandle(mirrorAccountFolder(gone), { create: true })).createWritable();
    expect(await eraseAccount(gone, localStorage)).to.deep.equal(['second copies']);
    await inUse.abort();
    expect(await eraseAccount(gone, localStorage)).to.deep.equal([]);
  });

  it('names what could not be deleted: second copies in use, rows that stay', async () => {
    const file = await (await copiesOf(gone)).getFileHandle(receiptFile('r1'));
    const inUse = await file.createWritable();
    const key = `fieldkit-tally-${gone}`;
    const stubborn = Object.assign(Object.create({ removeItem: () => undefined }) as Storage, { [key]: 'a count' });
    expect(await eraseAccount(gone, stubborn)).to.deep.equal(['second copies', key]);
    expect((await stored(gone))[0]).to.equal(0);
    await inUse.abort();
    expect(await eraseAccount(gone, localStorage)).to.deep.equal([]);
  });
});
