/** Reads a file of a job or of receipts, or checks a report, in a worker, so that 20 MB do not block the page. */
import { readJobFile } from '../../domain/job/job-file.ts';
import { checkReport } from '../../domain/report/check-report.ts';
import { readReceiptFile, type ReceiptFileReading } from '../../domain/receipt-file-reading.ts';
import type { FileAnswer, FileRequest } from './file-in-worker.ts';
import { sha256 } from './sha256.ts';

/** Number of receipts in a message: the page receives them in a few milliseconds. */
const PART = 1000;

async function read(request: FileRequest): Promise<unknown> {
  if (request.kind === 'report') return checkReport(new Uint8Array(await request.file.arrayBuffer()), sha256);
  return request.kind === 'job' ? readJobFile(request.text, sha256) : readReceipts(request.text);
}

function readReceipts(text: string): ReceiptFileReading {
  const reading = readReceiptFile(text);
  if (!reading.ok) return reading;
  const { receipts } = reading.file;
  for (let at = 0; at < receipts.length; at += PART) answer({ part: receipts.slice(at, at + PART) });
  return { ...reading, file: { ...reading.file, receipts: [] } };
}

function answer(message: FileAnswer): void {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  void (async () => {
    answer(
      await read(data).then(
        (reading) => ({ reading }),
        (error: unknown) => ({ failed: String(error) }),
      ),
    );
  })();
});
