/** Which round of the guide it is: it outlives the way to the run screen and back, and a new start of the app begins with the first. */

/** `plain`: nothing goes wrong · `drop`: the link drops while writing. */
export type Round = 'plain' | 'drop';

let round: Round = 'plain';

export function roundNow(): Round {
  return round;
}

export function nextRound(next: Round): void {
  round = next;
}
