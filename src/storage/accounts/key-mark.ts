/** A mark that tells an account's Api-Key from other keys without revealing it: 16 bits of a salted hash. */
import { bytesOfHex, hexOf } from '../../domain/hex.ts';

const SALT_BYTES = 16;
const MARK_BYTES = 2;

/** Returns `salt.mark`, both hexadecimal, with a new salt each time. */
export function makeKeyMark(apiKey: string): Promise<string> {
  return markWith(crypto.getRandomValues(new Uint8Array(SALT_BYTES)), apiKey);
}

/** True when the key matches the mark; false also for an invalid mark. One wrong key in 65,536 matches by chance. */
export async function matchesKeyMark(mark: string, apiKey: string): Promise<boolean> {
  const [salt = ''] = mark.split('.');
  return (await markWith(bytesOfHex(salt), apiKey)) === mark;
}

async function markWith(salt: Uint8Array<ArrayBuffer>, apiKey: string): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', new Uint8Array([...salt, ...new TextEncoder().encode(apiKey)]));
  return `${hexOf(salt)}.${hexOf(new Uint8Array(sum, 0, MARK_BYTES))}`;
}
