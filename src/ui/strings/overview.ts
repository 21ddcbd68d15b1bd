/** Words of the overview: what needs a person, the fleet in figures, what is carried and delivered, streams. */
import * as english from './en/overview.ts';
import { inLanguage } from './language.ts';

export const { overviewStrings } = inLanguage('overview', english);
