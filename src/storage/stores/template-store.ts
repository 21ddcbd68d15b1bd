/** Templates of plans, in the account's own database: they go with the account. */
import { createMetaRows } from './meta-rows.ts';
import { templateSchema } from '../../domain/job/template.ts';
import { parser } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { TemplateStore } from '../../use-cases/jobs/templates.ts';

export function createTemplateStore(database: AccountDatabase, reader: RowReader): TemplateStore {
  return createMetaRows(database, reader, { kind: 'template', parse: parser(templateSchema), durability: 'strict' });
}
