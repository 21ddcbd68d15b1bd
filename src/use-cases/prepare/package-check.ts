/** Checks a package before it is carried to a beacon (interface.md 4.4, field-facts.md 1). */
import { decodeBase64 } from '../../domain/base64.ts';
import { MAX_PACKET_BYTES } from '../../domain/limits.ts';
import { MIN_PACKET_BYTES, OPERATION, readPacket } from '../../domain/packet.ts';

type PackageCheck =
  /** `remarks` are advisory and never block a package. */
  | { readonly ok: true; readonly token: number | null; readonly remarks: readonly string[] }
  | {
      readonly ok: false;
      readonly reason: 'notBase64' | 'empty' | 'tooShort' | 'tooLarge';
      readonly bytes: number | null;
    };

const EXPECTED = {
  [OPERATION.write]: 'write',
  [OPERATION.readAll]: 'read-all',
  [OPERATION.command]: 'command',
} as const;

/** `operation`: the expected operation of the packet. */
export function checkPackage(base64: string, operation: keyof typeof EXPECTED = OPERATION.write): PackageCheck {
  if (base64.trim() === '') return { ok: false, reason: 'empty', bytes: 0 };
  const bytes = decodeBase64(base64);
  if (bytes === null) return { ok: false, reason: 'notBase64', bytes: null };
  if (bytes.length === 0) return { ok: false, reason: 'empty', bytes: 0 };
  if (bytes.length < MIN_PACKET_BYTES) return { ok: false, reason: 'tooShort', bytes: bytes.length };
  if (bytes.length > MAX_PACKET_BYTES) return { ok: false, reason: 'tooLarge', bytes: bytes.length };
  const { packet, remarks } = readPacket(bytes);
  if (packet === null) return { ok: true, token: null, remarks };
  const odd: string[] = [];
  if (packet.kind !== 'encryptedRequest') {
    // Turns "plainResponse" into "a plain response".
    const article = packet.kind.startsWith('plain') ? 'a' : 'an';
    odd.push(`it is marked as ${article} ${packet.kind.replace('R', ' r')}, not as an encrypted request`);
  }
  if (packet.operation !== operation)
    odd.push(`its operation 0x${packet.operation.toString(16)} is not a ${EXPECTED[operation]}`);
  return { ok: true, token: packet.token, remarks: [...remarks, ...odd] };
}
