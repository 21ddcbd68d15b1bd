/** Words of handing a job to another phone and of taking one over. */
import * as english from './en/hand-over.ts';
import { inLanguage } from './language.ts';

export const { handOverStrings } = inLanguage('handOver', english);
