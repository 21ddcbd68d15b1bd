/**
 * Every operation of a run at the beacon, in every way in which it can fail, once or each time: the receipt is read
 * wherever that is possible, and no action leads back to where it was pressed.
 */
import { describe, expect, it } from 'vitest';
import { inRunPlace, receipts, ID, started, theRun, TOKEN, window, world } from '../../../test/support/run-place.ts';
import { meaningOf, offersNewPackage } from '../../domain/provisioning/next-action.ts';
import { WRITE_REFUSED } from '../../domain/result-codes.ts';
import type { RunFailure } from '../../domain/run.ts';
import type { BeaconFault, LinkOperation } from '../../sandbox/beacon/faults.ts';

inRunPlace();

/** `wayBack`: the run has written, its receipt is on the beacon, and a person comes back. */
type Moment = 'first' | 'wayBack';
const ONCE = 1;
const ALWAYS = null;

interface Way {
  readonly name: string;
  fault(operation: LinkOperation): BeaconFault;
  /** The operations that can fail in this way. */
  readonly at?: readonly LinkOperation[];
}

const WAYS: readonly Way[] = [
  { name: 'the link drops before it', fault: (operation) => ({ name: 'drop', when: 'before', operation }) },
  {
    name: 'it is refused, and the link drops a moment later',
    fault: (operation) => ({ name: 'drop', when: 'before', operation, errorFirst: true }),
  },
  { name: 'it is refused', fault: (operation) => ({ name: 'denied', operation, error: 'notPermitted' }) },
  { name: 'it needs a pairing', fault: (operation) => ({ name: 'denied', operation, error: 'notPaired' }) },
  {
    name: 'the services have changed',
    fault: (operation) => ({ name: 'denied', operation, error: 'servicesChanged' }),
  },
  { name: 'nothing answers', fault: (operation) => ({ name: 'hang', operation, effect: false }) },
  {
    name: 'the answer is empty',
    fault: (operation) => ({ name: 'empty', operation: operation as 'poll' | 'readResponse' }),
    at: ['poll', 'readResponse'],
  },
];

const PLACES: readonly (readonly [LinkOperation, Moment])[] = [
  ['write', 'first'],
  ['poll', 'first'],
  ['readResponse', 'first'],
  ['poll', 'wayBack'],
  ['readResponse', 'wayBack'],
];

const CELLS = PLACES.flatMap(([operation, moment]) =>
  WAYS.filter(({ at }) => at?.includes(operation) ?? true).flatMap((way) =>
    [ONCE, ALWAYS].map(
      (times) => [operation, moment, way.name, times === ONCE ? 'once' : 'always', way, times] as const,
    ),
  ),
);

/** The most presses that a person may need until the run has ended or shows another way out. */
const MAX_PRESSES = 4;
/** Their sentence names what helps: pairing. */
const PAIRING: readonly RunFailure['code'][] = ['notPaired', 'readRefused'];

/** True if the screen offers more than the action that led here, or has said before what helps. */
function hasWayOut(failure: RunFailure | null): boolean {
  if (failure === null) return false;
  const { code, times = 1 } = failure;
  return offersNewPackage(failure, true) || (PAIRING.includes(code) && times > 1);
}

/** Presses the action until the run has ended or shows a way out. Returns how often it was pressed. */
async function pressOn(): Promise<number> {
  for (let presses = 0; ; presses += 1) {
    const failure = window.now().failure;
    if (theRun().outcome !== null || hasWayOut(failure) || presses > MAX_PRESSES) return presses;
    await press(failure);
  }
}

const press = (failure: RunFailure | null): Promise<void> =>
  window.runs.resume(theRun().id, {
    chooseAgain: failure !== null && meaningOf(failure.code).action === 'pickAgain',
  });

/** Begins the run. On the way back, its first connection drops before the receipt is read. */
async function begin(moment: Moment, faults: readonly BeaconFault[]): Promise<void> {
  const first: readonly BeaconFault[] = [{ name: 'drop', when: 'before', operation: 'readResponse' }];
  world.beaconStore.setFaults(moment === 'first' ? faults : first);
  await started();
  if (moment === 'first') return;
  world.beaconStore.setFaults(faults);
  await press(window.now().failure);
}

describe('a run whose operation fails', () => {
  it.each(CELLS)(
    'ends or shows a way out after a few presses (%s, %s: %s, %s)',
    async (operation, moment, _name, _times, way, times) => {
      await begin(moment, [{ ...way.fault(operation), times }]);
      expect(await pressOn()).toBeLessThanOrEqual(MAX_PRESSES);
      const isApplied = world.beaconStore.load(ID).applied.length > 0;
      if (operation === 'write' && times === ALWAYS) expect(isApplied).toBe(false);
      else expect(world.beaconStore.load(ID).applied).toEqual([TOKEN]);
      const canBeRead = isApplied && (operation !== 'readResponse' || times === ONCE);
      if (canBeRead) expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
      // Once the cause is gone, a beacon that holds the receipt gives it: nothing has overwritten it.
      if (isApplied && theRun().outcome === null && way.name !== 'the answer is empty') {
        world.beaconStore.setFaults([]);
        await press(window.now().failure);
        expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
      }
      if (isApplied && way.name !== 'the answer is empty')
        expect(receipts().map(({ state, mirrored }) => [state, mirrored])).toEqual([['waiting', true]]);
    },
  );

  it('is refused after the second write that the same beacon refuses: nothing was written, and the package may be tried later', async () => {
    await begin('first', [{ name: 'denied', operation: 'write', error: 'notPermitted', times: null }]);
    expect(theRun()).toMatchObject({ outcome: null, writes: 0, lastFailure: { code: 'writeRefused' } });
    await press(window.now().failure);
    expect(window.now()).toMatchObject({ failure: null, outcome: { kind: 'refused', result: WRITE_REFUSED } });
    expect(theRun()).toMatchObject({ writes: 0, outcome: { kind: 'refused' } });
    expect(window.runs.nextStep(theRun())).toBe('fetchPackage');
    expect(world.disk.packages.get(theRun().packageId)?.state).toBe('carried');
    expect(world.operations.filter((operation) => operation === 'write')).toHaveLength(2);
    world.beaconStore.setFaults([]);
    await window.runs.start(theRun().packageId);
    expect([...world.disk.runs.values()].at(-1)!.outcome).toMatchObject({ kind: 'receipt' });
  });

  it('discovers changed services on the standing link, and does not connect again', async () => {
    await begin('first', [{ name: 'denied', operation: 'readResponse', error: 'servicesChanged' }]);
    expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
    const count = (name: string): number => world.operations.filter((operation) => operation === name).length;
    expect([count('connect'), count('discover'), count('write')]).toEqual([1, 2, 1]);
  });

  it.each(['notPermitted', 'notPaired'] as const)(
    'before the write of a newer package, a read that fails with %s overwrites nothing, and says that it was refused',
    async (error) => {
      await begin('wayBack', [{ name: 'denied', operation: 'readResponse', error, times: null }]);
      const newer = world.carry(ID, TOKEN + 10);
      await window.runs.refresh();
      await window.runs.start(newer.id);
      expect(window.now().failure?.code).toBe(error === 'notPaired' ? 'notPaired' : 'readRefused');
      expect(world.beaconStore.load(ID).applied).toEqual([TOKEN]);
      world.beaconStore.setFaults([]);
      await window.runs.resume([...world.disk.runs.values()].at(-1)!.id);
      expect(receipts().filter(({ state }) => state === 'waiting')).toHaveLength(1);
    },
  );

  it.each(['denied', 'hang', 'drop'] as const)(
    'before the write of a newer package, the earlier receipt is read though each read of 81F4 fails (%s)',
    async (name) => {
      await begin('wayBack', [{ name: 'drop', when: 'before', operation: 'readResponse' }]);
      const fault: BeaconFault =
        name === 'denied'
          ? { name, operation: 'poll', error: 'notPermitted', times: null }
          : name === 'hang'
            ? { name, operation: 'poll', times: null }
            : { name, when: 'before', operation: 'poll', times: null };
      world.beaconStore.setFaults([fault]);
      const newer = world.carry(ID, TOKEN + 10);
      await window.runs.refresh();
      await window.runs.start(newer.id);
      const second = [...world.disk.runs.values()].at(-1)!;
      if (second.outcome === null) await window.runs.resume(second.id);
      expect(receipts().filter(({ state }) => state === 'waiting')).toHaveLength(1);
    },
  );
});
