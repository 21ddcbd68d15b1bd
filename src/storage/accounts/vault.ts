/**
 * The passphrase vault: the Api-Key is stored only as ciphertext, under a key derived from the passphrase each time.
 */
import { parseVault, type VaultRow } from '../stores/rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { RegistryDatabase } from '../idb/schema.ts';
import type { SessionVault } from '../../use-cases/session/ports.ts';

const fetchCipher = () => import('./vault-cipher.ts');

export function createVault(database: RegistryDatabase, reader: RowReader, nowMs: () => number): SessionVault {
  const find = (accountId: string): Promise<VaultRow | null> => reader.get('vault', accountId, parseVault);

  return {
    has: async (accountId) => (await find(accountId)) !== null,
    async seal(accountId, apiKey, passphrase) {
      const row = await (await fetchCipher()).sealVault(accountId, apiKey, passphrase, nowMs());
      await database.write(['vault'], (tx) => tx.objectStore('vault').put(row));
    },
    async open(accountId, passphrase) {
      const row = await find(accountId);
      if (row === null) return { kind: 'noVault' };
      return (await fetchCipher()).openSealed(row, passphrase);
    },
    async forget(accountId) {
      await database.write(['vault'], (tx) => tx.objectStore('vault').delete(accountId));
    },
    watch: (listener) => database.changes.watch('vault', listener),
  };
}
