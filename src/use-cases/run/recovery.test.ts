import { describe, expect, it } from 'vitest';
import { isUnfinished, type Run } from '../../domain/run.ts';
import {
  ID,
  TOKEN,
  world,
  window,
  started,
  restart,
  theRun,
  receipts,
  inRunPlace,
} from '../../../test/support/run-place.ts';
import { settleRuns } from './settle-runs.ts';

const OTHER = 'Kf7Qp2';

inRunPlace();

describe('an interrupted run:', () => {
  it.each([
    ["the code of the app's storage", { code: 'full' }],
    ["the name of the browser's error", { name: 'QuotaExceededError', code: 22 }],
  ])('a full disk is reported as such, recognised by %s', async (_what, says) => {
    world.disk.waits.set('begin', Promise.reject(Object.assign(new Error('no room'), says)));
    await started();
    expect(window.now().failure).toMatchObject({ code: 'storageFull', detail: expect.stringMatching(/: no room$/) });
  });

  it.each([
    ['a text', 'torn', 'torn'],
    ['an error', new TypeError('x'.repeat(400)), `TypeError: ${'x'.repeat(289)}`],
    ['no reason', undefined, 'undefined'],
    ['something long', { toString: () => 'y'.repeat(400) }, 'y'.repeat(300)],
  ])('the reason of a failure is shown in at most 300 characters: %s', async (_what, cause, detail) => {
    world.disk.waits.set('begin', Promise.reject(cause));
    await started();
    expect(window.now().failure).toMatchObject({ code: 'storageFailed', detail });
  });

  it('a run whose package is gone can still be closed', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    const run = await started();
    world.disk.packages.clear();
    expect(await window.runs.closeRun(run.id, 'gone')).toBe(true);
    expect(theRun().outcome).toEqual({ kind: 'closed', reason: 'gone' });
  });

  it('without space for the second copy, no operation on the beacon starts until there is some', async () => {
    world.disk.faults.set('reserve', { times: 2, code: 'full' });
    const run = await started();
    expect(window.now()).toMatchObject({ failure: { code: 'storageFull' } });
    await window.runs.resume(run.id);
    expect(window.now()).toMatchObject({ failure: { code: 'storageFull' } });
    expect(world.operations).toEqual([]);
    await window.runs.resume(run.id);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
  });

  it.each([
    ['discover', 'before', 'droppedBeforeWrite', 'intent', 'start'],
    ['write', 'before', 'droppedDuringWrite', 'writing', 'resume'],
    ['write', 'during', 'droppedDuringWrite', 'writing', 'resume'],
    // Without latency the drop arrives before the answer to the write.
    ['write', 'after', 'droppedDuringWrite', 'writing', 'resume'],
    ['poll', 'before', 'droppedWhileProcessing', 'writing', 'resume'],
    ['readResponse', 'before', 'droppedWhileReading', 'reading', 'readResponse'],
  ] as const)(
    'a drop at %s, %s its effect, is reported as %s, and the next step brings the receipt',
    async (operation, when, code, step, nextStep) => {
      world.beaconStore.setFaults([{ name: 'drop', operation, when }]);
      const run = await started();
      expect(window.now()).toMatchObject({ outcome: null, failure: { code } });
      expect(run).toMatchObject({ step, outcome: null, lastFailure: { code } });
      await restart();
      expect(window.runs.nextStep(theRun())).toBe(nextStep);
      await window.runs.resume(run.id);
      expect(window.now()).toMatchObject({ outcome: { kind: 'receipt' }, failure: null });
      expect(world.beaconStore.load(ID).applied).toEqual([TOKEN]);
      expect(receipts().map(({ state, mirrored }) => [state, mirrored])).toEqual([['waiting', true]]);
    },
  );

  it('a package that another window has written is shown with its result, and never as not written', async () => {
    world.choosers.next = ID;
    const row = world.carry(ID, TOKEN);
    const asleep = await world.open();
    const other = await world.open();
    await other.runs.start(row.id);
    await asleep.runs.start(row.id);
    expect(asleep.now()).toMatchObject({ failure: null, outcome: { kind: 'receipt' } });
    expect(world.operations.filter((operation) => operation === 'write')).toHaveLength(1);
  });

  it('a failure before the write is not shown as the result of the write', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'discover', when: 'before' }]);
    const run = await started();
    expect(run.lastFailure?.code).toBe('droppedBeforeWrite');
    const seen: Run[] = [];
    window.stores.runs.watch(() => seen.push(theRun()));
    await window.runs.resume(run.id);
    expect(seen.filter(({ step }) => step === 'writing').map(({ lastFailure }) => lastFailure)).toContain(null);
    expect(seen.filter(({ step, lastFailure }) => step !== 'intent' && lastFailure !== null)).toEqual([]);
  });

  it('after the clock was set back between two runs, the second one still counts as the newer', async () => {
    const first = await started();
    world.clock.set(-3_600_000);
    await window.runs.start(world.carry(ID, TOKEN + 1).id);
    const second = [...world.disk.runs.values()].find(({ id }) => id !== first.id)!;
    expect(second.startedAtMs).toBeGreaterThan(first.startedAtMs);
    const [one, other] = receipts();
    expect(other!.createdAtMs).toBeGreaterThan(one!.createdAtMs);
  });

  it('a write without an answer leaves the run unfinished; resuming it brings the receipt without a second write', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'write' }]);
    const run = await started();
    expect(run).toMatchObject({ step: 'writing', lastFailure: { code: 'writeUnanswered' } });
    await window.runs.resume(run.id);
    expect(window.now().outcome?.kind).toBe('receipt');
    expect(theRun().writes).toBe(1);
    expect(world.operations.filter((operation) => operation === 'write')).toHaveLength(1);
  });

  it('a write that did not arrive is repeated once, after three reads of the response', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'write', effect: false }]);
    const run = await started();
    world.operations.length = 0;
    await window.runs.resume(run.id);
    expect(world.operations.filter((operation) => operation !== 'poll')).toEqual([
      'connect',
      'discover',
      'readResponse',
      'readResponse',
      'readResponse',
      'write',
      'readResponse',
    ]);
    const second = window.phases.slice(window.phases.indexOf('ended') + 1);
    expect(second).toEqual([
      'connecting',
      'discovering',
      'checking',
      'writing',
      'processing',
      'settling',
      'reading',
      'saving',
      'copying',
      'releasing',
      'ended',
    ]);
    expect(theRun()).toMatchObject({ writes: 2, outcome: { kind: 'receipt' } });
  });

  it('a Control Point that never ends is given up after twenty seconds', async () => {
    world.beaconStore.setFaults([{ name: 'neverEnds' }]);
    const run = await started();
    expect(window.now().failure?.code).toBe('neverEnded');
    expect(window.now().past.find(({ phase }) => phase === 'processing')?.tookMs).toBeLessThanOrEqual(20_100);
    await window.runs.resume(run.id);
    expect(window.now().outcome?.kind).toBe('receipt');
    expect(theRun().writes).toBe(1);
  });

  it('a Control Point that stays silent does not hide a processed package', async () => {
    world.beaconStore.setFaults([{ name: 'neverEnds', times: null }]);
    const run = await started();
    await window.runs.resume(run.id);
    expect(window.now().outcome?.kind).toBe('receipt');
  });

  it('an empty response after the end is read three times over two seconds, and ends nothing', async () => {
    world.beaconStore.setFaults([{ name: 'emptyResponse' }]);
    const run = await started();
    expect(run).toMatchObject({ outcome: null, lastFailure: { code: 'receiptLost' } });
    expect(world.operations.filter((operation) => operation === 'readResponse')).toHaveLength(3);
    expect(window.now().past.find(({ phase }) => phase === 'reading')?.tookMs).toBe(2000);
    expect(receipts().filter(({ state }) => state !== 'reserved')).toEqual([]);
  });

  it('after a response that was read but lost, the second write is answered with 7, and the next package settles the run', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'during' }]);
    const run = await started();
    await window.runs.resume(run.id);
    expect(theRun()).toMatchObject({ outcome: null, writes: 2, lastFailure: { code: 'beaconIsAhead' } });
    expect(receipts().filter(({ state }) => state !== 'reserved')).toEqual([]);
    const newer = world.carry(ID, TOKEN + 10);
    await window.runs.refresh();
    await window.runs.start(newer.id);
    const second = [...world.disk.runs.values()].at(-1)!;
    expect(second).toMatchObject({ packageId: newer.id, outcome: { kind: 'receipt' } });
    const receipt = world.disk.receipts.get(second.receiptId)!;
    world.disk.receipts.set(receipt.id, { ...receipt, state: 'verified' });
    expect(await settle()).toBe(1);
    expect(theRun().outcome).toEqual({ kind: 'settledLater', receiptId: receipt.id });
  });

  it('a write that the beacon refuses does not use up the second attempt', async () => {
    world.beaconStore.setFaults([{ name: 'lockedOut' }]);
    const run = await started();
    expect(run).toMatchObject({ step: 'writing', writes: 0, lastFailure: { code: 'writeRefused' } });
    await window.runs.resume(run.id);
    expect(window.now().outcome?.kind).toBe('receipt');
  });
});

describe('a run with a refusal or an unusual response:', () => {
  it('a refusal of the wrong beacon is shown, but is no receipt; the package stays, and the chooser opens again', async () => {
    world.choosers.next = OTHER;
    const run = await started();
    expect(run.outcome).toMatchObject({ kind: 'refused', result: 4 });
    expect(receipts()).toMatchObject([{ state: 'refused', result: 4 }]);
    expect(world.disk.packages.get(run.packageId)?.state).toBe('carried');
    expect([window.runs.nextStep(run), window.runs.hasHandle(ID)]).toEqual(['start', false]);
    world.choosers.next = ID;
    await window.runs.start(run.packageId);
    expect(window.now().outcome?.kind).toBe('receipt');
    expect(world.choosers.opened).toBe(2);
  });

  it('a token that is too old makes the package useless', async () => {
    world.beaconStore.setFaults([{ name: 'refuses', code: 7 }]);
    const run = await started();
    expect(run.outcome).toMatchObject({ kind: 'refused', result: 7 });
    expect(world.disk.packages.get(run.packageId)?.state).toBe('dead');
    expect(window.runs.nextStep(run)).toBe('fetchPackage');
  });

  it('half a response is stored as a receipt', async () => {
    world.beaconStore.setFaults([{ name: 'truncatedResponse' }]);
    await started();
    expect(receipts()).toMatchObject([{ state: 'waiting', owner: 'known', token: null, mirrored: true }]);
  });

  it('a newer token in the beacon does not end the resumed run or hide its response', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'write' }]);
    const run = await started();
    world.beaconStore.change(ID, (state) => ({ ...state, lastToken: TOKEN + 5 }));
    await window.runs.resume(run.id);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
    expect(world.operations).not.toContain('readToken');
  });

  it('a beacon that has taken a newer packet reports it: the state is uncertain, and the package is not called useless', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'write', effect: false }]);
    const run = await started();
    world.beaconStore.change(ID, (state) => ({ ...state, lastToken: TOKEN + 5 }));
    await window.runs.resume(run.id);
    expect(theRun()).toMatchObject({ outcome: null, lastFailure: { code: 'beaconIsAhead' } });
    expect(world.disk.packages.get(run.packageId)?.state).toBe('carried');
  });

  it('if another beacon is picked on resuming, its response is stored with its own run, and ours continues at the right one', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    const ours = await started();
    world.beaconStore.setFaults([{ name: 'drop', operation: 'poll', when: 'before' }]);
    world.choosers.next = OTHER;
    const theirs = world.carry(OTHER, TOKEN + 50);
    await window.runs.refresh();
    await window.runs.start(theirs.id);
    const other = [...world.disk.runs.values()].find((run) => run.uniqueId === OTHER)!;
    await restart();
    await window.runs.resume(ours.id);
    expect(window.now()).toMatchObject({ outcome: null, failure: { code: 'otherBeacon' } });
    expect(world.disk.runs.get(other.id)?.outcome).toMatchObject({ kind: 'receipt', receiptId: other.receiptId });
    expect(world.disk.receipts.get(other.receiptId)).toMatchObject({
      uniqueId: OTHER,
      owner: 'known',
      mirrored: true,
      state: 'waiting',
      values: { minor: (TOKEN + 50) % 1000 },
    });
    world.choosers.next = ID;
    await window.runs.resume(ours.id, { chooseAgain: true });
    expect(world.disk.runs.get(ours.id)?.outcome).toMatchObject({ kind: 'receipt' });
  });

  it('a response that belongs to no known run is stored as unsure, and the run waits for the backend', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    const run = await started();
    world.beaconStore.change(ID, (state) => ({
      ...state,
      response: state.response.replace(/^(.{10})......../, '$101020304'),
    }));
    world.disk.runs.set(run.id, { ...run, writes: 2 });
    await restart();
    await window.runs.resume(run.id);
    expect(window.now()).toMatchObject({ outcome: null, failure: null });
    expect(theRun()).toMatchObject({ step: 'receipt', outcome: null });
    expect(window.runs.nextStep(theRun())).toBe('deliver');
    const [receipt] = receipts();
    expect(receipt).toMatchObject({ owner: 'unsure', candidates: [ID], state: 'waiting', mirrored: true });
    expect(window.kicked).toEqual([receipt!.id]);
    // It may have been another beacon's, so the next session begins with a chooser.
    expect(window.runs.hasHandle(ID)).toBe(false);

    world.disk.receipts.set(receipt!.id, { ...receipt!, state: 'verified' });
    expect(await settle()).toBe(1);
    expect(theRun().outcome).toEqual({ kind: 'receipt', receiptId: receipt!.id });
    expect(await settle()).toBe(0);
  });

  it.each(['notVerified', 'parked'] as const)(
    "an unsure receipt that is %s does not end the run, because the beacon may still hold the run's own response",
    async (state) => {
      world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
      const run = await started();
      world.beaconStore.change(ID, (beacon) => ({ ...beacon, response: 'ffff' }));
      world.disk.runs.set(run.id, { ...run, writes: 2 });
      await restart();
      await window.runs.resume(run.id);
      const [receipt] = receipts();
      world.disk.receipts.set(receipt!.id, { ...receipt!, state });
      await settle();
      expect(theRun()).toMatchObject({ outcome: null, step: 'reading' });
      await window.runs.refresh();
      expect(window.runs.nextStep(theRun())).toBe('readResponse');
    },
  );

  it('an older response in 81F2 is stored in its own row, then the package is written again', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'write', effect: false }]);
    const run = await started();
    world.beaconStore.change(ID, (state) => ({ ...state, response: '00011006000102030499aa' }));
    await restart();
    await window.runs.resume(run.id);
    expect(theRun()).toMatchObject({ writes: 2, outcome: { kind: 'receipt' } });
    expect(receipts().map(({ owner, state, mirrored }) => [owner, state, mirrored])).toEqual([
      ['unsure', 'waiting', true],
      ['known', 'waiting', true],
    ]);
    expect(theRun().outcome).toMatchObject({ receiptId: receipts()[1]!.id });
    expect(world.disk.mirror.size).toBe(2);
  });
});

describe('a kill at every step of a run, before and after it took effect', () => {
  const MAX_STEPS = 24;

  it.each(Array.from({ length: MAX_STEPS * 2 }, (_, index) => [1 + Math.floor(index / 2), index % 2 === 1] as const))(
    'has the package applied only once, and shows no result without a receipt (step %i, took effect: %s)',
    async (at, after) => {
      const row = world.carry(ID, TOKEN);
      let died = false;
      let beforeDeath: string | undefined;
      await new Promise<void>((resolve) => {
        const onDeath = (): void => {
          died = true;
          beforeDeath = world.steps.filter((step) => step !== 'awake').at(-1);
          resolve();
        };
        void world
          .open({ at, after, onDeath })
          .then((opened) => opened.runs.start(row.id))
          .then(resolve);
      });
      let lives = 0;
      for (; lives < 4; lives += 1) {
        await restart();
        const open = [...world.disk.runs.values()].find(isUnfinished);
        if (open === undefined && world.disk.runs.size > 0) break;
        if (open === undefined) await window.runs.start(row.id);
        else await window.runs.resume(open.id);
      }
      const run = theRun();
      expect(world.disk.runs.size).toBe(1);
      expect(world.beaconStore.load(ID).applied).toEqual([TOKEN]);
      // Only a kill between the read and the commit loses a receipt, and then no result is shown.
      const readLost = died && beforeDeath === (after ? 'journal reading' : 'readResponse');
      expect(run.outcome?.kind).toBe(readLost ? undefined : 'receipt');
      if (readLost) expect(run.lastFailure?.code).toBe('noAnswer');
      expect(receipts().filter(({ state }) => state === 'waiting')).toHaveLength(readLost ? 0 : 1);
      expect(run.writes).toBeLessThanOrEqual(2);
    },
  );
});

function settle(): Promise<number> {
  return settleRuns({
    runs: {
      all: async () => [...world.disk.runs.values()],
      get: async (id) => world.disk.runs.get(id) ?? null,
      put: async (run) => void world.disk.runs.set(run.id, run),
      end: async (run) => void world.disk.runs.set(run.id, run),
    },
    receipts: { all: async () => receipts() },
    packages: { all: async () => [...world.disk.packages.values()] },
    locks: world.locks,
    clock: world.clock,
  });
}
