/** A stored packet whose header says another operation than its errand is never written, however its run is begun. */
import { beforeEach, describe, expect, it } from 'vitest';
import { fixtureRun } from '../../../test/support/fixture-rows.ts';
import { WORLD_SEED, createWorld, type Window, type World } from '../../../test/support/run-world.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { COMMANDS, READ_ALL } from '../../domain/commands/command.ts';
import { OPERATION } from '../../domain/packet.ts';
import { deviceKey, seal } from '../../sandbox/sealing.ts';
import { encodeValues } from '../../sandbox/values.ts';

const ID = 'tB4x';
const TOKEN = 1_750_000_000;
const ERRANDS = [READ_ALL, ...COMMANDS];

let world: World;
let window: Window;

beforeEach(() => {
  world = createWorld();
  world.choosers.next = ID;
});

/** A configuration that an earlier version of the app has stored for this errand. */
function carryWrong(command: string): { id: string; base64: string } {
  const base64 = encodeBase64(
    seal(
      deviceKey(WORLD_SEED, ID),
      { kind: 'encryptedRequest', operation: OPERATION.write, token: TOKEN },
      encodeValues({ minor: 7 }),
    ),
  );
  const { id } = world.carry(ID, TOKEN, { id: 'wrong', kind: 'command', command, values: {}, base64 });
  return { id, base64 };
}

const beacon = () => world.beaconStore.load(ID);

describe.each(ERRANDS)('a stored packet for %s whose header contains the operation "write"', (command) => {
  it('is refused before the beacon is contacted', async () => {
    const { id } = carryWrong(command);
    window = await world.open();
    await window.runs.start(id);
    expect(window.now().failure?.code).toBe('otherOperation');
    expect([world.operations, world.disk.runs.size]).toEqual([[], 0]);
  });

  it('is not written again by a run of an earlier version, which reads what the beacon holds first', async () => {
    const { id, base64 } = carryWrong(command);
    const run = fixtureRun(ID, {
      id: 'old',
      packageId: id,
      packageBase64: base64,
      packageToken: TOKEN,
      command,
      step: 'writing',
      writes: 1,
      journal: [{ step: 'writing', atMs: world.clock.nowMs() }],
    });
    world.disk.runs.set(run.id, run);
    window = await world.open();
    await window.runs.resume(run.id);
    expect(window.now().failure?.code).toBe('otherOperation');
    expect(world.operations).toContain('readResponse');
    expect(world.operations).not.toContain('write');
    expect([beacon().applied, world.disk.runs.get('old')?.lastFailure?.code]).toEqual([[], 'otherOperation']);
    await window.runs.abandon(run.id);
    expect(world.disk.runs.get('old')?.outcome).toEqual({ kind: 'abandoned' });
  });

  it('ends its run as abandoned when the run is resumed and has written nothing', async () => {
    const { id, base64 } = carryWrong(command);
    const run = fixtureRun(ID, { id: 'old', packageId: id, packageBase64: base64, packageToken: TOKEN, command });
    world.disk.runs.set(run.id, run);
    window = await world.open();
    await window.runs.resume(run.id);
    expect([world.operations, world.disk.runs.get('old')?.outcome]).toEqual([[], { kind: 'abandoned' }]);
  });
});
