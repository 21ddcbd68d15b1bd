/** Sorts what this phone carries into what must be finished, what can be begun and what cannot, each with its reason. */
import { isOfCommand } from '../../../domain/commands/command.ts';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import { isUnfinished, receiptIdOf, type Run } from '../../../domain/run.ts';
import { trackOf, type Track } from '../../../domain/track.ts';
import type { NextStep, RunProgress } from '../../../provisioning/services.ts';

export interface RunListFacts {
  readonly packages: readonly CarriedPackage[];
  readonly runs: readonly Run[];
  readonly receipts: readonly Receipt[];
  readonly devices: readonly CachedDevice[];
  readonly current: RunProgress | null;
  readonly elsewhere: ReadonlySet<string>;
  readonly nextStep: (run: Run) => NextStep;
}

interface Row {
  readonly uniqueId: string;
  /** Alias or name where one is known. */
  readonly title: string | null;
  readonly track: Track;
}

export interface UnfinishedRow extends Row {
  readonly run: Run;
  readonly where: 'here' | 'elsewhere' | null;
  readonly step: NextStep;
}

export interface ReadyRow extends Row {
  readonly package: CarriedPackage;
}

export type NotReadyReason = 'preparedOnly' | 'dead' | 'stale' | 'receiptLost';

export interface NotReadyRow extends Row {
  readonly reason: NotReadyReason;
  readonly sinceMs: number;
}

export interface RunList {
  readonly unfinished: readonly UnfinishedRow[];
  readonly ready: readonly ReadyRow[];
  readonly notReady: readonly NotReadyRow[];
}

export function listRuns(facts: RunListFacts): RunList {
  const titles = new Map(facts.devices.map((device) => [device.uniqueId, device.alias ?? device.name]));
  const titleOf = (uniqueId: string): string | null => titles.get(uniqueId) ?? null;
  const receipts = new Map(facts.receipts.map((receipt) => [receipt.id, receipt]));
  const trackOfRun = (run: Run): Track => trackOf({ pending: false, package: null, run, receipt: receipts.get(receiptIdOf(run)) ?? null });

  const unfinished = facts.runs
    .filter((run) => isUnfinished(run) && !isOfCommand(run))
    .sort((a, b) => b.startedAtMs - a.startedAtMs)
    .map((run): UnfinishedRow => {
      const step = facts.nextStep(run);
      const elsewhere = facts.elsewhere.has(run.id) || step === 'runningElsewhere';
      const here = facts.current?.runId === run.id && facts.current.phase !== 'ended';
      return { uniqueId: run.uniqueId, title: titleOf(run.uniqueId), track: trackOfRun(run), run, where: here ? 'here' : elsewhere ? 'elsewhere' : null, step };
    });

  const open = new Set(unfinished.map((row) => row.uniqueId));
  const latest = latestEnds(facts.runs);
  const ready: ReadyRow[] = [];
  const notReady: NotReadyRow[] = [];
  for (const [uniqueId, row] of newestOf(facts.packages.filter((row) => !isOfCommand(row)))) {
    if (open.has(uniqueId)) continue;
    const end = latest.get(uniqueId) ?? null;
    const base = { uniqueId, title: titleOf(uniqueId), track: trackOf({ pending: false, package: row, run: null, receipt: null }) };
    if (row.state === 'carried' && isStale(row, facts.runs)) notReady.push({ ...base, reason: 'stale', sinceMs: row.fetchedAtMs ?? row.preparedAtMs });
    else if (row.state === 'carried') ready.push({ ...base, package: row });
    else if (row.state === 'prepared') notReady.push({ ...base, reason: 'preparedOnly', sinceMs: row.preparedAtMs });
    else if (end?.outcome?.kind === 'receiptLost') notReady.push({ ...base, track: trackOfRun(end), reason: 'receiptLost', sinceMs: end.endedAtMs ?? end.startedAtMs });
    else if (row.state === 'dead') notReady.push({ ...base, reason: 'dead', sinceMs: row.preparedAtMs });
  }
  ready.sort((a, b) => a.package.preparedAtMs - b.package.preparedAtMs);
  notReady.sort((a, b) => a.sinceMs - b.sinceMs);
  return { unfinished, ready, notReady };
}

/** Case matters in ids, but not to someone who searches with gloves on. */
export function fits(row: { readonly uniqueId: string; readonly title: string | null }, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  return wanted === '' || row.uniqueId.toLocaleLowerCase().includes(wanted) || (row.title?.toLocaleLowerCase().includes(wanted) ?? false);
}

/** A beacon takes only tokens that go up (field-facts 1): once a newer one was processed, this one will be refused. */
function isStale(row: CarriedPackage, runs: readonly Run[]): boolean {
  const token = row.token;
  if (token === null) return false;
  return runs.some(
    (run) =>
      run.uniqueId === row.uniqueId && run.packageId !== row.id && run.packageToken !== null && run.packageToken >= token && run.processedAtSeconds !== null,
  );
}

/** Of each beacon the package that counts: one that can be written before one that waits, else the newest. */
function newestOf(packages: readonly CarriedPackage[]): Map<string, CarriedPackage> {
  const rank = (row: CarriedPackage): number => (row.state === 'carried' ? 2 : row.state === 'prepared' ? 1 : 0);
  const found = new Map<string, CarriedPackage>();
  for (const row of packages) {
    const known = found.get(row.uniqueId);
    if (known === undefined || rank(row) > rank(known) || (rank(row) === rank(known) && row.preparedAtMs > known.preparedAtMs)) found.set(row.uniqueId, row);
  }
  return found;
}

function latestEnds(runs: readonly Run[]): Map<string, Run> {
  const found = new Map<string, Run>();
  for (const run of runs) {
    const known = found.get(run.uniqueId);
    if (run.outcome !== null && run.outcome.kind !== 'abandoned' && !isOfCommand(run) && (known === undefined || run.startedAtMs > known.startedAtMs)) found.set(run.uniqueId, run);
  }
  return found;
}
