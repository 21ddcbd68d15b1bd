/** Every property that names no seed of its own draws from the seed of the run, which is printed at its start: a property that hangs can be run again. */
import fc from 'fast-check';
import { CAMPAIGN } from '../hostile/campaign.ts';

fc.configureGlobal({ seed: CAMPAIGN.seed });
