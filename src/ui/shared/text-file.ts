/** Saves receipts as a file. */
import type { Outbox } from '../../use-cases/outbox/offered.ts';
import { download, fileName } from './download.ts';

export function saveTextFile(name: string, text: string): void {
  download(name, new Blob([text], { type: 'application/json' }));
}

export function receiptFileName(nowMs: number): string {
  return fileName('receipts', nowMs, 'json');
}

/** Exports these receipts, by default all that are not verified; resolves with how many the file holds. */
export async function saveReceipts(
  outbox: Pick<Outbox, 'export' | 'noteExported'>,
  nowMs: number,
  wanted?: readonly string[],
): Promise<number> {
  const { text, ids } = await outbox.export(wanted);
  saveTextFile(receiptFileName(nowMs), text);
  await outbox.noteExported(ids);
  return ids.length;
}
