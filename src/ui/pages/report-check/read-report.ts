/** Checks the file of a report: a small one at once, a large one in a worker. */
import { MAX_FILE_BYTES } from '../../../domain/limits.ts';
import { checkReport, type ReportCheck } from '../../../domain/report/check-report.ts';
import { readInWorker, SMALL_FILE, type StartWorker } from '../../shared/file-in-worker.ts';
import { sha256 } from '../../shared/sha256.ts';

/** Rejects where the browser cannot read the file, and with the signal's reason when it is aborted. */
export async function readReport(startWorker: StartWorker, file: Blob, signal: AbortSignal): Promise<ReportCheck> {
  if (file.size > MAX_FILE_BYTES) return { kind: 'tooLarge' };
  if (file.size <= SMALL_FILE) return checkReport(new Uint8Array(await file.arrayBuffer()), sha256);
  return (await readInWorker(startWorker, { kind: 'report', file }, signal)) as ReportCheck;
}
