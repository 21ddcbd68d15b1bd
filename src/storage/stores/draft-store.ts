/**
 * What a person has typed but not sent, stored in the account's database: it survives a killed browser and is removed
 * with the account.
 */
import { createMetaRows } from './meta-rows.ts';
import { parseDraftRow } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { DraftStore } from '../../use-cases/drafts/ports.ts';

export function createDraftStore(database: AccountDatabase, reader: RowReader): DraftStore {
  return createMetaRows(database, reader, { kind: 'draft', parse: parseDraftRow, durability: 'relaxed' });
}
