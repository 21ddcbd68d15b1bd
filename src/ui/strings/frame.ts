/** Words of what frames every page of an account: rail, counter, ages. */
import * as english from './en/frame.ts';
import { inLanguage } from './language.ts';

export const { frameStrings } = inLanguage('frame', english);
