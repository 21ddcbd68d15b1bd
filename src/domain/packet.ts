/** The packets that beacons and backend exchange: layout, advisory checks, tokens (field-facts.md 1). */

const HEADER_BYTES = 5;
const TOKEN_BYTES = 4;
/** Header and token, in bytes; no packet of the known layout is shorter. */
export const MIN_PACKET_BYTES = HEADER_BYTES + TOKEN_BYTES;

export type PacketKind = 'plainResponse' | 'encryptedResponse' | 'plainRequest' | 'encryptedRequest';

const KINDS: readonly PacketKind[] = ['plainResponse', 'encryptedResponse', 'plainRequest', 'encryptedRequest'];

export const OPERATION = { write: 0x10, read: 0x20, readAll: 0x21, command: 0x30 } as const;

export interface Packet {
  readonly revision: number;
  readonly kind: PacketKind;
  /** 0x10 write, 0x20 read, 0x21 read all, 0x30 command; other values are kept. */
  readonly operation: number;
  /** Unix seconds when the packet was created, or the last token + 1. */
  readonly token: number;
  /** The bytes after the token: encrypted, or result code and data. */
  readonly payload: Uint8Array;
}

interface PacketReading {
  /** The packet, if the bytes have the known layout; else null. */
  readonly packet: Packet | null;
  /** Result code of a plain response, else null. */
  readonly result: number | null;
  /** Advisory remarks in plain words, which never block a packet (field-facts.md 1). */
  readonly remarks: readonly string[];
}

/** Reads any bytes; never throws. */
export function readPacket(bytes: Uint8Array): PacketReading {
  const remarks: string[] = [];
  if (bytes.length < MIN_PACKET_BYTES) {
    return { packet: null, result: null, remarks: [`${bytes.length} bytes are too short for a packet`] };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const revision = view.getUint8(0);
  const flags = view.getUint8(1);
  const length = view.getUint16(3, true);
  if (revision !== 0) remarks.push(`protocol revision ${revision} is not known`);
  if (flags > 3) remarks.push(`flags 0x${flags.toString(16)} are not known`);
  if (length !== bytes.length - HEADER_BYTES) {
    remarks.push(`the length field says ${length + HEADER_BYTES} bytes, there are ${bytes.length}`);
  }
  if (remarks.length > 0) return { packet: null, result: null, remarks };
  const packet: Packet = {
    revision,
    kind: KINDS[flags]!,
    operation: view.getUint8(2),
    token: view.getUint32(HEADER_BYTES, true),
    payload: bytes.slice(HEADER_BYTES + TOKEN_BYTES),
  };
  const plain = packet.kind === 'plainResponse';
  if (plain && packet.payload.length === 0) remarks.push('a plain response without a result code');
  return { packet, result: plain ? (packet.payload[0] ?? null) : null, remarks };
}

/**
 * Returns the operation that the plain header says, even where its length or flags are wrong; null for bytes of another
 * layout.
 */
export function operationOf(bytes: Uint8Array): number | null {
  return bytes.length >= MIN_PACKET_BYTES && bytes[0] === 0 ? bytes[2]! : null;
}

/** Returns the bytes of a packet. */
export function writePacket(packet: Packet): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + TOKEN_BYTES + packet.payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, packet.revision);
  view.setUint8(1, KINDS.indexOf(packet.kind));
  view.setUint8(2, packet.operation);
  view.setUint16(3, TOKEN_BYTES + packet.payload.length, true);
  view.setUint32(HEADER_BYTES, packet.token, true);
  bytes.set(packet.payload, HEADER_BYTES + TOKEN_BYTES);
  return bytes;
}

/** Compares the bytes of the Token characteristic (81F3) with this token, in either byte order. */
export function compareTokenBytes(bytes: Uint8Array, token: number): 'equal' | 'newer' | 'older' | 'unreadable' {
  if (bytes.length !== TOKEN_BYTES) return 'unreadable';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = view.getUint32(0, true);
  const big = view.getUint32(0, false);
  if (little === token || big === token) return 'equal';
  // Two readings are possible; use the one closer to the packet's own token.
  const value = Math.abs(little - token) <= Math.abs(big - token) ? little : big;
  return value > token ? 'newer' : 'older';
}
