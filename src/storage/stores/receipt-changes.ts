/** Decides which rows a change of the receipts leaves behind. Reads and writes nothing. */
import type { Receipt } from '../../domain/receipt.ts';
import { pick } from '../../domain/record.ts';
import { hasResponse, otherResponse, parseStoredReceipt } from './receipt-row.ts';

/**
 * Returns the rows to write when `given` is put over the `stored` row of its ID. A delivery that has advanced further is
 * kept. Another response that is stored under the ID moves to a row with `otherId`.
 */
export function rowsToPut(stored: Receipt | null, given: Receipt, otherId: string): Receipt[] {
  const other = otherResponse(stored, given);
  if (other !== null && !hasResponse(given)) return [];
  const row = stored !== null && hasMoreProgress(stored, given) ? keepDelivery(stored, given) : given;
  return other === null ? [row] : [{ ...other, id: otherId }, row];
}

/**
 * Returns the rows to write when the response of a run is committed again. One that was restored from its copy since may
 * be delivered, and stays as it is. Another response that is stored under the ID moves to a row with `otherId`.
 */
export function rowsToCommit(stored: unknown, given: Receipt, otherId: string): Receipt[] {
  const parsed = parseStoredReceipt(stored);
  if (parsed.ok && parsed.row.responseBase64 === given.responseBase64) return [];
  const other = otherResponse(stored, given);
  return other === null ? [given] : [{ ...other, id: otherId }, given];
}

/** Returns the row to write for a change of `stored`. One that is assigned to another beacon has no valid second copy. */
export function changedRow(stored: Receipt, changed: Receipt): Receipt {
  return { ...changed, id: stored.id, mirrored: changed.mirrored && changed.uniqueId === stored.uniqueId };
}

/** Returns the rows to add: those of `given` whose response is not among `stored`, each with an ID that is not taken. */
export function rowsToAdd(
  stored: readonly Receipt[],
  ids: Iterable<IDBValidKey>,
  given: readonly Receipt[],
  newId: () => string,
): Receipt[] {
  const storedKeys = new Set(stored.flatMap(receiptKeys));
  const takenIds = new Set(ids);
  const added: Receipt[] = [];
  for (const row of given) {
    if (!hasResponse(row) || storedKeys.has(receiptKey(row))) continue;
    const id = takenIds.has(row.id) ? newId() : row.id;
    storedKeys.add(receiptKey(row));
    takenIds.add(id);
    added.push({ ...row, id, mirrored: false });
  }
  return added;
}

/**
 * Returns the key by which two rows are recognised as the same receipt, whatever their IDs: account, beacon and
 * response.
 */
export function receiptKey(receipt: Receipt): string {
  return keyFor(receipt, receipt.uniqueId);
}

/**
 * Returns every key of this receipt. A receipt of unsure owner may be stored elsewhere under another candidate, from
 * before it was reassigned.
 */
export function receiptKeys(receipt: Receipt): string[] {
  const beacons = receipt.owner === 'unsure' ? new Set([receipt.uniqueId, ...receipt.candidates]) : [receipt.uniqueId];
  return Array.from(beacons, (uniqueId) => keyFor(receipt, uniqueId));
}

function keyFor({ accountId, responseBase64 }: Receipt, uniqueId: string): string {
  return JSON.stringify([accountId, uniqueId, responseBase64]);
}

function hasMoreProgress(stored: Receipt, given: Receipt): boolean {
  if (stored.responseBase64 !== given.responseBase64) return false;
  return stored.tries > given.tries || (stored.settledAtMs !== null && given.settledAtMs === null);
}

/** What tells how far the delivery of a receipt has come. */
const DELIVERY = ['state', 'tries', 'unanswered', 'inFlightSinceMs', 'lastAnswer', 'nextAtMs', 'settledAtMs'] as const;

function keepDelivery(stored: Receipt, given: Receipt): Receipt {
  const { syncAskedAtMs } = stored;
  return {
    ...given,
    ...(syncAskedAtMs === undefined ? {} : { syncAskedAtMs }),
    mirrored: stored.mirrored || given.mirrored,
    ...pick(stored, DELIVERY),
  };
}
