/** Blinking on site uses the same runs as any other package, in the order of the tokens, and loses no receipt. */
import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATION } from '../../domain/packet.ts';
import { chooseBlink, type BlinkChoice } from '../../domain/commands/blink.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { deviceKey, seal } from '../../sandbox/sealing.ts';
import { encodeValues } from '../../sandbox/values.ts';
import { WORLD_SEED, createWorld, type Window, type World } from '../../../test/support/run-world.ts';

const ID = 'tB4x';
const OTHER = 'Kf7Qp2';
const TOKEN = 1_750_000_000;

let world: World;
let window: Window;

beforeEach(() => {
  world = createWorld();
  world.choosers.next = ID;
});

function carrySpare(uniqueId: string, number: 1 | 2, token: number): CarriedPackage {
  const bytes = seal(
    deviceKey(WORLD_SEED, uniqueId),
    { kind: 'encryptedRequest', operation: OPERATION.command, token },
    encodeValues({ command: 'BLINK_10S' }),
  );
  return world.carry(uniqueId, token, {
    id: `spare-${uniqueId}-${number}`,
    kind: 'command',
    command: 'identify',
    spare: number,
    values: { command: 'BLINK_10S' },
    base64: encodeBase64(bytes),
  });
}

const choice = (uniqueId = ID): BlinkChoice =>
  chooseBlink(uniqueId, [...world.disk.packages.values()], [...world.disk.runs.values()]);

async function blink(uniqueId = ID): Promise<void> {
  await window.runs.start(choice(uniqueId).next!.id);
}

describe('a beacon that can blink before it is configured', () => {
  it('blinks twice and is then configured; a third blink is refused with the reason, because no packet is left', async () => {
    carrySpare(ID, 1, TOKEN);
    carrySpare(ID, 2, TOKEN + 1);
    const configuration = world.carry(ID, TOKEN + 2);
    window = await world.open();
    for (const left of [2, 1]) {
      expect(choice()).toMatchObject({ left, whyNot: null });
      await blink();
      expect(window.now()).toMatchObject({ outcome: { kind: 'commandSent' }, failure: null });
    }
    expect(world.beaconStore.load(ID)).toMatchObject({ commands: ['BLINK_10S', 'BLINK_10S'], lastToken: TOKEN + 1 });
    // A command has no response, so nothing is reserved for one.
    expect([world.disk.receipts.size, world.disk.mirror.size]).toEqual([0, 0]);
    await window.runs.start(configuration.id);
    expect(window.now().outcome?.kind).toBe('receipt');
    expect(world.beaconStore.load(ID)).toMatchObject({ applied: [TOKEN + 2], lastToken: TOKEN + 2 });
    expect(choice()).toEqual({ left: 0, next: null, whyNot: 'used' });
    expect([...world.disk.receipts.values()].filter(({ state }) => state !== 'reserved')).toHaveLength(1);
  });

  it('blinks after a first attempt that could not connect, and nothing is reserved for a response', async () => {
    carrySpare(ID, 1, TOKEN);
    window = await world.open();
    world.beaconStore.setFaults([{ name: 'connectFails', times: 4 }]);
    await blink();
    expect(window.now().failure?.code).toBe('connectFailed');
    await window.runs.resume(window.now().runId);
    expect(window.now()).toMatchObject({ outcome: { kind: 'commandSent' }, command: 'identify' });
    expect([world.disk.receipts.size, world.disk.mirror.size]).toEqual([0, 0]);
  });

  it('does not blink, and leaves no run behind, if the chooser is closed', async () => {
    carrySpare(ID, 1, TOKEN);
    window = await world.open();
    world.choosers.next = null;
    await blink();
    expect(window.now()).toMatchObject({ command: 'identify', failure: { code: 'chooserCancelled' } });
    expect([world.disk.runs.size, world.steps.includes('mirror release')]).toEqual([0, false]);
    expect(choice()).toMatchObject({ left: 1, whyNot: null });
  });

  it('is configured without blinking, and the unused packets become useless', async () => {
    carrySpare(ID, 1, TOKEN);
    carrySpare(ID, 2, TOKEN + 1);
    const configuration = world.carry(ID, TOKEN + 2);
    window = await world.open();
    await window.runs.start(configuration.id);
    expect(window.now()).toMatchObject({ outcome: { kind: 'receipt' }, failure: null });
    expect(choice()).toEqual({ left: 0, next: null, whyNot: 'written' });
  });

  it('that was picked by mistake keeps the receipt of its own run, which is read and stored before the packet is written', async () => {
    const cut = world.carry(OTHER, TOKEN);
    carrySpare(ID, 1, TOKEN + 5);
    window = await world.open();
    world.choosers.next = OTHER;
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before', times: 1 }]);
    await window.runs.start(cut.id);
    expect(window.now().failure).not.toBeNull();
    expect(world.beaconStore.load(OTHER).applied).toEqual([TOKEN]);
    const pendingResponse = world.beaconStore.load(OTHER).response;
    expect(pendingResponse).not.toBe('');
    // To find the right one among several of the same name, the person makes a beacon blink, and picks the wrong one.
    await blink();
    const stored = [...world.disk.receipts.values()].filter(({ responseBase64 }) => responseBase64 !== '');
    expect(stored.map(({ responseBase64 }) => Buffer.from(responseBase64, 'base64').toString('hex'))).toEqual([
      pendingResponse,
    ]);
    expect(world.disk.mirror.get(stored[0]!.id)).toMatchObject({ responseBase64: stored[0]!.responseBase64 });
  });
});
