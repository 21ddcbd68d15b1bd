/** Why a receipt or an edit waits for a person: the badge and the outbox count the same. */
import { settledByLater, type Receipt } from '../receipt.ts';
import type { VirtualEdit } from '../virtual-edit.ts';

/** Each has one action. */
export type Need = 'parked' | 'unsureNotVerified' | 'notMirrored' | 'notVerified' | 'refused';

/** Of a receipt that is neither given up nor settled by a later one. */
export function needOfReceipt(receipt: Receipt): Need | null {
  switch (receipt.state) {
    case 'parked':
      return 'parked';
    case 'notVerified':
      // One of unsure owner is posted like any other; only when the backend denies it are the other beacons offered.
      return receipt.owner === 'unsure' && receipt.candidates.length > 1 ? 'unsureNotVerified' : 'notVerified';
    case 'refused':
      return 'refused';
    case 'waiting':
      return receipt.mirrored ? null : 'notMirrored';
    default:
      return null;
  }
}

/** How many entries need a person. */
export function countNeeds(receipts: readonly Receipt[], edits: readonly VirtualEdit[]): number {
  const settled = settledByLater(receipts);
  const needing = receipts.filter(
    (receipt) => receipt.givenUpAtMs === undefined && !settled.has(receipt.id) && needOfReceipt(receipt) !== null,
  );
  return needing.length + edits.filter(({ state }) => state === 'parked').length;
}
