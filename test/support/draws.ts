/** How many cases a property draws: few in a usual run, many in a campaign (`npm test -- --whole`). */
import { CAMPAIGN } from '../hostile/campaign.ts';

export const draws = (usual: number, whole: number): number => (CAMPAIGN.whole ? whole : usual);
