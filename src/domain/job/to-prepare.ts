/**
 * Finds the beacons of a job that still have to be prepared. Fast enough for thousands of them while their page is
 * drawn.
 */
import { storiesOf } from '../beacon-story.ts';
import { isOpenPackage, type CarriedPackage } from '../carried-package.ts';
import type { VirtualEdit } from '../virtual-edit.ts';
import { newVirtualValues } from './planned-values.ts';
import type { DeviceRows, TaskProgress } from './progress.ts';
import { kindOfTask } from './task-plan.ts';

interface Known {
  readonly edits: readonly VirtualEdit[];
  readonly found: readonly TaskProgress[];
}

/** Results by list of progress, reused as long as nothing changes. */
const cache = new WeakMap<readonly TaskProgress[], Known>();

/**
 * Returns the beacons without a package, and those with values to save in the backend. Includes beacons that were
 * parked or skipped.
 */
export function toPrepare(
  progress: readonly TaskProgress[],
  edits: readonly VirtualEdit[],
  rowsOf: (uniqueId: string) => DeviceRows,
): readonly TaskProgress[] {
  const before = cache.get(progress);
  if (before?.edits === edits) return before.found;
  const editOf = new Map(edits.map((edit) => [edit.uniqueId, edit]));
  const due = progress.filter(({ task, device, standing }) => {
    if (standing === 'verified' || standing === 'onTheWay') return false;
    const { uniqueId, values } = task;
    // Values that are never written to the beacon (an alias, tags, a note) may still have to be saved.
    const needsPackage = standing !== 'ready' && standing !== 'alreadySo';
    if (needsPackage && kindOfTask(task, device, openPackageOf(uniqueId, rowsOf(uniqueId))) !== null) return true;
    return newVirtualValues(values, device, editOf.get(uniqueId) ?? null) !== null;
  });
  cache.set(progress, { edits, found: due });
  return due;
}

/** Returns the newest open configuration package of a beacon. */
export function openPackageOf(uniqueId: string, { packages }: Pick<DeviceRows, 'packages'>): CarriedPackage | null {
  // Called for thousands of beacons without any package.
  if (packages.length === 0) return null;
  const row = storiesOf({ packages, runs: [], receipts: [] }).get(uniqueId)?.package ?? null;
  return row !== null && isOpenPackage(row) ? row : null;
}
