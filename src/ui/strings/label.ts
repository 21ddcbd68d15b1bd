/** Words of scanning a printed label, and of what it names. */
import * as english from './en/label.ts';
import { inLanguage } from './language.ts';

export const { labelStrings } = inLanguage('label', english);
