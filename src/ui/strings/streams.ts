/** Words of the streams page: what a stream is, its fields and their faults, every outcome of a step. */
import * as english from './en/streams.ts';
import { inLanguage } from './language.ts';

export const { streamStrings } = inLanguage('streams', english);
