/** What the outbox needs from outside; storage and backend satisfy these by shape. */
import type { Receipt } from '../domain/receipt.ts';
import type { VirtualEdit } from '../domain/virtual-edit.ts';

export interface Watchable {
  watch(listener: () => void): () => void;
}

export interface OutboxReceipts extends Watchable {
  all(): Promise<Receipt[]>;
  get(id: string): Promise<Receipt | null>;
  /** Strict. */
  put(receipt: Receipt): Promise<void>;
  /**
   * Strict read-modify-write in one transaction: `change` gets the row as it is now and returns the new one, or null to
   * leave it. Resolves with the row that is stored afterwards (null when there is none).
   */
  update(id: string, change: (row: Receipt) => Receipt | null): Promise<Receipt | null>;
  /** Strict: adds rows whose response (same account, device and bytes) is not here yet; returns how many were new. */
  addMissing(rows: readonly Receipt[]): Promise<number>;
}

export interface OutboxEdits extends Watchable {
  all(): Promise<VirtualEdit[]>;
  get(uniqueId: string): Promise<VirtualEdit | null>;
  /** Strict read-modify-write in one transaction; `row` is null when there is none; return null to remove the row. */
  update(uniqueId: string, change: (row: VirtualEdit | null) => VirtualEdit | null): Promise<VirtualEdit | null>;
}

/** Why the whole queue stands still; kept across restarts, one row an account. */
export type QueuePause =
  | { readonly reason: 'key'; readonly atMs: number }
  | { readonly reason: 'sameRefusal'; readonly status: number; readonly atMs: number };

export interface QueueStore extends Watchable {
  pause(): Promise<QueuePause | null>;
  setPause(pause: QueuePause | null): Promise<void>;
}
