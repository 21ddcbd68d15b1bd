/** Words for what is wrong with a file that is read. */
import * as english from './en/file-faults.ts';
import { inLanguage } from './language.ts';

export const { fileFaultStrings } = inLanguage('fileFaults', english);
