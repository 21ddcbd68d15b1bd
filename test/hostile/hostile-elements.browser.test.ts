/**
 * Hostile texts in every text of every element: nothing runs, no foreign element is added, and each text is shown
 * unchanged.
 */
import { describePlaces } from './describe-places.ts';
import { elementPlaces } from './places-elements.ts';

describePlaces('the elements', elementPlaces);
