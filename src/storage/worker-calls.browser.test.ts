import { expect } from '@open-wc/testing';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the worker
import workerUrl from '../../test/support/counting-worker.ts?worker&url';
import type { CountingAnswers, CountingRequest } from '../../test/support/counting-worker.ts';
import { failureOf } from '../../test/support/sample-rows.ts';
import { StorageError } from './idb/storage-error.ts';
import { callWorker } from './worker-calls.ts';

type Options = Partial<Parameters<typeof callWorker<CountingRequest, CountingAnswers>>[0]>;

/** Calls of a worker, and the workers that were started for them. */
function callsOf(options: Options = {}) {
  const started: Worker[] = [];
  const calls = callWorker<CountingRequest, CountingAnswers>({
    diedMessage: 'it died',
    start() {
      const worker = new Worker(workerUrl, { type: 'module' });
      started.push(worker);
      return worker;
    },
    ...options,
  });
  return { ...calls, started };
}
/** Returns workers that are already running, because starting one takes long on a busy machine. Each has one request. */
function runningWorkers(count: number): Promise<Worker[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const worker = new Worker(workerUrl, { type: 'module' });
      const runs = new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
      worker.postMessage({ call: -1, request: { op: 'count' } });
      await runs;
      return worker;
    }),
  );
}
const leavePage = (): unknown => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
const comeBack = (): unknown => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
/** Real time is what is tested: the limit of a call. */
const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('calls to a worker', () => {
  it('all go to one worker, and each gets its own answer', async () => {
    const { ask, stop, started } = callsOf();
    const answers = await Promise.all([ask({ op: 'count' }), ask({ op: 'count' }), ask({ op: 'count' })]);
    expect(answers).to.deep.equal([1, 2, 3]);
    expect(started).to.have.length(1);
    stop(new StorageError('unknown', 'over'));
  });

  it('fail by the code of what the worker threw, and spare the others', async () => {
    const { ask, stop } = callsOf();
    const [full, other, blocked, count] = await Promise.all([
      failureOf(ask({ op: 'fail', name: 'QuotaExceededError' })),
      failureOf(ask({ op: 'fail', name: 'DataError' })),
      failureOf(ask({ op: 'failBlocked' })),
      ask({ op: 'count' }),
    ]);
    expect([full.code, full.message]).to.deep.equal(['full', 'QuotaExceededError: as asked']);
    expect([other.code, other.message]).to.deep.equal(['unknown', 'DataError: as asked']);
    expect([blocked.code, blocked.message]).to.deep.equal(['blocked', 'held by another window']);
    expect(count).to.equal(4);
    stop(new StorageError('unknown', 'over'));
  });

  it('fail when the request cannot be sent', async () => {
    const { ask, stop, started } = callsOf();
    const unsendable = { op: 'count', by: () => undefined } as unknown as CountingRequest;
    expect((await failureOf(ask(unsendable))).message).to.contain('DataCloneError');
    expect(await ask({ op: 'count' })).to.equal(1);
    expect(started).to.have.length(1);
    stop(new StorageError('unknown', 'over'));
  });

  it('transfer the buffers that are named, in both directions, and copy the others', async () => {
    const { ask, stop } = callsOf();
    for (const isTransferred of [true, false]) {
      const buffer = new ArrayBuffer(8);
      const request = { op: 'grow', buffer, isTransferred } as const;
      const grown = await (isTransferred ? ask(request, [buffer]) : ask(request));
      expect([grown.byteLength, buffer.byteLength, await ask({ op: 'lengthOfLast' })]).to.deep.equal(
        isTransferred ? [9, 0, 0] : [9, 8, 9],
      );
    }
    stop(new StorageError('unknown', 'over'));
  });

  it('fail together when they are stopped, and the next call starts a new worker', async () => {
    const { ask, stop, started } = callsOf();
    const pending = [ask({ op: 'hang' }), ask({ op: 'hang' })].map(failureOf);
    const reason = new StorageError('unknown', 'over');
    stop(reason);
    expect(await Promise.all(pending)).to.deep.equal([reason, reason]);
    expect(await ask({ op: 'count' })).to.equal(1);
    expect(started).to.have.length(2);
    stop(reason);
  });

  it('fail when the worker cannot start, and the next call starts it again', async () => {
    let address = URL.createObjectURL(new Blob(['not a script'], { type: 'text/javascript' }));
    const { ask, stop } = callsOf({ start: () => new Worker(address, { type: 'module' }) });
    expect((await failureOf(ask({ op: 'count' }))).message).to.equal('it died');
    address = workerUrl;
    expect(await ask({ op: 'count' })).to.equal(1);
    stop(new StorageError('unknown', 'over'));
  });
});

describe('the request that opens a worker', () => {
  it('comes first at each new worker', async () => {
    const { ask, stop } = callsOf({ opening: { op: 'count' } });
    for (const time of ['first', 'second']) {
      expect(await ask({ op: 'count' }), time).to.equal(2);
      stop(new StorageError('unknown', 'over'));
    }
  });

  it('fails every pending call when it fails', async () => {
    const { ask } = callsOf({ opening: { op: 'fail', name: 'NotReadableError' } });
    const failures = await Promise.all([ask({ op: 'hang' }), ask({ op: 'hang' })].map(failureOf));
    expect(failures.map(({ code }) => code)).to.deep.equal(['damaged', 'damaged']);
  });
});

describe('the time limit of a call', () => {
  const limit = { timeoutMs: 800, message: 'it took too long' };
  async function limitedCalls(options: Options = {}) {
    const running = await runningWorkers(2);
    const calls = callsOf({ limit, start: () => running.shift()!, ...options });
    return { ...calls, workersLeft: () => running.length };
  }

  it('ends the worker and fails every pending call', async () => {
    const { ask, stop, workersLeft } = await limitedCalls();
    const failures = await Promise.all([ask({ op: 'hang' }), ask({ op: 'hang' })].map(failureOf));
    expect(failures.map(({ message }) => message)).to.deep.equal(['it took too long', 'it took too long']);
    expect(await ask({ op: 'count' })).to.equal(2);
    expect(workersLeft()).to.equal(0);
    stop(new StorageError('unknown', 'over'));
  });

  it('does not count once the call was answered or has failed', async () => {
    const { ask, stop, workersLeft } = await limitedCalls();
    await ask({ op: 'count' });
    await failureOf(ask({ op: 'fail', name: 'DataError' }));
    await pass(limit.timeoutMs + 50);
    expect(await ask({ op: 'count' })).to.equal(4);
    expect(workersLeft()).to.equal(1);
    stop(new StorageError('unknown', 'over'));
  });

  it('does not count while the page is left', async () => {
    const { ask, stop, workersLeft } = await limitedCalls({ endsWithPage: true });
    await ask({ op: 'count' });
    const answer = ask({ op: 'count' });
    leavePage();
    await pass(limit.timeoutMs + 50);
    comeBack();
    expect(await answer).to.equal(2);
    expect(workersLeft()).to.equal(0);
    stop(new StorageError('unknown', 'over'));
  });
});

describe('leaving the page during calls to a worker', () => {
  it('ends the worker; pending calls and later ones wait, and answered ones are not repeated', async () => {
    const { ask, stop, started } = callsOf({ endsWithPage: true });
    for (let time = 1; time <= 2; time += 1) {
      await ask({ op: 'count' });
      const pending = ask({ op: 'count' });
      leavePage();
      const later = ask({ op: 'count' });
      expect(started).to.have.length(time);
      comeBack();
      expect(await Promise.all([pending, later])).to.deep.equal([1, 2]);
      expect(started).to.have.length(time + 1);
    }
    stop(new StorageError('unknown', 'over'));
  });

  it('starts no worker when nothing was pending', async () => {
    const { ask, stop, started } = callsOf({ endsWithPage: true });
    await ask({ op: 'count' });
    leavePage();
    comeBack();
    expect(started).to.have.length(1);
    stop(new StorageError('unknown', 'over'));
  });

  it('does not end a worker that writes no files', async () => {
    const { ask, stop, started } = callsOf();
    await ask({ op: 'count' });
    leavePage();
    expect(await ask({ op: 'count' })).to.equal(2);
    comeBack();
    expect(started).to.have.length(1);
    stop(new StorageError('unknown', 'over'));
  });

  it('does not stop calls that begin after the worker was ended', async () => {
    const { ask, stop } = callsOf({ endsWithPage: true });
    await ask({ op: 'count' });
    stop(new StorageError('unknown', 'over'));
    leavePage();
    expect(await ask({ op: 'count' })).to.equal(1);
    comeBack();
    stop(new StorageError('unknown', 'over'));
  });
});
