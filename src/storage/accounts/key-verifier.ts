/**
 * The verifier of an account's Api-Key: 256 bits of PBKDF2-SHA-256 with its own salt. It unlocks a locked account, so
 * it is stored only in the registry's settings and never in an account row, copy or file.
 */
import { bytesOfHex, hexOf } from '../../domain/hex.ts';

const SALT_BYTES = 16;
const HASH_BITS = 256;
/** The same number as for the passphrase vault. Each verifier stores its own number. */
const ITERATIONS = 600_000;
const MAX_ITERATIONS = 20_000_000;
const FORMAT = /^pbkdf2-sha256\.(\d{1,8})\.((?:[0-9a-f]{2}){16})\.((?:[0-9a-f]{2}){32})$/;

/**
 * Returns `pbkdf2-sha256.iterations.salt.hash`, the last two in hexadecimal, with a new salt each time. Takes up to a
 * second on a phone.
 */
export async function makeKeyVerifier(apiKey: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const hash = await derive(apiKey, salt, ITERATIONS);
  return `pbkdf2-sha256.${ITERATIONS}.${hexOf(salt)}.${hexOf(hash)}`;
}

/** True when the key matches the verifier; false also for an invalid verifier. */
export async function matchesKeyVerifier(verifier: string, apiKey: string): Promise<boolean> {
  const parts = FORMAT.exec(verifier);
  if (parts === null) return false;
  const [, iterationsText = '', salt = '', hash = ''] = parts;
  const iterations = Number(iterationsText);
  if (iterations < ITERATIONS || iterations > MAX_ITERATIONS) return false;
  return isEqual(await derive(apiKey, bytesOfHex(salt), iterations), bytesOfHex(hash));
}

async function derive(
  apiKey: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(apiKey), 'PBKDF2', false, [
    'deriveBits',
  ]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, HASH_BITS),
  );
}

/** Compares all bytes of two hashes, so that the time does not reveal how many match. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.reduce((difference, byte, at) => difference | (byte ^ b[at]!), 0) === 0;
}
