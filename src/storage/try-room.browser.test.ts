/** Whether there is space on this phone, tested by writing; nothing of the test stays. */
import { expect } from '@open-wc/testing';
import { ROOM_TRIED_FILE } from '../names.ts';
import { rawRows, removeDatabase } from '../../test/support/sample-rows.ts';
import { openAccountNamed, type AccountDatabase } from './idb/schema.ts';
import { StorageError } from './idb/storage-error.ts';
import { tryRoom } from './try-room.ts';

/** More than two pieces of random bytes, and a part of another. */
const BYTES = 2 * 65_536 + 1000;

let name = '';
let database: AccountDatabase;
let root: FileSystemDirectoryHandle;
let changes = 0;
beforeEach(async () => {
  name = `room-${crypto.randomUUID()}`;
  database = await openAccountNamed(name);
  root = await navigator.storage.getDirectory();
  changes = 0;
  database.changes.watch('meta', () => (changes += 1));
});
afterEach(async () => {
  database.close();
  await removeDatabase(name);
});

async function expectNothingLeft(): Promise<void> {
  expect(await rawRows('', 'meta', name)).to.deep.equal([]);
  const names: string[] = [];
  for await (const entry of root.keys()) names.push(entry);
  expect(names).not.to.include(ROOM_TRIED_FILE);
}

/** Returns the database with something done after each write, or instead of it. */
function watched(afterWrite: (count: number) => Promise<void>): AccountDatabase {
  let count = 0;
  return {
    ...database,
    async write(...parameters) {
      const result = await database.write(...parameters);
      await afterWrite((count += 1));
      return result;
    },
  };
}

describe('the test for free space', () => {
  it('finds enough space, and leaves nothing behind', async () => {
    expect(await tryRoom(database, BYTES)).to.equal('enough');
    expect(changes, 'written and removed').to.equal(2);
    await expectNothingLeft();
  });

  it('stores as many bytes as requested, which no disk can compress', async () => {
    let stored: unknown;
    const seen = watched(async (count) => {
      if (count === 1) [stored] = (await rawRows('', 'meta', name)) as unknown[];
    });
    // While it is in use, the browser does not remove the file.
    const inUse = await (await root.getFileHandle(ROOM_TRIED_FILE, { create: true })).createWritable();
    expect(await tryRoom(seen, BYTES)).to.equal('enough');
    const file = await (await root.getFileHandle(ROOM_TRIED_FILE)).getFile();
    expect(file.size).to.equal(BYTES);
    expect(new Uint8Array(await file.arrayBuffer())).to.deep.equal(stored);
    for (let at = 0; at < BYTES; at += 500)
      expect(
        (stored as Uint8Array).subarray(at, at + 500).some((byte) => byte !== 0),
        String(at),
      ).to.equal(true);
    await inUse.abort();
    await root.removeEntry(ROOM_TRIED_FILE);
    await expectNothingLeft();
  });

  it('reports whether space is missing or something else is wrong, and removes what it has written', async () => {
    for (const [code, answer] of [
      ['full', 'full'],
      ['damaged', 'failed'],
      ['unknown', 'failed'],
    ] as const) {
      const failing = watched(async (count) => {
        if (count === 1) throw new StorageError(code, 'as if');
      });
      expect(await tryRoom(failing, BYTES), code).to.equal(answer);
      await expectNothingLeft();
    }
  });

  it('reports no free space when no file can be written', async () => {
    await root.getDirectoryHandle(ROOM_TRIED_FILE, { create: true });
    expect(await tryRoom(database, BYTES)).to.equal('failed');
    await expectNothingLeft();
  });
});
