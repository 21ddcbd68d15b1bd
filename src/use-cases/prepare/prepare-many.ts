/**
 * Prepares many devices, each like a single one: several requests at a time, and in lists if the backend supports them.
 */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { isRefusal, type BackendFailure, type BackendResult } from '../../domain/backend-failure.ts';
import type { PlannedWork } from '../../domain/bulk/plan.ts';
import { isWrittenByBluetooth } from '../../domain/device.ts';
import { groupedBy } from '../../domain/record.ts';
import type { Settings } from '../../domain/settings.ts';
import type { PrepareOutcome, PrepareService } from './prepare.ts';
import type { Clock, Locks } from '../surroundings.ts';
import type { Extensions } from '../extensions.ts';
import type { ConfigLists, PrepareBackend, CreatedConfigs } from './backend-port.ts';
import type { BlinkFetch, BlinkPackets } from './blink-packets.ts';
import { gather } from './gather.ts';
import { requestInLists, type ListRequest } from './in-lists.ts';
import { inOneWindow } from './one-window.ts';
import type { PrepareCalls } from './prepare-parts.ts';
import type { Pace } from '../pace.ts';
import { NOT_SENT, createRequestGate, type RequestGate } from '../request-gate.ts';
import type { WithdrawalService } from './withdraw.ts';
import { ofDevice } from '../../domain/device-answers.ts';

/**
 * `prepare`: create the change. `fetch`: the change is already pending at the backend, and only its package is needed.
 * `withdraw`: withdraw the pending change.
 */
export type PrepareTask = PlannedWork;

export interface PrepareManyState {
  readonly tasks: readonly PrepareTask[];
  /** By device, of those that were tried. It stays the same map, so read it again after each change of the state. */
  readonly outcomes: ReadonlyMap<string, PrepareOutcome>;
  readonly running: boolean;
  /** Why it has ended, or is about to end, before all devices were tried. Null: it has not. */
  readonly stopped: 'cancelled' | 'key' | 'offline' | null;
  /** End of the wait that the backend requires, Unix ms; null while there is none. */
  readonly waitsUntilMs: number | null;
}

export type PrepareMany = ReturnType<typeof createPrepareMany>;

interface PrepareManyParts {
  readonly prepare: Pick<PrepareService, 'prepareWithCalls' | 'fetchWithCalls' | 'reload'>;
  readonly withdrawals: Pick<WithdrawalService, 'withdrawMany'>;
  readonly backend: PrepareBackend & ConfigLists;
  readonly extensions: Extensions;
  readonly blinks: Pick<BlinkFetch, 'fetch'>;
  readonly clock: Clock;
  readonly locks: Pick<Locks, 'acquire'>;
  readonly pace: Pick<Pace, 'current'>;
  /** Its settings are read at each start, because a person may change them. */
  readonly account: { readonly settings: Pick<Settings, 'bulk'> };
}

/**
 * Work in progress per request allowed in flight. More than one, so that requests continue while results are being
 * stored.
 */
const WORK_PER_REQUEST = 2;
/** After this many devices in a row without an answer, the network counts as lost and the rest is not tried. */
const SILENT_IN_A_ROW = 3;

export function createPrepareMany(parts: PrepareManyParts) {
  const { prepare, clock, pace, account, locks } = parts;
  const state = signal<PrepareManyState | null>(null);
  let stop: (why: NonNullable<PrepareManyState['stopped']>) => void = () => undefined;

  const change = (part: Partial<PrepareManyState>): void => {
    if (state.value !== null) state.value = { ...state.value, ...part };
  };

  async function start(all: readonly PrepareTask[], earlier: Map<string, PrepareOutcome>): Promise<void> {
    if (state.value?.running === true) return;
    const { bulk } = account.settings;
    const outcomes = earlier;
    const tasks = all.filter(({ uniqueId }) => !outcomes.has(uniqueId));
    const gate = createRequestGate({
      clock,
      pace,
      inFlight: () => bulk.inFlight,
      onWait: (waitsUntilMs) => change({ waitsUntilMs }),
    });
    let silent = 0;
    let stopped = false;
    stop = (why) => {
      if (stopped) return;
      stopped = true;
      gate.close();
      change({ stopped: why });
    };
    state.value = { tasks: all, outcomes, running: true, stopped: null, waitsUntilMs: null };

    function keep(uniqueId: string, outcome: PrepareOutcome): void {
      const failure = failureOf(outcome);
      // A request that was never sent does not count as tried.
      if (failure !== NOT_SENT || outcome.kind === 'preparedOnly') outcomes.set(uniqueId, outcome);
      silent = failure?.kind === 'offline' || failure?.kind === 'timeout' ? silent + 1 : 0;
      change({ outcomes });
      if (failure?.kind === 'key' || failure?.kind === 'noKey') stop('key');
      else if (silent >= SILENT_IN_A_ROW) stop('offline');
    }

    const work = createGroupWork(parts, { tasks, idsAtOnce: bulk.idsAtOnce, gate, keep });
    const most = bulk.inFlight * WORK_PER_REQUEST;
    let open = 0;
    let onSlotFree = (): void => undefined;
    const works = new Set<Promise<void>>();
    for (const group of groupsOf(tasks, bulk.idsAtOnce)) {
      while (open >= most || works.size >= most) await new Promise<void>((resolve) => (onSlotFree = resolve));
      if (stopped) break;
      let requestCount = group[0]!.kind === 'prepare' ? groupedBy(group, valuesOf).size : 1;
      open += requestCount;
      const release = (count: number): void => {
        requestCount -= count;
        open -= count;
        onSlotFree();
      };
      const working = inOneWindow(
        locks,
        group.map(({ uniqueId }) => uniqueId),
        () => work(group, () => release(Math.min(1, requestCount))),
      ).finally(() => {
        works.delete(working);
        release(requestCount);
      });
      works.add(working);
    }
    await Promise.all(works);
    await prepare.reload();
    stop = () => undefined;
    change({ running: false, waitsUntilMs: null });
  }

  return {
    /** null before the first start; kept until `dismiss`, whatever screen is open. */
    state: state as ReadonlySignal<PrepareManyState | null>,
    /**
     * Sends several requests at a time, within the account's settings. Resolves when it has ended; never rejects. Does
     * nothing while another one runs.
     */
    start: (tasks: readonly PrepareTask[]) => start(tasks, new Map()),
    /** Starts no further device. Requests in flight are waited for, so that their outcome is known. */
    cancel: (): void => stop('cancelled'),
    /** Tries again the devices that were not tried and those whose package is not on this phone. */
    async retry(): Promise<void> {
      const last = state.value;
      if (last === null || last.running) return;
      const again = last.tasks.map((task) => ({ task, kind: againAs(task, last.outcomes.get(task.uniqueId)) }));
      const settled = again.flatMap(({ task: { uniqueId }, kind }) => {
        const outcome = last.outcomes.get(uniqueId);
        return kind === null && outcome !== undefined ? [[uniqueId, outcome] as const] : [];
      });
      await start(
        again.map(({ task, kind }) => ({ ...task, kind: kind ?? task.kind })),
        new Map(settled),
      );
    },
    dismiss(): void {
      if (state.value?.running !== true) state.value = null;
    },
  };
}

interface GroupWorkParts {
  readonly tasks: readonly PrepareTask[];
  readonly idsAtOnce: number;
  /** Delays a request until it may be sent. */
  readonly gate: Pick<RequestGate, 'pass' | 'passNext'>;
  /** Stores the outcome of a device. */
  readonly keep: (uniqueId: string, outcome: PrepareOutcome) => void;
}

/**
 * Returns the function that does the work of a group. Its `onRequested` is called when one of the group's first
 * requests is answered or turns out not to be needed.
 */
function createGroupWork(
  { prepare, withdrawals, backend, extensions, blinks }: PrepareManyParts,
  { tasks, idsAtOnce, gate: { pass, passNext }, keep }: GroupWorkParts,
) {
  const create: PrepareBackend['createConfig'] = (request) => pass(() => backend.createConfig(request));
  const fetchBlinks = inBatches(
    // Gateways need no packet for blinking, because nobody visits them.
    tasks.filter(({ deviceType }) => isWrittenByBluetooth(deviceType)).map(({ uniqueId }) => uniqueId),
    idsAtOnce,
    (uniqueIds) => blinks.fetch(uniqueIds, { pass: passNext }),
  );
  const packageLists = {
    request: (uniqueIds: readonly string[]) => passNext(() => backend.encryptConfigs(uniqueIds)),
    extensions,
    extension: 'configLists',
  } as const;
  const pendingLists = (deviceType: string) =>
    ({
      request: (uniqueIds: readonly string[]) => pass(() => backend.readPendings(uniqueIds, deviceType)),
      extensions,
      extension: 'pendingLists',
      // If the backend does not list pending changes, only the package is requested.
      isOptional: true,
    }) as const;

  return async (group: readonly PrepareTask[], onRequested: () => void): Promise<void> => {
    if (group[0]!.kind === 'withdraw') {
      const came = await withdrawals.withdrawMany(
        group.map(({ uniqueId }) => uniqueId),
        pass,
      );
      for (const [uniqueId, outcome] of came) keep(uniqueId, outcome);
      return;
    }
    const joins = new Map(
      [...groupedBy(group, valuesOf)].map(([values, { length }]) => [
        values,
        shareCreate(length, (request) => create(request).finally(onRequested)),
      ]),
    );
    const joinPackages = gather(group.length, (uniqueIds: readonly string[]) =>
      inOrder(uniqueIds, packageLists, ({ base64 }) => base64),
    );
    const { deviceType } = group[0]!;
    const joinPendings = gather(group.length, (uniqueIds: readonly string[]) =>
      inOrder(uniqueIds, pendingLists(deviceType), ({ values }) => values).finally(onRequested),
    );
    const members = group.map((task) => ({
      task,
      created: joins.get(valuesOf(task))!(),
      pending: joinPendings(),
      package: joinPackages(),
    }));
    await Promise.all(
      members.map(async ({ task, created, pending, package: encrypted }) => {
        const calls: PrepareCalls = {
          createConfig: created.ask,
          readPending: pending.ask,
          encryptConfig: encrypted.ask,
          fetchBlinks,
        };
        const outcome =
          task.kind === 'fetch'
            ? await prepare.fetchWithCalls(task.uniqueId, calls)
            : await prepare.prepareWithCalls(task, calls);
        for (const shared of [created, pending, encrypted]) shared.leave();
        keep(task.uniqueId, outcome);
      }),
    );
  };
}

/** Fetches the packets of a device together with those of the next devices, when the first of them is needed. */
function inBatches(
  uniqueIds: readonly string[],
  most: number,
  fetch: (uniqueIds: readonly string[]) => Promise<BlinkPackets>,
): PrepareCalls['fetchBlinks'] {
  const batches = new Map<number, Promise<BlinkPackets>>();
  const places = new Map(uniqueIds.map((uniqueId, at) => [uniqueId, Math.floor(at / most)]));
  return async (uniqueId) => {
    const at = places.get(uniqueId)!;
    const batch = batches.get(at) ?? fetch(uniqueIds.slice(at * most, (at + 1) * most));
    batches.set(at, batch);
    return (await batch).get(uniqueId) ?? [];
  };
}

/** Outcomes after which a withdrawal is not tried again: it is done, or it is not possible. */
const WITHDRAWN: ReadonlySet<PrepareOutcome['kind']> = new Set(['withdrawn', 'noLongerPending', 'notOffered']);

/** Returns how to try a device again. Null: that does not help. */
function againAs({ kind }: PrepareTask, outcome: PrepareOutcome | undefined): PrepareTask['kind'] | null {
  // A device whose change was to be withdrawn is never prepared.
  if (kind === 'withdraw') return outcome !== undefined && WITHDRAWN.has(outcome.kind) ? null : 'withdraw';
  switch (outcome?.kind) {
    case 'onThisPhone':
    case 'waitingForGateway':
    case 'noLongerPending':
      return null;
    case 'preparedOnly':
      return 'fetch';
    case 'unusable':
      if (outcome.reason === 'tooLarge') return null;
      return outcome.reason === 'absent' || outcome.reason === 'written' ? 'prepare' : 'fetch';
    default:
      return 'prepare';
  }
}

/** Groups devices that can share requests, otherwise in their order; those with equal values are next to each other. */
function groupsOf(tasks: readonly PrepareTask[], most: number): PrepareTask[][] {
  const alike = groupedBy(tasks, ({ kind, deviceType }) => JSON.stringify([kind, deviceType]));
  return [...alike.values()].flatMap((those) => {
    const ordered = those[0]!.kind === 'prepare' ? [...groupedBy(those, valuesOf).values()].flat() : those;
    return Array.from({ length: Math.ceil(ordered.length / most) }, (_, at) =>
      ordered.slice(at * most, (at + 1) * most),
    );
  });
}

function valuesOf({ values }: PrepareTask): string {
  return JSON.stringify(values);
}

/** Returns the value of each device, in the order of the devices. Null: the backend has none. */
async function inOrder<Element extends { readonly uniqueId: string }, Value>(
  uniqueIds: readonly string[],
  request: ListRequest<Element>,
  valueOf: (element: Element) => Value,
): Promise<BackendResult<Value | null>[]> {
  const answers = await requestInLists(uniqueIds, request);
  return uniqueIds.map((uniqueId) => {
    const answer = answers.get(uniqueId)!;
    if (!answer.ok) return answer;
    return { ok: true, value: answer.value === null ? null : valueOf(answer.value) };
  });
}

function failureOf(outcome: PrepareOutcome): BackendFailure | null {
  return 'failure' in outcome ? outcome.failure : null;
}

type Create = PrepareBackend['createConfig'];

/** `count`: how many devices there are, all of one type and with the same values. */
function shareCreate(count: number, create: Create) {
  return gather(count, async (requests: readonly Parameters<Create>[0][]) => {
    const result = await create({
      ...requests[0]!,
      uniqueIds: requests.flatMap(({ uniqueIds }) => uniqueIds),
      isFirst: requests.every(({ isFirst }) => isFirst === true),
    });
    // An error for the whole request, or an answer with too few elements, may concern only one of the devices. Each is
    // therefore requested alone.
    return requests.map((request) =>
      requests.length > 1 && mayConcernAnotherDevice(result, request.uniqueIds) ? create(request) : result,
    );
  });
}

function mayConcernAnotherDevice(result: BackendResult<CreatedConfigs>, uniqueIds: readonly string[]): boolean {
  if (!result.ok) return isRefusal(result.failure);
  const { records } = result.value;
  return records !== null && uniqueIds.some((uniqueId) => ofDevice(records, uniqueId) === null);
}
