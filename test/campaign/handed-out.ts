/** Sees in two states of a beacon that it has handed out its response in between. */
import { tick, type BeaconState } from '../../src/sandbox/beacon/beacon.ts';

/** Null when nothing was read, or nothing was there. */
export function exchangeResponse(before: BeaconState, after: BeaconState, nowMs: number): { readonly token: number; readonly base64: string } | null {
  if (after.responseReads === before.responseReads) return null;
  const hex = tick(before, nowMs).response;
  return { token: after.lastToken, base64: Buffer.from(hex, 'hex').toString('base64') };
}
