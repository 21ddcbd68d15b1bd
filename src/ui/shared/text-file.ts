/** Saves receipts as a file. */
import { download, fileName } from './download.ts';

export function saveTextFile(name: string, text: string): void {
  download(name, new Blob([text], { type: 'application/json' }));
}

export function receiptFileName(nowMs: number): string {
  return fileName('receipts', nowMs, 'json');
}
