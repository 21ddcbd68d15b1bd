/** Orders, moves and shares as they are offered to the screens (interface.md 4.4). All of them need the network. */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { Offer } from '../../domain/extensions.ts';
import type { AccessHolder } from '../../domain/ownership/access.ts';
import type { ShareRequest } from '../../domain/ownership/share.ts';

export type NewDevices =
  /** The list was read completely: these devices are new. Empty while the backend is still importing. */
  | { readonly kind: 'listed'; readonly uniqueIds: readonly string[] }
  | { readonly kind: 'unread'; readonly failure: BackendFailure | null };

/** What an order holds that no account has claimed. */
export interface OrderContents {
  readonly orderId: string;
  readonly uniqueIds: readonly string[];
  /** Those that are in the list already. */
  readonly here: readonly string[];
}

export type OrderPreview =
  | { readonly kind: 'seen'; readonly orders: readonly OrderContents[] }
  /** The backend has no such call. */
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

export type AssignOutcome =
  | { readonly kind: 'assigned'; readonly found: NewDevices }
  /**
   * The backend refused. The browser may have sent the request twice, so the list was read; `found` is null when the
   * request cannot have been processed.
   */
  | { readonly kind: 'refused'; readonly failure: BackendFailure; readonly found: NewDevices | null }
  /** No answer: the orders may have been assigned or not. Never sent again automatically; the list was read instead. */
  | { readonly kind: 'unknown'; readonly failure: BackendFailure; readonly found: NewDevices };

/** `notSent`: an earlier device showed that nothing more can be sent, or the person stopped. */
export type OwnershipResult = { readonly uniqueId: string } & (
  | { readonly kind: 'done' }
  /**
   * The last answer was a refusal or missing, and the backend shows the requested result, which it did not show before.
   */
  | { readonly kind: 'shown'; readonly failure: BackendFailure }
  | { readonly kind: 'refused'; readonly failure: BackendFailure }
  | { readonly kind: 'unknown'; readonly failure: BackendFailure }
  | { readonly kind: 'notSent' }
);

export interface OwnershipOptions {
  readonly signal?: AbortSignal;
  /** Called after each device. */
  readonly onProgress?: (results: readonly OwnershipResult[]) => void;
}

export type AccessReading =
  | { readonly kind: 'listed'; readonly holders: readonly AccessHolder[] }
  /** The backend has no such call. */
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

/** `holders`: who has access afterwards; null when that could not be read. */
export type TakeBackOutcome =
  | { readonly kind: 'takenBack'; readonly holders: readonly AccessHolder[] | null }
  /** Accepted, but the backend still lists the person. */
  | { readonly kind: 'stillListed'; readonly holders: readonly AccessHolder[] }
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'refused'; readonly failure: BackendFailure }
  | { readonly kind: 'unknown'; readonly failure: BackendFailure };

/** Who can see a device. Methods never reject. */
export interface DeviceAccess {
  offers(): Promise<{ readonly list: Offer; readonly takeBack: Offer }>;
  read(uniqueId: string): Promise<AccessReading>;
  /** Takes back the access of the manager with this mail address. Cannot be undone. */
  takeBack(uniqueId: string, email: string): Promise<TakeBackOutcome>;
}

export interface Ownership {
  readonly access: DeviceAccess;
  /** Whether the backend shows what an order holds. */
  previewOffer(): Promise<Offer>;
  /** GET /order: what the orders hold. Claims nothing. Never rejects. */
  previewOrders(orderIds: readonly string[], options?: { signal?: AbortSignal }): Promise<OrderPreview>;
  /** POST /order/assign, then reads the list and compares it with the earlier one. The case of IDs is kept. */
  assign(orderIds: readonly string[], options?: { signal?: AbortSignal }): Promise<AssignOutcome>;
  /** Reads the list once more and compares it with the list before the last `assign`. */
  findNewDevices(options?: { signal?: AbortSignal }): Promise<NewDevices>;
  /** Sends one post per device, in the given order. Never rejects. */
  move(
    uniqueIds: readonly string[],
    managerEmail: string,
    options?: OwnershipOptions,
  ): Promise<readonly OwnershipResult[]>;
  share(
    uniqueIds: readonly string[],
    request: ShareRequest,
    options?: OwnershipOptions,
  ): Promise<readonly OwnershipResult[]>;
}
