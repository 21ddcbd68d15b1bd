/**
 * The round of the guide. It survives the way to the run screen and back; a new start of the app begins with the first.
 */
import { onAccountChange } from '../../shared/account-state.ts';

/** `plain`: nothing fails · `drop`: the link drops while writing. */
export type Round = 'plain' | 'drop';

let round: Round = 'plain';

onAccountChange(() => (round = 'plain'));

export function roundNow(): Round {
  return round;
}

export function nextRound(next: Round): void {
  round = next;
}
