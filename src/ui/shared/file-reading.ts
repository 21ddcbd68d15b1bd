/** Reads files of jobs and of receipts: a small one at once, a large one in a worker that ends with it. */
import { readJobFile, type JobFileReading } from '../../domain/job/job-file.ts';
import { readReceiptFile, type ReceiptFileReading } from '../../domain/receipt-file.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './file-worker.ts?worker&url';
import { sha256 } from './sha256.ts';

export interface FileAsked {
  readonly kind: 'job' | 'receipts';
  readonly text: string;
}

/** Characters that are read sooner than a worker starts. */
const SMALL = 200_000;

type StartWorker = (url: string) => Worker;

/** Rejects with the signal's reason when it is aborted, and when the worker has died. */
export async function readJobText(
  startWorker: StartWorker,
  text: string,
  signal?: AbortSignal,
): Promise<JobFileReading> {
  if (text.length <= SMALL) return readJobFile(text, sha256);
  return (await inWorker(startWorker, { kind: 'job', text }, signal)) as JobFileReading;
}

/** As `readJobText`. */
export async function readReceiptText(
  startWorker: StartWorker,
  text: string,
  signal?: AbortSignal,
): Promise<ReceiptFileReading> {
  if (text.length <= SMALL) return readReceiptFile(text);
  return (await inWorker(startWorker, { kind: 'receipts', text }, signal)) as ReceiptFileReading;
}

function inWorker(startWorker: StartWorker, asked: FileAsked, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = startWorker(workerUrl);
    const end = (settle: () => void): void => {
      worker.terminate();
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = (): void => end(() => reject(signal!.reason as Error));
    signal?.addEventListener('abort', onAbort);
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => end(() => resolve(data)));
    worker.addEventListener('error', () => end(() => reject(new Error('the reader of files has died'))));
    worker.postMessage(asked);
  });
}
