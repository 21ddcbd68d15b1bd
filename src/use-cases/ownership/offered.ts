/** What this room offers to the screens for orders, moves and shares (interface.md 4.4). All of it needs the network. */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { ShareWish } from '../../domain/ownership/share.ts';

export type NewDevices =
  /** The list was read to its end: these were not in it before. Empty while the backend is still importing. */
  | { readonly kind: 'listed'; readonly uniqueIds: readonly string[] }
  | { readonly kind: 'unread'; readonly failure: BackendFailure | null };

export type AssignOutcome =
  | { readonly kind: 'assigned'; readonly found: NewDevices }
  /** The backend says no. It may have been asked twice by the browser itself, so the list was read: null where the request cannot have been judged. */
  | { readonly kind: 'refused'; readonly failure: BackendFailure; readonly found: NewDevices | null }
  /** No answer: the orders may be assigned or not. Never sent again by itself; the list was read instead. */
  | { readonly kind: 'unknown'; readonly failure: BackendFailure; readonly found: NewDevices };

/** `notSent`: an earlier device showed that nothing more can be sent now, or the person stopped. */
export type OwnershipResult = { readonly uniqueId: string } & (
  | { readonly kind: 'done' }
  /** The last answer was a refusal or none, and the backend shows what was wanted, which it did not show before. */
  | { readonly kind: 'shown'; readonly failure: BackendFailure }
  | { readonly kind: 'refused'; readonly failure: BackendFailure }
  | { readonly kind: 'unknown'; readonly failure: BackendFailure }
  | { readonly kind: 'notSent' }
);

export interface OwnershipOptions {
  readonly signal?: AbortSignal;
  /** After each device. */
  readonly onProgress?: (results: readonly OwnershipResult[]) => void;
}

export interface Ownership {
  /** POST /order/assign, then the list is read and compared with what it held before. Case is kept. */
  assign(orderIds: readonly string[], options?: { signal?: AbortSignal }): Promise<AssignOutcome>;
  /** Reads the list once more and compares it with what it held before the last `assign`. */
  lookAgain(options?: { signal?: AbortSignal }): Promise<NewDevices>;
  /** One post a device, in the order given; never rejects. */
  move(
    uniqueIds: readonly string[],
    managerEmail: string,
    options?: OwnershipOptions,
  ): Promise<readonly OwnershipResult[]>;
  share(uniqueIds: readonly string[], wish: ShareWish, options?: OwnershipOptions): Promise<readonly OwnershipResult[]>;
}
