/** Groups everything that needs a person by what helps. Each group has one action for all its entries. */
import type { Receipt } from '../receipt.ts';
import { needOfReceipt } from './needs.ts';
import { NO_ACCESS } from './verdict.ts';

/**
 * In display order. `noAccess`: refused because of this key, so somebody with another key can send it · `refusedPost`:
 * refused for another reason · `choose`: it may belong to another beacon.
 */
const NEED_REASONS = ['notMirrored', 'noAccess', 'refusedPost', 'choose', 'notVerified', 'refused'] as const;
export type NeedReason = (typeof NEED_REASONS)[number];

export interface NeedGroup {
  readonly reason: NeedReason;
  /** IDs of receipts; for an edit, the ID of its device. */
  readonly ids: readonly string[];
  /** IDs of the devices, without duplicates. */
  readonly uniqueIds: readonly string[];
}

/** Returns why a receipt needs a person. The receipt must be neither given up nor settled by a later one. */
export function needReason(receipt: Receipt): NeedReason | null {
  const need = needOfReceipt(receipt);
  switch (need) {
    case 'parked':
      return NO_ACCESS.includes(receipt.lastAnswer?.status ?? 0) && !isShown(receipt) ? 'noAccess' : 'refusedPost';
    case 'unsureNotVerified':
      return 'choose';
    default:
      return need;
  }
}

/** True when the device was shown, which proves that this key has access to it. */
function isShown({ lastAnswer }: Receipt): boolean {
  return lastAnswer !== null && ['shown', 'shownNewer', 'unproven', 'notSupported'].includes(lastAnswer.code);
}

export function needGroups(
  rows: readonly { readonly reason: NeedReason | null; readonly id: string; readonly uniqueId: string }[],
): NeedGroup[] {
  return NEED_REASONS.flatMap((reason) => {
    const own = rows.filter((row) => row.reason === reason);
    if (own.length === 0) return [];
    return [{ reason, ids: own.map(({ id }) => id), uniqueIds: [...new Set(own.map(({ uniqueId }) => uniqueId))] }];
  });
}
