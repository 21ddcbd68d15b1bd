/** Photos on real files: kept with what they show, within their budget, and never in the place of a receipt. */
import { expect } from '@open-wc/testing';
import { pictureFile } from '../../../test/support/photo-files.ts';
import { commitSample, failureOf, mirrorFolder, openSample } from '../../../test/support/sample-rows.ts';
import type { Photo } from '../../domain/job/photo.ts';
import { PHOTO_FOLDER, photoFile } from '../../names.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import type { PhotoStore } from '../../use-cases/jobs/ports.ts';
import type { AccountStorage } from '../open-account.ts';
import { createPhotoStore } from './photo-store.ts';

let accountId = '';
let storage: AccountStorage;
let photos: PhotoStore;
async function open(): Promise<void> {
  storage = await openSample(accountId);
  photos = createPhotoStore(accountId, storage.tryRoom);
}
beforeEach(() => {
  accountId = crypto.randomUUID();
  return open();
});
afterEach(async () => {
  storage.close();
  expect(await eraseAccount(accountId, localStorage)).to.deep.equal([]);
});

const photo = (changes: Partial<Photo> = {}): Photo => ({
  jobId: 'job-1',
  uniqueId: 'aa11',
  addedAtMs: 1_000,
  file: new Blob(['a photo'], { type: 'image/jpeg' }),
  ...changes,
});

async function stored(jobId = 'job-1'): Promise<{ uniqueId: string; addedAtMs: number; words: string }[]> {
  const ofJob = await photos.ofJob(jobId);
  return Promise.all(
    ofJob.map(async ({ uniqueId, addedAtMs, file }) => ({ uniqueId, addedAtMs, words: await file.text() })),
  );
}

describe('stored photos', () => {
  it('are there after a restart with their job, beacon and time, the oldest first', async () => {
    const strange = `${'ä/.. '.repeat(100)},1.jpg`;
    await photos.put([photo({ uniqueId: strange, addedAtMs: 3_000, file: new Blob(['later']) })]);
    await photos.put([photo()]);
    await photos.put([photo({ jobId: '..', file: new Blob(['of another job']) })]);
    storage.close();
    await open();
    expect(await stored()).to.deep.equal([
      { uniqueId: 'aa11', addedAtMs: 1_000, words: 'a photo' },
      { uniqueId: strange, addedAtMs: 3_000, words: 'later' },
    ]);
    expect((await stored('..')).map(({ words }) => words)).to.deep.equal(['of another job']);
    expect(await photos.count()).to.equal(3);
  });

  it('can be shown as pictures', async () => {
    await photos.put([photo({ file: await pictureFile(30, 20) })]);
    const [{ file } = photo()] = await photos.ofJob('job-1');
    expect(file.type).to.equal('image/jpeg');
    expect((await createImageBitmap(file)).width).to.equal(30);
  });

  it('are stored once when the same photo comes twice, and announced', async () => {
    let announced = 0;
    const stop = photos.watch(() => (announced += 1));
    await photos.put([photo()]);
    await photos.put([photo({ file: new Blob(['another one']) })]);
    expect((await stored()).map(({ words }) => words)).to.deep.equal(['a photo']);
    await photos.remove([photo(), photo({ uniqueId: 'gone' })]);
    stop();
    await photos.put([photo()]);
    expect(announced).to.equal(2);
  });

  it('do not count a file that a killed browser has left empty', async () => {
    await photos.put([photo()]);
    const folder = await (await mirrorFolder(accountId)).getDirectoryHandle(PHOTO_FOLDER);
    await folder.getFileHandle(photoFile(photo({ addedAtMs: 2_000 })), { create: true });
    expect(await stored()).to.have.length(1);
    await photos.put([photo({ addedAtMs: 2_000 })]);
    expect(await stored()).to.have.length(2);
  });

  it('leave files alone whose names they do not have', async () => {
    await photos.put([photo()]);
    const folder = await (await mirrorFolder(accountId)).getDirectoryHandle(PHOTO_FOLDER);
    const strange = ['%E4,aa11,1.jpg', 'job 1,aa11,1.jpg', 'job-1,aa11,01.jpg', 'job-1,aa11,1.jpg.crswap'];
    for (const name of strange) {
      const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await stream.write('not from here');
      await stream.close();
    }
    expect(await stored()).to.have.length(1);
    await photos.remove(await photos.ofJob('job-1'));
    const left: string[] = [];
    for await (const name of folder.keys()) left.push(name);
    expect(left.toSorted()).to.deep.equal(strange.toSorted());
  });

  it('leave the second copies of the receipts alone, and go with the account', async () => {
    await commitSample(storage, accountId, '1');
    await photos.put([photo()]);
    expect(await storage.mirror!.names()).to.deep.equal(['rcp-1.receipt']);
    storage.close();
    expect(await eraseAccount(accountId, localStorage)).to.deep.equal([]);
    await open();
    expect(await photos.count()).to.equal(0);
  });

  it('are refused beyond the budget that they share with the photos of other accounts', async () => {
    const other = createPhotoStore(crypto.randomUUID(), async () => 'enough');
    await other.put([photo({ file: new Blob(['x'.repeat(600)]) })]);
    const { estimate } = navigator.storage;
    const { quota = 0 } = await navigator.storage.estimate();
    expect(quota, 'a quarter of it is more than the photos here').to.be.above(8_000);
    navigator.storage.estimate = async () => ({ quota: 4_000 });
    try {
      await photos.put([photo({ file: new Blob(['x'.repeat(400)]) })]);
      const refusal = await failureOf(photos.put([photo({ addedAtMs: 2_000, file: new Blob(['x']) })]));
      expect(refusal.code).to.equal('full');
      expect(await stored()).to.have.length(1);
    } finally {
      navigator.storage.estimate = estimate;
      await other.remove(await other.ofJob('job-1'));
    }
  });

  it('are refused where the space for the next receipts would be missing, and leave nothing behind', async () => {
    for (const [room, code] of [
      ['full', 'full'],
      ['failed', 'unknown'],
    ] as const) {
      let bytes = 0;
      const short = createPhotoStore(accountId, async (asked) => {
        bytes = asked;
        return room;
      });
      expect((await failureOf(short.put([photo()]))).code).to.equal(code);
      expect(bytes).to.equal('a photo'.length + 5_000_000);
      expect(await short.count()).to.equal(0);
    }
  });

  it('are stored all or none when a file cannot be written', async () => {
    const { createWritable } = FileSystemFileHandle.prototype;
    FileSystemFileHandle.prototype.createWritable = function (this: FileSystemFileHandle, ...options) {
      if (this.name !== photoFile(photo({ addedAtMs: 2_000 }))) return createWritable.apply(this, options);
      return Promise.reject(new DOMException('no space', 'QuotaExceededError'));
    };
    try {
      const refusal = await failureOf(photos.put([photo(), photo({ addedAtMs: 2_000 })]));
      expect(refusal.code).to.equal('full');
    } finally {
      FileSystemFileHandle.prototype.createWritable = createWritable;
    }
    expect(await stored()).to.deep.equal([]);
  });

  it('are not stored after the account was closed', async () => {
    storage.close();
    await failureOf(photos.put([photo()]));
    await open();
    expect(await photos.count()).to.equal(0);
  });

  it('are refused, and not missed, where the browser has no private files', async () => {
    const { getDirectory } = navigator.storage;
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    try {
      expect((await failureOf(photos.put([photo()]))).code).to.equal('absent');
      expect(await stored()).to.deep.equal([]);
      await photos.remove([photo()]);
    } finally {
      navigator.storage.getDirectory = getDirectory;
    }
  });
});
