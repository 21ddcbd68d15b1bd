/** The progress of a sync: the answered share of all entries that waited at its start or were added during it. */
import { isHeld, type Receipt } from '../receipt.ts';
import type { VirtualEdit } from '../virtual-edit.ts';

export interface SyncProgress {
  readonly done: number;
  readonly of: number;
}

interface Rows {
  readonly receipts: readonly Receipt[];
  readonly edits: readonly VirtualEdit[];
}

/**
 * Returns a function that computes the progress of one sync. Each call includes the entries added since the last one.
 */
export function followSync(): (rows: Rows) => SyncProgress {
  const seenIds = new Set<string>();
  return ({ receipts, edits }) => {
    const waiting = new Set([
      ...receipts.filter(isToBeSent).map(({ id }) => id),
      ...edits.filter((edit) => edit.state === 'waiting' && !edit.held).map(editId),
    ]);
    for (const id of waiting) seenIds.add(id);
    // Entries that a person holds back or gives up during the sync are left out.
    const answered = [
      ...receipts.filter(({ state }) => state !== 'waiting').map(({ id }) => id),
      ...edits.filter(({ state }) => state !== 'waiting').map(editId),
    ].filter((id) => seenIds.has(id));
    return { done: answered.length, of: answered.length + waiting.size };
  };
}

function isToBeSent(receipt: Receipt): boolean {
  return receipt.state === 'waiting' && !isHeld(receipt) && receipt.givenUpAtMs === undefined;
}

function editId({ uniqueId }: VirtualEdit): string {
  return `edit ${uniqueId}`;
}
