/** Reads files of jobs and of receipts: a small one at once, a large one in a worker. */
import { readJobFile, type JobFileReading } from '../../domain/job/job-file.ts';
import { readReceiptFile, type ReceiptFileReading } from '../../domain/receipt-file.ts';
import { readInWorker, SMALL_FILE, type StartWorker } from './file-in-worker.ts';
import { sha256 } from './sha256.ts';

/** Rejects with the signal's reason when it is aborted, and when the worker has died. */
export async function readJobText(
  startWorker: StartWorker,
  text: string,
  signal?: AbortSignal,
): Promise<JobFileReading> {
  if (text.length <= SMALL_FILE) return readJobFile(text, sha256);
  return (await readInWorker(startWorker, { kind: 'job', text }, signal)) as JobFileReading;
}

/** As `readJobText`. */
export async function readReceiptText(
  startWorker: StartWorker,
  text: string,
  signal?: AbortSignal,
): Promise<ReceiptFileReading> {
  if (text.length <= SMALL_FILE) return readReceiptFile(text);
  return (await readInWorker(startWorker, { kind: 'receipts', text }, signal)) as ReceiptFileReading;
}
