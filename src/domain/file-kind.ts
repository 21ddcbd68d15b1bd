/** Which of the files that the app reads a file is, by how its content begins. Whether it is sound, the reader of its page says. */
import { JOB_FILE_FORMAT } from './job/job-file.ts';
import { RECEIPT_FILE_FORMAT } from './receipt-file.ts';
import { isReport } from './report/check-report.ts';
import { decodeTable } from './table/decode-table.ts';

type FileKind = 'job' | 'receipts' | 'report' | 'table' | 'unknown';

/** Bytes from the begin of a file that are enough to know it by. */
export const FILE_HEAD_BYTES = 65_536;

/** Total: any bytes get an answer. `head`: at least FILE_HEAD_BYTES of the file, or all of it. */
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
