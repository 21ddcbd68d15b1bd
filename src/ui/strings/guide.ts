/** Words of the practice guide: three steps from a change to Verified, then the same with a link that drops. */
import * as english from './en/guide.ts';
import { inLanguage } from './language.ts';

export const { guideStrings } = inLanguage('guide', english);
