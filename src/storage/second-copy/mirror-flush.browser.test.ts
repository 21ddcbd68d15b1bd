/**
 * The second copy is flushed to the disk before its worker reports it as written. Killing the browser cannot test this,
 * because the system's cache survives.
 */
import { expect } from '@open-wc/testing';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the worker
import workerUrl from '../../../test/support/watched-mirror-worker.ts?worker&url';
import type { Receipt } from '../../domain/receipt.ts';
import type { MirrorFunctions } from './mirror-messages.ts';
import { sampleReceipt, sampleRun } from '../../../test/support/sample-rows.ts';

interface Answer {
  readonly answer?: unknown;
  readonly error?: { readonly message: string };
  readonly calls: readonly string[];
}

describe('the worker of the second copy', () => {
  const folder = crypto.randomUUID();
  let worker: Worker;
  const next = <T>(): Promise<T> =>
    new Promise((resolve) =>
      worker.addEventListener('message', (event: MessageEvent<T>) => resolve(event.data), { once: true }),
    );
  before(async () => {
    worker = new Worker(workerUrl, { type: 'module', name: folder });
    expect(await next<string>()).to.equal('ready');
  });
  after(() => worker.terminate());

  async function call<Name extends keyof MirrorFunctions>(
    name: Name,
    ...parameters: Parameters<MirrorFunctions[Name]>
  ): Promise<readonly string[]> {
    const answer = next<Answer>();
    worker.postMessage({ call: 1, name, parameters });
    const { error, calls } = await answer;
    expect(error, error?.message).to.equal(undefined);
    return calls;
  }

  const write = (id: string, changes: Partial<Receipt> = {}): Promise<readonly string[]> =>
    call('write', sampleReceipt(folder, id, changes));
  const note = (id: string): Promise<readonly string[]> => call('note', { run: sampleRun(id), package: null });

  /** Expects only the flush and the close after the last write. */
  function expectFlushed(calls: readonly string[]): void {
    expect(calls).to.include('write');
    expect(calls.slice(calls.lastIndexOf('write') + 1).filter((name) => name !== 'truncate')).to.deep.equal([
      'flush',
      'close',
    ]);
  }

  it('flushes a reservation before the beacon is contacted', async () => {
    expectFlushed(await call('reserve', 'r1'));
  });

  it('flushes the receipt, both into a reservation and into a new file', async () => {
    for (const id of ['r1', 'r2']) expectFlushed(await write(id));
  });

  it('does not flush the note of a run, which guards only against a lost database', async () => {
    await call('reserve', 'rcp-r3');
    const noted = await note('r3');
    expect(noted.slice(noted.lastIndexOf('write'))).to.deep.equal(['write', 'close']);
    expectFlushed(await write('r3'));
  });

  it('touches no file when there is nothing to release', async () => {
    expect(await call('release', 'never-reserved')).to.deep.equal([]);
  });

  it('closes a file before it answers, also one that is left as it is', async () => {
    await write('r4');
    expect(await call('reserve', 'rcp-r4')).to.deep.equal(['close']);
    expect(await call('release', 'rcp-r4')).to.deep.equal(['close']);
    expect(await note('r4')).to.deep.equal(['close']);
    expect(await write('r4')).to.deep.equal(['close']);
  });

  it('flushes another response into a file of its own before it is overwritten', async () => {
    await write('r6');
    const other = await write('r6', { responseBase64: btoa('another response'), uniqueId: 'another' });
    expect(other).to.deep.equal(['write', 'flush', 'close', 'write', 'flush', 'close']);
  });

  it('flushes the copy of a reassigned receipt before it takes the place of the earlier one', async () => {
    await write('r5');
    const given = await write('r5', { uniqueId: 'another' });
    expect(given).to.deep.equal(['close', 'write', 'flush', 'close']);
  });

  it('flushes the tally', async () => {
    expectFlushed(await call('writeNote', '{"a":1}'));
  });
});
