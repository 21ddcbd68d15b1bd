/**
 * Sorts what this phone has stored into runs to finish, runs to start and packages that are not ready, each with its
 * reason.
 */
import { isCommandName, READ_ALL, type CommandName } from '../../../domain/commands/command.ts';
import { isOutlived } from '../../../domain/commands/stale.ts';
import { isOvertaken, packageSource, type PackageSource } from '../../../domain/beacon-answer.ts';
import { knownOf, type Beacon } from '../../../domain/beacon-table.ts';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import { isUnfinished, mayHaveWritten, type Run } from '../../../domain/run.ts';
import { isNewer } from '../../../domain/provisioning/earlier-runs.ts';
import { errandOf, withoutSpares } from '../../../domain/errand.ts';
import type { NextStep } from '../../../domain/provisioning/next-step.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';

export interface RunListFacts {
  readonly packages: readonly CarriedPackage[];
  readonly runs: readonly Run[];
  readonly beaconOf: (uniqueId: string) => Beacon;
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

export interface NotReadyRow extends Row {
  readonly reason: NotReadyReason;
  /** Where the missing package comes from. */
  readonly source: PackageSource;
  readonly sinceMs: number;
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
  const { beaconOf } = facts;
  const rows = facts.runs
    .filter((run) => isUnfinished(run) && errandOf(run).configures)
    .sort((a, b) => b.startedAtMs - a.startedAtMs)
    .map((run): UnfinishedRow => {
      const step = facts.nextStep(run);
      const elsewhere = facts.elsewhere.has(run.id) || step === 'runningElsewhere';
      const here = facts.current?.runId === run.id && facts.current.phase !== 'ended';
      const renewed = facts.packages.some(
        (row) =>
          row.state === 'carried' && row.uniqueId === run.uniqueId && errandOf(row).configures && isNewer(row, run),
      );
      const beacon = beaconOf(run.uniqueId);
      return {
        uniqueId: run.uniqueId,
        run,
        where: here ? 'here' : elsewhere ? 'elsewhere' : null,
        step: renewed && step !== 'runningElsewhere' ? 'start' : step,
        renewed,
        overtaken: beacon.by === 'receipt' && isOvertaken(run, facts.runs, beacon),
      };
    });
  // While a run is in progress, the state that an earlier run of the same beacon left is no longer known.
  const underWay = new Set(rows.filter(({ where }) => where !== null).map(({ uniqueId }) => uniqueId));
  const unfinished = rows.filter(({ where, uniqueId }) => where !== null || !underWay.has(uniqueId));

  const open = new Set(unfinished.map((row) => row.uniqueId));
  const latest = latestEnds(facts.runs);
  const ready: ReadyRow[] = [];
  const refused: ReadyRow[] = [];
  const notReady: NotReadyRow[] = [];
  for (const [uniqueId, row] of newestOf(facts.packages.filter((row) => errandOf(row).configures))) {
    if (open.has(uniqueId)) continue;
    const end = latest.get(uniqueId) ?? null;
    const beacon = beaconOf(uniqueId);
    const { source } = beacon;
    // Nothing has to be fetched for a change that its person has withdrawn.
    if (source === 'none' || row.withdrawnAtMs !== undefined) continue;
    const needsPackage = (reason: NotReadyReason, sinceMs: number): void => {
      // A package that the beacon may refuse counts as missing.
      const here: CarriedPackage = reason === 'stale' ? { ...row, state: 'dead' } : row;
      const next = packageSource(knownOf(beacon), { ...beacon, package: here });
      notReady.push({ uniqueId, reason, source: next, sinceMs });
    };
    if (row.state === 'carried' && isOutlived(row, facts.runs))
      needsPackage('stale', row.fetchedAtMs ?? row.preparedAtMs);
    else if (row.state === 'carried')
      (beacon.track.summary === 'refused' ? refused : ready).push({ uniqueId, package: row });
    else if (row.state === 'prepared') needsPackage('preparedOnly', row.preparedAtMs);
    else if (end?.outcome?.kind === 'receiptLost') needsPackage('receiptLost', end.endedAtMs ?? end.startedAtMs);
    else if (row.state === 'dead' && end?.packageId === row.id && end.outcome?.kind === 'refused')
      needsPackage('refused', row.preparedAtMs);
    else if (row.state === 'dead') needsPackage(isOutlived(row, facts.runs) ? 'stale' : 'dead', row.preparedAtMs);
  }
  for (const rows of [ready, refused]) rows.sort((a, b) => a.package.preparedAtMs - b.package.preparedAtMs);
  notReady.sort((a, b) => a.sinceMs - b.sinceMs);
  const waiting = new Set([...open, ...[...ready, ...refused, ...notReady].map((row) => row.uniqueId)]);
  const closed = [...latest.values()]
    .flatMap((run): ClosedRow[] =>
      run.outcome?.kind !== 'closed' || waiting.has(run.uniqueId)
        ? []
        : [{ uniqueId: run.uniqueId, run, reason: run.outcome.reason }],
    )
    .sort((a, b) => (b.run.endedAtMs ?? 0) - (a.run.endedAtMs ?? 0));
  return { unfinished, refused, ready, notReady, closed, commands: listCommands(facts) };
}

function listCommands({ packages, runs }: RunListFacts): CommandRow[] {
  const rows = new Map<string, CommandRow>();
  const add = (row: CommandRow): void => {
    const key = `${row.uniqueId} ${row.command}`;
    if (!rows.has(key)) rows.set(key, row);
  };
  for (const run of withoutSpares(runs, packages)) {
    const { uniqueId, command, startedAtMs } = run;
    if (!isUnfinished(run) || !mayHaveWritten(run)) continue;
    const row = { uniqueId, sinceMs: startedAtMs };
    if (isCommandName(command)) add({ ...row, command, state: 'unfinished' });
    else if (errandOf(run).name === 'reading') add({ ...row, command: READ_ALL, state: 'notRead' });
  }
  for (const row of packages) {
    const { uniqueId, command, state, fetchedAtMs, preparedAtMs } = row;
    if (state !== 'carried' || !errandOf(row).isAskedFor || !isCommandName(command)) continue;
    add({
      uniqueId,
      command,
      state: isOutlived(row, runs) ? 'stale' : 'ready',
      sinceMs: fetchedAtMs ?? preparedAtMs,
    });
  }
  const rank = { unfinished: 0, notRead: 0, ready: 1, stale: 2 } as const;
  return [...rows.values()].sort((one, other) => rank[one.state] - rank[other.state] || one.sinceMs - other.sinceMs);
}

/** The package that counts for each beacon: one that can be written before one that waits, else the newest. */
function newestOf(packages: readonly CarriedPackage[]): Map<string, CarriedPackage> {
  const rank = (row: CarriedPackage): number => (row.state === 'carried' ? 2 : row.state === 'prepared' ? 1 : 0);
  const found = new Map<string, CarriedPackage>();
  for (const row of packages) {
    const known = found.get(row.uniqueId);
    if (
      known === undefined ||
      rank(row) > rank(known) ||
      (rank(row) === rank(known) && row.preparedAtMs > known.preparedAtMs)
    )
      found.set(row.uniqueId, row);
  }
  return found;
}

function latestEnds(runs: readonly Run[]): Map<string, Run> {
  const found = new Map<string, Run>();
  for (const run of runs) {
    const known = found.get(run.uniqueId);
    if (
      run.outcome !== null &&
      run.outcome.kind !== 'abandoned' &&
      errandOf(run).configures &&
      (known === undefined || run.startedAtMs > known.startedAtMs)
    )
      found.set(run.uniqueId, run);
  }
  return found;
}
