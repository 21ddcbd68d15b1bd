/** A response of 81F2 that arrives after its time limit is stored, however late, and changes only its own run. */
import { describe, expect, it, vi } from 'vitest';
import {
  ID,
  TOKEN,
  inRunPlace,
  opened,
  receipts,
  started,
  theRun,
  window,
  world,
} from '../../../test/support/run-place.ts';
import { fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import type { Run } from '../../domain/run.ts';
import { createLateResponses } from './late-response.ts';
import type { ReadResponse } from './provision-response.ts';
import type { ProvisionTask } from './ports.ts';
import type { RunJournal } from './run-journal.ts';

const OTHER = 'Kf7Qp2';

inRunPlace();

describe('a late response', () => {
  const run = fixtureRun(ID, { id: 'r1', receiptId: 'x1', packageId: 'p1', step: 'reading' });
  const ended: Run = { ...run, outcome: { kind: 'receipt', receiptId: 'x1' } };
  const receipt = fixtureReceipt(ID, { id: 'x1', runId: 'r1', state: 'waiting', mirrored: false });

  /** `isResumed`: another session of the run has begun since. */
  async function saved(isResumed = false) {
    await opened();
    const { stores } = window;
    const commit = vi.spyOn(stores.runs, 'commitResponse');
    const committed = vi.fn();
    const onLate = vi.fn();
    const rows = vi.fn(() => ({ run: ended, receipt, packageState: 'used' as const, package: null }));
    const late = createLateResponses(
      { ...stores, clock: world.clock, newId: () => 'x2' },
      { superseded: () => isResumed, onLate } as Partial<ProvisionTask> as ProvisionTask,
      { committed } as Partial<RunJournal> as RunJournal,
    );
    expect(late.saved).toBeNull();
    late.save({ rows } as Partial<ReadResponse> as ReadResponse, 'finish');
    await late.saved;
    return { late, commit, committed, onLate };
  }

  it('is stored with its run, in both copies, before it is reported', async () => {
    const { commit, committed, onLate } = await saved();
    expect(commit.mock.calls).toEqual([[ended, receipt, 'used', { package: null, again: false }]]);
    expect(committed.mock.calls).toEqual([[ended]]);
    expect(receipts()).toEqual([{ ...receipt, mirrored: true }]);
    expect(world.disk.mirror.get('x1')).toEqual({ ...receipt, mirrored: true });
    expect(onLate.mock.calls).toEqual([[receipt]]);
    expect(world.steps).toEqual(['commit waiting', 'mirror', 'mark']);
  });

  it('has a row of its own, and leaves the run alone, if the run was resumed', async () => {
    const { commit, committed, onLate } = await saved(true);
    expect([commit.mock.calls, committed.mock.calls]).toEqual([[], []]);
    expect([receipts(), world.disk.runs.size]).toEqual([[{ ...receipt, id: 'x2', mirrored: true }], 0]);
    expect(world.disk.mirror.get('x2')).toEqual({ ...receipt, id: 'x2', mirrored: true });
    expect(onLate.mock.calls).toEqual([[{ ...receipt, id: 'x2' }]]);
  });

  it('is stored in its row also if the change of its run cannot be stored', async () => {
    world.disk.faults.set('commit', { times: 1, code: 'unknown' });
    const { committed, onLate } = await saved();
    expect(committed).not.toHaveBeenCalled();
    expect(receipts()).toEqual([{ ...receipt, mirrored: true }]);
    expect(onLate).toHaveBeenCalledOnce();
  });

  it('is stored in the second copy if its row cannot be stored at all', async () => {
    world.disk.faults.set('commit', { times: 1, code: 'full' });
    world.disk.faults.set('update', { times: 2, code: 'full' });
    const { onLate } = await saved();
    expect([receipts(), world.disk.mirror.get('x1')]).toEqual([[], { ...receipt, mirrored: true }]);
    expect(onLate).toHaveBeenCalledOnce();
  });

  it('is not marked in its row as having a second copy if there is none', async () => {
    world.disk.faults.set('copy', { times: 1, code: 'full' });
    await saved();
    expect(receipts()).toEqual([receipt]);
  });

  it.each([
    ['the copy', 'copy', 'commit'],
    ['the row', 'commit', 'copy'],
    ['the mark of the row', 'update', 'none'],
    ['the second try of the row', 'update', 'commit'],
  ])('is reported only when everything is stored: %s is late', async (_what, late, failing) => {
    let store: () => void = () => undefined;
    world.disk.waits.set(late, new Promise((resolve) => (store = resolve)));
    world.disk.faults.set(failing, { times: 1, code: 'unknown' });
    let isOver = false;
    const saving = saved().then(() => (isOver = true));
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    store();
    await saving;
    expect(world.disk.receipts.size).toBe(1);
  });

  it('is not stored if it belongs to no request', async () => {
    const { late } = await saved();
    world.disk.receipts.clear();
    late.save({ rows: () => expect.unreachable() } as Partial<ReadResponse> as ReadResponse, null);
    await late.saved;
    expect(receipts()).toEqual([]);
  });
});

describe('a response that comes after its limit', () => {
  it('is stored and ends the stopped run without another connection', async () => {
    // The limit passes at once on the virtual clock, while the radio answers in real time.
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 10_000 }]);
    const run = await started();
    expect(run).toMatchObject({ lastFailure: { code: 'readTimedOut' } });
    await expect.poll(() => theRun().outcome).toMatchObject({ kind: 'receipt' });
    expect(receipts()).toMatchObject([{ owner: 'known', token: TOKEN, state: 'waiting' }]);
    await expect.poll(() => receipts()[0]?.mirrored).toBe(true);
    await expect.poll(() => window.kicked).toEqual([receipts()[0]!.id]);
    expect(world.disk.mirror.get(receipts()[0]!.id)?.responseBase64).toBe(receipts()[0]!.responseBase64);
    await expect.poll(() => window.now().outcome?.kind).toBe('receipt');
    await expect.poll(() => world.held.size).toBe(0);
  });

  it('changes nothing on the screen of the next beacon’s run', async () => {
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 10_000 }]);
    const first = await started();
    world.beaconStore.setFaults([]);
    world.choosers.next = OTHER;
    await window.runs.start(world.carry(OTHER, TOKEN).id);
    const shown = window.now();
    expect(shown).toMatchObject({ uniqueId: OTHER, phase: 'ended', outcome: { kind: 'receipt' } });
    await window.runs.lateOver();
    expect(theRun()).toMatchObject({ id: first.id, outcome: { kind: 'receipt' } });
    expect(window.now()).toEqual(shown);
  });

  it('delays leaving the account until it is stored', async () => {
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 10_000 }]);
    await started();
    expect(receipts().filter(({ state }) => state === 'waiting')).toEqual([]);
    await window.runs.lateOver();
    expect(receipts()).toMatchObject([{ state: 'waiting', mirrored: true }]);
    expect(world.disk.mirror.get(receipts()[0]!.id)?.responseBase64).toBe(receipts()[0]!.responseBase64);
    await window.runs.lateOver();
  });

  it('delays leaving the account also if it arrived while the run was ending', async () => {
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 10_000 }]);
    const go = { put: (): void => undefined, copy: (): void => undefined };
    const held = {
      put: new Promise<void>((resolve) => (go.put = resolve)),
      copy: new Promise<void>((resolve) => (go.copy = resolve)),
    };
    // The second copy and the end of the run are being stored.
    world.disk.waits.get = (name) =>
      name === 'copy' || (name === 'put' && world.steps.includes('readResponse')) ? held[name] : undefined;
    const begun = started();
    await expect.poll(() => receipts()[0]?.state).toBe('waiting');
    go.put();
    await begun;
    const left = vi.fn();
    const leaving = window.runs.lateOver().then(left);
    await new Promise((resolve) => setImmediate(resolve));
    expect(left).not.toHaveBeenCalled();
    go.copy();
    await leaving;
    expect(receipts()).toMatchObject([{ state: 'waiting', mirrored: true }]);
    await expect
      .poll(() => window.now())
      .toMatchObject({ phase: 'ended', failure: null, outcome: { kind: 'receipt' } });
  });

  it('is shown as stored if it arrived just before the end of the run was shown', async () => {
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 10_000 }]);
    const row = world.carry(ID, TOKEN);
    await opened();
    const { runs } = window.stores;
    const all = runs.all.bind(runs);
    const stopped = (): boolean => theRun()?.lastFailure?.code === 'readTimedOut';
    // The rows of a stopped run are read, but not before its response is stored.
    runs.all = async () => {
      if (stopped()) await expect.poll(() => window.kicked.length).toBe(1);
      return all();
    };
    await window.runs.start(row.id);
    expect(window.now()).toMatchObject({ phase: 'ended', failure: null, outcome: { kind: 'receipt' } });
  });

  it('keeps the run locked to this window until it has arrived', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'readResponse' }]);
    const run = await started();
    expect([...world.held]).toEqual([`fieldkit-run-${run.id}`]);
    await window.runs.refresh();
    expect(window.runs.nextStep(theRun())).toBe('awaitAnswer');
    expect((await world.open()).runs.nextStep(theRun())).toBe('runningElsewhere');
    world.beaconStore.setFaults([]);
    // Continuing the run gives up the pending read.
    await window.runs.resume(run.id);
    expect(theRun().lastFailure?.code).toBe('beaconIsAhead');
    expect(world.held.size).toBe(0);
  });

  it('is not awaited after the link has dropped', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'readResponse' }]);
    await started();
    expect(window.runs.nextStep(theRun())).toBe('awaitAnswer');
    window.dropLink();
    await expect.poll(() => window.runs.nextStep(theRun())).toBe('readResponse');
    expect(world.held.size).toBe(0);
  });

  it('does not prevent a person from closing the run', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'readResponse' }]);
    const run = await started();
    expect(await window.runs.closeRun(run.id, 'gone')).toBe(true);
    expect(theRun().outcome).toMatchObject({ kind: 'closed', reason: 'gone' });
    expect(world.held.size).toBe(0);
  });
});
