/** When each gateway received a beacon, with gaps and outages. Cheap to compute for any period. */
import { DAY_MS, HOUR_MS, MINUTE_MS, noise } from './noise.ts';
import type { BeaconTraits } from './traits.ts';

/** One packet as one gateway received it. It becomes one telemetry record. */
export interface Reception {
  readonly traits: BeaconTraits;
  readonly slot: number;
  /** 0: the gateway with the best reception. 1: another gateway that received the same packet. */
  readonly rank: 0 | 1;
  readonly gateway: string;
  /** When the beacon sent it, Unix ms. */
  readonly sentMs: number;
  /** When the cloud received it, Unix ms. */
  readonly cloudMs: number;
  /** The record's `timestamp`, Unix ms (interface.md 2.4). */
  readonly timestampMs: number;
}

/** The longest time from the beacon to the cloud, ms. */
export const LONGEST_WAY_MS = 5_000;

/**
 * Returns the receptions with fromMs <= timestamp < toMs in the order in which they were sent. `via` limits them to
 * these gateways.
 */
export function receptions(
  traits: BeaconTraits,
  fromMs: number,
  toMs: number,
  via: ReadonlySet<string> | null,
): Reception[] {
  const found: Reception[] = [];
  if (traits.silent === 'never' || (via && !traits.gateways.some((gateway) => via.has(gateway)))) return found;
  const { intervalMs } = traits;
  const last = Math.floor(toMs / intervalMs);
  for (let slot = Math.floor((fromMs - LONGEST_WAY_MS) / intervalMs) - 2; slot <= last; slot += 1) {
    for (const reception of receptionsOf(traits, slot)) {
      const within = reception.timestampMs >= fromMs && reception.timestampMs < toMs;
      if (within && (!via || via.has(reception.gateway))) found.push(reception);
    }
  }
  return found;
}

/** Returns the last reception that reached the cloud from `sinceMs` to `nowMs`. Null: there is none. */
export function lastReception(traits: BeaconTraits, sinceMs: number, nowMs: number): Reception | null {
  if (traits.silent === 'never') return null;
  const { intervalMs } = traits;
  const awakeMs = nowMs - silentMs(traits, nowMs);
  for (
    let slot = Math.floor(awakeMs / intervalMs);
    slot * intervalMs > sinceMs - LONGEST_WAY_MS - 2 * intervalMs;
    slot -= 1
  ) {
    const last = receptionsOf(traits, slot).findLast(
      ({ timestampMs, cloudMs }) => timestampMs >= sinceMs && timestampMs <= nowMs && cloudMs <= nowMs,
    );
    if (last) return last;
  }
  return null;
}

/** Returns for how long the beacon has been in a silent spell, ms. */
function silentMs({ silent, salt }: BeaconTraits, atMs: number): number {
  const day = silent === 'spells' ? (atMs / DAY_MS + noise(salt, 1, 0) * 28) % 28 : 0;
  return Math.max(0, day - 18) * DAY_MS;
}

/** True if the beacon was out of range or silent at that time. */
export function isAway(traits: BeaconTraits, atMs: number): boolean {
  if (traits.silent === 'never' || silentMs(traits, atMs) > 0) return true;
  return isOut(traits.salt, atMs, 8 * HOUR_MS, 0.12, 20 * MINUTE_MS, 160 * MINUTE_MS);
}

/** Returns the gateway nearest to the beacon at that time. */
function nearestGateway(traits: BeaconTraits, atMs: number): string {
  if (!traits.roams) return traits.gateways[0]!;
  const stay = Math.floor(atMs / (2 * HOUR_MS));
  return traits.gateways[Math.floor(noise(traits.salt, stay, 2) * 3)]!;
}

function receptionsOf(traits: BeaconTraits, slot: number): Reception[] {
  const { salt, intervalMs } = traits;
  // One packet in thirty is lost.
  if (noise(salt, slot, 3) < 1 / 30) return [];
  // Each beacon has its own offset, so that they do not all send in the same second of a minute.
  const sentMs = Math.round((slot + noise(salt, 3, 4) + 0.8 * noise(salt, slot, 4)) * intervalMs);
  if (isAway(traits, sentMs)) return [];
  const nearest = nearestGateway(traits, sentMs);
  const received: Reception[] = [];
  if (!isDown(nearest, sentMs)) received.push(reception(traits, slot, 0, nearest, sentMs));
  if (noise(salt, slot, 5) < 0.2) {
    const other = traits.gateways.find((gateway) => gateway !== nearest);
    if (other !== undefined && !isDown(other, sentMs)) received.push(reception(traits, slot, 1, other, sentMs));
  }
  return received;
}

function reception(traits: BeaconTraits, slot: number, rank: 0 | 1, gateway: string, sentMs: number): Reception {
  const cloudMs = sentMs + 300 + Math.round(noise(traits.salt, slot, 6 + rank) * 3500);
  const timestampMs = traits.has.clock ? Math.floor(sentMs / 1000) * 1000 : gatewayTime(gateway, sentMs, cloudMs);
  return { traits, slot, rank, gateway, sentMs, cloudMs, timestampMs };
}

/** False for old gateways, which send no time of their own. The cloud's time is used instead. */
export function hasClock(gateway: string): boolean {
  return saltOf(gateway) % 5 !== 0;
}

function gatewayTime(gateway: string, sentMs: number, cloudMs: number): number {
  return hasClock(gateway) ? sentMs + 40 : cloudMs;
}

/** True while the gateway is offline: for 30 to 90 minutes on one day in ten. */
function isDown(gateway: string, atMs: number): boolean {
  return isOut(saltOf(gateway), atMs, DAY_MS, 0.1, 30 * MINUTE_MS, 90 * MINUTE_MS);
}

/** True during an outage. A share of all blocks contains one outage each. */
function isOut(salt: number, atMs: number, blockMs: number, share: number, leastMs: number, mostMs: number): boolean {
  const block = Math.floor(atMs / blockMs);
  if (noise(salt, block, 10) >= share) return false;
  const lengthMs = leastMs + noise(salt, block, 11) * (mostMs - leastMs);
  const startMs = block * blockMs + noise(salt, block, 12) * (blockMs - lengthMs);
  return atMs >= startMs && atMs < startMs + lengthMs;
}

const salts = new Map<string, number>();

function saltOf(gateway: string): number {
  let salt = salts.get(gateway);
  if (salt === undefined) {
    salt =
      Array.from(gateway).reduce(
        (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x0100_0193) >>> 0,
        0x811c_9dc5,
      ) >>> 1;
    salts.set(gateway, salt);
  }
  return salt;
}
