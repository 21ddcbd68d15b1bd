/** The process ends here: later code does not run, stored data stays. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forgive } from '../../domain/delivery/rows.ts';
import { createDrainer, type Drainer } from './drainer.ts';
import { memoryPace, noting } from '../../../test/support/pace.ts';
import { createMemoryStores, type MemoryStores } from '../../../test/support/memory-stores.ts';
import {
  Kill,
  FAULTS,
  type World,
  SCENES,
  account,
  START,
  ModelBackend,
  receiptOf,
} from '../../../test/support/model-backend.ts';

interface Outcome {
  readonly stores: MemoryStores;
  readonly backend: ModelBackend;
  readonly storageDeaths: number;
  /** Time with a good network until nothing was left to do, ms. */
  readonly settledAfterMs: number;
}

async function live(world: World): Promise<Outcome> {
  let changes = 0;
  let deaths = 0;
  let good = false;
  const stores = createMemoryStores((moment) => {
    if (moment === 'before') changes += 1;
    if (good || !world.storageKills.some((kill) => kill.at === changes && kill.moment === moment)) return;
    deaths += 1;
    throw new Kill();
  });
  const backend = new ModelBackend(world);
  world.devices.forEach((_scene, index) => {
    const first = receiptOf(index, false);
    stores.rows.receipts.set(first.id, first);
    // Every third device has a second, later receipt, which the backend does not recognise.
    if (index % 3 === 2) stores.rows.receipts.set(`r${index}b`, receiptOf(index, true));
  });
  let nowMs = START;
  let heldBy: symbol | null = null;
  const clock = { nowMs: () => nowMs };
  const onTrouble = (error: unknown): void => expect(error).toBeInstanceOf(Kill);
  function start(): Drainer {
    const pace = memoryPace(clock, stores.queue, onTrouble);
    return createDrainer({
      account,
      receipts: stores.receipts,
      edits: stores.edits,
      queue: stores.queue,
      devices: stores.devices,
      pace,
      backend: noting(backend, pace),
      locks: {
        acquire: async () => {
          const posts = Symbol('holder');
          expect(heldBy).toBeNull();
          heldBy = posts;
          return () => void (heldBy = null);
        },
      },
      clock,
      random: () => 0.5,
      hasKey: () => true,
      onNewPackage: () => undefined,
      learn: () => undefined,
      onVerified: () => undefined,
      onTrouble,
    });
  }
  let drainer = start();
  async function once(haste: 'none' | 'transport'): Promise<string> {
    try {
      const report = await drainer.drain(haste);
      nowMs = Math.max(nowMs, report.wakeAtMs ?? nowMs) + 1;
      return report.stop;
    } catch (error) {
      if (!(error instanceof Kill)) throw error;
      heldBy = null;
      drainer = start();
      return 'killed';
    }
  }
  async function person(): Promise<void> {
    // A person enters the key again and confirms that address and key are right.
    stores.rows.pause = null;
    for (const row of stores.rows.receipts.values()) stores.rows.receipts.set(row.id, forgive(row));
  }
  for (const jump of world.jumps) {
    nowMs += jump;
    if ((await once(jump % 2 === 0 ? 'none' : 'transport')) === 'paused') await person();
  }
  // From here on the network is good: everything must end within a bounded number of rounds.
  backend.good = true;
  good = true;
  const goodSinceMs = nowMs;
  for (let round = 0; round < 120; round += 1) {
    const stop = await once('none');
    if (stop === 'paused') await person();
    if (stop === 'idle') break;
    nowMs += 1;
  }
  return { stores, backend, storageDeaths: deaths, settledAfterMs: nowMs - goodSinceMs };
}

const worlds: fc.Arbitrary<World> = fc.record({
  repeat: fc.constantFrom(204 as const, 200 as const, 409 as const),
  configList: fc.boolean(),
  devices: fc.array(fc.constantFrom(...SCENES), { minLength: 1, maxLength: 7 }),
  faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 25 }),
  storageKills: fc.array(
    fc.record({ at: fc.integer({ min: 1, max: 40 }), moment: fc.constantFrom('before' as const, 'after' as const) }),
    { maxLength: 3 },
  ),
  jumps: fc.array(fc.constantFrom(0, 1, 1000, 61_001, 3_600_000, 86_400_000, -86_400_000, -61_000, -4_000_000_001), {
    maxLength: 12,
  }),
});

describe('the sender against a model backend', () => {
  it('loses no receipt, claims nothing false, repeats no more posts than necessary, and always ends', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const { stores, backend, storageDeaths, settledAfterMs } = await live(world);
        // However the clock jumps, no wait exceeds the longest one plus the patience for a plain 2xx.
        expect(settledAfterMs).toBeLessThan(2 * 3_600_000);
        const rows = [...stores.rows.receipts.values()];
        const expected = world.devices.length + world.devices.filter((_, index) => index % 3 === 2).length;
        expect(rows).toHaveLength(expected);
        let repeats = 0;
        for (const row of rows) {
          const record = backend.records.get(row.uniqueId)!;
          const isApplied = record.applied.has(Number(row.responseBase64));
          const description = `${record.scene} ${row.id} ${row.state} ${row.lastAnswer?.code} ${row.lastAnswer?.status}`;
          if (row.state === 'verified') expect(isApplied, description).toBe(true);
          // No receipt that the backend has applied is shown as "refused" or "not verified". After refusals alone it
          // says that the device shows the values, or that nothing can be proved.
          const saysSo = row.state === 'parked' && ['shown', 'shownNewer', 'unproven'].includes(row.lastAnswer!.code);
          if (isApplied && !saysSo) expect(['verified', 'sent'], description).toContain(row.state);
          if (isApplied && record.scene === 'waiting' && !row.id.endsWith('b') && !saysSo)
            expect(row.state, description).toBe('verified');
          // A receipt with refusals alone is Verified only if an earlier post got no answer and the values are new.
          if (row.state === 'verified' && row.answers !== 'accepted')
            expect([row.unanswered > 0, row.shownBefore], description).toEqual([true, false]);
          // Everything ends: nothing is left waiting, in flight, or to be read for ever.
          expect(['verified', 'notVerified', 'parked', 'sent'], description).toContain(row.state);
          expect(row.inFlightSinceMs).toBeNull();
          if (row.state === 'sent') expect(row.settledAtMs, description).not.toBeNull();
          expect(record.effects).toBeLessThanOrEqual(1);
          expect(row.updatedSeconds).toBe(1);
          const posts = backend.posts.get(row.responseBase64) ?? 0;
          const unread = world.faults.filter((fault) => fault === '429' || fault === '401').length;
          repeats += Math.max(0, posts - 1 - (backend.unknowns.get(row.responseBase64) ?? 0) - unread);
        }
        expect(repeats).toBeLessThanOrEqual(storageDeaths);
        // One device's receipts go in order: the second is not posted before the first has its final answer.
        for (const [index] of world.devices.entries()) {
          const posts = backend.order.filter((post) => post.startsWith(`d${index} `));
          const second = posts.indexOf(`d${index} ${index * 10 + 5}`);
          if (second >= 0) expect(posts.slice(second)).not.toContain(`d${index} ${index * 10}`);
        }
      }),
      { numRuns: 600, seed: 20_260_102 },
    );
  });
});
