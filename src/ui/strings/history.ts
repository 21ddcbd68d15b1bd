/** Words of what this phone did with a beacon. */
import * as english from './en/history.ts';
import { inLanguage } from './language.ts';

export const { historyStrings } = inLanguage('history', english);
