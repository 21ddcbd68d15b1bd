/** Words of the telemetry desk: when it was checked, what a read will cost, hours, trends, gateways, alarms. */
import * as english from './en/telemetry-desk.ts';
import { inLanguage } from './language.ts';

export const { telemetryDeskStrings } = inLanguage('telemetryDesk', english);
