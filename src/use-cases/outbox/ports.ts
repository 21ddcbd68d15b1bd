/** The ports of the outbox, which storage and backend implement. */
import type { ReceiptStore } from '../stores.ts';
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { PostAnswer } from '../../domain/delivery/answer-types.ts';
import type { RequestedWait } from '../../domain/delivery/backoff.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { VirtualEdit, VirtualValues } from '../../domain/virtual-edit.ts';
import type { ListedDevices } from '../devices/ports.ts';
import type { PrepareBackend } from '../prepare/backend-port.ts';
import type { Watchable } from '../surroundings.ts';

export interface OutboxReceipts extends ReceiptStore {
  /** Strict: adds rows whose response (same account, device and bytes) is not stored yet. Returns how many were new. */
  addMissing(rows: readonly Receipt[]): Promise<number>;
}

export interface OutboxEdits extends Watchable {
  all(): Promise<VirtualEdit[]>;
  get(uniqueId: string): Promise<VirtualEdit | null>;
  /**
   * Strict: reads, changes and writes the row in one transaction. `row` is null when there is none; returning null
   * removes it.
   */
  update(uniqueId: string, change: (row: VirtualEdit | null) => VirtualEdit | null): Promise<VirtualEdit | null>;
}

/** Why the whole queue is paused; kept across restarts, one row per account. */
export type QueuePause =
  | { readonly reason: 'key'; readonly atMs: number }
  | { readonly reason: 'sameRefusal'; readonly status: number; readonly atMs: number };

export interface QueueStore extends Watchable {
  pause(): Promise<QueuePause | null>;
  /** Strict. */
  setPause(pause: QueuePause | null): Promise<void>;
  /** Returns the wait that the backend last required of the account; it may be over. */
  wait(): Promise<RequestedWait | null>;
  /** Strict. */
  setWait(wait: RequestedWait): Promise<void>;
  /** Returns the IDs of receipts that were exported to a file on this phone. */
  exported(): Promise<readonly string[]>;
  setExported(ids: readonly string[]): Promise<void>;
}

/** The part of the device cache that the outbox uses. */
export type OutboxDevices = Pick<ListedDevices, 'get' | 'getMany' | 'putMany' | 'watch'>;

/** The backend requests of delivery (interface.md 4.4); none of them rejects. */
export interface DeliveryBackend extends Pick<PrepareBackend, 'readPending' | 'encryptConfig' | 'readDevice'> {
  /** POST /device/update with a secure response; `updatedSeconds` is Unix time. */
  postResponse(
    post: {
      readonly uniqueId: string;
      readonly deviceType: string;
      readonly responseBase64: string;
      readonly updatedSeconds: number;
    },
    signal?: AbortSignal,
  ): Promise<PostAnswer>;
  /**
   * POST /device/sync with the response to a request for all values (field-facts.md 6); `updatedSeconds` is Unix time.
   * A 2xx says that it was taken, and nothing of what is pending.
   */
  postReading(
    post: { readonly uniqueId: string; readonly responseBase64: string; readonly updatedSeconds: number },
    signal?: AbortSignal,
  ): Promise<PostAnswer>;
  /** POST /device/update with virtual values; returns the HTTP status. */
  postVirtual(
    post: { readonly uniqueId: string; readonly deviceType: string; readonly values: VirtualValues },
    signal?: AbortSignal,
  ): Promise<BackendResult<number>>;
}
