/** Prepares many devices: each like a single one, several requests at a time, equal values in one request. */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import { isWrittenByBluetooth } from '../../domain/device.ts';
import { createLive } from '../../domain/live.ts';
import type { Settings } from '../../domain/settings.ts';
import type { PrepareOutcome } from './offered.ts';
import type { Clock } from '../surroundings.ts';
import type { PrepareBackend } from './backend-port.ts';
import type { BlinkFetch, BlinkPackets } from './blink-packets.ts';
import type { PrepareMany, PrepareManyState, PrepareTask } from './many-offered.ts';
import type { PrepareCalls } from './prepare-parts.ts';
import type { PrepareService } from './prepare.ts';
import { NOT_SENT, createRequestGate } from './request-gate.ts';
import { shareCreate } from './shared-create.ts';

interface PrepareManyParts {
  readonly prepare: Pick<PrepareService, 'prepareAmong' | 'fetchAmong' | 'reload'>;
  readonly backend: PrepareBackend;
  readonly blinks: Pick<BlinkFetch, 'fetch'>;
  readonly clock: Clock;
  /** Read at each start, because a person may change the settings. */
  readonly settings: () => Pick<Settings, 'bulk' | 'delivery'>;
}

/** Devices in progress per allowed request: while the result of one is stored, another's request is in flight. */
const AT_WORK = 2;
/** After this many devices in a row without an answer there is no network, and the rest is not tried. */
const SILENT_IN_A_ROW = 3;

export function createPrepareMany({ prepare, backend, blinks, clock, settings }: PrepareManyParts): PrepareMany {
  const state = createLive<PrepareManyState | null>(null);
  let stop: (why: NonNullable<PrepareManyState['stopped']>) => void = () => undefined;

  const change = (part: Partial<PrepareManyState>): void => {
    if (state.value !== null) state.set({ ...state.value, ...part });
  };

  async function start(all: readonly PrepareTask[], known: Map<string, PrepareOutcome>): Promise<void> {
    if (state.value?.running === true) return;
    const { bulk, delivery } = settings();
    const outcomes = known;
    const tasks = all.filter(({ uniqueId }) => !outcomes.has(uniqueId));
    const gate = createRequestGate({
      clock,
      inFlight: () => bulk.inFlight,
      rateLimitMs: () => delivery.rateLimitMs,
      onWait: (waitsUntilMs) => change({ waitsUntilMs }),
    });
    const create: PrepareBackend['createConfig'] = (request) => gate.pass(() => backend.createConfig(request));
    const encryptConfig: PrepareBackend['encryptConfig'] = (uniqueId) =>
      gate.pass(() => backend.encryptConfig(uniqueId));
    const fetchBlinks = inBatches(
      // Gateways need no packet for blinking, because nobody visits them.
      tasks.filter(({ deviceType }) => isWrittenByBluetooth(deviceType)).map(({ uniqueId }) => uniqueId),
      bulk.idsAtOnce,
      (uniqueIds) => blinks.fetch(uniqueIds, { pass: gate.pass }),
    );
    let silent = 0;
    let stopped = false;
    stop = (why) => {
      if (stopped) return;
      stopped = true;
      gate.close();
      change({ stopped: why });
    };
    state.set({ tasks: all, outcomes, running: true, stopped: null, waitsUntilMs: null });

    function keep(uniqueId: string, outcome: PrepareOutcome): void {
      const failure = failureOf(outcome);
      // A request that was never sent does not count as tried.
      if (failure !== NOT_SENT || outcome.kind === 'preparedOnly') outcomes.set(uniqueId, outcome);
      silent = failure?.kind === 'offline' || failure?.kind === 'timeout' ? silent + 1 : 0;
      change({ outcomes });
      if (failure?.kind === 'key' || failure?.kind === 'noKey') stop('key');
      else if (silent >= SILENT_IN_A_ROW) stop('offline');
    }

    async function work(group: readonly PrepareTask[]): Promise<void> {
      const shared = shareCreate(group.filter(({ kind }) => kind === 'prepare').length, create);
      await Promise.all(
        group.map(async (task) => {
          if (task.kind === 'fetch') {
            keep(
              task.uniqueId,
              await prepare.fetchAmong(task.uniqueId, { createConfig: create, encryptConfig, fetchBlinks }),
            );
            return;
          }
          let asked = false;
          const createConfig: PrepareBackend['createConfig'] = (request) => {
            asked = true;
            return shared.create(request);
          };
          const outcome = await prepare.prepareAmong(task, { createConfig, encryptConfig, fetchBlinks });
          if (!asked) shared.leave();
          keep(task.uniqueId, outcome);
        }),
      );
    }

    const groups = groupsOf(tasks, bulk.idsAtOnce);
    const worker = async (): Promise<void> => {
      for (let group = groups.shift(); group !== undefined && !stopped; group = groups.shift()) await work(group);
    };
    await Promise.all(Array.from({ length: bulk.inFlight * AT_WORK }, worker));
    await prepare.reload();
    stop = () => undefined;
    change({ running: false, waitsUntilMs: null });
  }

  return {
    state,
    start: (tasks) => start(tasks, new Map()),
    cancel: () => stop('cancelled'),
    async retry() {
      const last = state.value;
      if (last === null || last.running) return;
      const settled = [...last.outcomes].filter(([, outcome]) => againAs(outcome) === null);
      await start(
        last.tasks.map((task) => ({ ...task, kind: againAs(last.outcomes.get(task.uniqueId)) ?? task.kind })),
        new Map(settled),
      );
    },
    dismiss() {
      if (state.value?.running !== true) state.set(null);
    },
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

/** Returns how a device is tried again; null when that does not help. */
function againAs(outcome: PrepareOutcome | undefined): PrepareTask['kind'] | null {
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

/** Groups devices that can share a request, otherwise in their order. */
function groupsOf(tasks: readonly PrepareTask[], most: number): PrepareTask[][] {
  const open = new Map<string, PrepareTask[]>();
  const groups: PrepareTask[][] = [];
  for (const task of tasks) {
    const key = JSON.stringify([task.kind, task.deviceType, task.kind === 'fetch' ? null : task.values]);
    const group = open.get(key);
    if (group !== undefined && group.length < most) group.push(task);
    else {
      const next = [task];
      open.set(key, next);
      groups.push(next);
    }
  }
  return groups;
}

function failureOf(outcome: PrepareOutcome): BackendFailure | null {
  return 'failure' in outcome ? outcome.failure : null;
}
