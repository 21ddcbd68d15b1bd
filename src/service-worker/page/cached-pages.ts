/** Reads the app's own files from its cache, as a start without a network would. */
import { messageSW } from 'workbox-window';
import { readFileList, type PageMessage } from '../messages.ts';

/** A worker that has not answered within this time is asked no more, ms. */
const ANSWER_MS = 10_000;

/**
 * Every file that the worker starts the app from, whether or not it is there. Without a worker there are none: a start would ask
 * the network. Rejects where the worker does not say.
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
  const late = new Promise<null>((resolve) => void setTimeout(() => resolve(null), ANSWER_MS));
  const asked: Promise<unknown> = messageSW(worker, { type: 'list-files' } satisfies PageMessage);
  const files = readFileList(await Promise.race([asked, late]));
  if (files === null) throw new Error('The worker does not answer with a list of files');
  return files;
}
