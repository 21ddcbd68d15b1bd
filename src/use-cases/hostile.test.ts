/**
 * Runs every use case over the real adapters against answers that no honest backend gives: each ends with one of its
 * outcomes, and stored data is neither lost nor changed.
 */
import { createMemoryLocks } from '../../test/support/memory-locks.ts';
import { memoryPace } from '../../test/support/pace.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { give, hostileAnswers, type HostileAnswer } from '../../test/hostile/answers.ts';
import { fuzzing } from '../../test/hostile/campaign.ts';
import {
  fixtureAccount,
  fixtureDevice,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../test/support/fixture-rows.ts';
import { devicesOver, packagesOver } from '../../test/support/stores-over-rows.ts';
import { createVirtualClock } from '../../test/support/virtual-clock.ts';
import { createBackendOnRequest } from '../backend/on-request.ts';
import { createBackend } from '../backend/backend.ts';
import { createStreamCalls } from '../backend/streams.ts';
import { createTelemetryCalls } from '../backend/telemetry.ts';
import type { CarriedPackage } from '../domain/carried-package.ts';
import type { CachedDevice } from '../domain/device.ts';
import { CLOCK_UNCHECKED } from '../domain/telemetry/now.ts';
import { DAY_MS } from '../domain/telemetry/record-query.ts';
import { readPage } from '../domain/telemetry/page.ts';
import { summaryOf } from '../domain/telemetry/page-summary.ts';
import type { TelemetryRecord } from '../domain/telemetry/record.ts';
import { createCommands } from './commands/commands.ts';
import { createDeviceList } from './devices/device-list.ts';
import type { ListedDevices } from './devices/ports.ts';
import { createOwnership } from './ownership/ownership.ts';
import type { ReceiptStore, PackageStore, RunStore } from './stores.ts';
import { createMemoryMetaRows } from '../../test/support/memory-meta-rows.ts';
import { createExtensions } from './extensions.ts';
import { createBlinkFetch } from './prepare/blink-packets.ts';
import { createPrepare } from './prepare/prepare.ts';
import { createStreams } from './streams/streams.ts';
import { QueryRun } from './telemetry/query-run.ts';
import type { TelemetryStore } from './telemetry/ports.ts';

const KEY = 'kY7-secret-key-that-nobody-may-see';
const NOW = Date.UTC(2026, 0, 2);
/** Many of the answers name "aB12", none name the others. */
const HELD = 'hE1d';
const RUNNING = 'rU2n';
const OPEN = 'aB12';

const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  prepare: [
    'onThisPhone',
    'preparedOnly',
    'notAccessible',
    'blocked',
    'unusable',
    'storageFailed',
    'unknown',
    'failed',
  ],
  fetchPackage: [
    'onThisPhone',
    'preparedOnly',
    'notAccessible',
    'blocked',
    'unusable',
    'storageFailed',
    'unknown',
    'failed',
  ],
  command: ['onThisPhone', 'notOffered', 'notAllowed', 'notAccessible', 'unusable', 'storageFailed', 'failed'],
  assign: ['assigned', 'refused', 'unknown'],
  findNewDevices: ['listed', 'unread'],
  move: ['done', 'shown', 'refused', 'unknown', 'notSent'],
  share: ['done', 'shown', 'refused', 'unknown', 'notSent'],
  previewOrders: ['seen', 'notOffered', 'failed'],
  access: ['listed', 'notOffered', 'failed'],
  takeBack: ['takenBack', 'stillListed', 'notOffered', 'refused', 'unknown'],
  stream: [
    'done',
    'doneUnread',
    'unshown',
    'dropped',
    'notTaken',
    'unanswered',
    'failed',
    'faults',
    'nothingChanged',
    'exists',
    'changedMeanwhile',
    'gone',
  ],
  telemetry: ['done', 'cancelled', 'storageFailed', 'failed'],
};

function createWorld(answers: readonly HostileAnswer[]) {
  const clock = createVirtualClock(NOW);
  const disk = {
    devices: new Map<string, CachedDevice>(
      [HELD, RUNNING, OPEN, 'zZ99'].map((id, at) => [
        id,
        fixtureDevice(at + 20, { uniqueId: id, deviceType: 'BEACON', access: 'OWNER' }),
      ]),
    ),
    packages: new Map<string, CarriedPackage>([HELD, RUNNING].map((id) => [`pkg-${id}`, fixturePackage(id)])),
    telemetry: [] as TelemetryRecord[],
  };
  const runs = [fixtureRun(RUNNING, { step: 'writing' })];
  const receipts = [fixtureReceipt(HELD)];
  let at = 0;
  const pace = memoryPace(clock);
  const parts = {
    pace,
    account: fixtureAccount({
      id: 'a',
      baseUrl: 'https://b.example',
      legacyBaseUrl: 'https://l.example',
      vendor: 'acme',
    }),
    apiKey: () => KEY,
    clock,
    timeout: () => new AbortController().signal,
    fetch: () => give(answers[at++ % answers.length]!, KEY),
  };
  // A real store copies its rows and rejects a row that cannot be copied.
  const stored = <T>(row: T): T => structuredClone(row);
  const watch = () => () => undefined;
  const plain = { devices: devicesOver(disk), packages: packagesOver(disk) };
  const devices = {
    ...plain.devices,
    putMany: async (rows) => plain.devices.putMany(stored(rows)),
  } satisfies ListedDevices;
  const packages = {
    ...plain.packages,
    replace: async (row) => plain.packages.replace(stored(row)),
  } satisfies PackageStore;
  void devices.setCompletedAtMs(NOW - 5, { beganAtMs: 0, unseen: [] });
  const runStore = { watch, all: async () => runs } as unknown as RunStore;
  const receiptStore = { watch, all: async () => receipts } as unknown as ReceiptStore;
  let ids = 0;
  const newId = (): string => `new${(ids += 1)}`;
  const onTrouble = (error: unknown): void => {
    throw error;
  };
  const backend = createBackend(parts);
  const prepare = createPrepare({
    running: async () => new Set(),
    backend,
    packages,
    runs: runStore,
    receipts: receiptStore,
    devices,
    clock,
    newId,
    fetchBlinks: createBlinkFetch({
      backend: createBackendOnRequest(parts),
      extensions: createExtensions({ extensions: createMemoryMetaRows(), clock, onTrouble }),
      packages,
      runs: runStore,
      devices,
      clock,
      newId,
      account: parts.account,
      onTrouble,
    }).fetchOne,
    drain: async () => undefined,
    locks: createMemoryLocks(),
  });
  const list = createDeviceList({
    account: parts.account,
    backend,
    devices,
    packages,
    runs: runStore,
    receipts: receiptStore,
    clock,
    pace,
  });
  const store = {
    async take(body: ArrayBuffer, query: string) {
      const page = readPage(parsed(body));
      if (page === null) return null;
      disk.telemetry.push(...stored(page.records));
      return summaryOf(page, query);
    },
    finish: async () => ({ added: disk.telemetry.length }),
    takeTurn: async () => ({ kind: 'taken', turn: 't' }),
    endTurn: async () => undefined,
    readNote: async () => null,
    writeNote: async () => undefined,
  } as unknown as TelemetryStore;
  return {
    disk,
    list,
    prepare,
    runs,
    receipts,
    commands: createCommands({
      backend: createBackendOnRequest(parts),
      packages,
      runs: runStore,
      devices,
      clock,
      newId,
      account: parts.account,
      prepare,
      hasKey: () => true,
    }),
    ownership: createOwnership({
      backend: {
        ...createBackendOnRequest(parts),
        readDevice: backend.readDevice,
      },
      devices: list,
      extensions: createExtensions({ extensions: createMemoryMetaRows(), clock, onTrouble: () => undefined }),
    }),
    streams: createStreams({ backend: createStreamCalls(parts), clock, practiceTail: null, onStreamRead: () => {} }),
    queryParts: {
      backend: createTelemetryCalls(parts),
      store,
      clock,
      pace,
      clockReading: () => CLOCK_UNCHECKED,
      newestStoredMs: () => null,
    },
  };
}

function parsed(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the outcome of every action that a person can start. */
async function everything(world: ReturnType<typeof createWorld>): Promise<[name: string, outcome: string][]> {
  const { prepare, commands, ownership, streams, queryParts, list } = world;
  const draft = {
    kind: 'cloudStream',
    fields: { endpoint: 'https://kinesis.eu-west-1.example', streamName: 's', region: 'eu-west-1' },
  } as const;
  const secrets = { accessKey: 'ACCESS-KEY-1234567', secretKey: 'secret-key-1234567890' };
  const outcomes: [string, string][] = [];
  for (const uniqueId of [OPEN, HELD, RUNNING]) {
    const { kind } = await prepare.prepare({
      uniqueId,
      deviceType: 'BEACON',
      values: { minor: 5, constructor: 'x' },
      before: {},
    });
    // Preparing again would replace what the backend can still verify, whatever the backend answers.
    if (uniqueId !== OPEN) expect(kind).toBe('blocked');
    outcomes.push(['prepare', kind]);
    outcomes.push(['fetchPackage', (await prepare.fetchPackage(uniqueId)).kind]);
    outcomes.push(['command', (await commands.fetch(uniqueId, 'restart')).kind]);
  }
  await list.refresh();
  outcomes.push(
    ['assign', (await ownership.assign(['AB-1', 'AB-2'])).kind],
    ['findNewDevices', (await ownership.findNewDevices()).kind],
  );
  for (const { kind } of await ownership.move([OPEN, HELD], 'a@example.com')) outcomes.push(['move', kind]);
  for (const { kind } of await ownership.share([OPEN, HELD], {
    managerMail: 'a@example.com',
    access: 'EDITOR',
    expirationSeconds: 5,
    withMetadata: false,
  }))
    outcomes.push(['share', kind]);
  outcomes.push(
    ['previewOrders', (await ownership.previewOrders(['AB-1', 'AB-2'])).kind],
    ['access', (await ownership.access.read(OPEN)).kind],
    ['takeBack', (await ownership.access.takeBack(OPEN, 'a@example.com')).kind],
  );
  await streams.read('telemetry');
  const before = streams.state('telemetry').value.config;
  outcomes.push(['stream', (await streams.create('telemetry', draft, secrets)).kind]);
  // Another kind of destination replaces the stream, as in the form.
  if (before?.destinations[0]?.kind === draft.kind)
    outcomes.push(['stream', (await streams.change('telemetry', before, draft, {})).kind]);
  outcomes.push(
    ['stream', (await streams.replace('telemetry', draft, secrets)).kind],
    ['stream', (await streams.setEnabled('telemetry', true)).kind],
    ['stream', (await streams.remove('telemetry')).kind],
  );
  for (const latest of [false, true]) {
    const query = {
      by: 'devices',
      ids: ['\ud83d', OPEN],
      startMs: NOW - 3 * DAY_MS,
      endMs: NOW,
      latest,
      size: 100,
      sort: [],
    } as const;
    outcomes.push([
      'telemetry',
      (
        await new QueryRun(queryParts, query, {
          signal: new AbortController().signal,
          onProgress: () => undefined,
        }).run()
      ).end.kind,
    ]);
  }
  return outcomes;
}

describe('every use case against hostile answers', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);

  it('ends with one of its outcomes, keeps stored data, and reveals no key', async () => {
    process.on('unhandledRejection', note);
    const seen = new Set<string>();
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(hostileAnswers, { minLength: 1, maxLength: 5 }), async (answers) => {
          const world = createWorld(answers);
          const { disk } = world;
          const before = structuredClone({
            held: disk.packages.get(`pkg-${HELD}`),
            running: disk.packages.get(`pkg-${RUNNING}`),
            runs: world.runs,
            receipts: world.receipts,
          });
          for (const [name, outcome] of await everything(world)) {
            expect(OUTCOMES[name], `${name} ended as ${outcome}`).toContain(outcome);
            seen.add(`${name} ${outcome}`);
          }
          // A device with an undelivered receipt or an unfinished run keeps its place, its receipt, its run and the
          // package of the run.
          expect([...disk.devices.keys()]).toEqual(expect.arrayContaining([HELD, RUNNING]));
          expect({ runs: world.runs, receipts: world.receipts }).toEqual({
            runs: before.runs,
            receipts: before.receipts,
          });
          for (const row of [before.held, before.running])
            expect(disk.packages.get(row!.id)).toMatchObject({
              base64: row!.base64,
              values: row!.values,
              before: row!.before,
              token: row!.token,
            });
          expect(world.list.list.value.refreshing).toBeNull();
          for (const type of ['telemetry', 'position'] as const)
            expect(world.streams.state(type).value).toMatchObject({ busy: null, reading: false });
          expect(
            JSON.stringify([
              ...disk.devices.values(),
              ...disk.packages.values(),
              world.list.list.value.failure,
              world.streams.state('telemetry').value,
            ]),
          ).not.toContain(KEY.slice(0, 6));
        }),
        fuzzing(250, 20_260_305),
      );
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
      // The fuzzer reaches more than refusals.
      for (const one of [
        'prepare blocked',
        'prepare failed',
        'prepare unknown',
        'command failed',
        'assign assigned',
        'assign refused',
        'assign unknown',
        'move done',
        'move refused',
        'move unknown',
        'share done',
        'stream failed',
        'telemetry failed',
        'telemetry done',
      ])
        expect(seen).toContain(one);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});
