/** Words of giving a file to another phone at hand. */
import * as english from './en/transfer.ts';
import { inLanguage } from './language.ts';

export const { transferStrings } = inLanguage('transfer', english);
