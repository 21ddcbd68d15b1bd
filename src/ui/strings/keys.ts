/** Words around the key: giving it, the passphrase that locks it, whose it is. */
import * as english from './en/keys.ts';
import { inLanguage } from './language.ts';

export const { keyStrings } = inLanguage('keys', english);
