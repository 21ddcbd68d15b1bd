/** Recognises the kind of a file by its first bytes. Its page checks whether it is valid. */
import { FILE_FORMATS } from './file-formats.ts';
import { isReport } from './report/check-report.ts';
import { decodeHead } from './table/decode-table.ts';

const { job, receipts } = FILE_FORMATS;

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
    return format === job.name ? 'job' : format === receipts.name ? 'receipts' : 'unknown';
  }
  // A file of the app with something before it is no table: the page that was given it says what is wrong.
  if (text === '' || text.includes(job.name) || text.includes(receipts.name)) return 'unknown';
  return isReport(text) ? 'report' : 'table';
}
