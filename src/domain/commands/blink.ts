/**
 * The spare identify packets of a beacon: they are fetched with its configuration and make it blink on site without a network. A beacon
 * takes only tokens that go up (field-facts.md 1), so they have to be older than the configuration and are used from the oldest on.
 */
import type { CarriedPackage } from '../carried-package.ts';
import { mayHoldResponse } from '../provisioning/earlier-runs.ts';
import { killedBy } from '../provisioning/token-rule.ts';
import type { Run } from '../run.ts';
import { isSpare } from './of-command.ts';
import { isOutlived } from './stale.ts';

/** Spare packets that are carried for each configuration. */
export const SPARES = [1, 2] as const;

/**
 * Why a beacon cannot be made to blink. `none`: no packet was fetched · `used`: all have been sent · `written`: the beacon has taken a
 * newer packet since they were fetched · `response`: it may hold a receipt that a command would erase · `older`: an older packet is
 * waiting, which it would refuse afterwards.
 */
export type NoBlink = 'none' | 'used' | 'written' | 'response' | 'older';

export interface BlinkChoice {
  /** Packets that the beacon would still take. */
  readonly left: number;
  /** The one to send next; null where none may be sent now. */
  readonly next: CarriedPackage | null;
  /** Null where one may be sent. */
  readonly whyNot: NoBlink | null;
}

/** Spare packets of the beacon that it would still take, the oldest first. */
export function liveSpares(
  uniqueId: string,
  packages: readonly CarriedPackage[],
  runs: readonly Run[],
): CarriedPackage[] {
  return packages
    .filter((row) => row.uniqueId === uniqueId && isSpare(row) && row.state === 'carried' && !isOutlived(row, runs))
    .sort((a, b) => (a.token ?? 0) - (b.token ?? 0));
}

export function chooseBlink(uniqueId: string, packages: readonly CarriedPackage[], runs: readonly Run[]): BlinkChoice {
  const live = liveSpares(uniqueId, packages, runs);
  const [first] = live;
  const none = (whyNot: NoBlink): BlinkChoice => ({ left: live.length, next: null, whyNot });
  if (first === undefined) {
    const own = packages.filter((row) => row.uniqueId === uniqueId && isSpare(row));
    const newest = own.toSorted((a, b) => (b.token ?? 0) - (a.token ?? 0))[0];
    if (newest === undefined) return none('none');
    return none(newest.state !== 'used' && isOutlived(newest, runs) ? 'written' : 'used');
  }
  if (mayHoldResponse(runs, uniqueId)) return none('response');
  return killedBy(first, packages).length > 0 ? none('older') : { left: live.length, next: first, whyNot: null };
}
