/** Reads a file of a job or of receipts, or checks a report, in a worker, so that 20 MB do not block the page. */
import { readJobFile } from '../../domain/job/job-file.ts';
import { checkReport } from '../../domain/report/check-report.ts';
import { readReceiptFile } from '../../domain/receipt-file-reading.ts';
import type { FileAnswer, FileRequest } from './file-in-worker.ts';
import { sha256 } from './sha256.ts';

async function read(request: FileRequest): Promise<unknown> {
  if (request.kind === 'report') return checkReport(new Uint8Array(await request.file.arrayBuffer()), sha256);
  return request.kind === 'job' ? readJobFile(request.text, sha256) : readReceiptFile(request.text);
}

addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  void (async () => {
    const answer: FileAnswer = await read(data).then(
      (reading) => ({ reading }),
      (error: unknown) => ({ failed: String(error) }),
    );
    postMessage(answer);
  })();
});
