/** Words of the elements that the first screen does without. */
import * as english from './en/parts.ts';
import { inLanguage } from './language.ts';

export const { partStrings } = inLanguage('parts', english);
