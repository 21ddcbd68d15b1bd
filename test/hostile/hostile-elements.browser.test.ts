/** Hostile texts through every text of every element: nothing runs, nothing foreign comes into the page, and each is shown as it is. */
import { describePlaces } from './describe-places.ts';
import { elementPlaces } from './places-elements.ts';

describePlaces('the elements', elementPlaces);
