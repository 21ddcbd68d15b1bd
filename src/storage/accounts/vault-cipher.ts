/** Encrypts and decrypts a vault: AES-GCM with a key derived from the passphrase each time. Loaded on first use. */
import { hexOf } from '../../domain/hex.ts';
import type { VaultRow } from '../stores/rows.ts';
import { vaultLabel } from '../../names.ts';

/** PBKDF2-SHA-256 iterations of new vaults; each vault stores its own number. */
const VAULT_ITERATIONS = 600_000;

export async function sealVault(
  accountId: string,
  apiKey: string,
  passphrase: string,
  createdAtMs: number,
): Promise<VaultRow> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await derive(passphrase, salt, VAULT_ITERATIONS, 'encrypt');
  const plain = new TextEncoder().encode(apiKey);
  const ciphertext = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: boundTo(accountId) }, key, plain),
  );
  return {
    accountId,
    kdf: 'PBKDF2-SHA-256',
    iterations: VAULT_ITERATIONS,
    salt,
    iv,
    ciphertext,
    ciphertextSha256: await sha256(ciphertext),
    createdAtMs,
  };
}

/** Returns the Api-Key in the vault. `noVault`: the vault is damaged, and no passphrase opens it. */
export async function openSealed(
  row: VaultRow,
  passphrase: string,
): Promise<{ readonly kind: 'opened'; readonly apiKey: string } | { readonly kind: 'wrongPassphrase' | 'noVault' }> {
  // AES-GCM cannot distinguish a wrong key from a damaged text; the checksum of the ciphertext can.
  if (hexOf(await sha256(row.ciphertext)) !== hexOf(row.ciphertextSha256)) return { kind: 'noVault' };
  const key = await derive(passphrase, row.salt, row.iterations, 'decrypt');
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: row.iv, additionalData: boundTo(row.accountId) },
      key,
      row.ciphertext,
    );
    return { kind: 'opened', apiKey: new TextDecoder().decode(plain) };
  } catch {
    return { kind: 'wrongPassphrase' };
  }
}

/**
 * Derives the key. It is not extractable and never stored: IndexedDB would write a CryptoKey to the disk as raw bytes.
 */
async function derive(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  // Normalised, so that the same letters from another keyboard give the same bytes.
  const secret = new TextEncoder().encode(passphrase.normalize('NFC'));
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    [usage],
  );
}

function boundTo(accountId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(vaultLabel(accountId));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
