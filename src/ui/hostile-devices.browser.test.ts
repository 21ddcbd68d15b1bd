/** Hostile texts through every field of the pages about devices. */
import { describePlaces } from '../../test/hostile/describe-places.ts';
import { devicePlaces } from '../../test/hostile/places-devices.ts';

describePlaces('the pages about devices', devicePlaces);
