/** Words of what each place of the app is for. */
import * as english from './en/place-purposes.ts';
import { inLanguage } from './language.ts';

export const { purposeStrings } = inLanguage('placePurposes', english);
