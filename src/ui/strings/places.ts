/** Words of the places of the app. */
import * as english from './en/places.ts';
import { inLanguage } from './language.ts';

export const { placeStrings } = inLanguage('places', english);
