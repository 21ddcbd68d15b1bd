/** Reads files of receipts: a small one in the page, a large one in a worker. Files of jobs: job-reading.ts. */
import { readReceiptFile, type ReceiptFileReading } from '../../domain/receipt-file-reading.ts';
import { readInWorker, SMALL_FILE, type StartWorker } from './file-in-worker.ts';

/** Rejects with the signal's reason when it is aborted, and when the worker has crashed. */
export async function readReceiptText(
  startWorker: StartWorker,
  text: string,
  signal?: AbortSignal,
): Promise<ReceiptFileReading> {
  if (text.length <= SMALL_FILE) return readReceiptFile(text);
  return (await readInWorker(startWorker, { kind: 'receipts', text }, signal)) as ReceiptFileReading;
}
