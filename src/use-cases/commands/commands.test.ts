import { beforeEach, describe, expect, it } from 'vitest';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { CommandName } from '../../domain/commands/command.ts';
import { isUnfinished, type Run } from '../../domain/run.ts';
import { OPERATION } from '../../domain/packet.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { DEFAULT_SETTINGS } from '../../domain/default-settings.ts';
import { deviceKey, seal } from '../../sandbox/sealing.ts';
import { encodeValues } from '../../sandbox/values.ts';
import { WORLD_SEED, createWorld, type Window, type World } from '../../../test/support/run-world.ts';
import { fixtureBareDevice } from '../../../test/support/fixture-rows.ts';
import { createCommands, type CommandsService } from './commands.ts';
import type { PrepareOutcome } from '../prepare/prepare.ts';

const ID = 'tB4x';
const NOW = 1_750_000_000;

let world: World;
let window: Window;
let token: number;
let requested: string[];
let access: string | null;
let hasKey: boolean;
let offline: boolean;
let fetchConfiguration: (uniqueId: string) => Promise<PrepareOutcome>;

beforeEach(() => {
  world = createWorld();
  world.choosers.next = ID;
  token = NOW;
  requested = [];
  access = 'OWNER';
  hasKey = true;
  offline = false;
  fetchConfiguration = () => Promise.reject(new Error('not asked for'));
});

function packet(uniqueId: string, word: string): string {
  token += 1;
  return encodeBase64(
    seal(
      deviceKey(WORLD_SEED, uniqueId),
      { kind: 'encryptedRequest', operation: OPERATION.command, token },
      encodeValues({ command: word }),
    ),
  );
}

function service(): CommandsService {
  const { stores } = window;
  return createCommands({
    backend: {
      async encryptCommand(uniqueId, word) {
        requested.push(`${uniqueId} ${word}`);
        if (offline)
          return { ok: false, failure: { kind: 'offline', status: 0, message: '', fields: [], retryAfterMs: null } };
        return { ok: true, value: uniqueId === 'stranger' ? null : packet(uniqueId, word) };
      },
    },
    packages: stores.packages,
    runs: stores.runs,
    devices: {
      ...stores.devices,
      get: async (uniqueId) => fixtureBareDevice(uniqueId, { access, pending: { minor: 1 } }),
    },
    clock: world.clock,
    newId: () => `command-${token}`,
    account: {
      settings: {
        commands: {
          ...DEFAULT_SETTINGS.commands,
          // Not the default spelling.
          identify: access === 'none' ? '' : 'BLINK_30S',
        },
      },
    },
    prepare: { fetchPackage: (uniqueId) => fetchConfiguration(uniqueId) },
    hasKey: () => hasKey,
  });
}

async function carried(command: CommandName): Promise<CarriedPackage> {
  window ??= await world.open();
  const outcome = await service().fetch(ID, command);
  if (outcome.kind !== 'onThisPhone') throw new Error(outcome.kind);
  await window.runs.refresh();
  return outcome.package;
}

const lastRun = (): Run => [...world.disk.runs.values()].at(-1)!;
const beacon = () => world.beaconStore.load(ID);
const stateOf = (row: CarriedPackage) => world.disk.packages.get(row.id)?.state;

describe('a command for the beacon', () => {
  beforeEach(async () => {
    window = await world.open();
  });

  it.each([
    ['identify', 'normal', 'BLINK_30S'],
    ['restart', 'normal', 'RESET'],
    ['nonConnectable', 'nonConnectable', 'NONCONNECTABLE'],
    ['bootloader', 'bootloader', 'BOOTLOADER'],
  ] as const)(
    'of the kind %s takes one connect, one discovery and one write, and the link that it drops is no failure',
    async (command, mode, word) => {
      const row = await carried(command);
      expect(row).toMatchObject({ kind: 'command', command, values: { command: word }, state: 'carried' });
      await window.runs.start(row.id);
      expect(world.operations).toEqual(['connect', 'discover', 'write']);
      expect(window.now()).toMatchObject({ command, phase: 'ended', outcome: { kind: 'commandSent' }, failure: null });
      expect(lastRun()).toMatchObject({
        command,
        outcome: { kind: 'commandSent' },
        writes: 1,
        processedAtSeconds: null,
      });
      expect([stateOf(row), beacon().mode, beacon().commands.at(-1)]).toEqual(['used', mode, word]);
      expect([...world.disk.receipts.keys(), ...world.disk.mirror.keys(), ...window.kicked]).toEqual([]);
    },
  );

  it('is stored before it is written and ends in one step', async () => {
    const row = await carried('restart');
    await window.runs.start(row.id);
    expect(world.steps.filter((step) => !['awake', 'asleep'].includes(step))).toEqual([
      'journal intent',
      'connect',
      'discover',
      'journal writing',
      'write',
      'end commandSent',
    ]);
  });

  it.each([
    ['before', 2, ['readToken', 'write']],
    ['during', 1, ['readToken']],
  ] as const)(
    'is uncertain after the link dropped %s the write, until the token of the beacon decides on the next link',
    async (when, writes, after) => {
      const row = await carried('identify');
      world.beaconStore.setFaults([{ name: 'drop', when, operation: 'write', times: 1 }]);
      await window.runs.start(row.id);
      expect(isUnfinished(lastRun())).toBe(true);
      expect(window.now().failure?.code).toBe('droppedDuringWrite');
      world.operations.length = 0;
      await window.runs.resume(lastRun().id);
      expect(world.operations.filter((operation) => operation !== 'connect' && operation !== 'discover')).toEqual(
        after,
      );
      expect(lastRun()).toMatchObject({ outcome: { kind: 'commandSent' }, writes });
      expect(beacon().commands).toEqual(['BLINK_30S']);
    },
  );

  it('that cannot be confirmed may be closed, and its beacon configured', async () => {
    const row = await carried('nonConnectable');
    world.beaconStore.setFaults([{ name: 'drop', when: 'during', operation: 'write', times: 1 }]);
    await window.runs.start(row.id);
    await window.runs.abandon(lastRun().id);
    expect(lastRun().outcome).toEqual({ kind: 'abandoned' });
    expect(stateOf(row)).toBe('dead');
    world.beaconStore.powerCycleAll();
    const configuration = world.carry(ID, token + 50);
    await window.runs.refresh();
    await window.runs.start(configuration.id);
    expect(window.now().outcome?.kind).toBe('receipt');
  });

  it('is not written over a response that the beacon may still hold', async () => {
    const configuration = world.carry(ID, NOW - 5);
    await window.runs.refresh();
    world.beaconStore.setFaults([{ name: 'drop', when: 'before', operation: 'poll', times: 1 }]);
    await window.runs.start(configuration.id);
    expect(isUnfinished(lastRun())).toBe(true);
    const row = await carried('restart');
    world.operations.length = 0;
    await window.runs.start(row.id);
    expect([window.now().failure?.code, world.operations]).toEqual(['newerPacketWaiting', []]);
    expect(stateOf(row)).toBe('carried');
  });
});

describe('the order of the tokens of commands and configurations', () => {
  beforeEach(async () => {
    window = await world.open();
  });

  it('requires identify to be older than the configuration, which is fetched again', async () => {
    world.carry(ID, NOW - 5);
    fetchConfiguration = async (uniqueId) => ({
      kind: 'onThisPhone',
      package: world.carry(uniqueId, ++token),
      remarks: [],
    });
    expect(await service().fetch(ID, 'identify')).toMatchObject({ kind: 'onThisPhone', order: 'renewed' });
  });

  it.each([
    ['restart', 'after'],
    ['identify', 'notRenewed'],
  ] as const)('prevents that %s is written before an older configuration: %s', async (command, order) => {
    const configuration = world.carry(ID, NOW - 5);
    const outcome = await service().fetch(ID, command);
    expect(outcome).toMatchObject({ kind: 'onThisPhone', order });
    await window.runs.refresh();
    if (outcome.kind === 'onThisPhone') await window.runs.start(outcome.package.id);
    expect([window.now().failure?.code, world.operations]).toEqual(['newerPacketWaiting', []]);
    expect(stateOf(configuration)).toBe('carried');
  });

  it('lets a command be put on hold, which the write of the configuration invalidates and which is fetched again when the network is back', async () => {
    const row = await carried('identify');
    const configuration = world.carry(ID, token + 10);
    await window.runs.refresh();
    await window.runs.start(configuration.id);
    expect(window.now().failure?.code).toBe('newerPacketWaiting');
    const commands = service();
    await commands.putOnHold(row.id);
    await window.runs.start(configuration.id);
    expect(window.now().outcome?.kind).toBe('receipt');
    requested = [];
    offline = true;
    expect(await commands.sweep('changed')).toBe(false);
    await commands.sweep('changed');
    expect(requested).toEqual([`${ID} BLINK_30S`]);
    offline = false;
    token += 20;
    expect(await commands.sweep('network')).toBe(true);
    const fresh = [...world.disk.packages.values()].filter((one) => one.kind === 'command' && one.state === 'carried');
    expect(fresh).toHaveLength(1);
    await commands.sweep('network');
    expect(requested).toHaveLength(2);
    await window.runs.refresh();
    await window.runs.start(fresh[0]!.id);
    expect(window.now().outcome).toEqual({ kind: 'commandSent' });
  });

  it('fetches an outdated configuration only once when the backend returns the same one again, not at every change of a run', async () => {
    const row = await carried('restart');
    await window.runs.start(row.id);
    expect(window.now().outcome).toEqual({ kind: 'commandSent' });
    const configuration = world.carry(ID, NOW - 5);
    let fetched = 0;
    fetchConfiguration = async (uniqueId) => {
      fetched += 1;
      // The backend returns the same package each time: a new row with the old token.
      const again = { ...configuration, uniqueId, id: `again-${fetched}`, state: 'carried' as const };
      world.disk.packages.set(again.id, again);
      return { kind: 'onThisPhone', package: again, remarks: [] };
    };
    const commands = service();
    await commands.sweep('network');
    for (let change = 0; change < 3; change += 1) await commands.sweep('changed');
    expect(stateOf(configuration)).toBe('dead');
    expect(fetched).toBe(1);
  });

  it('does not fetch a removed command again, and restores it on Undo', async () => {
    const row = await carried('restart');
    const commands = service();
    await commands.remove(row.id);
    expect(stateOf(row)).toBe('replaced');
    await commands.restore(row);
    expect(stateOf(row)).toBe('carried');
    const newer = await carried('restart');
    expect([stateOf(row), stateOf(newer)]).toEqual(['replaced', 'carried']);
    await commands.restore(row);
    expect(stateOf(row)).toBe('replaced');
  });

  it('requests nothing without a key, but marks packages that a write made useless', async () => {
    const row = await carried('identify');
    world.disk.packages.set(row.id, { ...row, token: NOW - 100 });
    const configuration = world.carry(ID, token + 10);
    world.disk.packages.set(row.id, { ...row, state: 'dead', token: NOW - 100 });
    await window.runs.refresh();
    await window.runs.start(configuration.id);
    world.disk.packages.set(row.id, { ...row, token: NOW - 100 });
    requested = [];
    hasKey = false;
    await service().sweep('network');
    expect([stateOf(row), requested]).toEqual(['dead', []]);
  });
});

describe('the outcomes of fetching a command', () => {
  beforeEach(async () => {
    window = await world.open();
  });
  it.each([
    ['OWNER', ID, 'bootloader', { kind: 'onThisPhone' }, 1],
    ['EDITOR', ID, 'bootloader', { kind: 'notAllowed', reason: 'ownerOnly' }, 0],
    [null, ID, 'bootloader', { kind: 'onThisPhone' }, 1],
    ['none', ID, 'identify', { kind: 'notOffered' }, 0],
    ['OWNER', 'stranger', 'restart', { kind: 'notAccessible' }, 1],
  ] as const)(
    'depend on access, device and command: %s %s %s',
    async (level, uniqueId, command, expected, requests) => {
      access = level;
      expect(await service().fetch(uniqueId, command)).toMatchObject(expected);
      expect(requested).toHaveLength(requests);
    },
  );
  it('include a failure when there is no network', async () => {
    offline = true;
    expect(await service().fetch(ID, 'restart')).toMatchObject({ kind: 'failed', failure: { kind: 'offline' } });
    expect(world.disk.packages.size).toBe(0);
  });
});
