/** What a click may start, stop or end: only what the stored rows allow, and only once. */
import { describe, expect, it, vi } from 'vitest';
import type { Run } from '../../domain/run.ts';
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

inRunPlace();
const writes = () => world.operations.filter((operation) => operation === 'write').length;
const packageState = (run: Run) => world.disk.packages.get(run.packageId)?.state;

/** A run whose beacon may hold its response. */
async function cutOff(): Promise<Run> {
  world.beaconStore.setFaults([{ name: 'drop', operation: 'write', when: 'during' }]);
  return started();
}

/** A run that could not connect and has written nothing. */
async function stoppedBeforeWriting(): Promise<Run> {
  world.beaconStore.setFaults([{ name: 'connectFails', times: 4 }]);
  return started();
}

/** Calls `act` once, when the run in this window has reached this phase. */
function whenAt(phase: string, act: () => void): void {
  const stop = window.runs.current.subscribe(() => {
    if (window.now()?.phase !== phase) return;
    stop();
    act();
  });
}

describe('while no run is in progress,', () => {
  it('requests to cancel, save again, export or dismiss do nothing', async () => {
    await opened();
    window.runs.cancel();
    await window.runs.retrySave();
    expect(window.runs.exportHeld()).toBeNull();
    window.runs.dismiss();
    expect(window.runs.current.value).toBeNull();
  });

  it('the result of the last one stays on the screen until the person dismisses it', async () => {
    await started();
    expect(window.now().outcome?.kind).toBe('receipt');
    window.runs.dismiss();
    expect(window.runs.current.value).toBeNull();
  });

  it('nobody who is signed out can start one', async () => {
    world.around.account = null;
    const row = world.carry(ID, TOKEN);
    await opened();
    await window.runs.start(row.id);
    expect([window.runs.current.value, world.choosers.opened, world.disk.runs.size]).toEqual([null, 0, 0]);
  });

  it('neither an unknown run nor one that has its receipt is continued', async () => {
    const run = await started();
    window.runs.dismiss();
    await window.runs.resume('unknown');
    await window.runs.resume(run.id);
    expect([window.runs.current.value, world.choosers.opened]).toEqual([null, 1]);
  });
});

describe('while a run is in progress,', () => {
  it('a second click starts nothing', async () => {
    const row = world.carry(ID, TOKEN);
    await opened();
    await Promise.all([window.runs.start(row.id), window.runs.start(row.id)]);
    expect([world.choosers.opened, world.disk.runs.size, writes()]).toEqual([1, 1, 1]);
    expect(window.now().outcome?.kind).toBe('receipt');
  });

  it('an open chooser leaves nothing to save or export, and the screen cannot be dismissed', async () => {
    const row = world.carry(ID, TOKEN);
    await opened();
    const seen = vi.fn();
    whenAt('choosing', () => {
      void window.runs.retrySave().then(seen);
      window.runs.dismiss();
      seen(window.runs.exportHeld(), window.now().phase);
    });
    await window.runs.start(row.id);
    expect(seen.mock.calls).toEqual([[null, 'choosing'], [undefined]]);
  });

  it('a cancel in the open chooser ends the run before the beacon is contacted', async () => {
    const row = world.carry(ID, TOKEN);
    await opened();
    whenAt('choosing', () => window.runs.cancel());
    await window.runs.start(row.id);
    expect(window.now()).toMatchObject({ phase: 'ended', failure: { code: 'cancelled' } });
    expect(world.operations).toEqual([]);
    expect(packageState(theRun() ?? { packageId: row.id })).toBe('carried');
  });

  it.each(['writing', 'processing', 'reading', 'saving'])('a cancel at %s is too late', async (phase) => {
    const row = world.carry(ID, TOKEN);
    await opened();
    const cancel = vi.fn(() => window.runs.cancel());
    whenAt(phase, cancel);
    await window.runs.start(row.id);
    expect(cancel).toHaveBeenCalledOnce();
    expect(window.now()).toMatchObject({ outcome: { kind: 'receipt' }, failure: null });
  });

  it('the run is neither abandoned nor closed, although its lock belongs to this window', async () => {
    const row = world.carry(ID, TOKEN);
    await opened();
    const answers: Promise<boolean>[] = [];
    whenAt('processing', () => {
      const { runId } = window.now();
      answers.push(window.runs.closeRun(runId, 'gone'), window.runs.abandon(runId));
    });
    await window.runs.start(row.id);
    expect(await Promise.all(answers)).toEqual([false, false]);
    expect(theRun().outcome?.kind).toBe('receipt');
  });

  it('the phone stays usable where it cannot be kept awake', async () => {
    world.around.keepAwake = async () => null;
    await started();
    expect(window.now()).toMatchObject({ outcome: { kind: 'receipt' }, failure: null });
  });

  it('a clock of the backend that cannot be read leaves the time uncorrected and marked as unchecked', async () => {
    world.around.readSkew = () => Promise.reject(new Error('no row'));
    await started();
    const [receipt] = receipts();
    expect(receipt!.clock).toBe('unchecked');
    const { atMs } = theRun().journal.find(({ step }) => step === 'written')!;
    expect(receipt!.updatedSeconds).toBeLessThanOrEqual(atMs / 1000);
  });
});

describe('when a run is started or continued from rows that are out of date,', () => {
  it('a run that another window is carrying out is not continued here, and the radio is free again', async () => {
    const run = await cutOff();
    world.held.add(`fieldkit-run-${run.id}`);
    world.operations.length = 0;
    await window.runs.resume(run.id);
    expect(window.now()).toMatchObject({ phase: 'ended', failure: { code: 'busyElsewhere' } });
    expect([world.operations, [...world.held]]).toEqual([[], [`fieldkit-run-${run.id}`]]);
  });

  it('rows that cannot be read stop the run before the beacon is contacted, and say why', async () => {
    const row = world.carry(ID, TOKEN);
    await opened();
    window.stores.runs.all = () => Promise.reject(new Error('the disk is gone'));
    await window.runs.start(row.id);
    expect(window.now().failure).toMatchObject({ code: 'storageFailed', detail: 'Error: the disk is gone' });
    expect([world.operations, world.held.size]).toEqual([[], 0]);
  });

  it('a response stays in the beacon if the rows that it is compared with cannot be read', async () => {
    const row = world.carry(ID, TOKEN);
    await opened();
    const { receipts: stored } = window.stores;
    const { all } = stored;
    whenAt('processing', () => (stored.all = () => Promise.reject(new Error('torn'))));
    await window.runs.start(row.id);
    expect(window.now()).toMatchObject({ outcome: null, failure: { code: 'storageFailed', detail: 'Error: torn' } });
    expect(world.operations).not.toContain('readResponse');
    stored.all = all;
    await window.runs.resume(theRun().id);
    expect(window.now().outcome?.kind).toBe('receipt');
  });

  it('a run that was closed in another window since is shown as closed, and is not reopened', async () => {
    const run = await cutOff();
    const other = await world.open();
    expect(await other.runs.closeRun(run.id, 'gone')).toBe(true);
    await window.runs.resume(run.id);
    expect(window.now()).toMatchObject({ phase: 'ended', outcome: { kind: 'closed' }, failure: null });
    expect(theRun().journal.filter(({ note }) => note === 'openedAgain')).toEqual([]);
  });

  it('a receipt that the backend has verified since is shown, and its run is not reopened', async () => {
    const run = await started();
    await window.stores.receipts.update(run.receiptId, (row) => ({ ...row, state: 'notVerified' }));
    await window.runs.refresh();
    expect(window.runs.mayReopen(theRun())).toBe(true);
    // Written by another window, whose notification has not arrived yet.
    world.disk.receipts.set(run.receiptId, { ...receipts()[0]!, state: 'verified' });
    await window.runs.resume(run.id, { chooseAgain: true });
    expect(theRun()).toMatchObject({ outcome: { kind: 'receipt' } });
    expect(theRun().journal.filter(({ note }) => note === 'openedAgain')).toEqual([]);
    expect(writes()).toBe(1);
  });

  it('a run that has written nothing ends when its package was replaced', async () => {
    const run = await stoppedBeforeWriting();
    world.disk.packages.set(run.packageId, { ...world.disk.packages.get(run.packageId)!, state: 'replaced' });
    world.operations.length = 0;
    await window.runs.resume(run.id);
    expect(window.now().failure?.code).toBe('packageNotHere');
    expect(theRun().outcome).toEqual({ kind: 'abandoned' });
    expect([packageState(run), world.operations]).toEqual(['replaced', []]);
  });

  it('a run that has to wait for an older package stays open', async () => {
    const run = await stoppedBeforeWriting();
    world.carry(ID, TOKEN - 10, { kind: 'command' });
    await window.runs.resume(run.id);
    expect(window.now().failure?.code).toBe('newerPacketWaiting');
    expect(theRun().outcome).toBeNull();
  });

  it('a package that another window has begun is continued under the run of that window', async () => {
    const row = world.carry(ID, TOKEN);
    const sleeper = await world.open();
    await opened();
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    await window.runs.start(row.id);
    await sleeper.runs.start(row.id);
    expect(sleeper.now()).toMatchObject({ runId: theRun().id, outcome: { kind: 'receipt' } });
  });
});

describe('a run that is ended by a person', () => {
  it('is not shown as running elsewhere afterwards', async () => {
    const run = await cutOff();
    await window.runs.closeRun(run.id, 'gone');
    await window.runs.reopenRun(run.id);
    expect([...window.runs.elsewhere.value]).toEqual([]);
    expect(window.runs.nextStep(theRun())).toBe('resume');
  });

  it('keeps at most 200 characters of the reason', async () => {
    const run = await cutOff();
    await window.runs.closeRun(run.id, ` ${'x'.repeat(300)}`);
    expect(theRun().outcome).toEqual({ kind: 'closed', reason: 'x'.repeat(200) });
  });

  it.each([
    ['carried', 'used'],
    ['replaced', 'replaced'],
  ] as const)('leaves its package, which was %s, as %s', async (before, after) => {
    const run = await cutOff();
    world.disk.packages.set(run.packageId, { ...world.disk.packages.get(run.packageId)!, state: before });
    await window.runs.closeRun(run.id, 'gone');
    expect(packageState(run)).toBe(after);
  });

  it('is abandoned if it has written nothing, and its package can still be written', async () => {
    const run = await stoppedBeforeWriting();
    expect(await window.runs.closeRun(run.id, 'gone')).toBe(false);
    expect(await window.runs.abandon(run.id)).toBe(true);
    expect([theRun().outcome, packageState(run)]).toEqual([{ kind: 'abandoned' }, 'carried']);
    expect(await window.runs.abandon(run.id)).toBe(false);
    expect(await window.runs.reopenRun(run.id)).toBe(false);
  });

  it('is abandoned, never closed, if it was to send a command, whose result may stay unknown', async () => {
    const run = await cutOff();
    world.disk.runs.set(run.id, { ...run, command: 'RESET' });
    expect(await window.runs.closeRun(run.id, 'gone')).toBe(false);
    expect(await window.runs.abandon(run.id)).toBe(true);
    expect([theRun().outcome, packageState(run)]).toEqual([{ kind: 'abandoned' }, 'dead']);
  });

  it('is not reopened once its receipt is verified, and an unknown run is not changed', async () => {
    const run = await started();
    const [receipt] = receipts();
    world.disk.receipts.set(receipt!.id, { ...receipt!, state: 'verified' });
    expect([await window.runs.reopenRun(run.id), await window.runs.abandon('unknown')]).toEqual([false, false]);
    world.disk.receipts.set(receipt!.id, { ...receipt!, state: 'notVerified' });
    expect(await window.runs.reopenRun(run.id)).toBe(true);
  });
});

describe('the stored row of a run', () => {
  it('has a receipt reserved in advance, with the account and the values of the package', async () => {
    const run = await cutOff();
    expect(receipts()).toMatchObject([
      {
        id: run.receiptId,
        runId: run.id,
        accountId: 'account',
        uniqueId: ID,
        state: 'reserved',
        values: { minor: TOKEN % 1000 },
        createdAtMs: START_MS,
      },
    ]);
  });

  it('is removed, before the next run can start, if no beacon is picked', async () => {
    let remove: () => void = () => undefined;
    world.disk.waits.set('takeBack', new Promise((resolve) => (remove = resolve)));
    world.choosers.next = null;
    const row = world.carry(ID, TOKEN);
    await opened();
    const over = vi.fn();
    const starting = window.runs.start(row.id).then(over);
    await expect.poll(() => world.disk.mirror.size).toBe(0);
    await world.clock.sleep(1000);
    expect([over.mock.calls.length, world.disk.runs.size]).toEqual([0, 1]);
    remove();
    await starting;
    expect([world.disk.runs.size, window.now().failure?.code]).toEqual([0, 'chooserCancelled']);
  });

  it('stays as a run that wrote nothing if it cannot be removed', async () => {
    world.disk.faults.set('takeBack', { times: 1, code: 'unknown' });
    world.choosers.next = null;
    const run = await started();
    expect(window.now().failure?.code).toBe('chooserCancelled');
    expect(window.runs.nextStep(run)).toBe('start');
  });

  it('notes whether the same connection was used or a beacon was picked again', async () => {
    const run = await cutOff();
    world.beaconStore.setFaults([{ name: 'drop', operation: 'poll', when: 'before' }]);
    await window.runs.resume(run.id);
    await restart();
    await window.runs.resume(run.id);
    expect(theRun().journal.flatMap(({ note, handle }) => (handle === undefined ? [] : [[note, handle]]))).toEqual([
      ['sameConnection', 'same'],
      ['pickedAgain', 'chooser'],
    ]);
  });

  it('holds the time of the write that took effect, not of an earlier one', async () => {
    world.beaconStore.setFaults([{ name: 'emptyResponse' }]);
    const run = await started();
    expect(run.processedAtSeconds).not.toBeNull();
    await world.clock.sleep(60_000);
    await restart();
    await window.runs.resume(run.id);
    const last = theRun().journal.findLast(({ step, note }) => step === 'writing' && note === undefined)!;
    expect(theRun().writes).toBe(2);
    expect(theRun().processedAtSeconds! * 1000).toBeGreaterThanOrEqual(last.atMs + 4000);
  });

  it('holds a plain answer of the beacon, which is no receipt', async () => {
    world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
    const run = await started();
    world.beaconStore.change(ID, (state) => ({ ...state, response: '00001005006400000007' }));
    await restart();
    await window.runs.resume(run.id);
    expect(theRun().journal).toContainEqual(
      expect.objectContaining({ note: 'plainAnswer', answer: { result: 7, base64: expect.stringMatching(/^AAAQ/) } }),
    );
  });
});

describe('a second write of the package', () => {
  /** The beacon holds a response of unknown owner, which is stored before the package is written again. */
  async function withOldResponse(): Promise<Run> {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'write', effect: false }]);
    const run = await started();
    world.beaconStore.change(ID, (state) => ({ ...state, response: '00011006000102030499aa' }));
    await restart();
    world.steps.length = 0;
    return run;
  }

  it('begins only when a new row and a new file are reserved for its response', async () => {
    const run = await withOldResponse();
    await window.runs.resume(run.id);
    const steps = world.steps.filter((step) => step !== 'poll');
    const reserved = Math.max(steps.indexOf('begin writing'), steps.indexOf('mirror reserve'));
    expect(reserved).toBeGreaterThan(steps.indexOf('mark'));
    expect(steps.indexOf('write')).toBeGreaterThan(reserved);
    expect(receipts()[1]).toMatchObject({ accountId: 'account', values: { minor: TOKEN % 1000 }, runId: run.id });
  });

  it.each(['begin', 'reserve'])('does not begin if there is no space for its response: %s', async (name) => {
    const run = await withOldResponse();
    world.disk.faults.set(name, { times: 1, code: 'full' });
    world.operations.length = 0;
    await window.runs.resume(run.id);
    expect(window.now().failure?.code).toBe('storageFull');
    expect(writes()).toBe(0);
  });
});

describe('a disk that answers late', () => {
  /** Calls `act` and returns whether it is over while this operation of the disk is pending. It ends with that. */
  async function isOverBefore(operation: string, act: () => Promise<unknown>): Promise<boolean> {
    let store: () => void = () => undefined;
    world.disk.waits.set(operation, new Promise((resolve) => (store = resolve)));
    let isOver = false;
    const acting = act().then(() => (isOver = true));
    // The clock advances only when nothing else can happen.
    await world.clock.sleep(120_000);
    const wasOver = isOver;
    world.disk.waits.delete(operation);
    store();
    await acting;
    return wasOver;
  }

  it.each([
    ['begin', ['choosing', 'connecting']],
    ['reserve', ['choosing', 'connecting']],
    ['put', ['choosing', 'connecting', 'discovering', 'writing']],
    ['commit', undefined],
    ['copy', undefined],
    ['update', undefined],
  ])('does not let a run go on before %s is done', async (operation, phases) => {
    const row = world.carry(ID, TOKEN);
    await opened();
    let seen: string[] = [];
    const over = await isOverBefore(operation, async () => {
      const running = window.runs.start(row.id);
      await world.clock.sleep(110_000);
      seen = [...window.phases];
      return running;
    });
    expect(over).toBe(false);
    expect(seen).not.toContain('ended');
    if (phases !== undefined) expect([seen, writes()]).toEqual([phases, 1]);
    expect(window.now().outcome?.kind).toBe('receipt');
    expect(receipts()).toMatchObject([{ state: 'waiting', mirrored: true }]);
  });

  function abandonUnwritten(run: Run): Promise<unknown> {
    world.disk.runs.set(run.id, { ...run, step: 'intent', journal: [{ step: 'intent', atMs: 1 }] });
    return window.runs.abandon(run.id);
  }

  it.each<[what: string, operation: string, (run: Run) => Promise<unknown>]>([
    ['a run is closed', 'end', (run) => window.runs.closeRun(run.id, 'gone')],
    ['a run is abandoned', 'end', abandonUnwritten],
    [
      'a run is reopened',
      'put',
      (run) => {
        world.disk.runs.set(run.id, { ...run, outcome: { kind: 'closed', reason: 'gone' }, endedAtMs: 1 });
        return window.runs.reopenRun(run.id);
      },
    ],
    [
      'a closed run is reopened to be resumed',
      'put',
      async (run) => {
        world.disk.runs.set(run.id, { ...run, outcome: { kind: 'closed', reason: 'gone' }, endedAtMs: 1 });
        await window.runs.refresh();
        world.choosers.next = null;
        return window.runs.resume(run.id, { chooseAgain: true });
      },
    ],
    [
      'a run without its package is ended',
      'end',
      (run) => {
        world.disk.runs.set(run.id, { ...run, step: 'intent', journal: [{ step: 'intent', atMs: 1 }] });
        world.disk.packages.clear();
        return window.runs.resume(run.id);
      },
    ],
  ])('is waited for when %s', async (_what, operation, act) => {
    const run = await cutOff();
    expect(await isOverBefore(operation, () => act(run))).toBe(false);
  });

  it('does not show the end of a run before its row is stored', async () => {
    const row = world.carry(ID, TOKEN);
    await opened();
    const { runs } = window.stores;
    const { all } = runs;
    runs.all = async () => {
      const rows = await all();
      await new Promise((resolve) => setImmediate(resolve));
      return rows;
    };
    const rows: unknown[] = [];
    whenAt('ended', () => rows.push(window.runs.list.value[0]?.outcome?.kind));
    await window.runs.start(row.id);
    expect(rows).toEqual(['receipt']);
  });

  it('delays the end of "save again" until the attempt is over', async () => {
    world.disk.faults.set('copy', { times: 1, code: 'unknown' });
    const row = world.carry(ID, TOKEN);
    await opened();
    const mirrored: unknown[] = [];
    const stop = window.runs.current.subscribe(() => {
      if (window.now()?.copyMissing !== 'second') return;
      stop();
      queueMicrotask(() => void window.runs.retrySave().then(() => mirrored.push(receipts()[0]!.mirrored)));
    });
    await window.runs.start(row.id);
    expect(mirrored).toEqual([true]);
  });
});
