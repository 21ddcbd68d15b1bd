/** Words of the rescue page and of the notice that leads there: they are built into both and need no other file. */
import * as english from './en/rescue.ts';
import { inLanguage } from './language.ts';

export const { rescueStrings } = inLanguage('rescue', english);
