/** Words of the welcome page. */
import * as english from './en/welcome.ts';
import { inLanguage } from './language.ts';

export const { welcomeStrings } = inLanguage('welcome', english);
