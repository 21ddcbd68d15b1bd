/**
 * Fetches the identify packets that make a beacon blink on site: two per beacon, encrypted before its configuration
 * (domain/commands/blink.ts).
 */
import type { BackendResult } from '../../domain/backend-failure.ts';
import { carriedCommand, type CarriedPackage } from '../../domain/carried-package.ts';
import { SPARES, liveSpares } from '../../domain/commands/blink.ts';
import { permissionFor, type CommandWords } from '../../domain/commands/command.ts';
import type { OfferedPacket } from '../../domain/delivery/answer-types.ts';
import { ERRANDS } from '../../domain/errand.ts';
import { dateAfter, newestRows } from '../../domain/row-dates.ts';
import type { Extensions } from '../extensions.ts';
import type { Pass } from '../request-gate.ts';
import type { DeviceStore, PackageStore, RunStore } from '../stores.ts';
import type { Clock, NewId } from '../surroundings.ts';
import { requestInLists } from './in-lists.ts';
import { checkPackage } from './package-check.ts';

export interface BlinkBackend {
  /**
   * GET /command/encrypt for one or more devices: returns the packets as the backend spells them, unchecked. A missing
   * device has none, or the backend answers for one device at a time only. `command` as the account's settings spell
   * it. Never rejects.
   */
  encryptCommands(
    uniqueIds: readonly string[],
    command: string,
    signal?: AbortSignal,
  ): Promise<BackendResult<readonly OfferedPacket[]>>;
}

interface BlinkParts {
  readonly backend: BlinkBackend;
  readonly extensions: Extensions;
  readonly packages: Pick<PackageStore, 'all'>;
  readonly runs: Pick<RunStore, 'all'>;
  readonly devices: Pick<DeviceStore, 'get'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: NewId;
  readonly account: { readonly settings: { readonly commands: Pick<CommandWords, 'identify'> } };
  readonly onTrouble: (error: unknown) => void;
}

interface FetchOptions {
  /** Delays each request until it may be sent. */
  readonly pass?: Pass;
  readonly signal?: AbortSignal | undefined;
}

/** By device; devices without a packet are missing. */
export type BlinkPackets = ReadonlyMap<string, readonly CarriedPackage[]>;

export type BlinkFetch = ReturnType<typeof createBlinkFetch>;

export function createBlinkFetch(parts: BlinkParts) {
  const { backend, extensions, packages, runs, devices, clock, newId, account, onTrouble } = parts;

  async function fetchMissing(
    uniqueIds: readonly string[],
    { pass = (request) => request(), signal }: FetchOptions,
  ): Promise<BlinkPackets> {
    const word = account.settings.commands.identify;
    if (word === '') return new Map();
    const [rows, allRuns] = await Promise.all([packages.all(), runs.all()]);
    const listed = await Promise.all(uniqueIds.map((uniqueId) => devices.get(uniqueId)));
    const wanted = uniqueIds.flatMap((uniqueId, at) => {
      if (!permissionFor('identify', listed[at]?.access ?? null).allowed) return [];
      const taken = liveSpares(uniqueId, rows, allRuns).map(({ spare }) => spare);
      const numbers = SPARES.filter((number) => !taken.includes(number));
      return [{ uniqueId, deviceType: listed[at]?.deviceType ?? 'BEACON', numbers }];
    });
    const request = {
      request: (ids: readonly string[]) => pass(() => backend.encryptCommands(ids, word, signal)),
      extensions,
      extension: 'commandLists',
      isOptional: true,
    } as const;
    const idsOfRound = (at: number): string[] =>
      wanted.flatMap(({ uniqueId, numbers }) => (numbers.length > at ? [uniqueId] : []));
    const rounds = await Promise.all([...SPARES.keys()].map((at) => requestInLists(idsOfRound(at), request)));
    const newest = newestRows({ runs: allRuns, receipts: [], packages: rows });
    return new Map(
      wanted.map(({ uniqueId, deviceType, numbers }) => {
        const nowMs = dateAfter(newest, [uniqueId], clock.nowMs());
        const found = rounds.flatMap((answers) => {
          const answer = answers.get(uniqueId);
          if (answer?.ok !== true || answer.value === null) return [];
          const { base64 } = answer.value;
          const check = checkPackage(base64, ERRANDS.blink);
          return check.ok && check.token !== null ? [{ base64, token: check.token }] : [];
        });
        const ordered = found
          .sort((one, other) => one.token - other.token)
          .filter(({ token }, at) => at === 0 || token > found[at - 1]!.token);
        return [
          uniqueId,
          ordered.map((packet, at) =>
            carriedCommand(
              {
                ...packet,
                id: newId(),
                uniqueId,
                deviceType,
                command: 'identify',
                spare: numbers[at]!,
                values: { command: word },
              },
              nowMs,
            ),
          ),
        ];
      }),
    );
  }

  async function fetchIfPossible(uniqueIds: readonly string[], options: FetchOptions = {}): Promise<BlinkPackets> {
    try {
      return await fetchMissing(uniqueIds, options);
    } catch (error) {
      onTrouble(error);
      return new Map();
    }
  }

  return {
    /**
     * Fetches as many packets as each device lacks and stores none; the caller keeps those that are older than the
     * configuration. A missing packet is no failure, because the package is useful without it. Never rejects.
     */
    fetch: fetchIfPossible,
    /** Does the same for one device. */
    fetchOne: async (uniqueId: string, signal?: AbortSignal) =>
      (await fetchIfPossible([uniqueId], { signal })).get(uniqueId) ?? [],
  };
}
