/** Saves receipts as a file. */
import type { Outbox } from '../../use-cases/outbox/outbox.ts';
import { download, fileName } from './download.ts';
import { shareFile } from './share-file.ts';

export function saveTextFile(name: string, text: string): void {
  download(name, new Blob([text], { type: 'application/json' }));
}

export function receiptFileName(nowMs: number): string {
  return fileName('receipts', nowMs, 'json');
}

/** Exports these receipts, by default all that are not verified. Resolves with the number of receipts in the file. */
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

/** As `saveReceipts`, with the share sheet. Null if the person has closed it. */
export async function shareReceipts(
  outbox: Pick<Outbox, 'export' | 'noteExported'>,
  nowMs: number,
): Promise<number | null> {
  const { text, ids } = await outbox.export();
  if (!(await shareFile('receipts', nowMs, 'txt', text))) return null;
  await outbox.noteExported(ids);
  return ids.length;
}
