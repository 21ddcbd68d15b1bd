/** The plan of a day, drawn from a seed in advance: the beacons, who works on them, and their faults. */
import type { BeaconFault } from '../../src/sandbox/beacon/faults.ts';
import type { Draw } from '../../src/sandbox/seed.ts';
import { FLEET_IDS } from '../support/journey.ts';

export interface Plan {
  readonly ids: readonly string[];
  /** Beacons of the room that is handed to the second installer. */
  readonly handed: ReadonlySet<string>;
  /** The beacon during whose run the browser is killed. */
  readonly killedAt: string;
  readonly lockedOut: string;
  /** By intended beacon: the beacon that is picked first instead. */
  readonly wrongPicks: ReadonlyMap<string, string>;
  readonly faults: ReadonlyMap<string, readonly BeaconFault[]>;
}

/** Percent of first connects that fail. */
const CONNECTS_FAIL = 30;
/** One in this many beacons drops its link, and one in `WRONG_IN` is mistaken for another. */
const DROPS_IN = 8;
const WRONG_IN = 20;
const ROOMS = 4;
const FIRST_MINOR = 101;

const DROPS: readonly BeaconFault[] = [
  { name: 'drop', when: 'before', operation: 'write' },
  { name: 'drop', when: 'during', operation: 'write' },
  { name: 'drop', when: 'after', operation: 'write' },
  { name: 'drop', when: 'before', operation: 'poll', afterWrite: true },
  { name: 'drop', when: 'before', operation: 'readResponse', afterWrite: true },
];

export function planDay(beacons: number, draw: Draw): Plan {
  const ids = FLEET_IDS.slice(0, beacons);
  const handed = new Set(ids.slice(Math.ceil(((ROOMS - 1) * beacons) / ROOMS)));
  const own = shuffled(
    ids.filter((id) => !handed.has(id)),
    draw,
  );
  const [killedAt, lockedOut, ...others] = own as [string, string, ...string[]];
  const wrong = others.slice(0, Math.max(1, Math.floor(beacons / WRONG_IN)));
  const faults = new Map<string, BeaconFault[]>(ids.map((id) => [id, []]));
  for (const id of shuffled(ids, draw).slice(0, Math.round((beacons * CONNECTS_FAIL) / 100)))
    faults.get(id)!.push({ name: 'connectFails' });
  for (const id of shuffled(others, draw).slice(0, Math.max(1, Math.floor(beacons / DROPS_IN))))
    faults.get(id)!.push(draw.pick(DROPS));
  // A visit ends with the second refusal. It lasts longer than one visit, but not for the whole day.
  faults.get(lockedOut)!.push({ name: 'lockedOut', times: 3 });
  const wrongPicks = new Map(wrong.map((id) => [id, draw.pick(others.filter((one) => one !== id))]));
  return { ids, handed, killedAt, lockedOut, wrongPicks, faults };
}

export function roomOf({ ids }: Plan, id: string): string {
  return `Room ${1 + Math.floor((ids.indexOf(id) * ROOMS) / ids.length)}`;
}

/** Returns the planned `minor` value of a beacon. */
export function minorOf({ ids }: Plan, id: string): number {
  return FIRST_MINOR + ids.indexOf(id);
}

function shuffled<T>(from: readonly T[], draw: Draw): T[] {
  return from
    .map((one) => ({ one, at: draw.fraction() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
