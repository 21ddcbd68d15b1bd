/** Recognises the kind of a file by its first bytes. Its page checks whether it is valid. */
import { JOB_FILE_FORMAT } from './job/job-file.ts';
import { RECEIPT_FILE_FORMAT } from './receipt-file.ts';
import { isReport } from './report/check-report.ts';
import { decodeHead } from './table/decode-table.ts';

/** `empty`: it has no bytes. */
export type FileKind = 'job' | 'receipts' | 'report' | 'table' | 'empty' | 'unknown';

/** Bytes from the start of a file that are enough to recognise it. */
export const FILE_HEAD_BYTES = 65_536;

/** Accepts any bytes, of which the first FILE_HEAD_BYTES are read. */
export function fileKindOf(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return 'empty';
  const decoded = decodeHead(bytes.subarray(0, FILE_HEAD_BYTES));
  if (decoded === null) return 'unknown';
  const text = decoded.replace(/^\uFEFF/, '').trimStart();
  if (/^[{[]/.test(text)) {
    const format = /"format"\s*:\s*"([^"]*)"/.exec(text)?.[1];
    return format === JOB_FILE_FORMAT ? 'job' : format === RECEIPT_FILE_FORMAT ? 'receipts' : 'unknown';
  }
  // A file of the app with something before it is no table: the page that was given it says what is wrong.
  if (text === '' || text.includes(JOB_FILE_FORMAT) || text.includes(RECEIPT_FILE_FORMAT)) return 'unknown';
  return isReport(text) ? 'report' : 'table';
}
