/** Checks that the app could start without a network: reads each of its files from the cache. */
import { messageSW } from 'workbox-window';
import { fileList, type PageMessage } from '../messages.ts';

/** How long to wait for the worker's answer, ms. */
const ANSWER_MS = 10_000;

/**
 * Counts the files that the worker starts the app from, and those that are in the cache. Both are 0 without a worker. Rejects if the
 * worker does not answer.
 */
export async function readCachedPages(): Promise<{ readonly read: number; readonly all: number }> {
  const registration = await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.getRegistration();
  const worker = registration?.active ?? null;
  if (worker === null) return { read: 0, all: 0 };
  const files = await filesOf(worker);
  let read = 0;
  for (const file of files) {
    const bytes = await (await caches.match(file))?.arrayBuffer();
    if (bytes !== undefined && bytes.byteLength > 0) read += 1;
  }
  return { read, all: files.length };
}

async function filesOf(worker: ServiceWorker): Promise<readonly string[]> {
  const timeout = new Promise<null>((resolve) => void setTimeout(() => resolve(null), ANSWER_MS));
  const answer: Promise<unknown> = messageSW(worker, { type: 'list-files' } satisfies PageMessage);
  const { data: files } = fileList.safeParse(await Promise.race([answer, timeout]));
  if (files === undefined) throw new Error('The worker does not answer with a list of files');
  return files;
}
