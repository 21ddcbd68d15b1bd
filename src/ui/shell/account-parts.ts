/** What the shell shows as soon as there is an account on this phone: its places, its counter of receipts, what was lost. */
import { isUnfinished, type Run } from '../../domain/run.ts';
import '../elements/nav/nav.ts';
import type { NavPlace } from '../elements/nav/nav.ts';
import '../elements/receipt-counter/receipt-counter.ts';
import { placesOf } from './places.ts';
import './shell-notices.ts';

/** The places of the bar and the rail, with what waits there. */
export function placesNow(runs: readonly Run[], needsYou: number): readonly NavPlace[] {
  return placesOf({ unfinished: runs.filter(isUnfinished).length, needsYou });
}
