/** Words for filtering, sorting and saving the device list, and for what is done with chosen devices. */
import * as english from './en/list-options.ts';
import { inLanguage } from './language.ts';

export const { orderWords, listOptionStrings } = inLanguage('listOptions', english);
