/** Reads a file in a worker, so that 20 MB do not block the page. */
import { FILE_READERS } from '../../domain/file-readers.ts';
import type { ReceiptFileReading } from '../../domain/receipt-file-reading.ts';
import type { FileAnswer, FileRequest } from './read-file.ts';
import { sha256 } from './sha256.ts';

/** Number of receipts in a message: the page receives them in a few milliseconds. */
const PART = 1000;

async function read({ kind, content }: FileRequest): Promise<unknown> {
  const reading = await FILE_READERS[kind](content as never, sha256);
  return kind === 'receipts' ? sendReceipts(reading as ReceiptFileReading) : reading;
}

/** Returns the reading without the receipts that it has sent. */
function sendReceipts(reading: ReceiptFileReading): ReceiptFileReading {
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
