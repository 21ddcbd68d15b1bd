/** Templates of jobs, stored in the account's database and removed with it. */
import { createMetaRows } from './meta-rows.ts';
import { templateSchema } from '../../domain/job/template.ts';
import { parser } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { TemplateStore } from '../../use-cases/jobs/templates.ts';

export function createTemplateStore(database: AccountDatabase, reader: RowReader): TemplateStore {
  return createMetaRows(database, reader, { kind: 'template', parse: parser(templateSchema), durability: 'strict' });
}
