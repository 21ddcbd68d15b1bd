/** Words of the evening after a day on site: what needs somebody, and whether the beacons are heard. */
import * as english from './en/evening.ts';
import { inLanguage } from './language.ts';

export const { eveningStrings } = inLanguage('evening', english);
