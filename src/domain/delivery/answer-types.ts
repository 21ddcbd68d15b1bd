/** What the backend answers about a receipt: the answer to a post, and what a later read shows. */
import type { BackendFailure } from '../backend-failure.ts';
import type { AttributeValues, Device } from '../device.ts';

/** A package or a packet of a command, as the backend spells it in one element of a list. */
export interface OfferedPacket {
  readonly uniqueId: string;
  readonly base64: string;
}

/** The answer to POST /device/update with a response (interface.md 4.4, field-facts.md 3). */
export type PostAnswer =
  /** 204: applied, and nothing is pending. */
  | { readonly kind: 'nothingPending'; readonly status: number }
  /** 200 with a `configs` array, which may be empty. */
  | {
      readonly kind: 'listing';
      readonly status: number;
      /** True when this is the last page, all of it could be read and it carries no error. */
      readonly isWhole: boolean;
      readonly packages: readonly OfferedPacket[];
    }
  /** Any other 2xx. */
  | { readonly kind: 'accepted'; readonly status: number }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

/**
 * What the backend shows of a device, from GET /config and GET /device, or from GET /config/encrypt where neither is
 * conclusive.
 */
export type ReadBack =
  | {
      readonly kind: 'read';
      /** False when the device is not in the list: it is unknown, or this key has no access to it. */
      readonly listed: boolean;
      /** null when nothing is pending. */
      readonly pending: AttributeValues | null;
      /**
       * Where `pending` comes from. GET /config lists what is pending; a device's record that lists nothing pending
       * proves less. `package`: the backend has no package for this device, so nothing is pending.
       */
      readonly pendingFrom: 'config' | 'device' | 'package';
      readonly values: AttributeValues;
      readonly device: Device | null;
    }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };
