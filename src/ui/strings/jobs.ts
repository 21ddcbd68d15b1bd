/** Words of jobs: plan, prepare, go, on site. */
import * as english from './en/jobs.ts';
import { inLanguage } from './language.ts';

export const { jobStrings } = inLanguage('jobs', english);
