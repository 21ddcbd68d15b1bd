/** Words of the record inspector: what it takes, what it counts, and every fault it tells. */
import * as english from './en/inspector.ts';
import { inLanguage } from './language.ts';

export const { inspectorStrings } = inLanguage('inspector', english);
