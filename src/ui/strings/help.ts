/** Help: a screenful in plain words for each page, and what the terms mean. */
import * as english from './en/help.ts';
import { inLanguage } from './language.ts';

export const { helpStrings } = inLanguage('help', english);
