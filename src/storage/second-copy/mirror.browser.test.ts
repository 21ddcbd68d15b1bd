import { expect } from '@open-wc/testing';
import { createMirror, type MirrorFile } from './mirror.ts';
import {
  mirrorFolder,
  overwriteFile,
  RESERVED,
  sampleMirror,
  sampleReceipt,
  sampleRun,
} from '../../../test/support/sample-rows.ts';
import { StorageError } from '../idb/storage-error.ts';
import { MIRROR_FOLDER } from '../../names.ts';
import { until } from '../../../test/support/until.ts';

let accountId = '';
beforeEach(() => {
  accountId = crypto.randomUUID();
});

const kinds = (files: readonly MirrorFile[]) => files.map(({ kind, name }) => `${name} ${kind}`).sort();

async function fileSize(name: string): Promise<number> {
  return (await (await (await mirrorFolder(accountId)).getFileHandle(name)).getFile()).size;
}

describe('the mirror', () => {
  it('reserves the space first, fills it without growing and releases it', async () => {
    const mirror = sampleMirror(accountId);
    expect(await mirror.status()).to.equal('ready');
    const receipt = sampleReceipt(accountId, '1');
    await mirror.reserve(receipt.id);
    expect(kinds(await mirror.readAll())).to.deep.equal(['rcp-1.receipt reserved']);
    expect(await fileSize('rcp-1.receipt')).to.equal(8192);
    await mirror.write(receipt);
    expect(await fileSize('rcp-1.receipt')).to.equal(8192);
    const files = await mirror.readAll();
    expect(files).to.deep.equal([
      {
        kind: 'receipt',
        name: 'rcp-1.receipt',
        modifiedMs: files[0]?.kind === 'receipt' ? files[0].modifiedMs : 0,
        receipt: { ...receipt, mirrored: true },
      },
    ]);
    await mirror.remove(['rcp-1.receipt', 'rcp-never.receipt']);
    expect(await mirror.readAll()).to.deep.equal([]);
    mirror.close();
  });

  it('writes a receipt without a reservation, and one larger than its reservation', async () => {
    const mirror = sampleMirror(accountId);
    const large = sampleReceipt(accountId, 'large', { values: { metadata: 'x'.repeat(20_000) } });
    await mirror.reserve(large.id);
    await mirror.write(large);
    await mirror.write(sampleReceipt(accountId, 'new'));
    expect(kinds(await mirror.readAll())).to.deep.equal(['rcp-large.receipt receipt', 'rcp-new.receipt receipt']);
    mirror.close();
  });

  it('never loses a sound copy to a reservation or to another response', async () => {
    const mirror = sampleMirror(accountId);
    const first = sampleReceipt(accountId, '1');
    const second = { ...first, responseBase64: btoa('another response') };
    await mirror.write(first);
    await mirror.reserve(first.id);
    await mirror.write({ ...first, state: 'verified' });
    await mirror.write(second);
    const responses = (await mirror.readAll()).map((file) =>
      file.kind === 'receipt' ? file.receipt.responseBase64 : file.kind,
    );
    expect(responses).to.have.members([first.responseBase64, second.responseBase64]);
    mirror.close();
  });

  it('reports a torn file and still reads the others', async () => {
    const mirror = sampleMirror(accountId);
    for (const id of ['whole', 'short', 'flipped']) await mirror.write(sampleReceipt(accountId, id));
    await overwriteFile(accountId, 'rcp-short.receipt', (bytes) => bytes.slice(0, bytes.length - 9));
    await overwriteFile(accountId, 'rcp-flipped.receipt', (bytes) =>
      bytes.map((byte, at) => (at === 90 ? byte ^ 1 : byte)),
    );
    expect(kinds(await mirror.readAll())).to.deep.equal([
      'rcp-flipped.receipt torn',
      'rcp-short.receipt torn',
      'rcp-whole.receipt receipt',
    ]);
    mirror.close();
  });

  it('serves two windows that write the same receipt at once', async () => {
    const mirrors = [sampleMirror(accountId), sampleMirror(accountId)];
    const rows = Array.from({ length: 10 }, (_, index) => sampleReceipt(accountId, `${index}`));
    await Promise.all(mirrors.flatMap((mirror) => rows.map((row) => mirror.write(row))));
    const files = await mirrors[0]!.readAll();
    expect(files.filter(({ kind }) => kind === 'receipt')).to.have.length(10);
    expect(files).to.have.length(10);
    for (const mirror of mirrors) mirror.close();
  });

  it('fills a reservation that another window has released in the meantime', async () => {
    const [mirror, beside] = [sampleMirror(accountId), sampleMirror(accountId)];
    const [first, second] = ['1', '2'].map((id) => sampleReceipt(accountId, id));
    await mirror.write(first!);
    await mirror.reserve(second!.id);
    await beside.release(second!.id);
    await mirror.write(second!);
    expect(kinds(await beside.readAll())).to.deep.equal(['rcp-1.receipt receipt', 'rcp-2.receipt receipt']);
    for (const one of [mirror, beside]) one.close();
  });

  it('lets a reservation with a note be filled, released, filled by another window and removed', async () => {
    const [mirror, beside] = [sampleMirror(accountId), sampleMirror(accountId)];
    const receipts = ['1', '2', '3', '4'].map((id) => sampleReceipt(accountId, id));
    for (const { id } of receipts) {
      await mirror.reserve(id);
      await mirror.note({ run: sampleRun(id, { receiptId: id }), package: null });
      expect(kinds(await beside.readAll())).to.include(`${id}.receipt reserved`);
      if (id === 'rcp-1') await mirror.write(receipts[0]!);
      if (id === 'rcp-2') await mirror.release(id);
      if (id === 'rcp-3') await beside.write(receipts[2]!);
      if (id === 'rcp-4') await mirror.remove([`${id}.receipt`]);
    }
    expect(kinds(await beside.readAll())).to.deep.equal(['rcp-1.receipt receipt', 'rcp-3.receipt receipt']);
    for (const one of [mirror, beside]) one.close();
  });

  it('keeps files with strange IDs inside its own folder', async () => {
    const mirror = sampleMirror(accountId);
    for (const id of ['../../escape', '..', 'a/b', 'ü%2f', 'CON'])
      await mirror.write(sampleReceipt(accountId, '1', { id, responseBase64: btoa(encodeURI(id)) }));
    const files = await mirror.readAll();
    expect(files.map((file) => (file.kind === 'receipt' ? file.receipt.id : file.kind))).to.have.members([
      '../../escape',
      '..',
      'a/b',
      'ü%2f',
      'CON',
    ]);
    mirror.close();
  });

  it('ends its worker when the page is left, and finishes waiting calls when the page comes back', async () => {
    const mirror = sampleMirror(accountId);
    const workers: Worker[] = [];
    const RealWorker = window.Worker;
    window.Worker = class extends RealWorker {
      constructor(...how: ConstructorParameters<typeof Worker>) {
        super(...how);
        workers.push(this);
      }
    };
    try {
      const receipt = sampleReceipt('left', '1');
      await mirror.reserve(receipt.id);
      const written = mirror.write(receipt);
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      const reading = mirror.readAll();
      expect(workers.length).to.equal(1);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await written;
      expect((await reading).length).to.equal(1);
      expect(kinds(await mirror.readAll())).to.deep.equal([`${receipt.id}.receipt receipt`]);
      expect(workers.length).to.equal(2);
    } finally {
      window.Worker = RealWorker;
      mirror.close();
    }
  });

  it('accepts nothing after close, so a late call does not create the folder again', async () => {
    const mirror = sampleMirror(accountId);
    await mirror.reserve('rcp-1');
    mirror.close();
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle(MIRROR_FOLDER);
    await until(
      () =>
        all.removeEntry(accountId, { recursive: true }).then(
          () => true,
          () => false,
        ),
      'its folder gone',
    );
    const failure = await mirror.note({ run: sampleRun('1'), package: null }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StorageError);
    const names: string[] = [];
    for await (const name of all.keys()) names.push(name);
    expect(names).not.to.include(accountId);
  });

  it('reports that its worker cannot start or does not answer', async () => {
    const deaf = createMirror({ accountId, trustUrl: () => '/src/storage/no-such-worker.js' });
    const failure = await deaf.write(sampleReceipt(accountId, '1')).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StorageError);
    const silentUrl = URL.createObjectURL(new Blob(['onmessage = () => {}'], { type: 'text/javascript' }));
    const silent = createMirror({ accountId, trustUrl: () => silentUrl, timeoutMs: 50 });
    const late = await silent.reserve('x').catch((error: unknown) => error);
    expect((late as StorageError).code).to.equal('unknown');
    expect((late as StorageError).message).to.contain('50 ms');
  });

  it('does not treat an empty receipt as a response', async () => {
    const mirror = sampleMirror(accountId);
    await mirror.write(sampleReceipt(accountId, '1', RESERVED));
    await mirror.write(sampleReceipt(accountId, '1'));
    const responses = (await mirror.readAll()).flatMap((file) =>
      file.kind === 'receipt' ? [file.receipt.responseBase64] : [],
    );
    expect(responses).to.include(sampleReceipt(accountId, '1').responseBase64);
    mirror.close();
  });
});
