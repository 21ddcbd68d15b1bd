/** Recognises the kind of a file by its first bytes. Its page checks whether it is valid. */
import { JOB_FILE_FORMAT } from './job/job-file.ts';
import { RECEIPT_FILE_FORMAT } from './receipt-file.ts';
import { isReport } from './report/check-report.ts';
import { decodeTable } from './table/decode-table.ts';

type FileKind = 'job' | 'receipts' | 'report' | 'table' | 'unknown';

/** Bytes from the start of a file that are enough to recognise it. */
export const FILE_HEAD_BYTES = 65_536;

/** Accepts any bytes. `head`: at least FILE_HEAD_BYTES of the file, or all of it. */
export function fileKindOf(head: Uint8Array): FileKind {
  const decoded = decodeTable(head);
  if (decoded.kind !== 'text') return 'unknown';
  const text = decoded.text.replace(/^\uFEFF/, '').trimStart();
  if (/^[{[]/.test(text)) {
    const format = /"format"\s*:\s*"([^"]*)"/.exec(text)?.[1];
    return format === JOB_FILE_FORMAT ? 'job' : format === RECEIPT_FILE_FORMAT ? 'receipts' : 'unknown';
  }
  if (text === '') return 'unknown';
  return isReport(text) ? 'report' : 'table';
}
