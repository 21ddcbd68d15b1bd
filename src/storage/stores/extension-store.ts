/**
 * Which calls beyond the interface the account's backend offers. Stored in the account's database and removed with it.
 */
import { createMetaRows } from './meta-rows.ts';
import { parseExtension } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { ExtensionStore } from '../../use-cases/extensions.ts';

export function createExtensionStore(database: AccountDatabase, reader: RowReader): ExtensionStore {
  return createMetaRows(database, reader, { kind: 'extension', parse: parseExtension, durability: 'relaxed' });
}
