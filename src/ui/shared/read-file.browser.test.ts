/** Files are read in the page while they are small, and in a worker, in parts, when they are large. */
import { expect } from '@open-wc/testing';
import { fixtureAccount, fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { writeReceiptFile } from '../../domain/receipt-file.ts';
import { readFile } from './read-file.ts';

const MANY = 2500;

function receiptFile(count: number): string {
  const receipts = Array.from({ length: count }, (_, at) => fixtureReceipt(`id${at}`, { id: `r${at}` }));
  return writeReceiptFile(fixtureAccount(), receipts, 1);
}

describe('a file of receipts', () => {
  let messages: number[];
  let workers: Worker[];
  const startWorker = (url: string): Worker => {
    const worker = new Worker(url, { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ part?: readonly unknown[] }>) =>
      messages.push(data.part?.length ?? 0),
    );
    workers.push(worker);
    return worker;
  };

  beforeEach(() => void ([messages, workers] = [[], []]));

  it('is read without a worker while it is small', async () => {
    const reading = await readFile(startWorker, 'receipts', receiptFile(2));
    expect(reading.ok && reading.file.receipts.map(({ id }) => id)).to.deep.equal(['r0', 'r1']);
    expect(workers).to.have.length(0);
  });

  it('arrives from the worker in messages of at most 1,000 rows, complete and in order', async () => {
    const reading = await readFile(startWorker, 'receipts', receiptFile(MANY));
    expect(reading.ok && reading.file.receipts.map(({ id }) => id)).to.deep.equal(
      Array.from({ length: MANY }, (_, at) => `r${at}`),
    );
    expect(messages).to.deep.equal([1000, 1000, 500, 0]);
  });

  it('is no longer read after the reading was stopped', async () => {
    const stop = new AbortController();
    const reading = readFile(startWorker, 'receipts', receiptFile(MANY), stop.signal);
    stop.abort(new Error('stopped'));
    expect(await reading.catch(String)).to.equal('Error: stopped');
    expect(messages).to.deep.equal([]);
  });
});

describe('a large file of another kind', () => {
  it('is read by the worker that reads receipts', async () => {
    const startWorker = (url: string): Worker => new Worker(url, { type: 'module' });
    const text = `{"format":"beacon-fieldkit-job","version":3}${' '.repeat(200_000)}`;
    expect(await readFile(startWorker, 'job', text)).to.deep.include({ ok: false, problem: 'newerVersion' });
    expect(await readFile(startWorker, 'report', new Blob([text]))).to.deep.equal({ kind: 'noReport' });
  });
});
