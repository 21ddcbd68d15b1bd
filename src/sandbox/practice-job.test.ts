/** The practice job: twelve of the owner's beacons, and each fault strikes only its own beacon, once. */
import { describe, expect, it } from 'vitest';
import { guideStrings } from '../ui/strings/guide.ts';
import { createBeaconStore } from './bluetooth/beacon-store.ts';
import { findDevice } from './fleet.ts';
import { guideFaults, jobFaults, practiceJob } from './practice-job.ts';
import { DEFAULT_SEED } from './seed.ts';

const tasks = practiceJob(DEFAULT_SEED);

function openBeaconStore(now = () => 0) {
  const rows = new Map<string, string>();
  const storage = {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
  };
  return createBeaconStore({ seed: DEFAULT_SEED, storage, now });
}

describe('the practice job', () => {
  it('has twelve different beacons that the owner may change, with a note for each', () => {
    expect(new Set(tasks.map(({ uniqueId }) => uniqueId)).size).toBe(12);
    for (const { uniqueId, lesson } of tasks) {
      expect(findDevice(DEFAULT_SEED, uniqueId)).toMatchObject({ deviceType: 'BEACON', access: { owner: 'OWNER' } });
      expect(guideStrings.lessons[lesson]).not.toBe('');
    }
  });

  it('has faults that strike only the intended beacon, once, whichever beacon is used first', () => {
    const beaconStore = openBeaconStore();
    beaconStore.setFaults(jobFaults(tasks, []));
    const struck = tasks.find(({ lesson }) => lesson === 'connects')!.uniqueId;
    const other = tasks[0]!.uniqueId;
    const connect = (uniqueId: string) => beaconStore.exchange(uniqueId, { operation: 'connect' }).outcome;
    expect([other, struck, struck].map(connect)).toEqual(['ok', 'error', 'ok']);
    expect(beaconStore.faults()).toHaveLength(jobFaults(tasks, []).length - 1);
  });

  it('has no fault that is used up by what the app reads before it writes', () => {
    const planted = [...jobFaults(tasks, []), ...guideFaults([])];
    const ofOperations = planted.filter((fault) => 'operation' in fault && fault.on !== undefined);
    expect(ofOperations).toHaveLength(4);
    for (const fault of ofOperations) {
      const uniqueId = fault.on!;
      const beaconStore = openBeaconStore();
      beaconStore.setFaults([fault]);
      for (const operation of ['connect', 'discover', 'poll', 'readResponse', 'readToken'] as const)
        expect(beaconStore.exchange(uniqueId, { operation })).toMatchObject({ outcome: 'ok', delayMs: 0 });
      expect(beaconStore.faults()).toEqual([fault]);
    }
  });

  it('has a fault that drops the link before a receipt is read, also if the app had read before it wrote', () => {
    let nowMs = 0;
    const beaconStore = openBeaconStore(() => nowMs);
    beaconStore.setFaults(jobFaults(tasks, []));
    const { uniqueId } = tasks.find(({ lesson }) => lesson === 'reads')!;
    const read = () => beaconStore.exchange(uniqueId, { operation: 'readResponse' });
    expect(read()).toMatchObject({ outcome: 'ok', bytes: new Uint8Array() });
    beaconStore.exchange(uniqueId, { operation: 'write', bytes: new Uint8Array(20) });
    nowMs += 60_000;
    expect(read().outcome).toBe('drop');
    expect(read().bytes?.length).toBeGreaterThan(0);
  });

  it('is set up once even if it is started twice, and leaves other faults unchanged', () => {
    const others = [{ name: 'connectFails' }, { name: 'lockedOut', on: 'elsewhere' }] as const;
    const once = jobFaults(tasks, others);
    expect(jobFaults(tasks, once)).toEqual(once);
    expect(once.slice(0, 2)).toEqual(others);
  });
});
