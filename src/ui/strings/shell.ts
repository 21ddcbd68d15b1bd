/** Words of the shell: places, page titles, key dialog, leaving a run, updates, pages that cannot be shown. */
import * as english from './en/shell.ts';
import { inLanguage } from './language.ts';

export const { shellStrings } = inLanguage('shell', english);
