/** Reads a large file in a worker that ends with it. The readers of each kind of file are in file-worker.ts. */
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './file-worker.ts?worker&url';

export type FileRequest =
  { readonly kind: 'job' | 'receipts'; readonly text: string } | { readonly kind: 'report'; readonly file: Blob };

/**
 * `part`: rows that the reading then leaves out, because receiving them all in one message would block the page.
 * `failed`: the browser could not read the file.
 */
export type FileAnswer =
  { readonly part: readonly unknown[] } | { readonly reading: unknown } | { readonly failed: string };

/** Up to this many characters or bytes, reading in the page is faster than starting a worker. */
export const SMALL_FILE = 200_000;

export type StartWorker = (url: string) => Worker;

/**
 * Rejects with the signal's reason when it is aborted, when the browser cannot read the file, and when the worker has
 * crashed.
 */
export function readInWorker(
  startWorker: StartWorker,
  request: FileRequest,
  signal?: AbortSignal,
  onPart?: (part: readonly unknown[]) => void,
): Promise<unknown> {
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
    worker.addEventListener('message', ({ data }: MessageEvent<FileAnswer>) => {
      if ('part' in data) onPart?.(data.part);
      else end(() => ('failed' in data ? reject(new Error(data.failed)) : resolve(data.reading)));
    });
    worker.addEventListener('error', () => end(() => reject(new Error('the reader of files has died'))));
    worker.postMessage(request);
  });
}
