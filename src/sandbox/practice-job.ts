/**
 * The practice job: twelve beacons of the fleet. Some have faults as on site, and each has a note that explains one. The
 * fault of the guide's second lesson is here too.
 */
import type { BeaconFault } from './beacon/faults.ts';
import { fleetOf, isNearby, NEARBY_IDS, type FleetDevice } from './fleet.ts';

/** Keys of the notes that are shown at the beacons (ui/strings/guide.ts). */
type Lesson =
  'first' | 'marks' | 'connects' | 'drops' | 'slow' | 'locked' | 'reads' | 'wrong' | 'skip' | 'plain' | 'last';

interface PracticeTask {
  readonly uniqueId: string;
  readonly lesson: Lesson;
}

const WAY: readonly { readonly lesson: Lesson; readonly fault?: BeaconFault }[] = [
  { lesson: 'first' },
  { lesson: 'marks' },
  { lesson: 'connects', fault: { name: 'connectFails' } },
  { lesson: 'drops', fault: { name: 'drop', when: 'during', operation: 'write' } },
  { lesson: 'plain' },
  { lesson: 'slow', fault: { name: 'slow', ms: 3000, operation: 'write' } },
  { lesson: 'locked', fault: { name: 'lockedOut' } },
  { lesson: 'reads', fault: { name: 'drop', when: 'before', operation: 'readResponse', afterWrite: true } },
  { lesson: 'wrong', fault: { name: 'wrongBeacon' } },
  { lesson: 'skip' },
  { lesson: 'plain' },
  { lesson: 'last' },
];

/** Returns the tasks: the nearby beacons first, then others of the owner. */
export function practiceJob(seed: string): readonly PracticeTask[] {
  const own = fleetOf(seed).filter(
    ({ deviceType, access, bare }) => deviceType === 'BEACON' && access.owner === 'OWNER' && !bare,
  );
  const isNear = ({ uniqueId }: FleetDevice): boolean => isNearby(uniqueId);
  const ids = [...own.filter(isNear), ...own.filter((device) => !isNear(device))];
  return WAY.map(({ lesson }, at) => ({ uniqueId: ids[at]!.uniqueId, lesson }));
}

/** Returns the fault of the guide's second lesson, which strikes only the guide's beacon, and the earlier ones of others. */
export function guideFaults(before: readonly BeaconFault[]): BeaconFault[] {
  const [on] = NEARBY_IDS;
  return [...before.filter((fault) => fault.on !== on), { name: 'drop', when: 'during', operation: 'write', on }];
}

/**
 * Returns the faults of the job and the earlier faults of other beacons. Each fault of the job strikes only its own
 * beacon.
 */
export function jobFaults(tasks: readonly PracticeTask[], before: readonly BeaconFault[]): BeaconFault[] {
  const ids = new Set(tasks.map(({ uniqueId }) => uniqueId));
  const others = before.filter(({ on }) => on === undefined || !ids.has(on));
  return [
    ...others,
    ...WAY.flatMap(({ fault }, at) => (fault === undefined ? [] : [{ ...fault, on: tasks[at]!.uniqueId }])),
  ];
}
