/** Reads a file: a small one in the page, a large one in a worker that ends with it. */
import { FILE_READERS, type FileContent, type FileReading, type ReadKind } from '../../domain/file-readers.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './file-worker.ts?worker&url';
import { sha256 } from './sha256.ts';

export interface FileRequest {
  readonly kind: ReadKind;
  readonly content: string | Blob;
}

/**
 * `part`: rows that the reading then leaves out, because receiving them all in one message would block the page.
 * `failed`: the browser could not read the file.
 */
export type FileAnswer =
  { readonly part: readonly unknown[] } | { readonly reading: unknown } | { readonly failed: string };

/** Up to this many characters or bytes, reading in the page is faster than starting a worker. */
const SMALL_FILE = 200_000;

/**
 * Rejects with the signal's reason when it is aborted, when the browser cannot read the file, and when the worker has
 * crashed.
 */
export async function readFile<Kind extends ReadKind>(
  startWorker: (url: string) => Worker,
  kind: Kind,
  content: FileContent<Kind>,
  signal?: AbortSignal,
): Promise<FileReading<Kind>> {
  if ((typeof content === 'string' ? content.length : content.size) <= SMALL_FILE)
    return FILE_READERS[kind](content as never, sha256) as Promise<FileReading<Kind>>;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = startWorker(workerUrl);
    const parts: unknown[] = [];
    const end = (settle: () => void): void => {
      worker.terminate();
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = (): void => end(() => reject(signal!.reason as Error));
    signal?.addEventListener('abort', onAbort);
    worker.addEventListener('message', ({ data }: MessageEvent<FileAnswer>) => {
      if ('part' in data) parts.push(...data.part);
      else if ('failed' in data) end(() => reject(new Error(data.failed)));
      else end(() => resolve(withRows(data.reading as FileReading<Kind>, parts)));
    });
    worker.addEventListener('error', () => end(() => reject(new Error('the reader of files has died'))));
    worker.postMessage({ kind, content } satisfies FileRequest);
  });
}

function withRows<Reading>(reading: Reading, rows: readonly unknown[]): Reading {
  return rows.length === 0 ? reading : { ...reading, file: { ...(reading as { file: object }).file, receipts: rows } };
}
