import { expect } from '@open-wc/testing';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the worker
import workerUrl from '../../test/support/counting-worker.ts?worker&url';
import type { CountingFunctions } from '../../test/support/counting-worker.ts';
import { failureOf } from '../../test/support/sample-rows.ts';
import { StorageError } from './idb/storage-error.ts';
import { callWorker } from './worker-calls.ts';

type Options = Partial<Parameters<typeof callWorker<CountingFunctions>>[0]>;

/** Calls of a worker, and the workers that were started for them. */
function callsOf(options: Options = {}) {
  const started: Worker[] = [];
  const { remote, stop } = callWorker<CountingFunctions>({
    diedMessage: 'it died',
    start() {
      const worker = new Worker(workerUrl, { type: 'module' });
      started.push(worker);
      return worker;
    },
    ...options,
  });
  return {
    count: remote('count'),
    fail: remote('fail'),
    failBlocked: remote('failBlocked'),
    hang: remote('hang'),
    growMoved: remote('grow', (buffer) => [buffer]),
    grow: remote('grow'),
    lengthOfLast: remote('lengthOfLast'),
    stop,
    started,
  };
}
/** Returns workers that are already running, because starting one takes long on a busy machine. Each has one request. */
function runningWorkers(count: number): Promise<Worker[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const worker = new Worker(workerUrl, { type: 'module' });
      const runs = new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
      worker.postMessage({ call: -1, name: 'count', parameters: [] });
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
    const { count, stop, started } = callsOf();
    const answers = await Promise.all([count(), count(), count()]);
    expect(answers).to.deep.equal([1, 2, 3]);
    expect(started).to.have.length(1);
    stop(new StorageError('unknown', 'over'));
  });

  it('fail with the code of the error that the worker threw, without affecting other calls', async () => {
    const { count, fail, failBlocked, stop } = callsOf();
    const [full, other, blocked, counted] = await Promise.all([
      failureOf(fail('QuotaExceededError')),
      failureOf(fail('DataError')),
      failureOf(failBlocked()),
      count(),
    ]);
    expect([full.code, full.message]).to.deep.equal(['full', 'QuotaExceededError: as asked']);
    expect([other.code, other.message]).to.deep.equal(['unknown', 'DataError: as asked']);
    expect([blocked.code, blocked.message]).to.deep.equal(['blocked', 'held by another window']);
    expect(counted).to.equal(4);
    stop(new StorageError('unknown', 'over'));
  });

  it('fail when the request cannot be sent', async () => {
    const { count, fail, stop, started } = callsOf();
    const unsendable = (() => undefined) as unknown as string;
    expect((await failureOf(fail(unsendable))).message).to.contain('DataCloneError');
    expect(await count()).to.equal(1);
    expect(started).to.have.length(1);
    stop(new StorageError('unknown', 'over'));
  });

  it('transfer the buffers that are named, in both directions, and copy the others', async () => {
    const { growMoved, grow, lengthOfLast, stop } = callsOf();
    for (const isTransferred of [true, false]) {
      const buffer = new ArrayBuffer(8);
      const grown = await (isTransferred ? growMoved : grow)(buffer, isTransferred);
      expect([grown.byteLength, buffer.byteLength, await lengthOfLast()]).to.deep.equal(
        isTransferred ? [9, 0, 0] : [9, 8, 9],
      );
    }
    stop(new StorageError('unknown', 'over'));
  });

  it('fail together when they are stopped, and the next call starts a new worker', async () => {
    const { count, hang, stop, started } = callsOf();
    const pending = [hang(), hang()].map(failureOf);
    const reason = new StorageError('unknown', 'over');
    stop(reason);
    expect(await Promise.all(pending)).to.deep.equal([reason, reason]);
    expect(await count()).to.equal(1);
    expect(started).to.have.length(2);
    stop(reason);
  });

  it('fail when the worker cannot start, and the next call starts it again', async () => {
    let address = URL.createObjectURL(new Blob(['not a script'], { type: 'text/javascript' }));
    const { count, stop } = callsOf({ start: () => new Worker(address, { type: 'module' }) });
    expect((await failureOf(count())).message).to.equal('it died');
    address = workerUrl;
    expect(await count()).to.equal(1);
    stop(new StorageError('unknown', 'over'));
  });
});

describe('a worker that cannot open what it needs', () => {
  it('fails every call', async () => {
    const start = (): Worker => new Worker(workerUrl, { type: 'module', name: 'closed' });
    const { hang, stop } = callsOf({ start });
    const failures = await Promise.all([hang(), hang()].map(failureOf));
    expect(failures.map(({ code }) => code)).to.deep.equal(['damaged', 'damaged']);
    stop(new StorageError('unknown', 'over'));
  });
});

describe('the time limit of a call', () => {
  const limit = { timeoutMs: 800, message: 'it took too long' };
  async function limitedCalls(options: Options = {}) {
    const running = await runningWorkers(2);
    const calls = callsOf({ limit, start: () => running.shift()!, ...options });
    return { ...calls, workersLeft: () => running.length };
  }

  it('ends the worker when a call exceeds it, and makes every pending call fail', async () => {
    const { count, hang, stop, workersLeft } = await limitedCalls();
    const failures = await Promise.all([hang(), hang()].map(failureOf));
    expect(failures.map(({ message }) => message)).to.deep.equal(['it took too long', 'it took too long']);
    expect(await count()).to.equal(2);
    expect(workersLeft()).to.equal(0);
    stop(new StorageError('unknown', 'over'));
  });

  it('does not count once the call was answered or has failed', async () => {
    const { count, fail, stop, workersLeft } = await limitedCalls();
    await count();
    await failureOf(fail('DataError'));
    await pass(limit.timeoutMs + 50);
    expect(await count()).to.equal(4);
    expect(workersLeft()).to.equal(1);
    stop(new StorageError('unknown', 'over'));
  });

  it('does not count while the page is left', async () => {
    const { count, stop, workersLeft } = await limitedCalls({ endsWithPage: true });
    await count();
    const answer = count();
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
    const { count, stop, started } = callsOf({ endsWithPage: true });
    for (let time = 1; time <= 2; time += 1) {
      await count();
      const pending = count();
      leavePage();
      const later = count();
      expect(started).to.have.length(time);
      comeBack();
      expect(await Promise.all([pending, later])).to.deep.equal([1, 2]);
      expect(started).to.have.length(time + 1);
    }
    stop(new StorageError('unknown', 'over'));
  });

  it('starts no worker when nothing was pending', async () => {
    const { count, stop, started } = callsOf({ endsWithPage: true });
    await count();
    leavePage();
    comeBack();
    expect(started).to.have.length(1);
    stop(new StorageError('unknown', 'over'));
  });

  it('does not end a worker that writes no files', async () => {
    const { count, stop, started } = callsOf();
    await count();
    leavePage();
    expect(await count()).to.equal(2);
    comeBack();
    expect(started).to.have.length(1);
    stop(new StorageError('unknown', 'over'));
  });

  it('does not stop calls that begin after the worker was ended', async () => {
    const { count, stop } = callsOf({ endsWithPage: true });
    await count();
    stop(new StorageError('unknown', 'over'));
    leavePage();
    expect(await count()).to.equal(1);
    comeBack();
    stop(new StorageError('unknown', 'over'));
  });
});
