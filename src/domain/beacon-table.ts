/**
 * One immutable value for each beacon: its stored rows, what they tell, its answer. Every screen takes the state of a
 * beacon from here.
 */
import { answerOf, type BeaconAnswer } from './beacon-answer.ts';
import { NO_STORY, storyOf, type BeaconStory, type StoryRows } from './beacon-story.ts';
import { isOpenPackage, type CarriedPackage } from './carried-package.ts';
import type { CachedDevice } from './device.ts';
import { errandOf } from './errand.ts';
import { heldBack, type HeldBack } from './provisioning/held-back.ts';
import type { Receipt } from './receipt.ts';
import { receiptIdOf, type Run } from './run.ts';
import { trackStoppedAfter } from './track-marks.ts';
import { shownName, type VirtualEdit } from './virtual-edit.ts';

export interface TableRows extends StoryRows {
  readonly edits: readonly VirtualEdit[];
  /** IDs of the runs in progress, in this window or another. */
  readonly underWay: ReadonlySet<string>;
}

/** The stored rows of one beacon. `packages`, `runs` and `underWay` are those of its configuration alone. */
export interface BeaconRows extends StoryRows {
  /** Packages of commands and readings. */
  readonly commands: readonly CarriedPackage[];
  readonly commandRuns: readonly Run[];
  readonly edit: VirtualEdit | null;
  /** IDs of its runs in progress. */
  readonly underWay: readonly string[];
}

/** What this phone has stored of a beacon, whether or not the device list is read. */
export interface BeaconFacts extends BeaconStory {
  /** True when no state can be derived from its rows. The beacon is shown as uncertain. */
  readonly isUnreadable: boolean;
  readonly edit: VirtualEdit | null;
  readonly rows: BeaconRows;
}

/** All that is known of a beacon. */
export interface Beacon extends BeaconFacts, BeaconAnswer {
  /** Its entry in the device list: null when there is none, `unread` while that is not known. */
  readonly listed: CachedDevice | null | 'unread';
}

export interface BeaconTable {
  /** What it follows from. */
  readonly rows: TableRows;
  /** The beacons with stored rows, by unique ID. */
  readonly stored: ReadonlyMap<string, BeaconFacts>;
  /** Returns the beacon with this entry of the device list. A beacon with rows is the same object until one of the two changes. */
  of(uniqueId: string, listed: Beacon['listed']): Beacon;
}

/** Returns the entry in the device list, for what is the same whether there is none or that is not known. */
export function knownOf({ listed }: Pick<Beacon, 'listed'>): CachedDevice | null {
  return listed === 'unread' ? null : listed;
}

/** Returns its alias or name; an unsent one wins. */
export function nameOf(beacon: Pick<Beacon, 'listed' | 'edit'>): string | null {
  return shownName(knownOf(beacon), beacon.edit);
}

export const NO_ROWS: BeaconRows = {
  packages: [],
  commands: [],
  runs: [],
  commandRuns: [],
  receipts: [],
  edit: null,
  underWay: [],
};
const NO_FACTS: BeaconFacts = { ...NO_STORY, isUnreadable: false, edit: null, rows: NO_ROWS };
const UNCERTAIN: BeaconAnswer = { track: trackStoppedAfter(0, 'uncertain'), by: 'package', source: 'none' };

/** Called with the cause when no state can be derived from the rows of a beacon. */
type OnUnreadable = (uniqueId: string, cause: unknown) => void;

/**
 * Derives again only the beacons that a change of the rows touches; returns `before` itself when it touches none. A
 * beacon whose rows cannot be read together costs no other its state.
 */
export function tableOf(
  rows: TableRows,
  before: BeaconTable | null = null,
  onUnreadable: OnUnreadable = rethrow,
): BeaconTable {
  const touched = before === null ? null : touchedBy(before.rows, rows);
  if (before !== null && touched?.size === 0) return before;
  const sorted = sortByBeacon(rows, touched);
  const stored = new Map(before?.stored);
  for (const uniqueId of touched ?? sorted.keys()) {
    const own = sorted.get(uniqueId);
    if (own === undefined) stored.delete(uniqueId);
    else stored.set(uniqueId, factsOf(uniqueId, own, onUnreadable));
  }
  return {
    rows,
    stored,
    of(uniqueId, listed) {
      const facts = stored.get(uniqueId);
      return facts === undefined ? join(NO_FACTS, listed) : joined(facts, listed);
    },
  };
}

export const NO_BEACONS = tableOf({ packages: [], runs: [], receipts: [], edits: [], underWay: new Set() });

/** Returns the beacon as if these were all its rows, for a plan that counts only its own. */
export function beaconOf(uniqueId: string, rows: BeaconRows, listed: Beacon['listed']): Beacon {
  // The table of all beacons reports rows that cannot be read.
  return join(rows === NO_ROWS ? NO_FACTS : factsOf(uniqueId, rows, () => undefined), listed);
}

/** Returns its packages and runs of every errand. */
export function allErrandsOf({ packages, commands, runs, commandRuns }: BeaconRows) {
  return { packages: [...packages, ...commands], runs: [...runs, ...commandRuns] };
}

/** What a plan for many beacons asks of each: its package that can still be written, and what holds it back. */
export function planFactsOf({ stored }: BeaconTable) {
  return {
    packageOf(uniqueId: string): CarriedPackage | null {
      const row = stored.get(uniqueId)?.package ?? null;
      return row !== null && isOpenPackage(row) ? row : null;
    },
    heldOf(uniqueId: string): HeldBack | null {
      const { runs, receipts, underWay } = stored.get(uniqueId)?.rows ?? NO_ROWS;
      return heldBack(runs, receipts, new Set(underWay)).get(uniqueId) ?? null;
    },
  };
}

const lastJoined = new WeakMap<BeaconFacts, Beacon>();

function joined(facts: BeaconFacts, listed: Beacon['listed']): Beacon {
  const last = lastJoined.get(facts);
  if (last?.listed === listed) return last;
  const beacon = join(facts, listed);
  lastJoined.set(facts, beacon);
  return beacon;
}

function join(facts: BeaconFacts, listed: Beacon['listed']): Beacon {
  const { track, by, source } = facts.isUnreadable ? UNCERTAIN : answerOf(knownOf({ listed }), facts);
  // Named one by one: made for each of 100,000 devices when a list is filtered, and spreading takes 20 times as long.
  return {
    package: facts.package,
    run: facts.run,
    receipt: facts.receipt,
    isUnderWay: facts.isUnderWay,
    isHeldByOther: facts.isHeldByOther,
    isUnreadable: facts.isUnreadable,
    edit: facts.edit,
    rows: facts.rows,
    track,
    by,
    source,
    listed,
  };
}

function factsOf(uniqueId: string, rows: BeaconRows, onUnreadable: OnUnreadable): BeaconFacts {
  const { edit } = rows;
  try {
    const story = storyOf(uniqueId, rows, new Set(rows.underWay));
    // Asked here for the same rows, so that `join` does not fail for the first reader.
    answerOf(null, story);
    return { ...story, isUnreadable: false, edit, rows };
  } catch (cause) {
    onUnreadable(uniqueId, cause);
    return { ...NO_STORY, isUnreadable: true, edit, rows };
  }
}

function rethrow(_uniqueId: string, cause: unknown): never {
  throw cause;
}

/** `BeaconRows` while they are sorted. */
type Sorted = {
  -readonly [Kind in keyof BeaconRows]: BeaconRows[Kind] extends readonly (infer Row)[] ? Row[] : BeaconRows[Kind];
};

/** Returns the rows of these beacons, by default of all: their own, and the receipts of others that concern them. */
function sortByBeacon(rows: TableRows, wanted: ReadonlySet<string> | null): ReadonlyMap<string, BeaconRows> {
  const sorted = new Map<string, Sorted>();
  const of = (uniqueId: string): Sorted | null => {
    const known = sorted.get(uniqueId);
    if (known !== undefined) return known;
    if (wanted !== null && !wanted.has(uniqueId)) return null;
    const made: Sorted = {
      packages: [],
      commands: [],
      runs: [],
      commandRuns: [],
      receipts: [],
      underWay: [],
      edit: null,
    };
    sorted.set(uniqueId, made);
    return made;
  };
  for (const row of rows.packages) of(row.uniqueId)?.[errandOf(row).configures ? 'packages' : 'commands'].push(row);
  for (const row of rows.receipts) of(row.uniqueId)?.receipts.push(row);
  const strayed = new Map<string, Sorted[]>();
  for (const row of rows.runs) {
    const own = of(row.uniqueId);
    if (own === null) continue;
    if (!errandOf(row).configures) {
      own.commandRuns.push(row);
      continue;
    }
    own.runs.push(row);
    if (rows.underWay.has(row.id)) own.underWay.push(row.id);
    const receiptId = receiptIdOf(row);
    if (!own.receipts.some(({ id }) => id === receiptId))
      strayed.set(receiptId, [...(strayed.get(receiptId) ?? []), own]);
  }
  for (const row of rows.edits) {
    const own = of(row.uniqueId);
    if (own !== null) own.edit = row;
  }
  for (const [uniqueId, owners] of ownersByCandidate(rows.receipts))
    of(uniqueId)?.receipts.push(...rows.receipts.filter((row) => owners.has(row.uniqueId)));
  // A person may have said since that the receipt of a run is another beacon's.
  for (const row of strayed.size === 0 ? [] : rows.receipts)
    for (const own of strayed.get(row.id) ?? []) if (!own.receipts.includes(row)) own.receipts.push(row);
  return sorted;
}

/**
 * Returns for each beacon the others that have a receipt which may be its own. All receipts of those are needed, because
 * one of them may settle that receipt.
 */
function ownersByCandidate(receipts: readonly Receipt[]): ReadonlyMap<string, ReadonlySet<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { uniqueId, candidates } of receipts)
    for (const candidate of candidates)
      if (candidate !== uniqueId) owners.set(candidate, (owners.get(candidate) ?? new Set()).add(uniqueId));
  return owners;
}

/** Names the beacons whose rows, or whose receipts of others, differ. */
function touchedBy(before: TableRows, now: TableRows): ReadonlySet<string> {
  const touched = new Set<string>();
  for (const kind of ['packages', 'runs', 'edits'] as const)
    for (const { uniqueId } of changedRows<{ readonly uniqueId: string }>(before[kind], now[kind]))
      touched.add(uniqueId);
  for (const { id, uniqueId } of now.runs) if (before.underWay.has(id) !== now.underWay.has(id)) touched.add(uniqueId);
  const receipts = changedRows(before.receipts, now.receipts);
  if (receipts.length === 0) return touched;
  const owners = new Set(receipts.map(({ uniqueId }) => uniqueId));
  // A receipt that settles others of its beacon frees the beacons that those may belong to.
  for (const { uniqueId, candidates } of [...before.receipts, ...now.receipts])
    if (owners.has(uniqueId)) for (const one of [uniqueId, ...candidates]) touched.add(one);
  const ids = new Set(receipts.map(({ id }) => id));
  for (const run of now.runs) if (ids.has(receiptIdOf(run))) touched.add(run.uniqueId);
  return touched;
}

/** Returns the rows that only one of the lists has. */
function changedRows<Row>(before: readonly Row[], now: readonly Row[]): Row[] {
  if (before === now) return [];
  const [old, present] = [new Set(before), new Set(now)];
  return [...before.filter((row) => !present.has(row)), ...now.filter((row) => !old.has(row))];
}
