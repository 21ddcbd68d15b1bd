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

const OTHER = 'Kf7Qp2';

inRunPlace();

describe('a response that comes after its limit', () => {
  it('is stored and ends the stopped run without another connection', async () => {
    // The limit passes at once on the virtual clock, while the radio answers in real time.
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 40 }]);
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
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 40 }]);
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
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 40 }]);
    await started();
    expect(receipts().filter(({ state }) => state === 'waiting')).toEqual([]);
    await window.runs.lateOver();
    expect(receipts()).toMatchObject([{ state: 'waiting', mirrored: true }]);
    expect(world.disk.mirror.get(receipts()[0]!.id)?.responseBase64).toBe(receipts()[0]!.responseBase64);
    await window.runs.lateOver();
  });

  it('delays leaving the account also if it arrived while the run was ending', async () => {
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 40 }]);
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
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 40 }]);
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
