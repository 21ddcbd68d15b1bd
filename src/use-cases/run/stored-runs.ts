/**
 * The stored runs, for a run that begins or reads a response: the writes of another window are read before their
 * notification arrives. A run with a verified receipt never changes again, so it is taken from memory; there can be
 * thousands of them.
 */
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import type { CachedRows } from '../cached-rows.ts';
import type { RunStore } from '../stores.ts';

interface CachedRunRows {
  readonly runs: CachedRows<Run>;
  readonly receipts: { all(): Promise<readonly Receipt[]> };
}

export function createStoredRuns(store: RunStore, cached: CachedRunRows): RunStore {
  return {
    ...store,
    async all() {
      const receipts = await cached.receipts.all();
      const verified = new Set(receipts.filter(({ state }) => state === 'verified').map(({ id }) => id));
      return cached.runs.allStored(({ outcome }) => outcome?.kind === 'receipt' && verified.has(outcome.receiptId));
    },
  };
}
