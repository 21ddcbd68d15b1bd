/**
 * Every property without its own seed uses the seed of the run, which is printed at its start, so that a failing or
 * hanging run can be repeated.
 */
import fc from 'fast-check';
import { CAMPAIGN } from '../hostile/campaign.ts';

fc.configureGlobal({ seed: CAMPAIGN.seed });
