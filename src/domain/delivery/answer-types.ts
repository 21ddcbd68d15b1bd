/** What came back from the backend about a receipt: the answer to a post, and what a later read has shown. */
import type { BackendFailure } from '../backend-failure.ts';
import type { AttributeValues, Device } from '../device.ts';

/** A package that the backend still offers, as one element of `configs`. */
interface OfferedPackage {
  readonly uniqueId: string;
  readonly base64: string;
}

/** The answer to POST /device/update with a response (interface.md 4.4, field-facts.md 3). */
export type PostAnswer =
  /** 204: applied, nothing is pending any more. */
  | { readonly kind: 'nothingPending'; readonly status: number }
  /** 200 with a `configs` array, which may be empty. */
  | {
      readonly kind: 'listing';
      readonly status: number;
      /** The list ends here, all of it could be read, and no error stands beside it. */
      readonly isWhole: boolean;
      readonly packages: readonly OfferedPackage[];
    }
  /** Any other 2xx. */
  | { readonly kind: 'accepted'; readonly status: number }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

/** What the backend shows of a device now: GET /config, GET /device; where neither tells, GET /config/encrypt. */
export type ReadBack =
  | {
      readonly kind: 'read';
      /** False when the device is not in the list: unknown, or no access with this key. */
      readonly listed: boolean;
      /** null when nothing is pending. */
      readonly pending: AttributeValues | null;
      /**
       * GET /config says what is pending; a device's record that says nothing of it proves less. `package`: the backend has
       * no package for this device, so nothing is pending.
       */
      readonly pendingFrom: 'config' | 'device' | 'package';
      readonly values: AttributeValues;
      readonly device: Device | null;
    }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

/** Failures after which nothing at all is known about the request. */
const TRANSIENT: readonly BackendFailure['kind'][] = [
  'offline',
  'timeout',
  'portal',
  'rateLimit',
  'server',
  'unreadable',
  'cancelled',
  'noKey',
];

/** Worth trying again by itself; the others are a word of the backend about this very request. */
export function isTransient(failure: BackendFailure): boolean {
  return TRANSIENT.includes(failure.kind);
}

/**
 * Whether the request may have taken effect although no answer said so. A wrong key, a rate limit and a portal in the
 * backend's place are answers given before anything is judged; 425 is refused unread.
 */
export function mayHaveTakenEffect(failure: BackendFailure): boolean {
  switch (failure.kind) {
    case 'offline':
    case 'timeout':
    case 'portal':
    case 'unreadable':
    case 'cancelled':
      return true;
    case 'server':
      return failure.status !== 425;
    default:
      return false;
  }
}

/** A word of the backend about this very request: it may be the answer to a repeat that the browser made itself, so look before it is believed. */
export function isRefusal(failure: BackendFailure): boolean {
  return !isTransient(failure) && failure.kind !== 'key';
}
