/** Who can see a device, and taking somebody's access back: two calls that a backend may not have (field-facts.md 6). */
import { isRefusal, mayHaveTakenEffect, type BackendResult } from '../../domain/backend-failure.ts';
import type { Device } from '../../domain/device.ts';
import { shownBy, type Offer } from '../../domain/extensions.ts';
import { holderOf, type AccessHolder } from '../../domain/ownership/access.ts';
import type { Devices } from '../devices/device-list.ts';
import type { Extensions } from '../extensions.ts';
import type { AccessReading, TakeBackOutcome } from './ownership.ts';

export interface AccessBackend {
  readAccess(uniqueId: string): Promise<BackendResult<readonly AccessHolder[]>>;
  /** Returns the HTTP status: any 2xx means accepted. */
  takeAccess(uniqueId: string, email: string): Promise<BackendResult<number>>;
}

interface AccessParts {
  readonly backend: AccessBackend & {
    /** GET /device by uniqueId: null when it is not in the list. */
    readDevice(uniqueId: string): Promise<BackendResult<Device | null>>;
  };
  readonly devices: Pick<Devices, 'refresh'>;
  readonly extensions: Extensions;
}

/** Who can see a device. Methods never reject. */
export function createDeviceAccess({ backend, devices, extensions }: AccessParts) {
  async function read(uniqueId: string): Promise<AccessReading> {
    const answered = await backend.readAccess(uniqueId);
    const shown = shownBy(answered);
    if (answered.ok) {
      extensions.learn('accessList', true);
      return { kind: 'listed', holders: answered.value };
    }
    if (shown === false) {
      // Where the device itself is not found, its absence says nothing of the call.
      const device = await backend.readDevice(uniqueId);
      if (device.ok && device.value !== null) {
        extensions.learn('accessList', false);
        return { kind: 'notOffered' };
      }
    }
    return { kind: 'failed', failure: answered.failure };
  }

  async function takeBack(uniqueId: string, email: string): Promise<TakeBackOutcome> {
    const answered = await backend.takeAccess(uniqueId, email);
    if (!answered.ok && !isRefusal(answered.failure) && !mayHaveTakenEffect(answered.failure))
      return { kind: 'refused', failure: answered.failure };
    const after = await read(uniqueId);
    const holders = after.kind === 'listed' ? after.holders : null;
    const isListed = holders === null ? null : holderOf(holders, email) !== null;
    if (answered.ok) {
      extensions.learn('takeAccess', true);
      void devices.refresh();
      return isListed === true ? { kind: 'stillListed', holders: holders! } : { kind: 'takenBack', holders };
    }
    const { failure } = answered;
    // An answer that was lost, or the browser's own repeat of the request: what counts is that nobody has it any more.
    if (isListed === false) return { kind: 'takenBack', holders };
    if (!isRefusal(failure)) return { kind: 'unknown', failure };
    // The person is listed: what is missing is the call.
    if (isListed === true && shownBy(answered) === false) {
      extensions.learn('takeAccess', false);
      return { kind: 'notOffered' };
    }
    return { kind: 'refused', failure };
  }

  return {
    async offers(): Promise<{ readonly list: Offer; readonly takeBack: Offer }> {
      const [list, taking] = await Promise.all([extensions.offer('accessList'), extensions.offer('takeAccess')]);
      return { list, takeBack: taking };
    },
    read: async (uniqueId: string): Promise<AccessReading> =>
      (await extensions.offer('accessList')) === 'notOffered' ? { kind: 'notOffered' } : read(uniqueId),
    /** Takes back the access of the manager with this mail address. Cannot be undone. */
    takeBack: async (uniqueId: string, email: string): Promise<TakeBackOutcome> =>
      (await extensions.offer('takeAccess')) === 'notOffered' ? { kind: 'notOffered' } : takeBack(uniqueId, email),
  };
}
