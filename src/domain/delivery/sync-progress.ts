/** How far a sync has come: of what waited when it began or came meanwhile, what has been answered. */
import type { Receipt } from '../receipt.ts';
import type { VirtualEdit } from '../virtual-edit.ts';

export interface SyncProgress {
  readonly done: number;
  readonly of: number;
}

interface Rows {
  readonly receipts: readonly Receipt[];
  readonly edits: readonly VirtualEdit[];
}

/** Follows one sync; each look takes in what has come to wait since the last one. */
export function followSync(): (rows: Rows) => SyncProgress {
  const met = new Set<string>();
  return ({ receipts, edits }) => {
    const waiting = new Set([
      ...receipts.filter(isToBeSent).map(({ id }) => id),
      ...edits.filter((edit) => edit.state === 'waiting' && !edit.held).map(editId),
    ]);
    for (const id of waiting) met.add(id);
    // What a person holds back or gives up meanwhile is neither answered nor waited for.
    const answered = [
      ...receipts.filter(({ state }) => state !== 'waiting').map(({ id }) => id),
      ...edits.filter(({ state }) => state !== 'waiting').map(editId),
    ].filter((id) => met.has(id));
    return { done: answered.length, of: answered.length + waiting.size };
  };
}

function isToBeSent({ state, held, givenUpAtMs }: Receipt): boolean {
  return state === 'waiting' && !held && givenUpAtMs === undefined;
}

function editId({ uniqueId }: VirtualEdit): string {
  return `edit ${uniqueId}`;
}
