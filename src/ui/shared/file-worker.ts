/** Reads a file of a job or of receipts away from the page, so that 20 MB hold nothing up. */
import { readJobFile } from '../../domain/job/job-file.ts';
import { readReceiptFile } from '../../domain/receipt-file.ts';
import type { FileAsked } from './file-reading.ts';
import { sha256 } from './sha256.ts';

addEventListener('message', ({ data: { kind, text } }: MessageEvent<FileAsked>) => {
  void (async () => {
    const reading = kind === 'job' ? await readJobFile(text, sha256) : readReceiptFile(text);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own page is the only target
    postMessage(reading);
  })();
});
