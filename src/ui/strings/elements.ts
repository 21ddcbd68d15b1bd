/** Every word the shared elements say, in one place, ready for translation. */
import * as english from './en/elements.ts';
import { inLanguage } from './language.ts';

export const { elementStrings } = inLanguage('elements', english);
