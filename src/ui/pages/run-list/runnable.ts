/**
 * Sorts what this phone has stored into runs to finish, runs to start and packages that are not ready, each with its
 * reason.
 */
import { isCommandName, READ_ALL, type CommandName } from '../../../domain/commands/command.ts';
import { isOutlived } from '../../../domain/commands/stale.ts';
import { isOvertaken, packageSource, type PackageSource } from '../../../domain/beacon-answer.ts';
import { allErrandsOf, knownOf, type Beacon, type BeaconRows } from '../../../domain/beacon-table.ts';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import { isUnfinished, mayHaveWritten, type Run } from '../../../domain/run.ts';
import { isNewer } from '../../../domain/provisioning/earlier-runs.ts';
import { errandOf, withoutSpares } from '../../../domain/errand.ts';
import type { NextStep } from '../../../domain/provisioning/next-step.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';

export interface RunListFacts {
  /** Those with stored rows, by their IDs. */
  readonly beacons: readonly (readonly [uniqueId: string, beacon: Beacon])[];
  readonly current: RunProgress | null;
  readonly elsewhere: ReadonlySet<string>;
  readonly nextStep: (run: Run) => NextStep;
}

interface Row {
  readonly uniqueId: string;
}

export interface UnfinishedRow extends Row {
  readonly run: Run;
  readonly where: 'here' | 'elsewhere' | null;
  readonly step: NextStep;
  /** A newer package is stored, and its run settles this one. */
  readonly renewed: boolean;
  /** A later run has a receipt, which settles this one once it is verified. */
  readonly overtaken: boolean;
}

export interface ClosedRow extends Row {
  readonly run: Run;
  readonly reason: string;
}

export interface ReadyRow extends Row {
  readonly package: CarriedPackage;
}

type NotReadyReason = 'preparedOnly' | 'dead' | 'stale' | 'refused' | 'receiptLost';

export interface NotReadyRow extends ReadyRow {
  readonly reason: NotReadyReason;
  /** Where the missing package comes from. */
  readonly source: PackageSource;
}

/** A command that is stored on this phone, or whose result is unknown. */
export interface CommandRow extends Row {
  /** A reading of the beacon is listed only while it is unfinished. */
  readonly command: CommandName | typeof READ_ALL;
  /**
   * `unfinished`: the link dropped before the beacon acknowledged it · `notRead`: a reading that may be repeated ·
   * `stale`: the beacon has accepted something newer.
   */
  readonly state: 'unfinished' | 'notRead' | 'ready' | 'stale';
  readonly sinceMs: number;
}

export interface RunList {
  readonly unfinished: readonly UnfinishedRow[];
  readonly ready: readonly ReadyRow[];
  /** Packages that can be written, but that the beacon picked last refused. */
  readonly refused: readonly ReadyRow[];
  readonly notReady: readonly NotReadyRow[];
  readonly commands: readonly CommandRow[];
  /** Runs that the person closed, newest first, unless something newer of the beacon is stored. */
  readonly closed: readonly ClosedRow[];
}

export function listRuns(facts: RunListFacts): RunList {
  const unfinished: UnfinishedRow[] = [];
  const [ready, refused]: [ReadyRow[], ReadyRow[]] = [[], []];
  const notReady: NotReadyRow[] = [];
  const closed: ClosedRow[] = [];
  for (const [uniqueId, beacon] of facts.beacons) {
    const open = unfinishedOf(uniqueId, beacon, facts);
    unfinished.push(...open);
    if (open.length > 0) continue;
    const { package: row, run, track } = beacon;
    const state = row === null ? null : packageState(row, beacon);
    if (row !== null && state === 'ready')
      (track.summary === 'refused' ? refused : ready).push({ uniqueId, package: row });
    else if (row !== null && state !== null && state !== 'ready') {
      // A package that the beacon may refuse counts as missing.
      const here: CarriedPackage = state === 'stale' ? { ...row, state: 'dead' } : row;
      const source = packageSource(knownOf(beacon), { ...beacon, package: here });
      notReady.push({ uniqueId, package: row, reason: state, source });
    } else if (run?.outcome?.kind === 'closed') closed.push({ uniqueId, run, reason: run.outcome.reason });
  }
  unfinished.sort((a, b) => b.run.startedAtMs - a.run.startedAtMs);
  for (const rows of [ready, refused, notReady]) rows.sort((a, b) => a.package.preparedAtMs - b.package.preparedAtMs);
  closed.sort((a, b) => (b.run.endedAtMs ?? 0) - (a.run.endedAtMs ?? 0));
  const commands = facts.beacons.flatMap(([uniqueId, { rows }]) => commandsOf(uniqueId, rows)).sort(byState);
  return { unfinished, refused, ready, notReady, closed, commands };
}

/** While a run is in progress, the state that an earlier run of the beacon left is no longer known. */
function unfinishedOf(
  uniqueId: string,
  beacon: Beacon,
  { current, elsewhere, nextStep }: RunListFacts,
): readonly UnfinishedRow[] {
  const { runs, packages } = beacon.rows;
  const rows = runs.filter(isUnfinished).map((run): UnfinishedRow => {
    const step = nextStep(run);
    const isElsewhere = elsewhere.has(run.id) || step === 'runningElsewhere';
    const isHere = current?.runId === run.id && current.phase !== 'ended';
    const renewed = packages.some((row) => row.state === 'carried' && isNewer(row, run));
    return {
      uniqueId,
      run,
      where: isHere ? 'here' : isElsewhere ? 'elsewhere' : null,
      step: renewed && step !== 'runningElsewhere' ? 'start' : step,
      renewed,
      overtaken: beacon.by === 'receipt' && isOvertaken(run, runs, beacon),
    };
  });
  const underWay = rows.filter(({ where }) => where !== null);
  return underWay.length > 0 ? underWay : rows;
}

/** Null where no package is needed: the change is delivered or withdrawn, or a gateway fetches it. */
function packageState(row: CarriedPackage, { run, rows, source }: Beacon): NotReadyReason | 'ready' | null {
  if (source === 'none' || row.withdrawnAtMs !== undefined) return null;
  if (row.state === 'prepared') return 'preparedOnly';
  const isStale = isOutlived(row, allErrandsOf(rows).runs);
  if (row.state === 'carried') return isStale ? 'stale' : 'ready';
  if (run?.outcome?.kind === 'receiptLost') return 'receiptLost';
  if (row.state !== 'dead') return null;
  if (run?.packageId === row.id && run.outcome?.kind === 'refused') return 'refused';
  return isStale ? 'stale' : 'dead';
}

function commandsOf(uniqueId: string, rows: BeaconRows): readonly CommandRow[] {
  const found = new Map<string, CommandRow>();
  const add = (row: CommandRow): void => {
    if (!found.has(row.command)) found.set(row.command, row);
  };
  for (const run of withoutSpares(rows.commandRuns, rows.commands)) {
    const { command, startedAtMs: sinceMs } = run;
    if (!isUnfinished(run) || !mayHaveWritten(run)) continue;
    if (isCommandName(command)) add({ uniqueId, sinceMs, command, state: 'unfinished' });
    else if (errandOf(run).name === 'reading') add({ uniqueId, sinceMs, command: READ_ALL, state: 'notRead' });
  }
  for (const row of rows.commands) {
    const { command, state, fetchedAtMs, preparedAtMs } = row;
    if (state !== 'carried' || !errandOf(row).isAskedFor || !isCommandName(command)) continue;
    const isStale = isOutlived(row, allErrandsOf(rows).runs);
    add({ uniqueId, command, state: isStale ? 'stale' : 'ready', sinceMs: fetchedAtMs ?? preparedAtMs });
  }
  return [...found.values()];
}

const RANK = { unfinished: 0, notRead: 0, ready: 1, stale: 2 } as const;

function byState(one: CommandRow, other: CommandRow): number {
  return RANK[one.state] - RANK[other.state] || one.sinceMs - other.sinceMs;
}
