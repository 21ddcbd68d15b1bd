/** Checks a package before it is carried to a beacon (interface.md 4.4, field-facts.md 1). */
import { decodeBase64 } from '../../domain/base64.ts';
import { ERRANDS, saysOtherOperation, type Errand } from '../../domain/errand.ts';
import { MAX_PACKET_BYTES } from '../../domain/limits.ts';
import { MIN_PACKET_BYTES, OPERATION, operationOf, readPacket } from '../../domain/packet.ts';

type DamagedPacket = 'notBase64' | 'empty' | 'tooShort' | 'tooLarge';
/** `otherOperation`: its header says that it does something else than what it was fetched for. */
type UnusablePacket = DamagedPacket | 'otherOperation';

/** The package was not stored. */
export interface UnusableOutcome {
  readonly kind: 'unusable';
  readonly reason: UnusablePacket;
  readonly bytes: number | null;
}

type PackageCheck<Reason> =
  /** `remarks` are advisory and never block a package. */
  | { readonly ok: true; readonly token: number | null; readonly remarks: readonly string[] }
  | {
      readonly ok: false;
      readonly reason: Reason;
      readonly bytes: number | null;
    };

const OPERATION_NAMES: Readonly<Record<number, string>> = {
  [OPERATION.write]: 'write',
  [OPERATION.read]: 'read',
  [OPERATION.readAll]: 'read-all',
  [OPERATION.command]: 'command',
};

/** `errand`: what the package was fetched for; a configuration where it is left out. */
export function checkPackage(base64: string): PackageCheck<DamagedPacket>;
export function checkPackage(base64: string, errand: Errand): PackageCheck<UnusablePacket>;
export function checkPackage(base64: string, errand: Errand = ERRANDS.configuration): PackageCheck<UnusablePacket> {
  if (base64.trim() === '') return { ok: false, reason: 'empty', bytes: 0 };
  const bytes = decodeBase64(base64);
  if (bytes === null) return { ok: false, reason: 'notBase64', bytes: null };
  if (bytes.length === 0) return { ok: false, reason: 'empty', bytes: 0 };
  if (bytes.length < MIN_PACKET_BYTES) return { ok: false, reason: 'tooShort', bytes: bytes.length };
  if (bytes.length > MAX_PACKET_BYTES) return { ok: false, reason: 'tooLarge', bytes: bytes.length };
  const isOther = saysOtherOperation(bytes, errand);
  if (isOther && errand.mustSay) return { ok: false, reason: 'otherOperation', bytes: bytes.length };
  const { packet, remarks } = readPacket(bytes);
  const odd: string[] = [];
  if (packet !== null && packet.kind !== 'encryptedRequest') {
    // Turns "plainResponse" into "a plain response".
    const article = packet.kind.startsWith('plain') ? 'a' : 'an';
    odd.push(`it is marked as ${article} ${packet.kind.replace('R', ' r')}, not as an encrypted request`);
  }
  if (packet !== null && isOther)
    odd.push(`its operation 0x${operationOf(bytes)!.toString(16)} is not a ${OPERATION_NAMES[errand.operation]}`);
  return { ok: true, token: packet?.token ?? null, remarks: [...remarks, ...odd] };
}
