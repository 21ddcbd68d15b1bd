/** The practice job: twelve of the owner's beacons, and each fault strikes only its own beacon, once. */
import { describe, expect, it } from 'vitest';
import { guideStrings } from '../ui/strings/guide.ts';
import { createBeaconStore } from './bluetooth/beacon-store.ts';
import { findDevice } from './fleet.ts';
import { jobFaults, practiceJob } from './practice-job.ts';
import { DEFAULT_SEED } from './seed.ts';

const tasks = practiceJob(DEFAULT_SEED);

function openBeaconStore() {
  const rows = new Map<string, string>();
  const storage = {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
  };
  return createBeaconStore({ seed: DEFAULT_SEED, storage, now: () => 0 });
}

describe('the practice job', () => {
  it('has twelve different beacons that the owner may change, with a note for each', () => {
    expect(new Set(tasks.map(({ uniqueId }) => uniqueId)).size).toBe(12);
    for (const { uniqueId, lesson } of tasks) {
      expect(findDevice(DEFAULT_SEED, uniqueId)).toMatchObject({ deviceType: 'BEACON', access: { owner: 'OWNER' } });
      expect(guideStrings.lessons[lesson]).not.toBe('');
    }
  });

  it('strikes only the intended beacon, once, whichever is used first', () => {
    const beaconStore = openBeaconStore();
    beaconStore.setFaults(jobFaults(tasks, []));
    const struck = tasks.find(({ lesson }) => lesson === 'connects')!.uniqueId;
    const other = tasks[0]!.uniqueId;
    const connect = (uniqueId: string) => beaconStore.exchange(uniqueId, { operation: 'connect' }).outcome;
    expect([other, struck, struck].map(connect)).toEqual(['ok', 'error', 'ok']);
    expect(beaconStore.faults()).toHaveLength(jobFaults(tasks, []).length - 1);
  });

  it('is set up once even if it is started twice, and leaves other faults unchanged', () => {
    const others = [{ name: 'connectFails' }, { name: 'lockedOut', on: 'elsewhere' }] as const;
    const once = jobFaults(tasks, others);
    expect(jobFaults(tasks, once)).toEqual(once);
    expect(once.slice(0, 2)).toEqual(others);
  });
});
