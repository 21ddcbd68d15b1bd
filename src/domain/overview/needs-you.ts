/** The tasks that need a person, in groups with one action and a count each. */
import { OLD_PACKAGE_MS, type CarriedPackage } from '../carried-package.ts';
import { errandOf, withoutSpares } from '../errand.ts';
import { stalePackages } from '../commands/stale.ts';
import { needOfReceipt, type Need } from '../delivery/needs.ts';
import { settledByLater, type Receipt } from '../receipt.ts';
import { zeros } from '../record.ts';
import { isUnfinished, mayHaveWritten, type Run } from '../run.ts';
import type { VirtualEdit } from '../virtual-edit.ts';

/** Not urgent, and not in the badge of Today (ui/shell/places.ts). */
export const WORTH_A_LOOK = ['deadPackages', 'oldPackages', 'needPackage', 'alarms', 'silent', 'batteryLow'] as const;

/** In the order of display: possible losses, standstill, uncertainty, work to do. */
const TASKS = [
  'losses',
  'key',
  'notMirrored',
  'uncertainRuns',
  'parked',
  'unsureNotVerified',
  'notVerified',
  'refused',
  'editsParked',
  'unfinishedRuns',
  /** Commands that were not acknowledged, and readings whose answer was not read. */
  'interrupted',
  ...WORTH_A_LOOK,
] as const;
export type Task = (typeof TASKS)[number];

export interface TaskCount {
  readonly task: Task;
  readonly count: number;
}

export interface TaskFacts {
  /** The key is missing from memory, or the backend does not accept it. */
  readonly keyWanted: boolean;
  /** Unread remarks about lost or restored storage. */
  readonly losses: number;
  readonly receipts: readonly Receipt[];
  readonly edits: readonly VirtualEdit[];
  readonly runs: readonly Run[];
  /** Runs in other windows. */
  readonly elsewhere: ReadonlySet<string>;
  readonly packages: readonly CarriedPackage[];
  readonly nowMs: number;
  readonly needPackage: number;
  /** Beacons with an alarm, from telemetry on this phone; null when unknown. */
  readonly alarms: number | null;
  /** Null when telemetry on this phone is not loaded. */
  readonly silent: number | null;
  readonly batteryLow: number;
}

export function tasksOf(facts: TaskFacts): TaskCount[] {
  const settled = settledByLater(facts.receipts);
  const open = facts.receipts.filter(({ id, givenUpAtMs }) => givenUpAtMs === undefined && !settled.has(id));
  const inNeed = (need: Need): number => open.filter((receipt) => needOfReceipt(receipt) === need).length;
  const unfinished = withoutSpares(facts.runs, facts.packages).filter(
    (run) => isUnfinished(run) && !facts.elsewhere.has(run.id),
  );
  const begun = unfinished.filter(mayHaveWritten);
  // Only a configuration leaves a receipt.
  const uncertain = begun.filter((run) => errandOf(run).configures).length;
  const packages = facts.packages.filter((row) => errandOf(row).isWork);
  const stale = stalePackages(packages, facts.runs);
  const staleIds = new Set(stale.map(({ id }) => id));
  const old = packages.filter(
    (row) => row.state === 'carried' && !staleIds.has(row.id) && facts.nowMs - fetchedAt(row) >= OLD_PACKAGE_MS,
  );
  const counts: Record<Task, number> = {
    losses: facts.losses,
    key: Number(facts.keyWanted),
    notMirrored: inNeed('notMirrored'),
    uncertainRuns: uncertain,
    parked: inNeed('parked'),
    unsureNotVerified: inNeed('unsureNotVerified'),
    notVerified: inNeed('notVerified'),
    refused: inNeed('refused'),
    editsParked: facts.edits.filter(({ state }) => state === 'parked').length,
    unfinishedRuns: unfinished.length - begun.length,
    interrupted: begun.length - uncertain,
    deadPackages: stale.length,
    oldPackages: old.length,
    needPackage: facts.needPackage,
    alarms: facts.alarms ?? 0,
    silent: facts.silent ?? 0,
    batteryLow: facts.batteryLow,
  };
  return TASKS.filter((task) => counts[task] > 0).map((task) => ({ task, count: counts[task] }));
}

/** Packages on this phone, without requests that only read a beacon, by the time since they were fetched. */
export interface PackageAges {
  readonly carried: number;
  readonly today: number;
  readonly week: number;
  readonly older: number;
  readonly commands: number;
  /** Null without packages. */
  readonly oldestMs: number | null;
}

export function packageAges(packages: readonly CarriedPackage[], nowMs: number): PackageAges {
  const carried = packages.filter((row) => row.state === 'carried' && errandOf(row).isWork);
  const ages = carried.map((row) => nowMs - fetchedAt(row));
  const today = ages.filter((age) => age < OLD_PACKAGE_MS / 7).length;
  const older = ages.filter((age) => age >= OLD_PACKAGE_MS).length;
  return {
    carried: carried.length,
    today,
    week: carried.length - today - older,
    older,
    commands: carried.filter((row) => !errandOf(row).configures).length,
    oldestMs: carried.length === 0 ? null : Math.min(...carried.map(fetchedAt)),
  };
}

export const RECEIPT_GROUPS = ['waiting', 'parked', 'notVerified', 'sent', 'refused', 'verified', 'aside'] as const;
export type ReceiptGroup = (typeof RECEIPT_GROUPS)[number];

/** Receipts on this phone by state; `aside`: closed by a person, or settled by a later one of the same beacon. */
export function receiptGroups(receipts: readonly Receipt[]): Readonly<Record<ReceiptGroup, number>> {
  const settled = settledByLater(receipts);
  const counts = zeros(RECEIPT_GROUPS);
  for (const receipt of receipts) {
    if (receipt.state === 'reserved') continue;
    const aside = receipt.state !== 'verified' && (receipt.givenUpAtMs !== undefined || settled.has(receipt.id));
    counts[aside ? 'aside' : receipt.state] += 1;
  }
  return counts;
}

function fetchedAt({ fetchedAtMs, preparedAtMs }: CarriedPackage): number {
  return fetchedAtMs ?? preparedAtMs;
}
