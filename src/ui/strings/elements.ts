/** Words of the elements that the first screen shows. */
import * as english from './en/elements.ts';
import { inLanguage } from './language.ts';

export const { elementStrings } = inLanguage('elements', english);
