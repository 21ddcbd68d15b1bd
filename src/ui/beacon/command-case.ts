/**
 * Decides what the command screen shows: the running command, an uncertain one, the package on this phone, or what
 * prevents sending.
 */
import { allErrandsOf, type BeaconRows } from '../../domain/beacon-table.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { permissionFor, type CommandName } from '../../domain/commands/command.ts';
import { isOutlived } from '../../domain/commands/stale.ts';
import { mayHoldResponse } from '../../domain/provisioning/earlier-runs.ts';
import { errandOf, withoutSpares } from '../../domain/errand.ts';
import { killedBy } from '../../domain/provisioning/token-rule.ts';
import { isUnfinished, mayHaveWritten, type Run, type RunFailure } from '../../domain/run.ts';
import type { RunProgress } from '../../use-cases/run/runs.ts';

interface CommandFacts {
  readonly uniqueId: string;
  readonly rows: BeaconRows;
  readonly command: CommandName;
  readonly current: RunProgress | null;
  readonly elsewhere: ReadonlySet<string>;
  readonly access: string | null;
  /** The backend's spelling of the command; '' when the backend does not offer it. */
  readonly word: string;
}

/**
 * `order`: an older package on this phone that sending this one would make useless · `response`: the beacon may hold a
 * response.
 */
type CommandObstacle = { readonly kind: 'order'; readonly package: CarriedPackage } | { readonly kind: 'response' };

export type CommandCase =
  | { readonly kind: 'running'; readonly progress: RunProgress }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'unfinished'; readonly run: Run; readonly failure: RunFailure | null }
  /** The command ended while this screen was open. */
  | { readonly kind: 'ended'; readonly outcome: 'commandSent' | 'packageDead' | 'noAnswer' }
  | { readonly kind: 'notAllowed'; readonly reason: 'ownerOnly' | 'viewer' }
  | { readonly kind: 'notOffered' }
  | {
      readonly kind: 'ready';
      readonly package: CarriedPackage;
      readonly obstacle: CommandObstacle | null;
      readonly failure: RunFailure | null;
    }
  /** `aside`: it was replaced by a newer package that the beacon may not have accepted. */
  | { readonly kind: 'dead'; readonly package: CarriedPackage; readonly aside: boolean }
  | { readonly kind: 'none' };

export type CommandView = ReturnType<typeof viewCommand>;

/** `sentAtMs`: the last time this command was sent from this phone, according to the journal. */
export function viewCommand(facts: CommandFacts) {
  const runs = facts.rows.commandRuns
    .filter((run) => run.command === facts.command)
    .toSorted((a, b) => b.startedAtMs - a.startedAtMs);
  const sent = runs.find((run) => run.outcome?.kind === 'commandSent');
  return { case: caseOf(facts, runs), sentAtMs: sent === undefined ? null : (sent.endedAtMs ?? sent.startedAtMs) };
}

/** The state for a row of the device page. */
export function commandState(facts: CommandFacts): 'none' | 'carried' | 'dead' | 'unfinished' | 'sent' | 'notOffered' {
  const { case: chosen, sentAtMs } = viewCommand({ ...facts, current: null });
  switch (chosen.kind) {
    case 'ready':
      return 'carried';
    case 'dead':
    case 'unfinished':
    case 'notOffered':
      return chosen.kind;
    default:
      return sentAtMs === null ? 'none' : 'sent';
  }
}

function caseOf(facts: CommandFacts, runs: readonly Run[]): CommandCase {
  const { uniqueId, command, current } = facts;
  const progress = current !== null && current.uniqueId === uniqueId && current.command === command ? current : null;
  if (progress !== null && progress.phase !== 'ended') return { kind: 'running', progress };
  const ending = progress?.outcome?.kind;
  if (ending === 'commandSent' || ending === 'packageDead' || ending === 'noAnswer')
    return { kind: 'ended', outcome: ending };
  const open = withoutSpares(runs, facts.rows.commands).find(isUnfinished);
  if (open !== undefined && facts.elsewhere.has(open.id)) return { kind: 'elsewhere' };
  if (open !== undefined && mayHaveWritten(open))
    return { kind: 'unfinished', run: open, failure: progress?.failure ?? open.lastFailure };

  const permission = permissionFor(command, facts.access);
  if (!permission.allowed) return { kind: 'notAllowed', reason: permission.reason };
  const own = facts.rows.commands
    .filter((row) => row.command === command && errandOf(row).isAskedFor)
    .toSorted((a, b) => b.preparedAtMs - a.preparedAtMs);
  const carried = own.find((row) => row.state === 'carried');
  if (carried !== undefined)
    return {
      kind: 'ready',
      package: carried,
      obstacle: obstacleOf(facts, carried),
      failure: progress?.failure ?? open?.lastFailure ?? null,
    };
  if (facts.word === '') return { kind: 'notOffered' };
  const [last] = own;
  if (last?.state !== 'dead') return { kind: 'none' };
  return {
    kind: 'dead',
    package: last,
    aside: !isOutlived(last, allErrandsOf(facts.rows).runs) && !runs.some((run) => run.packageId === last.id),
  };
}

function obstacleOf({ uniqueId, rows }: CommandFacts, carried: CarriedPackage): CommandObstacle | null {
  if (mayHoldResponse(rows.runs, uniqueId)) return { kind: 'response' };
  const [older] = killedBy(carried, allErrandsOf(rows).packages);
  return older === undefined ? null : { kind: 'order', package: older };
}
