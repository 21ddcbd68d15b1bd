/** What a person has typed and not sent yet, in the account's own database: it outlives a killed browser, and goes with the account. */
import { createMetaRows } from './meta-rows.ts';
import { parseDraftRow } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { DraftStore } from '../../use-cases/drafts/ports.ts';

export function createDraftStore(database: AccountDatabase, reader: RowReader): DraftStore {
  return createMetaRows(database, reader, { kind: 'draft', parse: parseDraftRow, durability: 'relaxed' });
}
