/** How often a property draws: as often as a usual run has time for, or as often as a campaign wants (`npm test -- --whole`). */
import { CAMPAIGN } from '../hostile/campaign.ts';

export const draws = (usual: number, whole: number): number => (CAMPAIGN.whole ? whole : usual);
