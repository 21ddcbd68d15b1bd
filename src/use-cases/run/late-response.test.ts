/** 81F2 that answers after its limit: what it says is kept, however late, and is told of its own run alone. */
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
  it('is kept and ends the run that had stopped, without another look', async () => {
    // The limit passes at once on the clock of this world, the radio answers on the real one.
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

  it('says nothing of the next beacon, whose run is on the screen by then', async () => {
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

  it('is waited for by whoever leaves the account', async () => {
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 40 }]);
    await started();
    expect(receipts().filter(({ state }) => state === 'waiting')).toEqual([]);
    await window.runs.lateOver();
    expect(receipts()).toMatchObject([{ state: 'waiting', mirrored: true }]);
    expect(world.disk.mirror.get(receipts()[0]!.id)?.responseBase64).toBe(receipts()[0]!.responseBase64);
    await window.runs.lateOver();
  });

  it('is waited for as well where it came while the run was being ended', async () => {
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 40 }]);
    const go = { put: (): void => undefined, copy: (): void => undefined };
    const held = {
      put: new Promise<void>((resolve) => (go.put = resolve)),
      copy: new Promise<void>((resolve) => (go.copy = resolve)),
    };
    // The second copy, and how the run ended.
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

  it('is shown as kept where it came while the end of the run was about to be shown', async () => {
    world.beaconStore.setFaults([{ name: 'slow', operation: 'readResponse', ms: 40 }]);
    const row = world.carry(ID, TOKEN);
    await opened();
    const { runs } = window.stores;
    const all = runs.all.bind(runs);
    const stopped = (): boolean => theRun()?.lastFailure?.code === 'readTimedOut';
    // The rows of a run that has stopped are read, but not before its response is kept.
    runs.all = async () => {
      if (stopped()) await expect.poll(() => window.kicked.length).toBe(1);
      return all();
    };
    await window.runs.start(row.id);
    expect(window.now()).toMatchObject({ phase: 'ended', failure: null, outcome: { kind: 'receipt' } });
  });

  it('keeps the run to this window until it has come', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'readResponse' }]);
    const run = await started();
    expect([...world.held]).toEqual([`fieldkit-run-${run.id}`]);
    await window.runs.refresh();
    expect(window.runs.nextStep(theRun())).toBe('awaitAnswer');
    expect((await world.open()).runs.nextStep(theRun())).toBe('runningElsewhere');
    world.beaconStore.setFaults([]);
    // Going on with it gives the hanging read up.
    await window.runs.resume(run.id);
    expect(theRun().lastFailure?.code).toBe('beaconIsAhead');
    expect(world.held.size).toBe(0);
  });

  it('is not waited for any longer once the link has dropped', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'readResponse' }]);
    await started();
    expect(window.runs.nextStep(theRun())).toBe('awaitAnswer');
    window.dropLink();
    await expect.poll(() => window.runs.nextStep(theRun())).toBe('readResponse');
    expect(world.held.size).toBe(0);
  });

  it('does not keep a person from closing the run', async () => {
    world.beaconStore.setFaults([{ name: 'hang', operation: 'readResponse' }]);
    const run = await started();
    expect(await window.runs.closeRun(run.id, 'gone')).toBe(true);
    expect(theRun().outcome).toMatchObject({ kind: 'closed', reason: 'gone' });
    expect(world.held.size).toBe(0);
  });
});
