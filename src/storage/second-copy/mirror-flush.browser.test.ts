/**
 * The second copy is flushed to the disk before its worker reports it as written. Killing the browser cannot test this,
 * because the system's cache survives.
 */
import { expect } from '@open-wc/testing';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the worker
import workerUrl from '../../../test/support/watched-mirror-worker.ts?worker&url';
import type { MirrorRequest } from './mirror-messages.ts';
import { sampleReceipt } from '../../../test/support/sample-rows.ts';

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
    worker = new Worker(workerUrl, { type: 'module' });
    expect(await next<string>()).to.equal('ready');
  });
  after(() => worker.terminate());

  async function call(request: MirrorRequest): Promise<readonly string[]> {
    const answer = next<Answer>();
    worker.postMessage({ call: 1, request });
    const { error, calls } = await answer;
    expect(error, error?.message).to.equal(undefined);
    return calls;
  }

  function writing(id: string): MirrorRequest {
    const receipt = sampleReceipt(folder, id);
    const { uniqueId, responseBase64: response } = receipt;
    return { op: 'write', folder, id: receipt.id, uniqueId, json: JSON.stringify(receipt), response };
  }

  /** Expects only the flush and the close after the last write. */
  function expectFlushed(calls: readonly string[]): void {
    expect(calls).to.include('write');
    expect(calls.slice(calls.lastIndexOf('write') + 1).filter((name) => name !== 'truncate')).to.deep.equal([
      'flush',
      'close',
    ]);
  }

  it('flushes a reservation before the beacon is contacted', async () => {
    expectFlushed(await call({ op: 'reserve', folder, id: 'r1' }));
  });

  it('flushes the receipt, both into a reservation and into a new file', async () => {
    for (const id of ['r1', 'r2']) expectFlushed(await call(writing(id)));
  });

  it('does not flush the note of a run, which guards only against a lost database', async () => {
    await call({ op: 'reserve', folder, id: 'rcp-r3' });
    const noted = await call({ op: 'note', folder, id: 'rcp-r3', json: JSON.stringify({ step: 'writing' }) });
    expect(noted.slice(noted.lastIndexOf('write'))).to.deep.equal(['write', 'close']);
    expectFlushed(await call(writing('r3')));
  });

  it('touches no file when there is nothing to release', async () => {
    expect(await call({ op: 'release', folder, id: 'never-reserved' })).to.deep.equal([]);
  });

  it('closes a file before it answers, also one that is left as it is', async () => {
    await call(writing('r4'));
    for (const request of [
      { op: 'reserve', folder, id: 'rcp-r4' },
      { op: 'release', folder, id: 'rcp-r4' },
      { op: 'note', folder, id: 'rcp-r4', json: '{}' },
      writing('r4'),
    ] as const)
      expect(await call(request), request.op).to.deep.equal(['close']);
  });

  it('flushes another response into a file of its own before it is overwritten', async () => {
    await call(writing('r6'));
    const other = { ...writing('r6'), response: btoa('another response'), uniqueId: 'another' } as MirrorRequest;
    expect(await call(other)).to.deep.equal(['write', 'flush', 'close', 'write', 'flush', 'close']);
  });

  it('flushes the copy of a reassigned receipt before it takes the place of the earlier one', async () => {
    await call(writing('r5'));
    const given = await call({ ...writing('r5'), uniqueId: 'another' } as MirrorRequest);
    expect(given).to.deep.equal(['close', 'write', 'flush', 'close']);
  });

  it('flushes the tally', async () => {
    expectFlushed(await call({ op: 'writeNote', folder, text: '{"a":1}' }));
  });
});
