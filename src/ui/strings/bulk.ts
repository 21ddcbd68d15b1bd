/** Words of what is done to many devices at once. */
import * as english from './en/bulk.ts';
import { inLanguage } from './language.ts';

export const { bulkStrings } = inLanguage('bulk', english);
