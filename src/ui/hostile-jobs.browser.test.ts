/** Hostile texts through every field of the pages of a job and of an account. */
import { describePlaces } from '../../test/hostile/describe-places.ts';
import { jobPlaces } from '../../test/hostile/places-jobs.ts';

describePlaces('the pages of a job and of an account', jobPlaces);
