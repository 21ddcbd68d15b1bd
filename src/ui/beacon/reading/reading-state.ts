/** How far the reading of a beacon has come, for the outbox and the device page. */
import { isDelivered, isHeld, type Receipt } from '../../../domain/receipt.ts';
import { errandOf } from '../../../domain/errand.ts';
import type { Tone } from '../../kit/tokens.ts';
import type { outboxStrings } from '../../strings/outbox.ts';

/** By its key in the strings. */
export type ReadingState = keyof typeof outboxStrings.readingStates;

/** Null for the receipt of a configuration. `isOutdated`: the beacon was written again since. */
export function readingStateOf(receipt: Receipt, isOutdated: boolean): ReadingState | null {
  if (errandOf(receipt).configures) return null;
  switch (receipt.state) {
    case 'sent':
      return isDelivered(receipt) ? 'taken' : 'sent';
    case 'parked':
    case 'verified':
    case 'refused':
      return receipt.state;
    default:
      return isOutdated ? 'outdated' : isHeld(receipt) ? 'held' : 'waiting';
  }
}

export const READING_TONES: Readonly<Partial<Record<ReadingState, Tone>>> = {
  taken: 'info',
  verified: 'done',
  parked: 'attention',
  refused: 'attention',
};
