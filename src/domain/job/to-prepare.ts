/**
 * Finds the beacons of a job that still have to be prepared. Fast enough for thousands of them while their page is
 * drawn.
 */
import { planFactsOf, type BeaconTable } from '../beacon-table.ts';
import { memoizeByObject, memoizeLast } from '../memoize.ts';
import { newVirtualValues } from './planned-values.ts';
import type { TaskProgress } from './progress.ts';
import { kindOfTask } from './task-plan.ts';

/**
 * Returns the beacons without a package, and those with values to save in the backend. Includes beacons that were
 * parked or skipped.
 */
export function toPrepare(progress: readonly TaskProgress[], beacons: BeaconTable): readonly TaskProgress[] {
  return dueOf(progress)(beacons);
}

const dueOf = memoizeByObject((progress: readonly TaskProgress[]) =>
  memoizeLast((beacons: BeaconTable) => {
    const { packageOf } = planFactsOf(beacons);
    return progress.filter(({ task, device, configuration }) => {
      if (configuration === 'verified' || configuration === 'onTheWay') return false;
      const { uniqueId, values } = task;
      // Values that are never written to the beacon (an alias, tags, a note) may still have to be saved.
      const needsPackage = configuration !== 'ready' && configuration !== 'alreadySo';
      if (needsPackage && kindOfTask(task, device, packageOf(uniqueId)) !== null) return true;
      return newVirtualValues(values, device, beacons.stored.get(uniqueId)?.edit ?? null) !== null;
    });
  }),
);
