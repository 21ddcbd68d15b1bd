/** Hostile texts through every field of the pages about data. */
import { describePlaces } from './describe-places.ts';
import { dataPlaces } from './places-data.ts';
import { telemetryPlaces } from './places-telemetry.ts';

describePlaces('the pages about data', [...telemetryPlaces, ...dataPlaces]);
