/** Words of the acceptance report, and of the page that checks one. */
import * as english from './en/report.ts';
import { inLanguage } from './language.ts';

export const { reportStrings } = inLanguage('report', english);
