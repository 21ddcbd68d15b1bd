/**
 * Finds the beacons of a job that still have to be prepared. Fast enough for thousands of them while their page is
 * drawn.
 */
import { planFactsOf, type BeaconTable } from '../beacon-table.ts';
import { newVirtualValues } from './planned-values.ts';
import type { TaskProgress } from './progress.ts';
import { kindOfTask } from './task-plan.ts';

interface Known {
  readonly beacons: BeaconTable;
  readonly found: readonly TaskProgress[];
}

/** Results by list of progress, reused as long as nothing changes. */
const cache = new WeakMap<readonly TaskProgress[], Known>();

/**
 * Returns the beacons without a package, and those with values to save in the backend. Includes beacons that were
 * parked or skipped.
 */
export function toPrepare(progress: readonly TaskProgress[], beacons: BeaconTable): readonly TaskProgress[] {
  const before = cache.get(progress);
  if (before?.beacons === beacons) return before.found;
  const { packageOf } = planFactsOf(beacons);
  const due = progress.filter(({ task, device, configuration }) => {
    if (configuration === 'verified' || configuration === 'onTheWay') return false;
    const { uniqueId, values } = task;
    // Values that are never written to the beacon (an alias, tags, a note) may still have to be saved.
    const needsPackage = configuration !== 'ready' && configuration !== 'alreadySo';
    if (needsPackage && kindOfTask(task, device, packageOf(uniqueId)) !== null) return true;
    return newVirtualValues(values, device, beacons.stored.get(uniqueId)?.edit ?? null) !== null;
  });
  cache.set(progress, { beacons, found: due });
  return due;
}
