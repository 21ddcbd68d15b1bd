/** Words about a file that another app has handed over. */
import * as english from './en/incoming.ts';
import { inLanguage } from './language.ts';

export const { incomingStrings } = inLanguage('incoming', english);
