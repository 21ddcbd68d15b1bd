/**
 * Commands: fetched ahead and carried like a package. Commands that a later write has invalidated are marked and
 * fetched again (interface.md 4.4, field-facts.md 1).
 */
import { isUnanswered, type BackendResult, type BackendFailure } from '../../domain/backend-failure.ts';
import { carriedCommand, type CarriedPackage } from '../../domain/carried-package.ts';
import {
  COMMAND_TRAITS,
  isCommandName,
  permissionFor,
  type CommandName,
  type CommandWords,
} from '../../domain/commands/command.ts';
import { ERRANDS, errandOf } from '../../domain/errand.ts';
import { packagesToRenew, stalePackages } from '../../domain/commands/stale.ts';
import { isSameCommand } from '../../domain/commands/same-command.ts';
import { dateAfter, newestRows } from '../../domain/row-dates.ts';
import { checkPackage, type UnusableOutcome } from '../prepare/package-check.ts';
import { storageFailed, type StorageFailed } from '../storage-failed.ts';
import type { DeviceStore, PackageStore, RunStore } from '../stores.ts';
import type { Clock, NewId } from '../surroundings.ts';
import type { Prepare, PrepareOutcome } from '../prepare/prepare.ts';

/**
 * The order of the fetched command and an unwritten configuration of the same beacon; tokens only increase. `first`:
 * the command must be written first (or there is no configuration) · `after`: the configuration must be written first ·
 * `renewed`: the configuration was fetched again, so the command comes first · `notRenewed`: that failed, so the
 * command comes after.
 */
export type CommandOrder = 'first' | 'after' | 'renewed' | 'notRenewed';

export type CommandOutcome =
  | {
      readonly kind: 'onThisPhone';
      readonly package: CarriedPackage;
      readonly order: CommandOrder;
      readonly remarks: readonly string[];
    }
  /** The account's settings have no name for this command at the backend. */
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'notAllowed'; readonly reason: 'ownerOnly' | 'viewer' }
  /** The answer does not name the device: unknown, or not accessible with this key. */
  | { readonly kind: 'notAccessible' }
  | UnusableOutcome
  | StorageFailed
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

/** What the screens may call. */
export type Commands = Omit<CommandsService, 'sweep' | 'start' | 'close'>;

export interface CommandBackend {
  /**
   * GET /command/encrypt: returns the packet as the backend spells it, unchecked; null when nothing is listed.
   * `command` as the account's settings spell it. Never rejects.
   */
  encryptCommand(uniqueId: string, command: string, signal?: AbortSignal): Promise<BackendResult<string | null>>;
}

interface CommandsParts {
  readonly backend: CommandBackend;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly devices: DeviceStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: NewId;
  readonly account: { readonly settings: { readonly commands: CommandWords } };
  readonly prepare: Pick<Prepare, 'fetchPackage'>;
  readonly hasKey: () => boolean;
}

export type CommandsService = ReturnType<typeof createCommands>;

export function createCommands(parts: CommandsParts) {
  const { packages, runs, devices } = parts;
  /** Tried without success since the network last appeared. */
  const tried = new Set<string>();
  let stop: (() => void) | null = null;
  let sweeping: Promise<boolean> = Promise.resolve(true);
  let waiting = false;

  async function sweep(): Promise<boolean> {
    const [rows, allRuns] = await Promise.all([packages.all(), runs.all()]);
    for (const row of stalePackages(rows, allRuns)) await packages.mark(row.id, 'dead');
    if (!parts.hasKey()) return true;
    let wasAnswered = true;
    for (const row of packagesToRenew(await packages.all(), allRuns)) {
      // By its content, not by its row: a stale package that is returned again is a new row each time.
      const key = row.token === null ? row.id : `${row.uniqueId} ${row.kind} ${row.command ?? ''} ${row.token}`;
      if (tried.has(key)) continue;
      tried.add(key);
      const outcome = await renew(row);
      if (outcome !== null && 'failure' in outcome && isUnanswered(outcome.failure.kind)) wasAnswered = false;
    }
    return wasAnswered;
  }

  /** Returns null when there is nothing to fetch. */
  async function renew(row: CarriedPackage): Promise<CommandOutcome | PrepareOutcome | null> {
    if (!errandOf(row).configures)
      return isCommandName(row.command) ? fetchCommand(parts, row.uniqueId, row.command) : null;
    // Only what is still pending at the backend; anything else has been settled elsewhere.
    return (await devices.get(row.uniqueId))?.pending == null ? null : parts.prepare.fetchPackage(row.uniqueId);
  }

  async function mark(
    packageId: string,
    from: readonly CarriedPackage['state'][],
    state: CarriedPackage['state'],
  ): Promise<void> {
    const row = await packages.get(packageId);
    if (row !== null && !errandOf(row).configures && from.includes(row.state)) await packages.mark(packageId, state);
  }

  /**
   * Marks packages that a later write has invalidated and, with a key, fetches them again. Call it when runs change and
   * when the network or a key appears. Returns false when the backend could not be reached. Never rejects.
   */
  function requestSweep(why: 'changed' | 'network'): Promise<boolean> {
    if (why === 'network') tried.clear();
    if (waiting) return sweeping;
    waiting = true;
    sweeping = sweeping
      .then(() => {
        waiting = false;
        return sweep();
      })
      .catch(() => true);
    return sweeping;
  }

  return {
    /** Fetches the command, checks it and stores it on this phone. The backend is never informed of its use. */
    fetch: (uniqueId: string, command: CommandName, options?: { signal?: AbortSignal }): Promise<CommandOutcome> =>
      fetchCommand(parts, uniqueId, command, options?.signal).catch(storageFailed),
    /**
     * Puts the command on hold, so that no run uses it before a newer packet. It is fetched again once that has been
     * written and there is a network.
     */
    putOnHold: (packageId: string) => mark(packageId, ['carried'], 'dead'),
    /** Removes a command that is no longer needed. */
    remove: (packageId: string) => mark(packageId, ['carried', 'dead'], 'replaced'),
    /** Restores what was removed or put on hold, unless something newer has replaced it. */
    async restore(row: CarriedPackage): Promise<void> {
      const others = await packages.ofDevice(row.uniqueId);
      if (others.some((other) => other.id !== row.id && other.state === 'carried' && isSameCommand(other, row))) return;
      await packages.mark(row.id, row.state);
      await requestSweep('changed');
    },
    sweep: requestSweep,
    /** Marks at once, and after each change of the runs. */
    async start(): Promise<void> {
      stop ??= runs.watch(() => void requestSweep('changed'));
      await requestSweep('network');
    },
    close(): void {
      stop?.();
      stop = null;
    },
  };
}

async function fetchCommand(
  parts: CommandsParts,
  uniqueId: string,
  command: CommandName,
  signal?: AbortSignal,
): Promise<CommandOutcome> {
  const { backend, packages, runs, devices, clock } = parts;
  const device = await devices.get(uniqueId);
  const permission = permissionFor(command, device?.access ?? null);
  if (!permission.allowed) return { kind: 'notAllowed', reason: permission.reason };
  const word = parts.account.settings.commands[command];
  if (word === '') return { kind: 'notOffered' };
  const answered = await backend.encryptCommand(uniqueId, word, signal);
  if (!answered.ok) return { kind: 'failed', failure: answered.failure };
  if (answered.value === null) return { kind: 'notAccessible' };
  const check = checkPackage(answered.value, ERRANDS.command);
  if (!check.ok) return { kind: 'unusable', reason: check.reason, bytes: check.bytes };
  const [allRuns, rows] = await Promise.all([runs.all(), packages.ofDevice(uniqueId)]);
  const nowMs = dateAfter(newestRows({ runs: allRuns, receipts: [], packages: rows }), [uniqueId], clock.nowMs());
  const row = carriedCommand(
    {
      id: parts.newId(),
      uniqueId,
      deviceType: device?.deviceType ?? 'BEACON',
      command,
      values: { command: word },
      base64: answered.value,
      token: check.token,
    },
    nowMs,
  );
  await packages.replace(row);
  return { kind: 'onThisPhone', package: row, order: await orderOf(row, command, parts), remarks: check.remarks };
}

/**
 * Returns the order of a command and the carried configuration. A command that must be written first needs an older
 * token, so the configuration is fetched again.
 */
async function orderOf(
  row: CarriedPackage,
  command: CommandName,
  { packages, prepare }: Pick<CommandsParts, 'packages' | 'prepare'>,
): Promise<CommandOrder> {
  const configuration = (await packages.ofDevice(row.uniqueId)).find(
    (other) => errandOf(other).configures && other.state === 'carried',
  );
  if (
    configuration === undefined ||
    configuration.token === null ||
    row.token === null ||
    configuration.token > row.token
  )
    return 'first';
  if (!COMMAND_TRAITS[command].beforeConfiguration) return 'after';
  // A failed fetch counts as not renewed, which the caller shows.
  const renewed = await prepare.fetchPackage(row.uniqueId).catch(() => null);
  return renewed?.kind === 'onThisPhone' && (renewed.package.token ?? 0) > row.token ? 'renewed' : 'notRenewed';
}
