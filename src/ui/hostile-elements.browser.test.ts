/** Hostile texts through every text of every element: nothing runs, nothing foreign comes into the page, and each is shown as it is. */
import { describePlaces } from '../../test/hostile/describe-places.ts';
import { elementPlaces } from '../../test/hostile/places-elements.ts';

describePlaces('the elements', elementPlaces);
