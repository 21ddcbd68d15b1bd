/** Words of practice: the panel, its faults and answers, and the chooser that stands in for the browser's. Only the sandbox asks for them. */
import * as english from './en/practice.ts';
import { inLanguage } from './language.ts';

export const { practiceStrings } = inLanguage('practice', english);
