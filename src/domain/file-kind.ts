/** Recognises the kind of a file by its first bytes. Its page checks whether it is valid. */
import { JOB_FILE_FORMAT } from './job/job-file.ts';
import { RECEIPT_FILE_FORMAT } from './receipt-file.ts';
import { isReport } from './report/check-report.ts';
import { decodeHead } from './table/decode-table.ts';

type FileKind = 'job' | 'receipts' | 'report' | 'table' | 'unknown';

/** Bytes from the start of a file that are enough to recognise it. */
export const FILE_HEAD_BYTES = 65_536;

/** Accepts any bytes, of which the first FILE_HEAD_BYTES are read. */
export function fileKindOf(bytes: Uint8Array): FileKind {
  const decoded = decodeHead(bytes.subarray(0, FILE_HEAD_BYTES));
  if (decoded === null) return 'unknown';
  const text = decoded.replace(/^\uFEFF/, '').trimStart();
  if (/^[{[]/.test(text)) {
    const format = /"format"\s*:\s*"([^"]*)"/.exec(text)?.[1];
    return format === JOB_FILE_FORMAT ? 'job' : format === RECEIPT_FILE_FORMAT ? 'receipts' : 'unknown';
  }
  if (text === '') return 'unknown';
  return isReport(text) ? 'report' : 'table';
}
