/** The file that the rescue page saves. It has the outbox's export format, so that any phone can import it, plus the other rows. */
import { withoutSecrets } from '../domain/attributes/values.ts';
import { writeReceiptFile } from '../domain/receipt-file.ts';
import type { Salvaged } from './salvage.ts';

/**
 * `receipts` holds what the outbox would export: all but the verified receipts, which an import would post again and which are listed
 * separately. Never throws. The file holds no credential, because the rows hold none.
 */
export function rescueFile(
  { accountId, account, isOpen, receipts, unfinishedRuns, unreadable }: Salvaged,
  nowMs: number,
): string {
  const from = account ?? { id: accountId, baseUrl: 'unknown', legacyBaseUrl: 'unknown' };
  // The file has no key mark: the page does not ask for the key of a locked account.
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
