/** Words of orders, moves and shares: who gets what, who loses what, and what came of it for each device. */
import * as english from './en/ownership.ts';
import { inLanguage } from './language.ts';

export const { offlineText, orderStrings, giveStrings, stopsAll } = inLanguage('ownership', english);
