/**
 * A person picks the wrong beacon. Its plain responses never end or replace a run that may have written to the right
 * one.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '../../domain/run.ts';
import { createWorld, type Window, type World } from '../../../test/support/run-world.ts';
import { settleRuns } from './settle-runs.ts';

const A = 'tB4x';
const B = 'Kf7Qp2';
const TOKEN = 1_750_000_000;

let world: World;
let window: Window;

beforeEach(() => {
  world = createWorld();
  world.choosers.next = A;
});

const theRun = (): Run => [...world.disk.runs.values()][0]!;
const receipts = () => [...world.disk.receipts.values()].filter(({ state }) => state !== 'reserved');
const packageState = () => world.disk.packages.get(theRun().packageId)?.state;

async function begin(): Promise<Run> {
  const row = world.carry(A, TOKEN);
  window = await world.open();
  await window.runs.start(row.id);
  return theRun();
}

/** Restarts the app, so that the next connection begins with a chooser. */
async function restart(): Promise<void> {
  world.held.clear();
  window = await world.open();
}

async function goBackTo(uniqueId: string): Promise<void> {
  await restart();
  world.choosers.next = uniqueId;
  world.operations.length = 0;
  await window.runs.resume(theRun().id);
}

async function settle(): Promise<void> {
  await settleRuns({ ...window.stores, locks: world.locks, clock: world.clock });
}

const CUTS = [
  ['reading', { name: 'drop', operation: 'readResponse', when: 'before' }],
  ['writing, applied', { name: 'hang', operation: 'write' }],
  ['writing, not applied', { name: 'hang', operation: 'write', effect: false }],
] as const;

const STRANGERS = [
  ['a newer token', { lastToken: TOKEN + 500 }],
  ['the same token', { lastToken: TOKEN }],
  ['an older token', { lastToken: TOKEN - 500 }],
  ['no readable 81F3', { tokenReadable: false }],
  ['a plain 7 of somebody else in 81F2', { response: '0000100500640000000707'.slice(0, 20) }],
  ['an encrypted response of somebody else in 81F2', { response: '00011006000102030499aa' }],
] as const;

describe.each(CUTS)('after a run that was cut off while %s,', (_cut, fault) => {
  it.each(STRANGERS)(
    'picking a wrong beacon with %s changes nothing in the run, and the right one then gives the receipt',
    async (_stranger, state) => {
      world.beaconStore.setFaults([fault]);
      await begin();
      world.beaconStore.change(B, (beacon) => ({ ...beacon, ...state }));
      await goBackTo(B);
      expect(theRun().outcome).toBeNull();
      expect(['carried']).toContain(packageState());
      expect(world.beaconStore.load(B).applied).toEqual([]);
      expect(receipts().filter(({ state: receiptState }) => receiptState === 'refused')).toEqual([]);

      await goBackTo(A);
      expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
      expect(world.beaconStore.load(A).applied).toEqual([TOKEN]);
      const stored = world.disk.receipts.get((theRun().outcome as { receiptId: string }).receiptId)!;
      expect(stored).toMatchObject({
        uniqueId: A,
        owner: 'known',
        token: TOKEN,
        result: null,
        mirrored: true,
        state: 'waiting',
      });
      expect(world.operations).not.toContain('readToken');
    },
  );

  it('picking a wrong beacon three times does not use up the one repeat of the write', async () => {
    world.beaconStore.setFaults([fault]);
    await begin();
    for (let time = 0; time < 3; time += 1) {
      await goBackTo(B);
      expect(theRun()).toMatchObject({ outcome: null, writes: 1, lastFailure: { code: 'otherBeacon' } });
    }
    await goBackTo(A);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
  });
});

describe('a run in which a wrong beacon is picked first', () => {
  it('ends as refused if that beacon refuses, and the right beacon can still take the package', async () => {
    world.choosers.next = B;
    const run = await begin();
    expect(run.outcome).toMatchObject({ kind: 'refused', result: 4 });
    world.choosers.next = A;
    await window.runs.start(run.packageId);
    expect(window.now().outcome).toMatchObject({ kind: 'receipt' });
  });

  it('is not continued by a window that slept while the right beacon took the package', async () => {
    const row = world.carry(A, TOKEN);
    window = await world.open();
    world.beaconStore.setFaults([{ name: 'drop', operation: 'discover', when: 'before' }]);
    await window.runs.start(row.id);
    expect(theRun()).toMatchObject({ step: 'intent', outcome: null });
    const sleeper = await world.open();
    world.beaconStore.setFaults([]);
    world.choosers.next = B;
    await window.runs.resume(theRun().id, { chooseAgain: true });
    expect(theRun().outcome).toMatchObject({ kind: 'refused', result: 4 });
    world.choosers.next = A;
    await window.runs.start(row.id);
    expect(window.now().outcome).toMatchObject({ kind: 'receipt' });

    await sleeper.runs.resume(theRun().id);
    expect(sleeper.now()).toMatchObject({ runId: window.now().runId, outcome: window.now().outcome });
    expect(world.beaconStore.load(A).applied).toEqual([TOKEN]);
  });

  it('first reads the response that an earlier run left in that beacon, and does not write to it', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    await begin();
    expect(theRun()).toMatchObject({ step: 'reading', outcome: null });
    const ofOther = world.carry(B, TOKEN + 9);
    await restart();
    world.operations.length = 0;
    await window.runs.start(ofOther.id);
    expect(world.operations).not.toContain('write');
    expect(receipts()).toMatchObject([{ runId: theRun().id, token: TOKEN, result: null, mirrored: true }]);
  });

  it('can be continued at the right beacon if the link dropped before the response was read', async () => {
    world.choosers.next = B;
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    await begin();
    expect(theRun()).toMatchObject({ step: 'reading', outcome: null });
    await goBackTo(A);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
    expect(world.beaconStore.load(A).applied).toEqual([TOKEN]);
  });

  it('claims no result if that beacon never answers, and can be continued at the right one', async () => {
    world.choosers.next = B;
    // A beacon of another vendor: it accepts every write and answers nothing.
    world.beaconStore.setFaults([{ name: 'wrongBeacon' }]);
    world.beaconStore.change(B, (beacon) => ({ ...beacon, processingMs: 0 }));
    const row = world.carry(A, TOKEN);
    window = await world.open();
    const stop = window.runs.current.subscribe(() => {
      if (window.now()?.phase === 'settling')
        world.beaconStore.change(B, (beacon) => ({ ...beacon, response: '', processing: null }));
    });
    await window.runs.start(row.id);
    stop();
    expect(theRun()).toMatchObject({ outcome: null, lastFailure: { code: 'receiptLost' } });
    expect(packageState()).toBe('carried');
    await goBackTo(A);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
  });
});

describe('a newer package that another window fetches during a run', () => {
  it('is the only one carried after a wrong beacon has refused the older one, and can be written', async () => {
    world.choosers.next = B;
    const row = world.carry(A, TOKEN);
    window = await world.open();
    const other = await world.open();
    const newer = world.carry(A, TOKEN + 10);
    world.disk.packages.delete(newer.id);
    const stop = window.runs.current.subscribe(() => {
      if (window.now()?.phase === 'processing') void other.stores.packages.replace(newer);
    });
    await window.runs.start(row.id);
    stop();
    expect(theRun().outcome).toMatchObject({ kind: 'refused', result: 4 });
    expect([...world.disk.packages.values()].map(({ id, state }) => [id, state])).toEqual([
      [row.id, 'replaced'],
      [newer.id, 'carried'],
    ]);
    world.choosers.next = A;
    await window.runs.refresh();
    await window.runs.start(newer.id);
    expect(window.now().outcome).toMatchObject({ kind: 'receipt' });
  });
});

describe('when two runs used the same Bluetooth handle,', () => {
  it('a response counts only for the run that wrote last', async () => {
    const stranger = world.carry(B, TOKEN + 50);
    world.beaconStore.setFaults([{ name: 'emptyResponse' }]);
    const mine = await begin();
    // The next package is written to the same beacon by mistake. The beacon refuses it, and the link drops.
    world.choosers.next = A;
    world.beaconStore.setFaults([{ name: 'drop', operation: 'poll', when: 'before' }]);
    await window.runs.start(stranger.id);
    expect([...world.disk.runs.values()].at(-1)).toMatchObject({ uniqueId: B, writes: 1 });
    world.choosers.opened = 0;
    await window.runs.resume(mine.id);
    expect(world.choosers.opened).toBe(0);
    expect(theRun()).toMatchObject({ id: mine.id, outcome: null });
    expect(world.beaconStore.load(A).applied).toEqual([TOKEN]);
  });

  it('a response does not end the first run after another window has written', async () => {
    const stranger = world.carry(B, TOKEN + 50);
    world.beaconStore.setFaults([{ name: 'emptyResponse' }]);
    const mine = await begin();
    const other = await world.open();
    world.choosers.next = A;
    world.beaconStore.setFaults([{ name: 'drop', operation: 'poll', when: 'before' }]);
    await other.runs.start(stranger.id);
    await window.runs.resume(mine.id);
    expect(theRun()).toMatchObject({ id: mine.id, outcome: null });
  });

  it('a response after a write without acknowledgement has an unsure owner, because it may belong to the earlier run', async () => {
    const stranger = world.carry(B, TOKEN);
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    const mine = await begin();
    const { response } = world.beaconStore.load(A);
    expect(response).not.toBe('');
    // It was still busy with the first package when its response to the second was read.
    world.beaconStore.change(A, (state) => ({ ...state, response: '' }));
    world.choosers.next = A;
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'before' }]);
    await window.runs.start(stranger.id);
    const second = [...world.disk.runs.values()].at(-1)!;
    expect(second).toMatchObject({ uniqueId: B, writes: 1, lastFailure: { code: 'droppedDuringWrite' } });
    world.beaconStore.change(A, (state) => ({ ...state, response }));
    await window.runs.resume(second.id);
    expect(receipts()).toMatchObject([{ owner: 'unsure', candidates: expect.arrayContaining([A, B]) }]);
    expect(world.disk.runs.get(second.id)?.outcome).toBeNull();
    expect(world.disk.runs.get(mine.id)?.outcome).toBeNull();
  });

  it('a response from a beacon that refused the write has an unsure owner, unless its token tells', async () => {
    world.choosers.next = B;
    world.beaconStore.setFaults([{ name: 'lockedOut' }]);
    await begin();
    expect(theRun()).toMatchObject({ outcome: null, lastFailure: { code: 'writeRefused' } });
    world.beaconStore.change(B, (state) => ({ ...state, response: `0001100600${le(77)}aabb` }));
    await window.runs.resume(theRun().id);
    expect(receipts()).toMatchObject([{ owner: 'unsure', responseBase64: expect.any(String) }]);
    expect(theRun().outcome).toBeNull();
  });
});

describe('a run with a response whose token is ambiguous', () => {
  it.each([
    ["the package's token plus one", TOKEN + 1, 'known'],
    ['an unrelated token', 77, 'unsure'],
  ] as const)(
    'stores a response with %s, and ends when that is Verified, whatever came of the second write',
    async (_, token, owner) => {
      world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
      await begin();
      world.beaconStore.change(A, (state) => ({
        ...state,
        response: state.response.replace(/^(.{10})......../, `$1${le(token)}`),
      }));
      await goBackTo(A);
      const [stored] = receipts();
      expect(stored).toMatchObject({ uniqueId: A, owner, state: 'waiting', mirrored: true });
      if (owner === 'known') {
        expect(theRun()).toMatchObject({ writes: 1, outcome: { kind: 'receipt' } });
        return;
      }
      expect(theRun()).toMatchObject({ outcome: null, writes: 2, lastFailure: { code: 'beaconIsAhead' } });
      expect(window.kicked).toEqual([stored!.id]);
      world.disk.receipts.set(stored!.id, { ...stored!, state: 'verified' });
      await settle();
      expect(theRun()).toMatchObject({ outcome: { kind: 'receipt', receiptId: stored!.id }, lastFailure: null });
      expect(receipts().filter(({ state }) => state === 'refused')).toEqual([]);
    },
  );

  it('can be continued if the response was assigned only by its token and is not verified', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'write', effect: false }]);
    await begin();
    // Another phone has written to a neighbour's beacon with a package of the same second.
    world.beaconStore.change(B, (state) => ({ ...state, response: `0001100600${le(TOKEN)}aabb` }));
    await goBackTo(B);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
    const [stored] = receipts();
    world.disk.receipts.set(stored!.id, { ...stored!, state: 'notVerified' });
    await settle();
    // The write was never acknowledged, so nothing but that response said that it had arrived.
    expect(theRun()).toMatchObject({ outcome: null, step: 'writing', writes: 1 });
    await goBackTo(A);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
    expect(world.beaconStore.load(A).applied).toEqual([TOKEN]);
  });
});

/** Returns four bytes, little-endian, in hexadecimal. */
function le(token: number): string {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, token, true);
  return [0, 1, 2, 3].map((at) => bytes.getUint8(at).toString(16).padStart(2, '0')).join('');
}
