/** The practice job: twelve beacons of the fleet, some of which go wrong as beacons do on site, and what each of them teaches. */
import type { BeaconFault } from './beacon/faults.ts';
import { fleetOf, NEARBY_IDS } from './fleet.ts';

/** Keys of the words that stand as a note at the beacon (ui/strings/guide.ts). */
type Lesson =
  'first' | 'marks' | 'connects' | 'drops' | 'slow' | 'locked' | 'reads' | 'wrong' | 'skip' | 'plain' | 'last';

export interface PracticeTask {
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
  { lesson: 'reads', fault: { name: 'drop', when: 'before', operation: 'readResponse' } },
  { lesson: 'wrong', fault: { name: 'wrongBeacon' } },
  { lesson: 'skip' },
  { lesson: 'plain' },
  { lesson: 'last' },
];

/** Those that hang near first, then others of the owner's. */
export function practiceJob(seed: string): readonly PracticeTask[] {
  const own = fleetOf(seed).filter(
    ({ deviceType, access, bare }) => deviceType === 'BEACON' && access.owner === 'OWNER' && !bare,
  );
  const near = (uniqueId: string): boolean => (NEARBY_IDS as readonly string[]).includes(uniqueId);
  const ids = [...own.filter(({ uniqueId }) => near(uniqueId)), ...own.filter(({ uniqueId }) => !near(uniqueId))];
  return WAY.map(({ lesson }, at) => ({ uniqueId: ids[at]!.uniqueId, lesson }));
}

/** Each strikes its own beacon alone; what was arranged before for others stays. */
export function jobFaults(tasks: readonly PracticeTask[], before: readonly BeaconFault[]): BeaconFault[] {
  const ids = new Set(tasks.map(({ uniqueId }) => uniqueId));
  const others = before.filter(({ on }) => on === undefined || !ids.has(on));
  return [
    ...others,
    ...WAY.flatMap(({ fault }, at) => (fault === undefined ? [] : [{ ...fault, on: tasks[at]!.uniqueId }])),
  ];
}
