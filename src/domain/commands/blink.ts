/**
 * The spare identify packets of a beacon, which are fetched with its configuration and make it blink on site without a
 * network. A beacon accepts only increasing tokens (field-facts.md 1), so they have to be older than the configuration
 * and are used oldest first.
 */
import type { CarriedPackage } from '../carried-package.ts';
import { mayHoldResponse } from '../provisioning/earlier-runs.ts';
import { errandOf } from '../errand.ts';
import { killedBy } from '../provisioning/token-rule.ts';
import type { Run } from '../run.ts';
import { isOutlived } from './stale.ts';

/** Spare packets fetched for each configuration. */
export const SPARES = [1, 2] as const;

/**
 * Why a beacon cannot be made to blink. `none`: no packet was fetched · `used`: all have been sent · `written`: the
 * beacon has accepted a newer packet · `response`: it may hold a receipt that a command would erase · `older`: an older
 * package is waiting, which it would refuse afterwards.
 */
export type NoBlink = 'none' | 'used' | 'written' | 'response' | 'older';

export interface BlinkChoice {
  /** Packets that the beacon would still accept. */
  readonly left: number;
  /** The packet to send next; null when none may be sent. */
  readonly next: CarriedPackage | null;
  /** Null when one may be sent. */
  readonly whyNot: NoBlink | null;
}

/** Spare packets that the beacon would still accept, oldest first. */
export function liveSpares(
  uniqueId: string,
  packages: readonly CarriedPackage[],
  runs: readonly Run[],
): CarriedPackage[] {
  return packages
    .filter(
      (row) =>
        row.uniqueId === uniqueId && !errandOf(row).isAskedFor && row.state === 'carried' && !isOutlived(row, runs),
    )
    .sort((a, b) => (a.token ?? 0) - (b.token ?? 0));
}

export function chooseBlink(uniqueId: string, packages: readonly CarriedPackage[], runs: readonly Run[]): BlinkChoice {
  const live = liveSpares(uniqueId, packages, runs);
  const [first] = live;
  const none = (whyNot: NoBlink): BlinkChoice => ({ left: live.length, next: null, whyNot });
  if (first === undefined) {
    const own = packages.filter(
      (row) => row.uniqueId === uniqueId && !errandOf(row).isAskedFor && row.state !== 'replaced',
    );
    const newest = own.toSorted((a, b) => (b.token ?? 0) - (a.token ?? 0))[0];
    if (newest === undefined) return none('none');
    return none(newest.state !== 'used' && isOutlived(newest, runs) ? 'written' : 'used');
  }
  if (mayHoldResponse(runs, uniqueId)) return none('response');
  return killedBy(first, packages).length > 0 ? none('older') : { left: live.length, next: first, whyNot: null };
}
