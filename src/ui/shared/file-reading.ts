/** Reads files of receipts: a small one in the page, a large one in a worker. Files of jobs: job-reading.ts. */
import { readReceiptFile, type FiledReceipt, type ReceiptFileReading } from '../../domain/receipt-file-reading.ts';
import { readInWorker, SMALL_FILE, type StartWorker } from './file-in-worker.ts';

/** Rejects with the signal's reason when it is aborted, and when the worker has crashed. */
export async function readReceiptText(
  startWorker: StartWorker,
  text: string,
  signal?: AbortSignal,
): Promise<ReceiptFileReading> {
  if (text.length <= SMALL_FILE) return readReceiptFile(text);
  const receipts: FiledReceipt[] = [];
  const onPart = (part: readonly unknown[]): void => void receipts.push(...(part as readonly FiledReceipt[]));
  const reading = (await readInWorker(startWorker, { kind: 'receipts', text }, signal, onPart)) as ReceiptFileReading;
  return reading.ok ? { ...reading, file: { ...reading.file, receipts } } : reading;
}
