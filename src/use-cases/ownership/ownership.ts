/**
 * Orders, moves and shares: sent one by one. After a lost answer the result is checked and nothing is repeated blindly
 * (interface.md 3, 4.4).
 */
import {
  isRefusal,
  mayHaveTakenEffect,
  stopsAll,
  type BackendFailure,
  type BackendResult,
} from '../../domain/backend-failure.ts';
import type { Device } from '../../domain/device.ts';
import { shownBy } from '../../domain/extensions.ts';
import type { ShareRequest } from '../../domain/ownership/share.ts';
import type { DeviceListState, Devices } from '../devices/device-list.ts';
import type { Extensions } from '../extensions.ts';
import { createDeviceAccess, type AccessBackend } from './access.ts';
import type { AccessHolder } from '../../domain/ownership/access.ts';

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

export type Ownership = ReturnType<typeof createOwnership>;

export interface OwnershipBackend {
  /**
   * Returns the HTTP status: any 2xx means accepted, though the devices may arrive later. The IDs are sent unchanged.
   */
  assignOrders(orderIds: readonly string[]): Promise<BackendResult<number>>;
  /** Returns the uniqueIds of the order's devices that no account has. */
  unclaimedOf(orderId: string): Promise<BackendResult<readonly string[]>>;
  /** Moves a device to an account outside the company. Returns the HTTP status: any 2xx means moved. */
  moveDevice(uniqueId: string, managerEmail: string): Promise<BackendResult<number>>;
  /** `expirationDate` in Unix seconds; omitted when the share does not end. Any 2xx means shared. */
  shareDevice(uniqueId: string, request: ShareRequest): Promise<BackendResult<number>>;
  /** GET /device by uniqueId: null when it is not in the list. */
  readDevice(uniqueId: string): Promise<BackendResult<Device | null>>;
}

interface OwnershipParts {
  readonly backend: OwnershipBackend & AccessBackend;
  readonly devices: Devices;
  readonly extensions: Extensions;
}

function idsIn({ devices }: Pick<DeviceListState, 'devices'>): string[] | null {
  return devices?.map(({ uniqueId }) => uniqueId) ?? null;
}

export function createOwnership({ backend, devices, extensions }: OwnershipParts) {
  const oneByOne = createOneByOne({ backend, devices });
  /** IDs in the list before the last order was assigned; null when the list was not read then. */
  let before: ReadonlySet<string> | null = null;

  async function readNewDevices(): Promise<NewDevices> {
    const { completedAtMs } = devices.list.value;
    // A running refresh began before the orders were assigned and may have passed their place already.
    if (devices.list.value.refreshing !== null) await devices.refresh();
    await devices.refresh();
    const { list } = devices;
    const wasRead = list.value.completedAtMs !== null && list.value.completedAtMs !== completedAtMs;
    const now = idsIn(list.value);
    const earlier = before;
    if (!wasRead || earlier === null || now === null) return { kind: 'unread', failure: list.value.failure };
    return { kind: 'listed', uniqueIds: now.filter((id) => !earlier.has(id)) };
  }

  /**
   * GET /order: what the orders hold. Claims nothing. Never rejects. Asks order by order, because one answer for several
   * does not say which device belongs to which.
   */
  async function previewOrders(orderIds: readonly string[]): Promise<OrderPreview> {
    const offer = await extensions.offer('orderLook');
    if (offer === 'notOffered') return { kind: 'notOffered' };
    const orders: OrderContents[] = [];
    for (const orderId of orderIds) {
      const answered = await backend.unclaimedOf(orderId);
      if (answered.ok) {
        extensions.learn('orderLook', true);
        const known = new Set(idsIn(devices.list.value));
        const uniqueIds = answered.value;
        orders.push({ orderId, uniqueIds, here: uniqueIds.filter((id) => known.has(id)) });
        continue;
      }
      // Where the call has answered before, it is this order that is not found.
      if (shownBy(answered) !== false || offer === 'offered' || orders.length > 0)
        return { kind: 'failed', failure: answered.failure };
      extensions.learn('orderLook', false);
      return { kind: 'notOffered' };
    }
    return { kind: 'seen', orders };
  }

  return {
    access: createDeviceAccess({ backend, devices, extensions }),
    /** Whether the backend shows what an order holds. */
    previewOffer: () => extensions.offer('orderLook'),
    previewOrders,
    /** POST /order/assign, then reads the list and compares it with the earlier one. The case of IDs is kept. */
    async assign(orderIds: readonly string[]): Promise<AssignOutcome> {
      // The earlier list is needed to find the new devices.
      if (devices.list.value.completedAtMs === null) await devices.refresh();
      const listed = idsIn(devices.list.value);
      before = listed === null ? null : new Set(listed);
      const answered = await backend.assignOrders(orderIds);
      if (answered.ok) return { kind: 'assigned', found: await readNewDevices() };
      const { failure } = answered;
      if (isRefusal(failure)) return { kind: 'refused', failure, found: await readNewDevices() };
      if (!mayHaveTakenEffect(failure)) return { kind: 'refused', failure, found: null };
      return { kind: 'unknown', failure, found: await readNewDevices() };
    },
    /** Reads the list once more and compares it with the list before the last `assign`. */
    findNewDevices: readNewDevices,
    /** Sends one post per device, in the given order. Never rejects. */
    move: (uniqueIds: readonly string[], managerEmail: string, given: OwnershipOptions = {}) =>
      oneByOne(
        uniqueIds,
        (id) => backend.moveDevice(id, managerEmail),
        (device) => device === null,
        given,
      ),
    /** As `move`. */
    share: (uniqueIds: readonly string[], wish: ShareRequest, given: OwnershipOptions = {}) =>
      oneByOne(
        uniqueIds,
        (id) => backend.shareDevice(id, wish),
        (device) => device !== null && isSharedWith(device, wish),
        given,
      ),
  };
}

/** Returns the function that sends one request for each device and stops when no further one can succeed. */
function createOneByOne({ backend, devices }: Pick<OwnershipParts, 'backend' | 'devices'>) {
  async function oneByOne(
    uniqueIds: readonly string[],
    post: (id: string) => Promise<BackendResult<number>>,
    isDone: (device: Device | null) => boolean,
    { signal, onProgress }: OwnershipOptions,
  ): Promise<readonly OwnershipResult[]> {
    const results: OwnershipResult[] = [];
    let stopped = false;
    for (const uniqueId of uniqueIds) {
      const result: OwnershipResult =
        stopped || signal?.aborted === true ? { uniqueId, kind: 'notSent' } : await one(uniqueId, post, isDone);
      if (result.kind === 'refused' || result.kind === 'unknown') stopped ||= stopsAll(result.failure);
      results.push(result);
      onProgress?.([...results]);
    }
    // Read the moved or shared devices again.
    if (results.some(({ kind }) => kind === 'done' || kind === 'shown')) void devices.refresh();
    return results;
  }

  /** Sends one request. It is not aborted half way, because a request that was sent may take effect. */
  async function one(
    uniqueId: string,
    post: (id: string) => Promise<BackendResult<number>>,
    isDone: (device: Device | null) => boolean,
  ): Promise<OwnershipResult> {
    const known = devices.list.value.devices?.find((device) => device.uniqueId === uniqueId) ?? null;
    const answered = await post(uniqueId);
    if (answered.ok) return { uniqueId, kind: 'done' };
    const { failure } = answered;
    const isWord = isRefusal(failure);
    if (!isWord && !mayHaveTakenEffect(failure)) return { uniqueId, kind: 'refused', failure };
    // The browser may have sent the request twice, so a refusal can be the answer to the repeat.
    const seen = await backend.readDevice(uniqueId);
    // A result that was there before the post, or whose earlier state is unknown, proves nothing.
    if (seen.ok && isDone(seen.value) && known !== null && !isDone(known)) return { uniqueId, kind: 'shown', failure };
    return { uniqueId, kind: isWord && seen.ok ? 'refused' : 'unknown', failure };
  }

  return oneByOne;
}

/** True when an element of `shares` names the manager, as far as the backend lists it. */
function isSharedWith(device: Device, { managerMail }: ShareRequest): boolean {
  const { shares } = device.attributes;
  return (
    Array.isArray(shares) && JSON.stringify(shares).toLowerCase().includes(JSON.stringify(managerMail.toLowerCase()))
  );
}
