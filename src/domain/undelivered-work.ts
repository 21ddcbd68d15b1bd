/** What an account holds on this phone that somebody still needs: told at sign-out, and in the way of removing the account. */
import { countedIds, countReceipts, type Receipt } from './receipt.ts';
import { isUnfinished, type Run } from './run.ts';
import type { VirtualEdit } from './virtual-edit.ts';

export interface UndeliveredWork {
  /** Receipts that exist only here. */
  readonly onlyHere: number;
  /** Receipts that the backend has taken and not verified: they can still be sent again. */
  readonly unverified: number;
  /** Of the receipts that make these two numbers. */
  readonly receiptIds: readonly string[];
  readonly unfinishedRuns: number;
  readonly unsentEdits: number;
}

export function undeliveredWork(
  receipts: readonly Receipt[],
  runs: readonly Run[],
  edits: readonly VirtualEdit[],
): UndeliveredWork {
  return {
    ...countReceipts(receipts),
    receiptIds: countedIds(receipts),
    unfinishedRuns: runs.filter(isUnfinished).length,
    unsentEdits: edits.filter(({ state }) => state !== 'saved').length,
  };
}

/** Whether removing the account would lose something that a beacon or the backend waits for. */
export function isStillNeeded({ onlyHere, unverified, unfinishedRuns }: UndeliveredWork): boolean {
  return onlyHere > 0 || unverified > 0 || unfinishedRuns > 0;
}
