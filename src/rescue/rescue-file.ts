/** The file that the rescue page saves: the outbox's own format, so that any phone can import it, with the rest beside it. */
import { withoutSecrets } from '../domain/attributes/values.ts';
import { writeReceiptFile } from '../domain/receipt-file.ts';
import type { Salvaged } from './salvage.ts';

/**
 * `receipts` are what the outbox would export: all but the verified ones, which would be posted once more by an import and stand apart.
 * Throws nothing and holds no credential: the rows hold none.
 */
export function rescueFile(
  { accountId, account, isOpen, receipts, unfinishedRuns, unreadable }: Salvaged,
  nowMs: number,
): string {
  const from = account ?? { id: accountId, baseUrl: 'unknown', legacyBaseUrl: 'unknown' };
  // The mark of a locked account's key stays here: the page asks nobody for the key.
  const keyMark = isOpen ? (account?.keyMark ?? null) : null;
  const verified = receipts.filter(({ state }) => state === 'verified');
  const open = JSON.parse(
    writeReceiptFile(
      { ...from, keyMark },
      receipts.filter(({ state }) => state !== 'verified'),
      nowMs,
    ),
  ) as Record<string, unknown>;
  const rest = {
    verified: verified.map((receipt) => ({ ...receipt, values: withoutSecrets(receipt.values) })),
    unfinishedRuns,
    unreadable,
  };
  return `${JSON.stringify({ ...open, ...rest }, null, 2)}\n`;
}
