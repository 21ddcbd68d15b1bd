import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeAccount } from '../../domain/account.ts';
import type { BackendFailure, BackendFailureKind, BackendResult } from '../../domain/backend-failure.ts';
import type { PostAnswer } from '../../domain/delivery/answer.ts';
import { forgive } from '../../domain/delivery/rows.ts';
import type { AttributeValues, Device } from '../../domain/device.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { createDrainer, type Drainer } from './drainer.ts';
import { createMemoryStores, type MemoryStores } from '../../../test/support/memory-stores.ts';
import type { DeliveryBackend } from './ports.ts';

/** The process ends here: nothing after it runs, what is stored stays. */
class Kill extends Error {}

type Fault =
  | 'none'
  | 'lostBefore'
  | 'lostAfter'
  | 'timeoutAfter'
  | 'portal'
  | '503'
  | '503After'
  | '429'
  | '401'
  | '202'
  | 'killBefore'
  | 'killAfter';
const FAULTS: readonly Fault[] = [
  'none',
  'lostBefore',
  'lostAfter',
  'timeoutAfter',
  'portal',
  '503',
  '503After',
  '429',
  '401',
  '202',
  'killBefore',
  'killAfter',
];
/** After these the client cannot know, and may post once more. */
const UNKNOWN: readonly Fault[] = [
  'lostBefore',
  'lostAfter',
  'timeoutAfter',
  'portal',
  '503',
  '503After',
  'killBefore',
  'killAfter',
];

interface World {
  readonly repeat: 204 | 200 | 409;
  readonly configList: boolean;
  readonly devices: readonly Scene[];
  readonly faults: readonly Fault[];
  /** At the nth change of storage: die before or after it takes hold. */
  readonly storageKills: readonly { readonly at: number; readonly moment: 'before' | 'after' }[];
  /** ms by which the phone's clock jumps before each drain. */
  readonly jumps: readonly number[];
}

/** What has become of the device's pending configuration when its receipt arrives. */
type Scene = 'waiting' | 'replaced' | 'merged' | 'gone' | 'noAccess' | 'newerAfterwards';
const SCENES: readonly Scene[] = ['waiting', 'waiting', 'replaced', 'merged', 'gone', 'noAccess', 'newerAfterwards'];

const OURS: AttributeValues = { minor: 7 };
const account = makeAccount(
  { name: 'x', baseUrl: 'https://b', legacyBaseUrl: 'https://b', vendor: 'v' },
  'acc',
  'live',
  0,
);
const START = 1_700_000_000_000;

class ModelBackend implements DeliveryBackend {
  readonly records = new Map<
    string,
    {
      scene: Scene;
      values: AttributeValues;
      pending: { token: number; values: AttributeValues } | null;
      applied: Set<number>;
      effects: number;
    }
  >();
  /** Posts that were begun, by response. */
  readonly posts = new Map<string, number>();
  readonly unknowns = new Map<string, number>();
  readonly order: string[] = [];
  good = false;
  private readonly faults: Fault[];

  constructor(private readonly world: World) {
    this.faults = [...world.faults];
    world.devices.forEach((scene, index) => {
      const token = index * 10;
      const ours = { token, values: OURS };
      const scenes: Record<Scene, { token: number; values: AttributeValues } | null> = {
        waiting: ours,
        newerAfterwards: ours,
        replaced: { token: -1, values: { minor: 8 } },
        merged: { token: -1, values: { minor: 7, major: 2 } },
        gone: null,
        noAccess: null,
      };
      const pending = scenes[scene];
      this.records.set(`d${index}`, { scene, values: { minor: 1 }, pending, applied: new Set(), effects: 0 });
    });
  }

  async postResponse(post: { uniqueId: string; responseBase64: string }): Promise<PostAnswer> {
    await Promise.resolve();
    const fault = this.next();
    this.posts.set(post.responseBase64, (this.posts.get(post.responseBase64) ?? 0) + 1);
    this.order.push(`${post.uniqueId} ${post.responseBase64}`);
    if (UNKNOWN.includes(fault))
      this.unknowns.set(post.responseBase64, (this.unknowns.get(post.responseBase64) ?? 0) + 1);
    switch (fault) {
      case 'lostBefore':
        return failed('offline', 0);
      case 'portal':
        return failed('portal', 200);
      case '503':
        return failed('server', 503);
      case '429':
        return {
          kind: 'failed',
          failure: { kind: 'rateLimit', status: 429, message: '', fields: [], retryAfterMs: 4000 },
        };
      case '401':
        return failed('key', 401);
      case 'killBefore':
        throw new Kill();
    }
    const answer = this.judge(post.uniqueId, Number(post.responseBase64));
    switch (fault) {
      case 'lostAfter':
        return failed('offline', 0);
      case 'timeoutAfter':
        return failed('timeout', 0);
      case '503After':
        return failed('server', 503);
      case 'killAfter':
        throw new Kill();
      case '202':
        return { kind: 'accepted', status: 202 };
      default:
        return answer;
    }
  }

  /** Applies a response once; 204, 200 or 409 on repeats. */
  private judge(uniqueId: string, token: number): PostAnswer {
    const record = this.records.get(uniqueId)!;
    if (record.scene === 'noAccess') return failed('notFound', 404);
    if (record.applied.has(token)) {
      if (this.world.repeat === 409) return failed('conflict', 409);
      return record.pending
        ? this.listing(uniqueId)
        : this.world.repeat === 200
          ? { kind: 'listing', status: 200, isWhole: true, packages: [] }
          : { kind: 'nothingPending', status: 204 };
    }
    if (record.pending === null) return failed('invalid', 422);
    if (record.pending.token !== token) return this.listing(uniqueId);
    record.values = { ...record.values, ...record.pending.values };
    record.pending = null;
    record.applied.add(token);
    record.effects += 1;
    // Somebody prepares the next change at once.
    if (record.scene === 'newerAfterwards') record.pending = { token: token + 1, values: { minor: 9 } };
    return { kind: 'nothingPending', status: 204 };
  }

  private listing(uniqueId: string): PostAnswer {
    return { kind: 'listing', status: 200, isWhole: true, packages: [{ uniqueId, base64: 'QUJD' }] };
  }

  async readPending(uniqueId: string): Promise<BackendResult<AttributeValues | null>> {
    const lost = this.readFault();
    if (lost !== null) return { ok: false, failure: lost };
    if (!this.world.configList) return { ok: false, failure: failed('notFound', 404).failure };
    return { ok: true, value: this.records.get(uniqueId)!.pending?.values ?? null };
  }

  async encryptConfig(uniqueId: string): Promise<BackendResult<string | null>> {
    const lost = this.readFault();
    if (lost !== null) return { ok: false, failure: lost };
    return { ok: true, value: this.records.get(uniqueId)!.pending === null ? null : 'a package' };
  }

  async readDevice(uniqueId: string): Promise<BackendResult<Device | null>> {
    const lost = this.readFault();
    if (lost !== null) return { ok: false, failure: lost };
    const { scene, values, pending } = this.records.get(uniqueId)!;
    if (scene === 'noAccess') return { ok: true, value: null };
    const bare = {
      name: null,
      alias: null,
      tags: [],
      notes: null,
      model: null,
      mac: null,
      access: null,
      firmware: null,
      batteryPercent: null,
      lastSeenMs: null,
    };
    return {
      ok: true,
      value: { ...bare, uniqueId, deviceType: 'BEACON', pending: pending?.values ?? null, attributes: values },
    };
  }

  postVirtual(): Promise<BackendResult<number>> {
    throw new Error('no edits in this model');
  }

  private next(): Fault {
    return this.good ? 'none' : (this.faults.shift() ?? 'none');
  }

  private readFault(): BackendFailure | null {
    const fault = this.next();
    if (fault === 'killBefore' || fault === 'killAfter') throw new Kill();
    if (fault === '401') return failed('key', 401).failure;
    return fault === 'none' || fault === '202' ? null : failed(fault === '429' ? 'rateLimit' : 'offline', 0).failure;
  }
}

function failed(kind: BackendFailureKind, status: number): { kind: 'failed'; failure: BackendFailure } {
  return { kind: 'failed', failure: { kind, status, message: '', fields: [], retryAfterMs: null } };
}

function receiptOf(index: number, second: boolean): Receipt {
  const token = index * 10 + (second ? 5 : 0);
  return {
    id: `r${index}${second ? 'b' : 'a'}`,
    accountId: 'acc',
    runId: null,
    uniqueId: `d${index}`,
    deviceType: 'BEACON',
    owner: 'known',
    candidates: [`d${index}`],
    responseBase64: String(token),
    token,
    result: null,
    updatedSeconds: 1,
    clock: 'unchecked',
    values: second ? { minor: 99 } : OURS,
    state: 'waiting',
    held: false,
    createdAtMs: START + token,
    mirrored: true,
    tries: 0,
    unanswered: 0,
    inFlightSinceMs: null,
    lastAnswer: null,
    nextAtMs: null,
    settledAtMs: null,
    origin: 'run',
  };
}

interface Outcome {
  readonly stores: MemoryStores;
  readonly backend: ModelBackend;
  readonly storageDeaths: number;
  /** Time that passed with a good network until nothing was left to do, ms. */
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
    // Every third device has a second, later receipt, which nothing at the backend answers to.
    if (index % 3 === 2) stores.rows.receipts.set(`r${index}b`, receiptOf(index, true));
  });
  let nowMs = START;
  let heldBy: symbol | null = null;
  const start = (): Drainer =>
    createDrainer({
      account,
      receipts: stores.receipts,
      edits: stores.edits,
      queue: stores.queue,
      devices: stores.devices,
      backend,
      locks: {
        acquire: async () => {
          const mine = Symbol('holder');
          expect(heldBy).toBeNull();
          heldBy = mine;
          return () => void (heldBy = null);
        },
      },
      clock: { nowMs: () => nowMs },
      random: () => 0.5,
      keyKnown: () => true,
    });
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
    // A person gives the key again, and says that address and key are right.
    stores.rows.pause = null;
    for (const row of stores.rows.receipts.values()) stores.rows.receipts.set(row.id, forgive(row));
  }
  for (const jump of world.jumps) {
    nowMs += jump;
    if ((await once(jump % 2 === 0 ? 'none' : 'transport')) === 'paused') await person();
  }
  // The network is good from here on: everything has to come to its end within a bounded number of rounds.
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
  it('loses nothing, claims nothing that is not so, repeats no more than it must, and always comes to an end', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const { stores, backend, storageDeaths, settledAfterMs } = await live(world);
        // However the clock has jumped: no wait outlives the longest one and the patience with a bare 2xx.
        expect(settledAfterMs).toBeLessThan(2 * 3_600_000);
        const rows = [...stores.rows.receipts.values()];
        const expected = world.devices.length + world.devices.filter((_, index) => index % 3 === 2).length;
        expect(rows).toHaveLength(expected);
        let repeats = 0;
        for (const row of rows) {
          const record = backend.records.get(row.uniqueId)!;
          const isApplied = record.applied.has(Number(row.responseBase64));
          const told = `${record.scene} ${row.id} ${row.state} ${row.lastAnswer?.code} ${row.lastAnswer?.status}`;
          if (row.state === 'verified') expect(isApplied, told).toBe(true);
          // Nobody is told "refused" or "not verified" of what the backend has applied: after refusals alone the word is
          // that the device shows the values, or that nothing can be told.
          const saysSo = row.state === 'parked' && ['shown', 'shownNewer', 'unproven'].includes(row.lastAnswer!.code);
          if (isApplied && !saysSo) expect(['verified', 'sent'], told).toContain(row.state);
          if (isApplied && record.scene === 'waiting' && !row.id.endsWith('b') && !saysSo)
            expect(row.state, told).toBe('verified');
          // What only refusals were heard of is never Verified, whatever the device shows.
          if (row.state === 'verified') expect(row.answers, told).toBe('accepted');
          // Everything has an end: nothing is left waiting, in flight, or to be looked after for ever.
          expect(['verified', 'notVerified', 'parked', 'sent'], told).toContain(row.state);
          expect(row.inFlightSinceMs).toBeNull();
          if (row.state === 'sent') expect(row.settledAtMs, told).not.toBeNull();
          expect(record.effects).toBeLessThanOrEqual(1);
          expect(row.updatedSeconds).toBe(1);
          const posts = backend.posts.get(row.responseBase64) ?? 0;
          const unread = world.faults.filter((fault) => fault === '429' || fault === '401').length;
          repeats += Math.max(0, posts - 1 - (backend.unknowns.get(row.responseBase64) ?? 0) - unread);
        }
        expect(repeats).toBeLessThanOrEqual(storageDeaths);
        // One device's receipts go in order: the second not before the first was answered for good.
        for (const [index] of world.devices.entries()) {
          const mine = backend.order.filter((post) => post.startsWith(`d${index} `));
          const second = mine.indexOf(`d${index} ${index * 10 + 5}`);
          if (second >= 0) expect(mine.slice(second)).not.toContain(`d${index} ${index * 10}`);
        }
      }),
      { numRuns: 600, seed: 20_260_102 },
    );
  });
});
