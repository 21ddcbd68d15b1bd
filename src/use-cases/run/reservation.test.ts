/**
 * The steps before the first operation on the beacon: reserving the second copy, the chooser, the connects, and what
 * may stop the run safely.
 */
import { describe, expect, it, vi } from 'vitest';
import {
  ID,
  TOKEN,
  world,
  window,
  started,
  opened,
  theRun,
  receipts,
  inRunPlace,
} from '../../../test/support/run-place.ts';

inRunPlace();

describe('before the beacon is written,', () => {
  it('a cancelled chooser is not a failure and leaves nothing behind', async () => {
    world.choosers.next = null;
    await started();
    expect(window.now()).toMatchObject({ phase: 'ended', failure: { code: 'chooserCancelled' }, outcome: null });
    expect([world.disk.runs.size, world.disk.receipts.size, world.operations.length]).toEqual([0, 0, 0]);
    await vi.waitFor(() => expect([...world.disk.mirror]).toEqual([]));
  });

  it.each([
    ['a row', 'begin'],
    ['a file', 'reserve'],
  ])('%s that could not be stored leaves nothing behind when the chooser is cancelled', async (_what, operation) => {
    world.disk.faults.set(operation, { times: 1, code: 'full' });
    world.choosers.next = null;
    await started();
    expect(window.now().failure?.code).toBe('chooserCancelled');
    await vi.waitFor(() =>
      expect([world.disk.runs.size, world.disk.receipts.size, world.disk.mirror.size]).toEqual([0, 0, 0]),
    );
  });

  it('a full disk stops the run before the write', async () => {
    world.disk.faults.set('begin', { times: 1, code: 'full' });
    await started();
    expect(window.now().failure?.code).toBe('storageFull');
    // A run that is not on the disk does not appear in the list either.
    expect([world.operations, world.disk.runs.size]).toEqual([[], 0]);
  });

  it('a journal that cannot be stored stops the run before the write', async () => {
    world.disk.faults.set('put', { times: 1, code: 'unknown' });
    await started();
    expect(window.now().failure?.code).toBe('storageFailed');
    expect(world.operations).toEqual(['connect', 'discover']);
    expect(theRun()).toMatchObject({ step: 'intent', outcome: null });
  });

  it('a run does not use the radio while another window uses it', async () => {
    world.held.add('fieldkit-radio');
    await started();
    expect(window.now().failure?.code).toBe('busyElsewhere');
    expect(world.operations).toEqual([]);
    expect([...world.held]).toEqual(['fieldkit-radio']);
  });

  it('three failed connects need no second chooser', async () => {
    world.beaconStore.setFaults([{ name: 'connectFails', times: 3 }]);
    await started();
    expect(window.now()).toMatchObject({ attempt: 4, outcome: { kind: 'receipt' } });
    expect(world.choosers.opened).toBe(1);
  });

  it('four failed connects are shown with their own reason, and the same handle is used again', async () => {
    world.beaconStore.setFaults([{ name: 'connectFails', times: 4 }]);
    const run = await started();
    expect(window.now().failure?.code).toBe('connectFailed');
    expect(run).toMatchObject({ step: 'intent', outcome: null, lastFailure: { code: 'connectFailed' } });
    expect([window.runs.nextStep(run), window.runs.hasHandle(ID)]).toEqual(['start', true]);
    await window.runs.resume(run.id);
    expect(window.now().outcome?.kind).toBe('receipt');
    expect([world.choosers.opened, world.disk.runs.size, world.disk.receipts.size]).toEqual([1, 1, 1]);
  });

  it('a connect that hangs is given up after ten seconds and tried again', async () => {
    world.beaconStore.setFaults([{ name: 'connectHangs' }]);
    await started();
    expect(window.now()).toMatchObject({ attempt: 2, outcome: { kind: 'receipt' } });
    expect(window.now().past.find(({ phase }) => phase === 'connecting')?.tookMs).toBe(10_250);
  });

  it('a cancel while connecting ends the run and keeps the package', async () => {
    world.beaconStore.setFaults([{ name: 'connectHangs', times: null }]);
    const row = world.carry(ID, TOKEN);
    await opened();
    const stop = window.runs.current.subscribe(() => {
      if (window.runs.current.value?.attempt === 1) window.runs.cancel();
    });
    await window.runs.start(row.id);
    stop();
    expect(window.now()).toMatchObject({ failure: { code: 'cancelled' }, outcome: { kind: 'abandoned' } });
    expect(world.disk.packages.get(row.id)?.state).toBe('carried');
    expect(receipts()).toEqual([]);
  });

  it('a run waits at the same beacon until the last link is closed, shows that it waits, and can be cancelled', async () => {
    world.disk.faults.set('put', { times: 1, code: 'unknown' });
    const run = await started();
    const stop = window.runs.current.subscribe(() => {
      if (window.now().waitsForOldLink === true) window.runs.cancel();
    });
    await window.runs.resume(run.id);
    stop();
    expect(window.now()).toMatchObject({ failure: { code: 'cancelled' }, outcome: { kind: 'abandoned' } });
    expect(world.operations).toEqual(['connect', 'discover']);
  });

  it('a run at the same beacon shows that it waits for the last link only until it connects', async () => {
    world.disk.faults.set('put', { times: 1, code: 'unknown' });
    const run = await started();
    const waits: unknown[] = [];
    window.runs.current.subscribe(() => {
      const { waitsForOldLink } = window.now();
      if (waits.at(-1) !== waitsForOldLink) waits.push(waitsForOldLink);
    });
    // The run that ended before.
    waits.length = 0;
    await window.runs.resume(run.id);
    expect(waits).toEqual([true, false]);
    expect(window.now().outcome?.kind).toBe('receipt');
  });

  it('a newer packet is not written while an older one for the beacon is on the phone', async () => {
    world.carry(ID, TOKEN - 10, { kind: 'command' });
    await started();
    expect(window.now().failure?.code).toBe('newerPacketWaiting');
    expect(world.operations).toEqual([]);
  });

  it('a package that is already replaced is not written', async () => {
    const row = world.carry(ID, TOKEN, { state: 'replaced' });
    await opened();
    await window.runs.start(row.id);
    expect(window.now().failure?.code).toBe('packageNotHere');
  });

  it('a package over 512 bytes is refused', async () => {
    const row = world.carry(ID, TOKEN, { base64: 'A'.repeat(4 * 200) });
    await opened();
    await window.runs.start(row.id);
    expect(window.now().failure?.code).toBe('packageTooLarge');
  });
});
