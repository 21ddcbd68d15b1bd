/** The readers of the files that may be large, by kind. The page and the worker of `ui/shared/read-file.ts` use them. */
import { readJobFile } from './job/job-file.ts';
import { readReceiptFile } from './receipt-file-reading.ts';
import { checkReport } from './report/check-report.ts';
import type { Sha256 } from './report/report-file.ts';

export const FILE_READERS = {
  job: readJobFile,
  receipts: async (text: string) => readReceiptFile(text),
  report: async (file: Blob, sha256: Sha256) => checkReport(new Uint8Array(await file.arrayBuffer()), sha256),
};

export type ReadKind = keyof typeof FILE_READERS;
export type FileContent<Kind extends ReadKind> = Parameters<(typeof FILE_READERS)[Kind]>[0];
export type FileReading<Kind extends ReadKind> = Awaited<ReturnType<(typeof FILE_READERS)[Kind]>>;
