import { whenFits } from '../../domain/when-fits.ts';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../domain/base64.ts';
import { isUnfinished } from '../../domain/run.ts';
import { START_MS } from '../../../test/support/run-world.ts';
import {
  ID,
  TOKEN,
  world,
  window,
  started,
  opened,
  restart,
  theRun,
  receipts,
  inRunPlace,
} from '../../../test/support/run-place.ts';

const CLEAN_PHASES = [
  'choosing',
  'connecting',
  'discovering',
  'writing',
  'processing',
  'settling',
  'reading',
  'saving',
  'copying',
  'releasing',
  'ended',
];

inRunPlace();
const polls = () => world.operations.filter((operation) => operation === 'poll').length;

describe('the list of the chooser', () => {
  /** For each chooser in order: true if it listed every device. */
  const listedAll = () => world.choosers.options.map((options) => 'acceptAllDevices' in options);

  it('contains all devices after a chooser for the same beacon was closed, and not before', async () => {
    const row = world.carry(ID, TOKEN);
    const other = world.carry('Kf7Qp2', TOKEN);
    await opened();
    world.choosers.next = null;
    await window.runs.start(row.id);
    await window.runs.start(row.id);
    await window.runs.start(other.id);
    world.choosers.next = ID;
    await window.runs.start(row.id);
    expect(listedAll()).toEqual([false, true, false, true]);
    expect(theRun().outcome?.kind).toBe('receipt');
  });

  it('contains all devices on request, and from then on for that beacon, although it was picked before', async () => {
    world.beaconStore.setFaults([{ name: 'connectFails', times: 8 }]);
    const run = await started();
    await window.runs.resume(run.id, { showAll: true });
    await window.runs.resume(run.id, { chooseAgain: true });
    expect(listedAll()).toEqual([false, true, true]);
    expect(window.now().outcome?.kind).toBe('receipt');
  });
});

describe('a run without failures', () => {
  it('shows its phases in order and makes as many operations on the beacon as product.md "Numbers to hold" allows', async () => {
    const run = await started();
    expect(window.phases).toEqual(CLEAN_PHASES);
    expect(world.operations.filter((operation) => operation !== 'poll')).toEqual([
      'connect',
      'discover',
      'write',
      'readResponse',
    ]);
    expect(polls()).toBeGreaterThan(1);
    expect(window.now()).toMatchObject({
      outcome: { kind: 'receipt' },
      failure: null,
      copyMissing: null,
      attempt: 1,
      attempts: 4,
    });
    expect(run).toMatchObject({ outcome: { kind: 'receipt' }, step: 'receipt', writes: 1 });
    expect(world.choosers.opened).toBe(1);
  });

  it('writes to the right beacon although the click came before the lists in memory contained the package', async () => {
    await opened();
    await window.runs.start(world.carry(ID, TOKEN).id);
    expect(window.now()).toMatchObject({ uniqueId: ID, outcome: { kind: 'receipt' } });
  });

  it('stores everything in its order, with nothing between the read and the commit', async () => {
    await started();
    const steps = world.steps.filter((step) => step !== 'poll');
    expect(steps).toEqual([
      'begin intent',
      'mirror reserve',
      'awake',
      'connect',
      'discover',
      'journal writing',
      'write',
      'journal writing',
      'journal reading',
      'readResponse',
      'commit waiting',
      'mirror',
      'mark',
      'asleep',
    ]);
    expect(world.held.size).toBe(0);
  });

  it('flushes its journal to the disk before the write; before the read the journal only has to survive a kill', async () => {
    await opened();
    const puts: string[] = [];
    const { runs } = window.stores;
    const { put } = runs;
    runs.put = (run, durability = 'strict') => {
      puts.push(`${run.journal.at(-1)?.note ?? run.step} ${durability}`);
      return put(run, durability);
    };
    await window.runs.start(world.carry(ID, TOKEN).id);
    expect(puts).toEqual(['writing strict', 'taken relaxed', 'reading relaxed']);
  });

  it('starts the second copy of the response while the commit is pending, and reports neither before both are stored', async () => {
    let commit: () => void = () => undefined;
    world.disk.waits.set('commit', new Promise((resolve) => (commit = resolve)));
    await opened();
    const over = window.runs.start(world.carry(ID, TOKEN).id);
    await expect.poll(() => world.steps).toContain('mirror');
    expect(world.steps).not.toContain('commit waiting');
    expect(window.now()).toMatchObject({ phase: 'saving', outcome: null });
    expect(receipts()).toMatchObject([{ state: 'reserved', responseBase64: '' }]);
    commit();
    await over;
    expect(receipts()).toMatchObject([{ state: 'waiting', mirrored: true }]);
    expect(world.steps.filter((step) => step === 'mirror')).toHaveLength(1);
  });

  it('stores the response twice, with the time of processing corrected by the clock skew', async () => {
    const run = await started();
    const [receipt] = receipts();
    expect(receipt).toMatchObject({
      id: run.receiptId,
      state: 'waiting',
      owner: 'known',
      candidates: [ID],
      mirrored: true,
      token: TOKEN,
      result: null,
      clock: 'checkedDate',
    });
    expect(world.disk.mirror.get(run.receiptId)?.responseBase64).toBe(receipt!.responseBase64);
    expect(decodeBase64(receipt!.responseBase64)!.length).toBeGreaterThan(9);
    // Written at START, 600 ms of processing, clock 5 s behind the backend.
    expect(receipt!.updatedSeconds).toBe(Math.floor((START_MS + 5000 + 700) / 1000));
    expect(run.processedAtSeconds).toBe(receipt!.updatedSeconds);
    expect(world.disk.packages.get(run.packageId)?.state).toBe('used');
    expect(window.kicked).toEqual([receipt!.id]);
    expect(window.runs.nextStep(run)).toBe('deliver');
  });

  it('waits a second between the end of processing and the read', async () => {
    await started();
    const { past } = window.now();
    expect(past.find(({ phase }) => phase === 'settling')?.tookMs).toBe(1000);
    expect(past.find(({ phase }) => phase === 'processing')?.tookMs).toBeGreaterThanOrEqual(600);
  });
});

describe('the two copies of a response:', () => {
  it('a missing second copy keeps the person on the screen until a retry stores it', async () => {
    world.disk.faults.set('copy', { times: 1, code: 'unknown' });
    const row = world.carry(ID, TOKEN);
    await opened();
    const seen: (string | null)[] = [];
    const kicked: string[] = [];
    window.runs.current.subscribe(() => {
      const { copyMissing } = window.now() ?? {};
      if (seen.at(-1) !== copyMissing) seen.push(copyMissing ?? null);
      if (copyMissing === 'second') {
        expect(JSON.parse(window.runs.exportHeld()!)).toMatchObject({
          accountId: 'account',
          receipts: [{ responseBase64: receipts()[0]!.responseBase64 }],
        });
        expect(window.now().failure).toMatchObject({
          code: 'secondCopyMissing',
          detail: 'StorageError: copy fails',
        });
        window.runs.dismiss();
        // The receipt is sent although its second copy is missing.
        queueMicrotask(() => kicked.push(...window.kicked));
      }
    });
    await window.runs.start(row.id);
    expect(seen).toEqual([null, 'second', null]);
    expect(receipts()).toMatchObject([{ mirrored: true }]);
    expect(window.now()).toMatchObject({ outcome: { kind: 'receipt' }, failure: null });
    expect([kicked[0], window.kicked]).toEqual([receipts()[0]!.id, [receipts()[0]!.id]]);
    expect(window.runs.exportHeld()).toBeNull();
  });

  it('a person who retries the missing copy does not wait for the automatic retry', async () => {
    world.disk.faults.set('copy', { times: 1, code: 'unknown' });
    const row = world.carry(ID, TOKEN);
    await opened();
    let missingMs: number | null = null;
    window.runs.current.subscribe(() => {
      if (window.now()?.copyMissing !== 'second' || missingMs !== null) return;
      missingMs = world.clock.monotonicMs();
      // Like a click, once the message is on the screen.
      queueMicrotask(() => void window.runs.retrySave());
    });
    await window.runs.start(row.id);
    expect(receipts()).toMatchObject([{ mirrored: true }]);
    expect(world.clock.monotonicMs() - missingMs!).toBeLessThan(1000);
  });

  it('with neither row nor copy, both are reported missing, and the response stays in memory until it can be stored', async () => {
    world.disk.faults.set('commit', { times: 2, code: 'full' });
    world.disk.faults.set('copy', { times: 1, code: 'full' });
    const row = world.carry(ID, TOKEN);
    await opened();
    const missing = new Set<string>();
    const again: boolean[] = [];
    const { runs } = window.stores;
    const { commitResponse } = runs;
    runs.commitResponse = (run, receipt, state, options) => {
      again.push(options.again);
      return commitResponse(run, receipt, state, options);
    };
    window.runs.current.subscribe(() => {
      const { copyMissing } = window.now() ?? {};
      if (copyMissing != null) missing.add(copyMissing);
      // Like a click, once the message is on the screen.
      if (copyMissing === 'both')
        queueMicrotask(() => {
          // It cannot be sent before it is stored.
          expect(window.kicked).toEqual([]);
          void window.runs.retrySave();
        });
    });
    await window.runs.start(row.id);
    expect([...missing]).toEqual(['both', 'second']);
    // A repeated commit looks at what is stored, because the first may have taken effect.
    expect(again).toEqual([false, true, true]);
    expect(receipts()).toMatchObject([{ mirrored: true, state: 'waiting' }]);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
  });
});

describe('runs in several windows and after restarts:', () => {
  it('a run of another window is shown as running there, and cannot be started here', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    const run = await started();
    world.held.add(`fieldkit-run-${run.id}`);
    await opened();
    expect(window.runs.nextStep(run)).toBe('runningElsewhere');
    world.held.delete(`fieldkit-run-${run.id}`);
    await whenFits(window.runs.elsewhere, ({ size }) => size === 0);
    expect(window.runs.nextStep(run)).toBe('resume');
  });

  it('starting the package of an unfinished run continues that run', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    const run = await started();
    await restart();
    await window.runs.start(run.packageId);
    expect([...world.disk.runs.values()].filter(isUnfinished)).toEqual([]);
    expect([world.disk.runs.size, world.operations.filter((operation) => operation === 'write').length]).toEqual([
      1, 1,
    ]);
  });

  it('a newer package is not written over a response that the beacon still holds', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    const run = await started();
    const newer = world.carry(ID, TOKEN + 100);
    await restart();
    await window.runs.start(newer.id);
    expect(world.disk.runs.get(run.id)?.outcome?.kind).toBe('receipt');
    expect(window.now()).toMatchObject({ failure: { code: 'earlierReceipt' } });
    expect([...world.disk.runs.values()].map(({ packageId, outcome }) => [packageId, outcome?.kind])).toEqual([
      [run.packageId, 'receipt'],
      [newer.id, 'abandoned'],
    ]);
    expect(receipts().map(({ token, owner, mirrored }) => [token, owner, mirrored])).toEqual([[TOKEN, 'known', true]]);
    expect(world.disk.packages.get(newer.id)?.state).toBe('carried');
    // The newer package is written once the person starts it.
    await window.runs.start(newer.id);
    expect(world.beaconStore.load(ID).applied).toEqual([TOKEN, TOKEN + 100]);
  });

  it('a run that has written nothing can be abandoned', async () => {
    world.beaconStore.setFaults([{ name: 'connectFails', times: 4 }]);
    const run = await started();
    await window.runs.abandon(run.id);
    expect(theRun().outcome).toEqual({ kind: 'abandoned' });
    expect(receipts()).toEqual([]);
  });

  it('a run that may have written is closed by a person, with a reason, and can be reopened', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    const run = await started();
    await window.runs.closeRun(run.id, '  the beacon is gone ');
    expect(theRun().outcome).toEqual({ kind: 'closed', reason: 'the beacon is gone' });
    expect(window.runs.nextStep(theRun())).toBe('nothing');
    expect(window.runs.mayReopen(theRun())).toBe(true);
    await window.runs.reopenRun(run.id);
    expect(theRun()).toMatchObject({ outcome: null, endedAtMs: null, step: 'writing' });
    await window.runs.resume(run.id);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
    expect(world.beaconStore.load(ID).applied).toEqual([TOKEN]);
  });

  it('resuming a closed run reopens it', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    const run = await started();
    await window.runs.closeRun(run.id, 'gone');
    await window.runs.resume(run.id);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
    expect(theRun().journal.filter(({ note }) => note === 'openedAgain')).toHaveLength(1);
  });

  it('a closed run that is resumed is open again also when no beacon is picked', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    const run = await started();
    await window.runs.closeRun(run.id, 'gone');
    world.choosers.next = null;
    await window.runs.resume(run.id, { chooseAgain: true });
    expect(theRun()).toMatchObject({ outcome: null, endedAtMs: null });
    expect(theRun().journal.at(-1)).toMatchObject({ note: 'openedAgain' });
    expect(window.now()).toMatchObject({ phase: 'ended', failure: { code: 'chooserCancelled' } });
  });

  it('a run that another window carries out is neither closed nor abandoned', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    const run = await started();
    world.held.add(`fieldkit-run-${run.id}`);
    expect([await window.runs.closeRun(run.id, 'gone'), await window.runs.abandon(run.id)]).toEqual([false, false]);
    expect(theRun().outcome).toBe(null);
    world.held.delete(`fieldkit-run-${run.id}`);
    expect([await window.runs.closeRun(run.id, 'gone'), await window.runs.closeRun(run.id, 'twice')]).toEqual([
      true,
      false,
    ]);
    expect(await window.runs.reopenRun(run.id)).toBe(true);
  });

  it('when the beacon of a closed run comes back, its receipt is read before the next package is written', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    const run = await started();
    await window.runs.closeRun(run.id, 'gone');
    const newer = world.carry(ID, TOKEN + 100);
    await restart();
    await window.runs.start(newer.id);
    expect([...world.disk.runs.values()].map(({ outcome }) => outcome?.kind)).toEqual(['receipt', 'abandoned']);
    expect(receipts().map(({ token, runId }) => [token, runId === run.id])).toEqual([[TOKEN, true]]);
  });

  it('a window that slept does not begin a second run while one is unfinished', async () => {
    const row = world.carry(ID, TOKEN);
    const sleeper = await world.open();
    await opened();
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    await window.runs.start(row.id);
    expect(theRun()).toMatchObject({ step: 'reading', outcome: null });
    world.operations.length = 0;
    await sleeper.runs.start(row.id);
    expect(world.disk.runs.size).toBe(1);
    expect(theRun()).toMatchObject({ writes: 1, outcome: { kind: 'receipt' } });
    expect(world.operations).not.toContain('write');
  });

  it('a clock that is set back while the beacon is busy delays nothing', async () => {
    const hour = 3_600_000;
    const row = world.carry(ID, TOKEN);
    await opened();
    const begun = world.clock.monotonicMs();
    window.runs.current.subscribe(() => {
      if (window.now()?.phase === 'settling') world.clock.set(-hour);
    });
    await window.runs.start(row.id);
    expect(window.now().outcome?.kind).toBe('receipt');
    expect(world.clock.monotonicMs() - begun).toBeLessThan(10_000);
  });

  it('a run that may have written cannot be abandoned', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
    const run = await started();
    await window.runs.abandon(run.id);
    expect(theRun().outcome).toBeNull();
  });
});
