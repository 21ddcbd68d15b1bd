/** Receipts that come in a file: what it holds is told before it is taken, all its rows come in one transaction, and a person may remove them again. */
import { isSameBackend, type Account } from '../../domain/account.ts';
import { importedReceipt } from '../../domain/receipt-file.ts';
import type { ReceiptFile, ReceiptFileReading } from '../../domain/receipt-file-reading.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { OutboxReceipts } from './ports.ts';
import type { FileLook, ImportOutcome } from './offered.ts';

export interface ImportParts {
  readonly account: Pick<Account, 'id' | 'baseUrl' | 'legacyBaseUrl' | 'vendor'>;
  /** Whether a file's mark was made of the key that is in memory here; false without a key. */
  readonly isOwnKey: (keyMark: string) => Promise<boolean>;
  /** Parses a file of receipts. Rejects when the signal is aborted. */
  readonly readFile: (text: string, signal?: AbortSignal) => Promise<ReceiptFileReading>;
  readonly receipts: OutboxReceipts;
  readonly newId: () => string;
  /** Removes imported rows with their second copies, never one whose post is under way; resolves with what was there. */
  readonly removeImported: (ids: readonly string[]) => Promise<readonly Receipt[]>;
}

/** Nothing is stored by it. */
export async function lookAtFile(
  parts: Pick<ImportParts, 'account' | 'isOwnKey' | 'readFile'>,
  text: string,
  signal?: AbortSignal,
): Promise<FileLook> {
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
  // The second copies of what is new are written by the store, in its own time and marked in one go.
  const added = await receipts.addMissing(rows);
  return { kind: 'imported', added, known: rows.length - added, problems };
}

/** This account's own id, or the same account on another phone: the same addresses, vendor and key. */
async function isOfAccount(
  { account, isOwnKey }: Pick<ImportParts, 'account' | 'isOwnKey'>,
  file: ReceiptFile,
): Promise<boolean> {
  if (file.accountId === account.id) return true;
  return isSameBackend(file, account) && file.keyMark !== null && (await isOwnKey(file.keyMark));
}
