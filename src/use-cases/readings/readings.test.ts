/** A reading from the backend's request to the values in it: fetched, written by a run like any package, kept twice, looked at. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryMetaRows } from '../../../test/support/memory-meta-rows.ts';
import { createWorld, START_MS, WORLD_SEED, type Window, type World } from '../../../test/support/run-world.ts';
import { createSandboxPhone } from '../../../test/support/sandbox-phone.ts';
import { createBackendOnRequest } from '../../backend/on-request.ts';
import { countReceipts, isHeld, type Receipt } from '../../domain/receipt.ts';
import { tick } from '../../sandbox/beacon/beacon.ts';
import { NO_STORY, storyOf } from '../../domain/beacon-story.ts';
import { createExtensions } from '../extensions.ts';
import { parsePackage, parseReceipt } from '../../storage/stores/rows.ts';
import { type Readings, createReadings } from './readings.ts';

const ID = 'tB4x';
let world: World;
let window: Window;
let phone: ReturnType<typeof createSandboxPhone>;
let readings: Readings;
let requests: string[];

beforeEach(async () => {
  world = createWorld();
  world.choosers.next = ID;
  window = await world.open();
  requests = [];
  phone = createSandboxPhone({
    seed: WORLD_SEED,
    clock: world.clock,
    around({ method, path }, send) {
      requests.push(`${method} ${path}`);
      return send();
    },
  });
  readings = createReadings({
    ...window.stores,
    backend: { ...phone.backend, ...createBackendOnRequest(phone.http) },
    extensions: createExtensions({
      extensions: createMemoryMetaRows(),
      clock: world.clock,
      onTrouble: (error) => {
        throw error;
      },
    }),
    clock: world.clock,
    newId: () => `reading-${requests.length}`,
  });
});

const options = (change: object) => phone.control('options', change);

async function fetched(): Promise<string> {
  const outcome = await readings.fetch(ID);
  if (outcome.kind !== 'onThisPhone') throw new Error(outcome.kind);
  await window.runs.refresh();
  return outcome.package.id;
}

async function readBeacon(): Promise<Receipt> {
  await window.runs.start(await fetched());
  return [...world.disk.receipts.values()].at(-1)!;
}

describe('reading a beacon', () => {
  it('takes the same steps as writing a configuration, and stores the response in two copies', async () => {
    const receipt = await readBeacon();
    expect(window.now()).toMatchObject({ command: 'readAll', outcome: { kind: 'receipt', receiptId: receipt.id } });
    expect(world.operations.filter((operation) => operation !== 'poll')).toEqual([
      'connect',
      'discover',
      'write',
      'readResponse',
    ]);
    expect(receipt).toMatchObject({ kind: 'reading', state: 'waiting', mirrored: true, values: {} });
    expect(world.disk.mirror.get(receipt.id)).toMatchObject({
      kind: 'reading',
      responseBase64: receipt.responseBase64,
    });
    expect([...world.disk.packages.values()].at(-1)).toMatchObject({ command: 'readAll', state: 'used' });
    expect(countReceipts([receipt])).toEqual({ onlyHere: 1, toSend: 0, unverified: 0 });
  });

  it('is stored so that an earlier version neither writes its package nor posts its response', async () => {
    const receipt = await readBeacon();
    const [row] = world.disk.packages.values();
    // An earlier version reads `kind` and `held`, and knows no command of this name.
    expect(row).toMatchObject({ kind: 'command', command: 'readAll' });
    expect(receipt).toMatchObject({ state: 'waiting', held: true });
    expect(parsePackage(row)).toEqual({ ok: true, row });
    expect(parseReceipt(receipt)).toEqual({ ok: true, row: receipt });
  });

  it('does not change what is known about the configuration of the beacon', async () => {
    const receipt = await readBeacon();
    const rows = {
      packages: [...world.disk.packages.values()],
      runs: [...world.disk.runs.values()],
      receipts: [receipt],
    };
    expect(storyOf(ID, rows)).toEqual(NO_STORY);
  });

  it('shows what the beacon holds, and stores it with the receipt', async () => {
    const receipt = await readBeacon();
    const found = await readings.fetchValues(receipt.id);
    const { minor, major } = world.beaconStore.load(ID).values;
    expect(found).toMatchObject({ kind: 'found', receipt: { found: { values: { minor, major } } } });
    expect(world.disk.receipts.get(receipt.id)).toMatchObject({ found: { values: { minor } }, state: 'waiting' });
    expect(isHeld(world.disk.receipts.get(receipt.id)!)).toBe(true);
  });
});

describe('a backend without the calls for readings', () => {
  it('is asked once, and again after a day', async () => {
    await options({ configReadAll: 'notFound' });
    expect(await readings.fetch(ID)).toEqual({ kind: 'notOffered' });
    expect(await readings.offers()).toMatchObject({ readAll: 'notOffered', sync: 'unknown', decrypt: 'unknown' });
    requests.length = 0;
    expect(await readings.fetch(ID)).toEqual({ kind: 'notOffered' });
    expect(requests).toEqual([]);
    await options({ configReadAll: 'served' });
    await world.clock.sleep(86_400_000);
    expect(await readings.fetch(ID)).toMatchObject({ kind: 'onThisPhone' });
  });

  it('leaves a reading unchanged if the backend cannot decode its values', async () => {
    const receipt = await readBeacon();
    await options({ deviceDecrypt: 'notFound' });
    expect(await readings.fetchValues(receipt.id)).toEqual({ kind: 'notOffered' });
    expect(world.disk.receipts.get(receipt.id)).toEqual(receipt);
  });

  it('is not concluded from an unknown device', async () => {
    expect(await readings.fetchValues('nothing')).toMatchObject({ kind: 'storageFailed' });
    world.disk.receipts.set('x', { ...(await readBeacon()), id: 'x', uniqueId: 'Zz0neighbour' });
    expect(await readings.fetchValues('x')).toMatchObject({ kind: 'failed', failure: { status: 404 } });
    expect(await readings.offers()).toMatchObject({ decrypt: 'unknown' });
    expect(await readings.fetch('Zz0neighbour')).toEqual({ kind: 'notAccessible' });
  });
});

describe('the order of packets for a beacon', () => {
  /** Older than any request that the backend makes from here on. */
  const OLDER = START_MS / 1000 - 100;

  it('lets a reading be written over an older configuration, which is of no use afterwards', async () => {
    const configuration = world.carry(ID, OLDER);
    const receipt = await readBeacon();
    expect(receipt.kind).toBe('reading');
    await window.runs.start(configuration.id);
    expect(window.now()).toMatchObject({ outcome: { kind: 'refused' } });
  });

  it('lets a newer configuration be written while an older request for a reading is still carried', async () => {
    await fetched();
    const configuration = world.carry(ID, START_MS / 1000 + 1000);
    await window.runs.refresh();
    await window.runs.start(configuration.id);
    expect(window.now()).toMatchObject({ outcome: { kind: 'receipt' } });
  });
});

describe('a reading whose link drops', () => {
  it('is read on the next link, and may be given up without a reason', async () => {
    const id = await fetched();
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    await window.runs.start(id);
    const run = [...world.disk.runs.values()].at(-1)!;
    expect(run).toMatchObject({ outcome: null, step: 'reading' });
    await window.runs.resume(run.id);
    expect([...world.disk.receipts.values()]).toMatchObject([{ kind: 'reading', state: 'waiting' }]);
    const again = await fetched();
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    await window.runs.start(again);
    expect(await window.runs.abandon([...world.disk.runs.values()].at(-1)!.id)).toBe(true);
  });
});

describe('a beacon whose configuration is uncertain', () => {
  const TOKEN = START_MS / 1000 - 100;

  /** The beacon has taken the package, and its response is lost for good. */
  async function uncertain(): Promise<string> {
    const row = world.carry(ID, TOKEN, { values: { minor: 7 } });
    await window.runs.refresh();
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    await window.runs.start(row.id);
    return [...world.disk.runs.values()].at(-1)!.id;
  }

  function loseResponse(): void {
    world.beaconStore.change(ID, (state) => ({ ...tick(state, Infinity), response: '' }));
  }

  it('is not read before its response was looked for: that would erase it', async () => {
    const configuration = await uncertain();
    const reading = await fetched();
    world.operations.length = 0;
    await window.runs.start(reading);
    expect(window.now().failure?.code).toBe('newerPacketWaiting');
    expect(world.operations).toEqual([]);
    await window.runs.resume(configuration);
    expect([...world.disk.receipts.values()]).toMatchObject([{ runId: configuration, values: { minor: 7 } }]);
    expect([...world.disk.receipts.values()][0]!.kind).toBeUndefined();
  });

  it('is read once it has no response left, and the reading is to settle its run', async () => {
    const configuration = await uncertain();
    world.beaconStore.setFaults([{ name: 'emptyResponse', times: null }]);
    loseResponse();
    await window.runs.resume(configuration);
    await window.runs.resume(configuration);
    world.beaconStore.setFaults([]);
    expect(window.now().failure?.code).toMatch(/beaconIsAhead|receiptLost|noAnswer/);
    const receipt = await readBeacon();
    expect(receipt).toMatchObject({ kind: 'reading', values: { minor: 7 } });
  });

  it('does not accept the response to a reading as the response to the configuration', async () => {
    const configuration = await uncertain();
    const stored = world.disk.runs.get(configuration)!;
    world.disk.runs.set(configuration, { ...stored, lastFailure: { code: 'noAnswer', detail: '', atMs: 0 } });
    loseResponse();
    const reading = await fetched();
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    await window.runs.start(reading);
    await window.runs.resume(configuration);
    const withResponse = [...world.disk.receipts.values()].filter(({ responseBase64 }) => responseBase64 !== '');
    expect(withResponse.map(({ kind, runId }) => [kind, runId === configuration])).toEqual([['reading', false]]);
    expect(world.disk.runs.get(configuration)!.outcome).toBeNull();
  });
});
