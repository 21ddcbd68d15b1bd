/** A model of a backend that loses, refuses and repeats, and of the receipts that are sent to it. */
import type { BackendFailure, BackendFailureKind, BackendResult } from '../../src/domain/backend-failure.ts';
import type { PostAnswer } from '../../src/domain/delivery/answer-types.ts';
import type { AttributeValues, Device } from '../../src/domain/device.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { DeliveryBackend } from '../../src/use-cases/outbox/ports.ts';
import { fixtureAccount, fixtureBareDevice, fixtureReceipt } from './fixture-rows.ts';

export class Kill extends Error {}

export type Fault =
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
export const FAULTS: readonly Fault[] = [
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
/** After these the client cannot know the result, and may post once more. */
export const UNKNOWN: readonly Fault[] = [
  'lostBefore',
  'lostAfter',
  'timeoutAfter',
  'portal',
  '503',
  '503After',
  'killBefore',
  'killAfter',
];

export interface World {
  readonly repeat: 204 | 200 | 409;
  readonly configList: boolean;
  readonly devices: readonly Scene[];
  readonly faults: readonly Fault[];
  /** At the nth change of storage: end the process before or after it takes effect. */
  readonly storageKills: readonly { readonly at: number; readonly moment: 'before' | 'after' }[];
  /** How far the phone's clock jumps before each drain, ms. */
  readonly jumps: readonly number[];
}

/** State of the device's pending configuration when its receipt arrives. */
export type Scene = 'waiting' | 'replaced' | 'merged' | 'gone' | 'noAccess' | 'newerAfterwards';
export const SCENES: readonly Scene[] = [
  'waiting',
  'waiting',
  'replaced',
  'merged',
  'gone',
  'noAccess',
  'newerAfterwards',
];

export const OURS: AttributeValues = { minor: 7 };
export const account = fixtureAccount({ id: 'acc' });
export const START = 1_700_000_000_000;

export class ModelBackend implements DeliveryBackend {
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
  /** Number of posts begun, by response. */
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

  /** Applies a response once and answers repeats with 204, 200 or 409. */
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
    return {
      ok: true,
      value: fixtureBareDevice(uniqueId, { pending: pending?.values ?? null, attributes: values }),
    };
  }

  postReading(): Promise<PostAnswer> {
    throw new Error('no readings in this model');
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

export function failed(kind: BackendFailureKind, status: number): { kind: 'failed'; failure: BackendFailure } {
  return { kind: 'failed', failure: { kind, status, message: '', fields: [], retryAfterMs: null } };
}

export function receiptOf(index: number, second: boolean): Receipt {
  const token = index * 10 + (second ? 5 : 0);
  return fixtureReceipt(`d${index}`, {
    id: `r${index}${second ? 'b' : 'a'}`,
    accountId: 'acc',
    runId: null,
    responseBase64: String(token),
    token,
    updatedSeconds: 1,
    values: second ? { minor: 99 } : OURS,
    createdAtMs: START + token,
  });
}
