import { readPacket } from '../../src/domain/packet.ts';

/** Returns the token of a packet with the known layout, else null. */
export function tokenOf(bytes: Uint8Array): number | null {
  return readPacket(bytes).packet?.token ?? null;
}
