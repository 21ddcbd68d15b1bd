/** Calls beyond the interface, each of which a backend may offer or not, and what is known of that (field-facts.md 6). Nothing of the interface needs one. */
import type { BackendResult } from './backend-failure.ts';

/** `pendingLists`, `configLists`, `commandLists`: what is pending, packages, or packets of a command for several devices in one request · `withdraw`: what is pending is forgotten · `readAll`, `sync`, `decrypt`: a request for all values of a beacon, and its response taken over by the backend or only read · `accessList`: who can see a device · `takeAccess`: somebody's access is taken back · `orderLook`: what an order holds. */
export type Extension =
  | 'pendingLists'
  | 'configLists'
  | 'commandLists'
  | 'withdraw'
  | 'readAll'
  | 'sync'
  | 'decrypt'
  | 'accessList'
  | 'takeAccess'
  | 'orderLook';

export type Offer = 'offered' | 'notOffered' | 'unknown';

/** What an answer of the backend has shown, and when, Unix ms. */
export interface KnownExtension {
  readonly isOffered: boolean;
  readonly atMs: number;
}

/** A backend may be renewed: what it did not offer is tried again after a day. */
const TRY_AGAIN_MS = 86_400_000;

export function offerOf(known: KnownExtension | undefined, nowMs: number): Offer {
  if (known === undefined) return 'unknown';
  if (known.isOffered) return 'offered';
  return Math.abs(nowMs - known.atMs) < TRY_AGAIN_MS ? 'notOffered' : 'unknown';
}

/** Whether an answer shows that the backend has this call; null where it says nothing of that. A 403 is about this key and this device. */
export function shownBy(answered: BackendResult<unknown>): boolean | null {
  if (answered.ok) return true;
  const { status } = answered.failure;
  return status === 404 || status === 405 ? false : null;
}
