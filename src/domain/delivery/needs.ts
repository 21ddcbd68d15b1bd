/** Why a receipt or an edit waits for a person. The badge and the outbox count the same entries. */
import { settledByLater, type Receipt } from '../receipt.ts';
import { errandOf } from '../errand.ts';
import type { VirtualEdit } from '../virtual-edit.ts';

/** Each need has one action. */
export type Need = 'parked' | 'unsureNotVerified' | 'notMirrored' | 'notVerified' | 'refused';

/** Returns what a receipt needs from a person. The receipt must be neither given up nor settled by a later one. */
export function needOfReceipt(receipt: Receipt): Need | null {
  // A refused reading has changed nothing, and is read again.
  if (receipt.state === 'refused' && !errandOf(receipt).configures) return null;
  switch (receipt.state) {
    case 'parked':
      return 'parked';
    case 'notVerified':
      // A receipt of unsure owner is posted like any other. The other beacons are offered only after the backend has
      // denied it.
      return receipt.owner === 'unsure' && receipt.candidates.length > 1 ? 'unsureNotVerified' : 'notVerified';
    case 'refused':
      return 'refused';
    case 'waiting':
      return receipt.mirrored ? null : 'notMirrored';
    default:
      return null;
  }
}

/** Returns the number of entries that need a person. */
export function countNeeds(receipts: readonly Receipt[], edits: readonly VirtualEdit[]): number {
  const settled = settledByLater(receipts);
  const needing = receipts.filter(
    (receipt) => receipt.givenUpAtMs === undefined && !settled.has(receipt.id) && needOfReceipt(receipt) !== null,
  );
  return needing.length + edits.filter(({ state }) => state === 'parked').length;
}
