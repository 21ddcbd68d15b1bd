/**
 * The file with which receipts are transferred between phones: versioned JSON without credentials (product.md
 * "Receipts").
 */
import type { Account } from './account.ts';
import { withoutSecrets } from './attributes/values.ts';
import { errandOf } from './errand.ts';
import { newReceipt } from './new-receipt.ts';
import type { FiledReceipt } from './receipt-file-reading.ts';
import { pick } from './record.ts';
import { type Receipt } from './receipt.ts';

/** Stands here, because an account's first load contains this file, but not the other formats. */
export const RECEIPT_FILE_FORMAT = 'beacon-fieldkit-receipts';

/** The account of the receipts. Its ID differs on each phone; its addresses, vendor and the mark of its key do not. */
type FiledAccount = Pick<Account, 'id' | 'baseUrl' | 'legacyBaseUrl'> & Partial<Pick<Account, 'vendor' | 'keyMark'>>;

export function writeReceiptFile(from: FiledAccount, receipts: readonly Receipt[], nowMs: number): string {
  const filled = receipts.filter(({ responseBase64 }) => responseBase64 !== '');
  const readings = filled.filter((row) => errandOf(row).name === 'reading');
  const file = {
    format: RECEIPT_FILE_FORMAT,
    version: 1,
    accountId: from.id,
    baseUrl: from.baseUrl,
    legacyBaseUrl: from.legacyBaseUrl,
    vendor: from.vendor ?? '',
    keyMark: from.keyMark ?? null,
    exportedAtMs: nowMs,
    receipts: filled.filter((row) => errandOf(row).configures).map(filed),
    // A list of its own: an earlier version leaves it out and says so, instead of posting readings as receipts.
    ...(readings.length === 0 ? {} : { readings: readings.map(filed) }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Returns the row of an imported receipt. It is posted like any other; the other phone may post it too. */
export function importedReceipt(filed: FiledReceipt, id: string, accountId: string): Receipt {
  return newReceipt({ ...filed, id, accountId, runId: null, origin: 'import' });
}

/** What a file says of a receipt, in this order. */
const FILED = [
  'id',
  'uniqueId',
  'deviceType',
  'owner',
  'candidates',
  'responseBase64',
  'token',
  'result',
  'updatedSeconds',
  'clock',
  'values',
  'createdAtMs',
] as const;

function filed(receipt: Receipt): FiledReceipt {
  return { ...pick(receipt, FILED), values: withoutSecrets(receipt.values) };
}
