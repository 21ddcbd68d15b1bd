/**
 * Imports receipts from a file: its contents are shown first, all rows are stored in one transaction, and a person may
 * remove them again.
 */
import { isSameBackend, type Account } from '../../domain/account.ts';
import { importedReceipt } from '../../domain/receipt-file.ts';
import type { ReceiptFile, ReceiptFileReading } from '../../domain/receipt-file-reading.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { OutboxReceipts } from './ports.ts';
import type { FilePreview, ImportOutcome } from './outbox.ts';

export interface ImportParts {
  readonly account: Pick<Account, 'id' | 'baseUrl' | 'legacyBaseUrl' | 'vendor'>;
  /** Returns whether the file's mark belongs to the key in memory; false without a key. */
  readonly isOwnKey: (keyMark: string) => Promise<boolean>;
  /** Parses a file of receipts. Rejects when the signal is aborted. */
  readonly readFile: (text: string, signal?: AbortSignal) => Promise<ReceiptFileReading>;
  readonly receipts: OutboxReceipts;
  readonly newId: () => string;
  /** Removes imported rows with their second copies, except rows with a post in flight. Returns the removed rows. */
  readonly removeImported: (ids: readonly string[]) => Promise<readonly Receipt[]>;
}

/** Returns what a file contains. Stores nothing. */
export async function previewFile(
  parts: Pick<ImportParts, 'account' | 'isOwnKey' | 'readFile'>,
  text: string,
  signal?: AbortSignal,
): Promise<FilePreview> {
  const reading = await parts.readFile(text, signal);
  if (!reading.ok) return { kind: 'invalid', problems: reading.problems };
  const { file, problems, dropped } = reading;
  return {
    kind: 'file',
    count: file.receipts.length,
    devices: new Set(file.receipts.map(({ uniqueId }) => uniqueId)).size,
    accountId: file.accountId,
    baseUrl: file.legacyBaseUrl,
    exportedAtMs: file.exportedAtMs === 0 ? null : file.exportedAtMs,
    ofThisAccount: await isOfAccount(parts, file),
    problems,
    dropped,
  };
}

export async function importFile(parts: ImportParts, text: string, intoThisAccount: boolean): Promise<ImportOutcome> {
  const { account, receipts, newId } = parts;
  const reading = await parts.readFile(text);
  if (!reading.ok) return { kind: 'invalid', problems: reading.problems };
  const { file, problems } = reading;
  if (!intoThisAccount && !(await isOfAccount(parts, file))) {
    return {
      kind: 'otherAccount',
      accountId: file.accountId,
      baseUrl: file.legacyBaseUrl,
      count: file.receipts.length,
    };
  }
  const rows = file.receipts.map((filed) => importedReceipt(filed, newId(), account.id));
  // The store writes the second copies of the new rows in the background.
  const added = await receipts.addMissing(rows);
  return { kind: 'imported', added, known: rows.length - added, problems };
}

/** True for this account's own ID, or for the same account on another phone: equal addresses, vendor and key. */
async function isOfAccount(
  { account, isOwnKey }: Pick<ImportParts, 'account' | 'isOwnKey'>,
  file: ReceiptFile,
): Promise<boolean> {
  if (file.accountId === account.id) return true;
  return isSameBackend(file, account) && file.keyMark !== null && (await isOwnKey(file.keyMark));
}
