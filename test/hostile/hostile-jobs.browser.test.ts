/** Hostile texts through every field of the pages of a job and of an account. */
import { describePlaces } from './describe-places.ts';
import { jobPlaces } from './places-jobs.ts';

describePlaces('the pages of a job and of an account', jobPlaces);
