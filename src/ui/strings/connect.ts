/** Words of the connect page. */
import * as english from './en/connect.ts';
import { inLanguage } from './language.ts';

export const { connectStrings } = inLanguage('connect', english);
