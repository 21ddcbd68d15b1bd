/** What needs a person, by what helps: a group has one way out for all that are in it. */
import type { Receipt } from '../receipt.ts';
import { needOfReceipt } from './needs.ts';

/**
 * In the order in which they are shown. `noAccess`: refused because of this key; somebody with another one can send it ·
 * `refusedPost`: refused otherwise · `choose`: it may be another beacon's.
 */
const NEED_REASONS = ['notMirrored', 'noAccess', 'refusedPost', 'choose', 'notVerified', 'refused'] as const;
export type NeedReason = (typeof NEED_REASONS)[number];

export interface NeedGroup {
  readonly reason: NeedReason;
  /** Of receipts; of an edit the id of its device, as the outbox takes them. */
  readonly ids: readonly string[];
  /** Each device once. */
  readonly uniqueIds: readonly string[];
}

/** Not with this key: forbidden, or no such device to it. */
const NO_ACCESS: readonly number[] = [403, 404];

/** Of a receipt that is neither given up nor settled by a later one. */
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

/** The device showed what was written: this key has access to it. */
function isShown({ lastAnswer }: Receipt): boolean {
  return lastAnswer !== null && ['shown', 'shownNewer', 'unproven'].includes(lastAnswer.code);
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
