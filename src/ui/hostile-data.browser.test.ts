/** Hostile texts through every field of the pages about data. */
import { describePlaces } from '../../test/hostile/describe-places.ts';
import { dataPlaces } from '../../test/hostile/places-data.ts';

describePlaces('the pages about data', dataPlaces);
