/** Words of the telemetry page: fields, fleet, records, charts, asking, what is kept on this phone. */
import * as english from './en/telemetry.ts';
import { inLanguage } from './language.ts';

export const { telemetryStrings } = inLanguage('telemetry', english);
