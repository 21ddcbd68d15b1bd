/**
 * Reads files of jobs. Separate from file-reading.ts, because an account needs receipts at once, but jobs only with
 * their first page.
 */
import { readJobFile, type JobFileReading } from '../../domain/job/job-file.ts';
import { readInWorker, SMALL_FILE, type StartWorker } from './file-in-worker.ts';
import { sha256 } from './sha256.ts';

/** Rejects with the signal's reason when it is aborted, and when the worker has crashed. */
export async function readJobText(
  startWorker: StartWorker,
  text: string,
  signal?: AbortSignal,
): Promise<JobFileReading> {
  if (text.length <= SMALL_FILE) return readJobFile(text, sha256);
  return (await readInWorker(startWorker, { kind: 'job', text }, signal)) as JobFileReading;
}
