/** Which beacons of a job have still to be prepared: counted for thousands of them in the turn in which their page is drawn. */
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

/** By the list that it was found in: as long as nothing changes, nothing is looked at again. */
const known = new WeakMap<readonly TaskProgress[], Known>();

/** Those whose package is not here, or of whose plan something is yet to be saved at the backend; whoever is set aside is among them. */
export function toPrepare(
  progress: readonly TaskProgress[],
  edits: readonly VirtualEdit[],
  rowsOf: (uniqueId: string) => DeviceRows,
): readonly TaskProgress[] {
  const before = known.get(progress);
  if (before?.edits === edits) return before.found;
  const editOf = new Map(edits.map((edit) => [edit.uniqueId, edit]));
  const found = progress.filter(({ task, device, standing }) => {
    if (standing === 'verified' || standing === 'onTheWay') return false;
    const { uniqueId, values } = task;
    // Of these the backend may still lack what is never written to the beacon: an alias, tags, a note.
    const needsPackage = standing !== 'ready' && standing !== 'alreadySo';
    if (needsPackage && kindOfTask(task, device, openPackageOf(uniqueId, rowsOf(uniqueId))) !== null) return true;
    return newVirtualValues(values, device, editOf.get(uniqueId) ?? null) !== null;
  });
  known.set(progress, { edits, found });
  return found;
}

/** The newest configuration of a beacon that is open on this phone. */
export function openPackageOf(uniqueId: string, { packages }: Pick<DeviceRows, 'packages'>): CarriedPackage | null {
  // Asked for each of thousands where nothing is prepared yet.
  if (packages.length === 0) return null;
  const row = storiesOf({ packages, runs: [], receipts: [] }).get(uniqueId)?.package ?? null;
  return row !== null && isOpenPackage(row) ? row : null;
}
