/**
 * The properties of a beacon that determine its telemetry, such as its place, sensors and interval. Derived from the
 * seed.
 */
import { memoizeLast } from '../../domain/memoize.ts';
import { MAX_FLEET_SIZE, findDevice, fleetOf, isNearby, macFrom, type FleetDevice } from '../fleet.ts';
import { drawFrom, type Draw } from '../seed.ts';
import type { Happening } from './noise.ts';

export interface BeaconTraits {
  readonly device: FleetDevice;
  /** Usually the MAC address in lower case. Some devices have another ID, or one that GET /device does not show. */
  readonly trackingId: string;
  /** True if its records contain its uniqueId. */
  readonly namesItself: boolean;
  /** The first argument of `noise`. */
  readonly salt: number;
  /** Time between two records, ms. */
  readonly intervalMs: number;
  /** uniqueIds of the gateways around it, nearest first. */
  readonly gateways: readonly string[];
  readonly roams: boolean;
  /** `never`: it was never received. `spells`: it is silent for ten days in every four weeks. */
  readonly silent: 'no' | 'never' | 'spells';
  readonly has: Readonly<Record<Sensor, boolean>>;
  /** Mean temperature of its place, °C. `swing` is the daily variation. */
  readonly celsius: number;
  readonly swing: number;
  readonly movements: Happening;
  readonly clicks: Happening;
  readonly taps: Happening;
  /** Battery drain, percent per day. */
  readonly drain: number;
  readonly floor: number;
}

type Sensor =
  | 'clock'
  | 'battery'
  | 'accelerometer'
  | 'movement'
  | 'tap'
  | 'light'
  | 'temperature'
  | 'humidity'
  | 'click'
  | 'secondButton'
  | 'pir'
  | 'air'
  | 'people'
  | 'room'
  | 'channel'
  | 'frames'
  | 'ephemeral';

/** Returns null if the ID does not belong to a beacon of the sandbox. A caller that has the device gives it. */
export function traitsOf(seed: string, uniqueId: string, found?: FleetDevice): BeaconTraits | null {
  const key = `${seed}\n${uniqueId}`;
  let traits = cache.get(key);
  if (traits === undefined) {
    const device = found ?? findDevice(seed, uniqueId, MAX_FLEET_SIZE);
    traits = device?.deviceType === 'BEACON' ? makeTraits(seed, device) : null;
    if (cache.size >= CACHED_AT_MOST) cache.clear();
    cache.set(key, traits);
  }
  return traits;
}

/** Returns the uniqueIds of the gateways. A gateway's index determines its place. */
export const gatewaysOf = memoizeLast((seed: string): readonly string[] =>
  fleetOf(seed)
    .filter(({ deviceType }) => deviceType === 'GATEWAY')
    .map(({ uniqueId }) => uniqueId),
);

const cache = new Map<string, BeaconTraits | null>();
const CACHED_AT_MOST = 5000;

function makeTraits(seed: string, device: FleetDevice): BeaconTraits {
  const draw = drawFrom(`${seed} ${device.uniqueId} telemetry`);
  const { model, make, uniqueId } = device;
  const nearby = isNearby(uniqueId);
  const tag = make.category === 'TAG';
  const gateways = gatewaysOf(seed);
  const home = draw.below(gateways.length);
  const around = [home, (home + 1) % gateways.length, (home + gateways.length - 1) % gateways.length];
  const cold = draw.chance(8);
  const shift = draw.chance(15) ? 0.5 : draw.fraction() * 0.12 - 0.06;
  const mac = device.mac ?? (draw.chance(12) ? `tag-${uniqueId.toLowerCase()}` : macFrom(draw));
  return {
    device,
    trackingId: mac,
    namesItself: device.mac === null || nearby || !draw.chance(15),
    salt: draw.below(0x7fff_ffff),
    intervalMs: tag ? 60_000 : draw.pick([60_000, 60_000, 120_000, 300_000]),
    gateways: around.map((index) => gateways[index]!),
    roams: tag,
    silent: silence(device, nearby, draw),
    has: sensors(draw, model, tag),
    celsius: cold ? -18 : 20 + draw.below(4),
    swing: cold ? 0.6 : 0.5 + draw.fraction() * 2.5,
    movements: { perDay: tag ? 300 + draw.below(600) : 1 + draw.below(4), shift },
    clicks: { perDay: 1 + draw.below(12), shift },
    taps: { perDay: 2 + draw.below(20), shift },
    drain: 0.2 + draw.fraction() * 1.3,
    floor: 1 + (home % 3),
  };
}

/** A beacon that GET /device lists without a sign of life sends nothing. Warehouse devices are new, not silent. */
function silence(device: FleetDevice, nearby: boolean, draw: Draw): BeaconTraits['silent'] {
  const spells = draw.chance(5);
  if (nearby || device.orderId.toUpperCase().startsWith('FK-NEW')) return 'no';
  if (device.lastSeen === null) return 'never';
  return spells ? 'spells' : 'no';
}

function sensors(draw: Draw, model: string, tag: boolean): BeaconTraits['has'] {
  const fixed = model === 'BEACON_PRO' || model === 'TOUGH_BEACON_2';
  const card = model === 'CARD_BEACON_2';
  return {
    clock: draw.chance(70),
    battery: model !== 'USB_BEACON',
    accelerometer: tag,
    movement: tag || draw.chance(50),
    tap: card,
    light: fixed && draw.chance(70),
    temperature: fixed || draw.chance(60),
    humidity: fixed && draw.chance(50),
    click: card || draw.chance(10),
    secondButton: card && draw.chance(40),
    pir: model === 'USB_BEACON' && draw.chance(40),
    air: model === 'USB_BEACON' && draw.chance(40),
    people: model === 'USB_BEACON' && draw.chance(40),
    room: tag && draw.chance(25),
    channel: draw.chance(80),
    frames: draw.chance(30),
    ephemeral: draw.chance(5),
  };
}
