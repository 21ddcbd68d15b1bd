/** The world outside the browser, which no kill touches: beacons, what they handed out, what reached the backend. */
import { exchangeResponse } from './handed-out.ts';
import type { BeaconState } from '../../src/sandbox/beacon/beacon.ts';
import { tick } from '../../src/sandbox/beacon/beacon.ts';
import type { Beacon, BeaconShelf } from '../support/peripheral.ts';

/** A secure response that left a beacon: it cannot be read there again. */
export interface HandedOut {
  readonly uniqueId: string;
  readonly token: number;
  readonly base64: string;
  /** The browser life in which it was read. */
  readonly life: number;
  /** The page has told that its commit is complete, or has gone on as if it were. */
  committed: boolean;
  /** It came with the kill: no script of that browser may have seen it, or none has stored it. */
  died: boolean;
}

/** A post of a response that reached the backend and was carried out. */
export interface Posted {
  readonly uniqueId: string;
  readonly base64: string;
  readonly life: number;
  readonly status: number;
}

export interface World {
  readonly beacons: Map<string, Beacon>;
  readonly handedOut: HandedOut[];
  readonly posts: Posted[];
  life: number;
}

export function createWorld(): World {
  return { beacons: new Map(), handedOut: [], posts: [], life: 0 };
}

/** The beacons on the wall in front of one browser. `kept` is called when an operation has happened, before anybody hears of it. */
export function shelfOf(world: World, uniqueIds: readonly string[], kept: (before: BeaconState, after: BeaconState) => void): BeaconShelf {
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
      const response = exchangeResponse(before, state, Date.now());
      if (response !== null) world.handedOut.push({ uniqueId: state.uniqueId, ...response, life: world.life, committed: false, died: false });
      beacon.state = state;
      kept(before, state);
    },
    fault() {
      throw new Error('the campaign kills browsers, it does not fault beacons');
    },
  };
}

/** What the beacon has taken over, the package that it is just working on included. */
export function beaconHas(world: World, uniqueId: string, token: number): boolean {
  const state = world.beacons.get(uniqueId)?.state;
  return state !== undefined && (state.applied.includes(token) || state.processing?.apply?.token === token);
}

/** Whether its response still lies in the beacon. */
export function beaconHolds(world: World, uniqueId: string, token: number): boolean {
  const state = world.beacons.get(uniqueId)?.state;
  if (state === undefined) return false;
  const now = tick(state, Date.now());
  return now.response !== '' ? now.lastToken === token : state.processing?.apply?.token === token;
}
