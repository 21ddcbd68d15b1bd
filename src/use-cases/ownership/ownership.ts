/** Orders, moves and shares: asked for one by one, a lost answer is looked into and never repeated blindly (interface.md 3, 4.4). */
import type { BackendFailure, BackendResult } from '../../domain/backend-failure.ts';
import { isRefusal, mayHaveTakenEffect } from '../../domain/delivery/answer-types.ts';
import type { Device } from '../../domain/device.ts';
import type { ShareWish } from '../../domain/ownership/share.ts';
import type { Ownership, NewDevices, OwnershipOptions, OwnershipResult } from './offered.ts';
import type { Devices } from '../devices/offered.ts';

export interface OwnershipBackend {
  /** The value is the HTTP status: any 2xx means accepted, though the devices may come later. The ids are sent as they are. */
  assignOrders(orderIds: readonly string[], signal?: AbortSignal): Promise<BackendResult<number>>;
  /** To an account outside the company. The value is the HTTP status: any 2xx means moved. */
  moveDevice(uniqueId: string, managerEmail: string, signal?: AbortSignal): Promise<BackendResult<number>>;
  /** `expirationDate` in Unix seconds; left out where the share does not end. Any 2xx means shared. */
  shareDevice(uniqueId: string, wish: ShareWish, signal?: AbortSignal): Promise<BackendResult<number>>;
  /** GET /device by uniqueId: null when it is not in the list. */
  readDevice(uniqueId: string, signal?: AbortSignal): Promise<BackendResult<Device | null>>;
}

interface OwnershipParts {
  readonly backend: OwnershipBackend;
  readonly devices: Devices;
}

export function createOwnership({ backend, devices }: OwnershipParts): Ownership {
  /** Ids the list held before the last order was assigned. */
  let before: ReadonlySet<string> = new Set();

  async function look(signal?: AbortSignal): Promise<NewDevices> {
    const { completedAtMs } = devices.list.value;
    // A refresh that is under way began before the orders were assigned: it may have passed their place already.
    if (devices.list.value.refreshing !== null) await devices.refresh(options(signal));
    await devices.refresh(options(signal));
    const { list } = devices;
    const wasRead = list.value.completedAtMs !== null && list.value.completedAtMs !== completedAtMs;
    if (!wasRead) return { kind: 'unread', failure: list.value.failure };
    return {
      kind: 'listed',
      uniqueIds: list.value.devices.map(({ uniqueId }) => uniqueId).filter((id) => !before.has(id)),
    };
  }

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
      if (result.kind === 'refused' || result.kind === 'unknown') stopped ||= endsAll(result.failure);
      results.push(result);
      onProgress?.([...results]);
    }
    // What has left the account, or is lent out now, is read anew.
    if (results.some(({ kind }) => kind === 'done' || kind === 'shown')) void devices.refresh();
    return results;
  }

  /** Not stopped half-way: a request that was sent may take effect. */
  async function one(
    uniqueId: string,
    post: (id: string) => Promise<BackendResult<number>>,
    isDone: (device: Device | null) => boolean,
  ): Promise<OwnershipResult> {
    const known = devices.list.value.devices.find((device) => device.uniqueId === uniqueId) ?? null;
    const answered = await post(uniqueId);
    if (answered.ok) return { uniqueId, kind: 'done' };
    const { failure } = answered;
    const isWord = isRefusal(failure);
    if (!isWord && !mayHaveTakenEffect(failure)) return { uniqueId, kind: 'refused', failure };
    // The browser may have sent it twice: a refusal can be the answer to the second.
    const seen = await backend.readDevice(uniqueId);
    // What was so before the post, or was not known before it, is no sign of it.
    if (seen.ok && isDone(seen.value) && known !== null && !isDone(known)) return { uniqueId, kind: 'shown', failure };
    return { uniqueId, kind: isWord && seen.ok ? 'refused' : 'unknown', failure };
  }

  return {
    async assign(orderIds, given = {}) {
      // The earlier list is needed to tell which devices are new.
      if (devices.list.value.completedAtMs === null) await devices.refresh(options(given.signal));
      before = new Set(devices.list.value.devices.map(({ uniqueId }) => uniqueId));
      const answered = await backend.assignOrders(orderIds, given.signal);
      if (answered.ok) return { kind: 'assigned', found: await look(given.signal) };
      const { failure } = answered;
      if (isRefusal(failure)) return { kind: 'refused', failure, found: await look() };
      if (!mayHaveTakenEffect(failure)) return { kind: 'refused', failure, found: null };
      // Stopping the call does not stop the question what became of it.
      return { kind: 'unknown', failure, found: await look() };
    },
    lookAgain: ({ signal } = {}) => look(signal),
    move: (uniqueIds, managerEmail, given = {}) =>
      oneByOne(
        uniqueIds,
        (id) => backend.moveDevice(id, managerEmail),
        (device) => device === null,
        given,
      ),
    share: (uniqueIds, wish, given = {}) =>
      oneByOne(
        uniqueIds,
        (id) => backend.shareDevice(id, wish),
        (device) => device !== null && isSharedWith(device, wish),
        given,
      ),
  };
}

function options(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

/** Nothing more will come through after these; asking 200 times helps nobody. */
function endsAll({ kind }: BackendFailure): boolean {
  return (
    kind === 'key' ||
    kind === 'noKey' ||
    kind === 'offline' ||
    kind === 'portal' ||
    kind === 'timeout' ||
    kind === 'mediaType' ||
    kind === 'rateLimit'
  );
}

/** `shares` as far as the backend lists it: any element that names the manager. */
function isSharedWith(device: Device, { managerMail }: ShareWish): boolean {
  const { shares } = device.attributes;
  return (
    Array.isArray(shares) && JSON.stringify(shares).toLowerCase().includes(JSON.stringify(managerMail.toLowerCase()))
  );
}
