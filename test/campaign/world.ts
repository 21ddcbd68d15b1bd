/** The world outside the browser, which no kill touches: beacons, what they handed out, what reached the backend, when each browser died. */
import { tick, type BeaconState } from '../../src/sandbox/beacon/beacon.ts';
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { Beacon, BeaconStore } from '../support/peripheral.ts';
import type { HeardRequest } from './campaign-server.ts';

/** A secure response that left a beacon: it cannot be read there again. */
export interface HandedOut {
  readonly uniqueId: string;
  readonly token: number;
  readonly base64: string;
  /** The browser life in which it was read. */
  readonly life: number;
  readonly atMs: number;
  /** When the page's transaction with it was complete, as an ear in the page has it; null while nothing was heard. It measures, it judges nothing. */
  committedAtMs: number | null;
}

/** A post of a response that reached the backend. */
export interface Posted {
  readonly uniqueId: string;
  readonly base64: string;
  readonly life: number;
  readonly status: number;
  readonly atMs: number;
  /** When the page had its answer on the disk; null while nothing was heard of it. */
  recordedAtMs: number | null;
}

export interface World {
  readonly beacons: Map<string, Beacon>;
  readonly handedOut: HandedOut[];
  readonly posts: Posted[];
  /** When the app offered the account again, since the browser had emptied its database. */
  readonly emptiedAtMs: number[];
  /** When a press of the person has reloaded a page. */
  readonly reloadedAtMs: number[];
  /** When each life was ended, by its number. */
  readonly killedAtMs: Map<number, number>;
  /** Stories by uniqueId whose package some beacon has been asked to take. */
  readonly written: Set<string>;
  /** Whose run the person is at. */
  actingFor: string | null;
  life: number;
}

/** `life`: of the browser before the first one. */
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

/** Whether this request posts a response. */
export function isReceiptPost({ path, body }: HeardRequest): boolean {
  return path === '/legacy/device/update' && new URLSearchParams(body).has('response');
}

/** A post of a response has taken effect; `atMs`: when, or when it arrived. */
export function notePost({ posts, life }: World, body: string, status: number, atMs = Date.now()): void {
  const form = new URLSearchParams(body);
  const [uniqueId, base64] = [form.get('uniqueId') ?? '', form.get('response') ?? ''];
  posts.push({ uniqueId, base64, life, status, atMs, recordedAtMs: null });
}

/** The answer to the latest post of a response is on the disk. A start clears away what the page before it was sending: that records no answer. */
export function noteRecorded({ posts, life, reloadedAtMs }: World, base64: string, atMs: number): void {
  // What is heard late may speak of an earlier try.
  const post = posts.findLast((one) => one.base64 === base64 && one.life === life && one.atMs <= atMs);
  if (post === undefined || reloadedAtMs.some((ms) => ms >= post.atMs && ms <= atMs)) return;
  post.recordedAtMs ??= atMs;
}

export interface BeaconStoreListeners {
  /** An operation has happened; nobody has heard of it yet. */
  kept(): void;
  /** A write has taken the place of a receipt that nobody had read. */
  overwritten(uniqueId: string, token: number): void;
}

/** The beacons on the wall in front of one browser. */
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
      ears.kept();
    },
    fault() {
      throw new Error('the campaign kills browsers, it does not fault beacons');
    },
  };
}

/** The receipt that lies between two states of a beacon: handed out by a read. Null for a plain answer and where nothing was read. */
export function exchangeResponse(
  before: BeaconState,
  after: BeaconState,
  nowMs: number,
): { readonly token: number; readonly base64: string } | null {
  if (after.responseReads === before.responseReads) return null;
  const hex = tick(before, nowMs).response;
  return isReceipt(hex) ? { token: after.lastToken, base64: Buffer.from(hex, 'hex').toString('base64') } : null;
}

/** The token of a receipt that a write has taken away before anybody had read it. */
export function overwrittenToken(before: BeaconState, after: BeaconState, nowMs: number): number | null {
  const was = tick(before, nowMs);
  // The receipt may have come out between the operation and this look.
  const is = tick(after, nowMs);
  if (!isReceipt(was.response) || is.responseReads !== was.responseReads || is.response === was.response) return null;
  return was.lastToken;
}

/** Whether the beacon has taken over this value, or is working on it. */
export function beaconHas(world: World, uniqueId: string, value: number): boolean {
  const state = world.beacons.get(uniqueId)?.state;
  return (
    state !== undefined &&
    (state.values['interval'] === value || state.processing?.apply?.values?.['interval'] === value)
  );
}

/** Whether a receipt still lies in the beacon. */
export function beaconHolds(world: World, uniqueId: string): boolean {
  const state = world.beacons.get(uniqueId)?.state;
  return state !== undefined && (isReceipt(tick(state, Date.now()).response) || state.processing?.apply != null);
}

/** Flags of the container: 1 is an encrypted response (field-facts.md 1). */
function isReceipt(hex: string): boolean {
  return hex.slice(2, 4) === '01';
}
