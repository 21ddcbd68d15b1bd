import { expect } from '@open-wc/testing';
import { encodeNote, encodeRecord, encodeReservation } from './mirror-record.ts';
import { createMirror, type MirrorFile } from './mirror.ts';
import {
  failureOf,
  mirrorFolder,
  overwriteFile,
  RESERVED,
  sampleMirror,
  samplePackage,
  sampleReceipt,
  sampleRun,
} from '../../../test/support/sample-rows.ts';
import { MIRROR_FOLDER } from '../../names.ts';
import { until } from '../../../test/support/until.ts';

let accountId = '';
beforeEach(() => {
  accountId = crypto.randomUUID();
});

const kinds = (files: readonly MirrorFile[]) => files.map(({ kind, name }) => `${name} ${kind}`).sort();

const fileNamed = async (name: string): Promise<File> =>
  (await (await mirrorFolder(accountId)).getFileHandle(name)).getFile();
const fileSize = async (name: string): Promise<number> => (await fileNamed(name)).size;
const fileStart = async (name: string): Promise<string> => (await fileNamed(name)).slice(0, 4).text();

async function createFile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await (await mirrorFolder(accountId)).getFileHandle(name, { create: true });
  await overwriteFile(accountId, name, () => bytes);
}

describe('the mirror of second copies', () => {
  it('reserves the space first, fills it without growing and releases it', async () => {
    const mirror = sampleMirror(accountId);
    expect(await mirror.status()).to.equal('ready');
    const receipt = sampleReceipt(accountId, '1');
    await mirror.reserve(receipt.id);
    expect(kinds(await mirror.readAll())).to.deep.equal(['rcp-1.receipt reserved']);
    expect(await fileSize('rcp-1.receipt')).to.equal(8192);
    await mirror.reserve(receipt.id);
    expect(await fileStart('rcp-1.receipt')).to.equal('BFK0');
    await mirror.write(receipt);
    expect(await fileStart('rcp-1.receipt')).to.equal('BFKR');
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
    const others = ['another response', 'a third one'].map((text) => ({ ...first, responseBase64: btoa(text) }));
    await mirror.write(first);
    await mirror.reserve(first.id);
    await mirror.write({ ...first, state: 'verified' });
    for (const other of others) await mirror.write(other);
    const copies = (await mirror.readAll()).map((file) =>
      file.kind === 'receipt' ? `${file.receipt.responseBase64} ${file.receipt.state}` : file.kind,
    );
    expect(copies).to.have.members([first, ...others].map(({ responseBase64 }) => `${responseBase64} waiting`));
    mirror.close();
  });

  it('puts a record aside whose content it cannot read', async () => {
    const mirror = sampleMirror(accountId);
    for (const json of ['nonsense', 'null', '{}']) {
      await createFile('rcp-1.receipt', await encodeRecord(json));
      await mirror.write(sampleReceipt(accountId, '1'));
      expect((await mirror.readAll()).map(({ kind }) => kind).sort(), json).to.deep.equal(['receipt', 'torn']);
      await mirror.remove(await mirror.names());
    }
    mirror.close();
  });

  it('replaces the copy when the receipt is given to another beacon, whatever an interruption left', async () => {
    const mirror = sampleMirror(accountId);
    const receipt = sampleReceipt(accountId, '1');
    await mirror.write(receipt);
    await createFile('given~rcp-1.receipt', new Uint8Array(20_000).fill(7));
    await mirror.write({ ...receipt, uniqueId: 'dev-b' });
    const files = await mirror.readAll();
    expect(files.map((file) => (file.kind === 'receipt' ? `${file.name} ${file.receipt.uniqueId}` : file.kind)))
      .to.deep // prettier-ignore
      .equal(['rcp-1.receipt dev-b']);
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

  it('lets each window fill, release or remove a reserved file that contains the note of a run', async () => {
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

  it('carries out the calls for one receipt in the order in which they were made', async () => {
    const mirror = sampleMirror(accountId);
    const receipt = sampleReceipt(accountId, '1');
    for (let time = 1; time <= 10; time += 1) {
      const calls = [
        mirror.reserve(receipt.id),
        mirror.release(receipt.id),
        mirror.reserve(receipt.id),
        mirror.note({ run: sampleRun('1'), package: null }),
        mirror.release(receipt.id),
        mirror.write(receipt),
        mirror.reserve(receipt.id),
        mirror.note({ run: sampleRun('1'), package: null }),
        mirror.release(receipt.id),
      ];
      await Promise.all(calls);
      expect(kinds(await mirror.readAll()), `time ${time}`).to.deep.equal(['rcp-1.receipt receipt']);
      await mirror.remove(['rcp-1.receipt']);
    }
    mirror.close();
  });

  it('goes on with a receipt after a call for it has failed', async () => {
    const mirror = sampleMirror(accountId);
    const handle = await (await mirrorFolder(accountId)).getFileHandle('rcp-1.receipt', { create: true });
    const held = await handle.createWritable();
    const reserved = failureOf(mirror.reserve('rcp-1'));
    const written = mirror.write(sampleReceipt(accountId, '1'));
    expect((await reserved).message).to.contain('NoModificationAllowedError');
    await held.abort();
    await written;
    expect(kinds(await mirror.readAll())).to.deep.equal(['rcp-1.receipt receipt']);
    mirror.close();
  });

  it('waits while another window has the file open', async () => {
    const mirror = sampleMirror(accountId);
    await mirror.status();
    const handle = await (await mirrorFolder(accountId)).getFileHandle('rcp-1.receipt', { create: true });
    const held = await handle.createWritable();
    const written = mirror.write(sampleReceipt(accountId, '1'));
    // No event tells that the worker has met the open file and waits for it.
    setTimeout(() => void held.abort(), 60);
    await written;
    expect(kinds(await mirror.readAll())).to.deep.equal(['rcp-1.receipt receipt']);
    mirror.close();
  });

  it('creates its folder again when that was removed while it was open', async () => {
    const mirror = sampleMirror(accountId);
    await mirror.write(sampleReceipt(accountId, '1'));
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle(MIRROR_FOLDER);
    await all.removeEntry(accountId, { recursive: true });
    await mirror.write(sampleReceipt(accountId, '2'));
    expect(kinds(await mirror.readAll())).to.deep.equal(['rcp-2.receipt receipt']);
    mirror.close();
  });

  it('tries again to open a folder that could not be opened', async () => {
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle(MIRROR_FOLDER, { create: true });
    await all.getFileHandle(accountId, { create: true });
    const mirror = sampleMirror(accountId);
    expect((await failureOf(mirror.write(sampleReceipt(accountId, '1')))).message).to.contain('TypeMismatchError');
    await all.removeEntry(accountId);
    await mirror.write(sampleReceipt(accountId, '1'));
    expect(kinds(await mirror.readAll())).to.deep.equal(['rcp-1.receipt receipt']);
    mirror.close();
  });

  it('reads only files of receipts, and removes the space that earlier versions reserved', async () => {
    const mirror = sampleMirror(accountId);
    await mirror.write(sampleReceipt(accountId, '1'));
    await mirror.writeNote('{"receipts":1}');
    const folder = await mirrorFolder(accountId);
    await folder.getDirectoryHandle('folder.receipt', { create: true });
    await createFile('spare.room', encodeReservation());
    expect(kinds(await mirror.readAll())).to.deep.equal(['rcp-1.receipt receipt']);
    expect(await mirror.names()).to.deep.equal(['rcp-1.receipt']);
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    expect(names.sort()).to.deep.equal(['folder.receipt', 'rcp-1.receipt', 'tally.json']);
    mirror.close();
  });

  it('reads the note that was written last, and null before the first', async () => {
    const mirror = sampleMirror(accountId);
    expect(await mirror.readNote()).to.equal(null);
    for (const text of ['{"epoch":"long","receipts":12345}', '{}']) {
      await mirror.writeNote(text);
      expect(await mirror.readNote()).to.equal(text);
    }
    mirror.close();
  });

  it('reports a file that cannot be removed, but not one that is already gone', async () => {
    const mirror = sampleMirror(accountId);
    await mirror.write(sampleReceipt(accountId, '1'));
    await mirror.remove(['rcp-0.receipt', 'rcp-1.receipt', 'rcp-2.receipt']);
    expect(await mirror.names()).to.deep.equal([]);
    await failureOf(mirror.remove(['a/b']));
    mirror.close();
  });

  it('keeps the note of a run in its reservation as far as it fits', async () => {
    const mirror = sampleMirror(accountId);
    const about = (padding: number) => ({
      run: sampleRun('1'),
      package: samplePackage('1', { values: { metadata: 'x'.repeat(padding) } }),
    });
    const room = encodeReservation().length - (await encodeNote(JSON.stringify(about(0)))).length;
    for (const [padding, isKept] of [
      [room, true],
      [room + 1, false],
    ] as const) {
      await mirror.reserve('rcp-1');
      await mirror.note(about(padding));
      await mirror.reserve('rcp-1');
      const [file] = await mirror.readAll();
      expect(file?.kind === 'reserved' && file.runNote, `${padding} bytes`).to.deep.equal(
        isKept ? about(padding) : null,
      );
      await mirror.release('rcp-1');
      expect(await mirror.names()).to.deep.equal([]);
    }
    mirror.close();
  });

  it('reads as much of a note as it understands', async () => {
    const mirror = sampleMirror(accountId);
    for (const [note, expected] of [
      ['{', null],
      ['null', null],
      ['1', null],
      ['{}', null],
      [JSON.stringify({ run: { ...sampleRun('1'), step: 'dancing' }, package: samplePackage('1') }), null],
      [JSON.stringify({ run: sampleRun('1'), package: { id: 'pkg-1' } }), { run: sampleRun('1'), package: null }],
    ] as const) {
      await createFile('rcp-1.receipt', await encodeNote(note));
      const [file] = await mirror.readAll();
      expect(file?.kind === 'reserved' && file.runNote, note).to.deep.equal(expected);
    }
    mirror.close();
  });

  it('says why a file is torn', async () => {
    const mirror = sampleMirror(accountId);
    await createFile(
      'rcp-1.receipt',
      await encodeRecord(JSON.stringify({ ...sampleReceipt(accountId, '1'), tries: null })),
    );
    await createFile('rcp-2.receipt', new Uint8Array(9).fill(1));
    const files = await mirror.readAll();
    expect(
      files.map((file) => (file.kind === 'torn' ? `${file.name}: ${file.detail}` : file.kind)).sort(),
    ).to.deep.equal(['rcp-1.receipt: tries invalid_type', 'rcp-2.receipt: 9 bytes are no record']);
    mirror.close();
  });

  it('keeps a file inside its own folder when the ID contains characters of a path', async () => {
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
    await failureOf(mirror.note({ run: sampleRun('1'), package: null }));
    const names: string[] = [];
    for await (const name of all.keys()) names.push(name);
    expect(names).not.to.include(accountId);
  });

  it('reports that its worker cannot start, and works once it can', async () => {
    let isThere = false;
    const mirror = createMirror({ accountId, trustUrl: (url) => (isThere ? url : '/src/storage/no-such-worker.js') });
    expect((await failureOf(mirror.write(sampleReceipt(accountId, '1')))).code).to.equal('unknown');
    isThere = true;
    await mirror.write(sampleReceipt(accountId, '1'));
    expect(kinds(await mirror.readAll())).to.deep.equal(['rcp-1.receipt receipt']);
    mirror.close();
  });

  const workerOf = (code: string): string => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));

  it('reports that its worker does not answer', async () => {
    const silentUrl = workerOf('onmessage = () => {}');
    const silent = createMirror({ accountId, trustUrl: () => silentUrl, timeoutMs: 50 });
    const late = await failureOf(silent.reserve('x'));
    expect(late.code).to.equal('unknown');
    expect(late.message).to.contain('50 ms');
  });

  it('says that the browser has no private file system, and asks only once', async () => {
    const url = workerOf(
      'let asked = 0; onmessage = ({ data: { call } }) => postMessage({ call, answer: ++asked > 1 })',
    );
    const absent = createMirror({ accountId, trustUrl: () => url });
    for (const time of ['first', 'second']) expect(await absent.status(), time).to.equal('absent');
    for (const call of [absent.reserve('x'), absent.readAll(), absent.names(), absent.remove(['x'])])
      expect((await failureOf(call)).code).to.equal('absent');
    absent.close();
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
