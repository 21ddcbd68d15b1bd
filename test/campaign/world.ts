/**
 * The world outside the browser, which no kill affects: beacons, their responses, posts that reached the backend, and
 * when each browser was killed.
 */
import { tick, type BeaconState } from '../../src/sandbox/beacon/beacon.ts';
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { Beacon, BeaconStore } from '../support/peripheral.ts';
import type { HeardRequest } from './campaign-server.ts';

/** A secure response that a beacon has returned. It cannot be read there again. */
export interface HandedOut {
  readonly uniqueId: string;
  readonly token: number;
  readonly base64: string;
  /** The browser life in which it was read. */
  readonly life: number;
  readonly atMs: number;
  /**
   * When the page's transaction with it was complete, as observed in the page. Null: not observed. Used for measuring
   * only, not for judging.
   */
  committedAtMs: number | null;
}

/** A post of a response that reached the backend. */
export interface Posted {
  readonly uniqueId: string;
  readonly base64: string;
  readonly life: number;
  readonly status: number;
  readonly atMs: number;
  /** When the page had stored its answer. Null: not observed. */
  recordedAtMs: number | null;
}

export interface World {
  readonly beacons: Map<string, Beacon>;
  readonly handedOut: HandedOut[];
  readonly posts: Posted[];
  /** When the app offered the account again, because the browser had emptied its database. */
  readonly emptiedAtMs: number[];
  /** When an action of the person has reloaded a page. */
  readonly reloadedAtMs: number[];
  /** When each life ended, by its number. */
  readonly killedAtMs: Map<number, number>;
  /** Stories by uniqueId whose package was sent to some beacon. */
  readonly written: Set<string>;
  /** The story whose run the person is working on. */
  actingFor: string | null;
  life: number;
}

/** `life`: the number before that of the first browser. */
export function createWorld(life = 0): World {
  return {
    beacons: new Map(),
    handedOut: [],
    posts: [],
    emptiedAtMs: [],
    reloadedAtMs: [],
    killedAtMs: new Map(),
    written: new Set(),
    actingFor: null,
    life,
  };
}

/** True if this request posts a response. */
export function isReceiptPost({ path, body }: HeardRequest): boolean {
  return path === '/legacy/device/update' && new URLSearchParams(body).has('response');
}

/** Records a post of a response that took effect. `atMs`: when it took effect, or when it arrived. */
export function notePost({ posts, life }: World, body: string, status: number, atMs = Date.now()): void {
  const form = new URLSearchParams(body);
  const [uniqueId, base64] = [form.get('uniqueId') ?? '', form.get('response') ?? ''];
  posts.push({ uniqueId, base64, life, status, atMs, recordedAtMs: null });
}

/**
 * Records when the answer to the latest post of a response was stored. A start clears the mark of a post that the
 * previous page had begun, which is no answer.
 */
export function noteRecorded({ posts, life, reloadedAtMs }: World, base64: string, atMs: number): void {
  // A late observation may concern an earlier attempt.
  const post = posts.findLast((one) => one.base64 === base64 && one.life === life && one.atMs <= atMs);
  if (post === undefined || reloadedAtMs.some((ms) => ms >= post.atMs && ms <= atMs)) return;
  post.recordedAtMs ??= atMs;
}

export interface BeaconStoreListeners {
  /** Called after an operation, before the browser gets its answer. */
  operationDone(): void;
  /** Called when a write has overwritten an unread receipt. */
  overwritten(uniqueId: string, token: number): void;
}

/** Returns the beacons in range of one browser. */
export function beaconStoreOf(
  world: World,
  uniqueIds: readonly string[],
  operation: () => LinkOperation | null,
  ears: BeaconStoreListeners,
): BeaconStore {
  const hung = new Map(uniqueIds.map((id) => [world.beacons.get(id)!.address, world.beacons.get(id)!]));
  return {
    beacons: hung,
    put(beacon) {
      world.beacons.set(beacon.state.uniqueId, beacon);
      hung.set(beacon.address, beacon);
    },
    keep(address, state) {
      const beacon = hung.get(address);
      if (beacon === undefined) throw new Error(`no beacon ${address}`);
      const before = beacon.state;
      const nowMs = Date.now();
      const response = exchangeResponse(before, state, nowMs);
      if (response !== null)
        world.handedOut.push({
          uniqueId: state.uniqueId,
          ...response,
          life: world.life,
          atMs: nowMs,
          committedAtMs: null,
        });
      beacon.state = state;
      if (operation() === 'write' && world.actingFor !== null) world.written.add(world.actingFor);
      const gone = overwrittenToken(before, state, nowMs);
      if (gone !== null) ears.overwritten(state.uniqueId, gone);
      ears.operationDone();
    },
    fault() {
      throw new Error('the campaign kills browsers, it does not fault beacons');
    },
  };
}

/**
 * Returns the receipt that a read returned between two states of a beacon. Null: nothing was read, or the answer was
 * plain.
 */
export function exchangeResponse(
  before: BeaconState,
  after: BeaconState,
  nowMs: number,
): { readonly token: number; readonly base64: string } | null {
  if (after.responseReads === before.responseReads) return null;
  const hex = tick(before, nowMs).response;
  return isReceipt(hex) ? { token: after.lastToken, base64: Buffer.from(hex, 'hex').toString('base64') } : null;
}

/** Returns the token of a receipt that a write has overwritten before it was read. Null: there is none. */
export function overwrittenToken(before: BeaconState, after: BeaconState, nowMs: number): number | null {
  const was = tick(before, nowMs);
  // Processing may have ended between the operation and this check.
  const is = tick(after, nowMs);
  if (!isReceipt(was.response) || is.responseReads !== was.responseReads || is.response === was.response) return null;
  return was.lastToken;
}

/** True if the beacon has applied this value, or is processing it. */
export function beaconHas(world: World, uniqueId: string, value: number): boolean {
  const state = world.beacons.get(uniqueId)?.state;
  return (
    state !== undefined &&
    (state.values['interval'] === value || state.processing?.apply?.values?.['interval'] === value)
  );
}

/** True if the beacon contains a receipt, or will when its processing ends. */
export function beaconHolds(world: World, uniqueId: string): boolean {
  const state = world.beacons.get(uniqueId)?.state;
  return state !== undefined && (isReceipt(tick(state, Date.now()).response) || state.processing?.apply != null);
}

/** True if the flags of the container are 1, an encrypted response (field-facts.md 1). */
function isReceipt(hex: string): boolean {
  return hex.slice(2, 4) === '01';
}
