/** Words of what went wrong with a call to the backend, and of what a person can do about it. */
import * as english from './en/failures.ts';
import { inLanguage } from './language.ts';

export const { failureWords, failureActions, failureNotes, moreFields } = inLanguage('failures', english);
