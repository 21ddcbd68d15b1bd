/** Words of the configure page: attribute names, units, faults, and every outcome of Prepare. */
import * as english from './en/configure.ts';
import { inLanguage } from './language.ts';

export const { groupNames, unitNames, attributeNames, labelOf, helpOf, faultWords, nameFaultWords, configureStrings } =
  inLanguage('configure', english);
