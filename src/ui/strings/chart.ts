/** Words of the charts. */
import * as english from './en/chart.ts';
import { inLanguage } from './language.ts';

export const { chartStrings } = inLanguage('chart', english);
