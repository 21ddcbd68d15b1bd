/** All devices of the sandbox, derived from the seed (interface.md 2.7). */
import { memoizeLast } from '../domain/memoize.ts';
import { BEACON_MODELS, CLOUD_BEACON_MODEL, EXTERNAL_MODEL, GATEWAY_MODEL, type Model } from './models.ts';
import { drawFrom, type Draw } from './seed.ts';
import type { AttributeValue, Values } from './values.ts';

export type Access = 'OWNER' | 'SUPERVISOR' | 'EDITOR' | 'VIEWER';
export type AccountName = 'owner' | 'editor';

export interface FleetDevice {
  /** A UUID that is known only to the backend. */
  readonly id: string;
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly model: string;
  readonly make: Model;
  /** Lower case with colons. Null: the backend has no address for this device. */
  readonly mac: string | null;
  readonly orderId: string;
  /** Unix seconds. */
  readonly created: number;
  readonly firmware: string;
  readonly batteryLevel: number;
  /** Unix seconds. Null if the device was never received. */
  readonly lastSeen: number | null;
  /** The rights of each account. An account that is absent does not see the device. */
  readonly access: Readonly<Partial<Record<AccountName, Access>>>;
  /** True for records that contain only uniqueId and deviceType in lists (field-facts.md 3). */
  readonly bare: boolean;
  readonly physical: Values;
  readonly virtual: Values;
}

/** The beacons that are nearby in practice mode. The last one belongs to a neighbour and is visible to no account. */
export const NEARBY_IDS = ['tB4x', 'Kf7Qp2', 'm3Rw', '9cVx2LaT', 'Wq8d', 'Zz0neighbour'] as const;

export function isNearby(uniqueId: string): boolean {
  return (NEARBY_IDS as readonly string[]).includes(uniqueId);
}

/** Largest number of devices in a fleet. */
export const MAX_FLEET_SIZE = 1_000_000;

/** Returns the fleet of a seed in order of creation: 230 beacons, 12 gateways and others. */
export const fleetOf: (seed: string) => readonly FleetDevice[] = memoizeLast(makeFleet);

/** Returns the devices that no account sees until their order is assigned (interface.md 3). */
export const warehouseOf: (seed: string) => readonly FleetDevice[] = memoizeLast(makeWarehouse);

/**
 * Returns the number of devices of the backend: the fleet, the warehouse, and the beacons that only a fleet of
 * `fleetSize` devices has. Null: the fleet of the seed.
 */
export function deviceCount(seed: string, fleetSize: number | null): number {
  const further = Math.min(fleetSize ?? 0, MAX_FLEET_SIZE) - fleetOf(seed).length;
  return storedCount(seed) + Math.max(0, further);
}

/** Returns the number of devices that a fleet of any size has. They are the first ones, and the others are made on demand. */
export function storedCount(seed: string): number {
  return storedOf(seed).devices.length;
}

/** Returns the device at a position below `deviceCount`. */
export function deviceAt(seed: string, position: number): FleetDevice {
  const { devices } = storedOf(seed);
  return devices[position] ?? makeFurther(seed, position - devices.length);
}

/** Returns the position of a device. Null: a fleet of this size has none with this ID. */
export function positionOf(seed: string, uniqueId: string, fleetSize: number | null): number | null {
  const stored = storedOf(seed);
  const position = stored.positions.get(uniqueId) ?? stored.devices.length + (serialOf(uniqueId) ?? NaN);
  return position < deviceCount(seed, fleetSize) ? position : null;
}

/** Finds a device in the warehouse or in a fleet of this size. Returns null if there is none. */
export function findDevice(seed: string, uniqueId: string, fleetSize: number | null = null): FleetDevice | null {
  const position = positionOf(seed, uniqueId, fleetSize);
  return position === null ? null : deviceAt(seed, position);
}

/** Returns the uniqueId of a device that is made on demand. Null: no such device has this MAC address. */
export function furtherIdOf(mac: string): string | null {
  const serial = parseInt(mac.slice(MAC_START.length).replaceAll(':', ''), 16);
  return serial < MAX_FLEET_SIZE && macOfSerial(serial) === mac ? idOfSerial(serial) : null;
}

/** Orders that are not assigned yet, with the number of their devices. Two IDs differ only in case. */
export const NEW_ORDERS: readonly (readonly [orderId: string, devices: number])[] = [
  ['FK-NEW-01', 1],
  ['FK-NEW-02', 5],
  ['FK-NEW-03', 8],
  ['fk-new-03', 3],
  ['FK-NEW-04', 12],
  ['FK-NEW-05', 40],
];

const FIRST_CREATED = 1_640_995_200;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const LETTER_LIST = Array.from(LETTERS);
const PLACES = ['Ward 3', 'Basement', 'Dock 12', 'Cold store', 'Corridor B', 'Lift lobby', 'Aisle 40', 'Theatre 2'];
const ODD_ALIASES = [
  'Geräteraum Süd – Tür 3',
  '手術室二号の天井',
  'قاعة الانتظار',
  'Ćwiczebny 🛟 korytarz',
  '<b>bold</b> & "quoted" \u202Eright to left',
  `Behind the third ceiling panel counted from the fire door, ${'above the cable tray, '.repeat(9)}ask the porter`,
  '=SUM(A1:A9)',
  '  spaces kept  ',
];
const NAMES = ['Kontakt', 'Kontakt', 'Kontakt', 'Ward', 'Dock', 'Kontakt', 'Sensor'];
const OTHER_MODELS: Readonly<Record<string, Model>> = { GATEWAY: GATEWAY_MODEL, CLOUD_BEACON: CLOUD_BEACON_MODEL };
const KINDS: readonly (readonly [deviceType: string, count: number])[] = [
  ['BEACON', 230],
  ['GATEWAY', 12],
  ['EXTERNAL', 9],
  ['CLOUD_BEACON', 4],
];

function makeFleet(seed: string): FleetDevice[] {
  const draw = drawFrom(`${seed} fleet`);
  const taken = new Set<string>(NEARBY_IDS);
  const fleet: FleetDevice[] = [];
  for (const [deviceType, count] of KINDS) {
    for (let index = 0; index < count; index += 1) {
      const nearby = deviceType === 'BEACON' ? NEARBY_IDS[index] : undefined;
      fleet.push(makeDevice(seed, draw, deviceType, nearby ?? freshId(draw, taken), fleet.length));
    }
  }
  // IDs are case-sensitive. Two that differ only in case reveal code that ignores this.
  const twin = fleet[20]!;
  fleet[21] = { ...fleet[21]!, uniqueId: swapCase(twin.uniqueId) };
  return fleet;
}

function makeWarehouse(seed: string): FleetDevice[] {
  const draw = drawFrom(`${seed} warehouse`);
  const fleet = fleetOf(seed);
  const taken = new Set(fleet.map(({ uniqueId }) => uniqueId));
  const warehouse: FleetDevice[] = [];
  for (const [orderId, count] of NEW_ORDERS) {
    for (let index = 0; index < count; index += 1) {
      const made = makeDevice(seed, draw, 'BEACON', freshId(draw, taken), fleet.length + warehouse.length);
      warehouse.push({ ...made, orderId, access: {}, batteryLevel: 100, lastSeen: null, bare: false, virtual: {} });
    }
  }
  return warehouse;
}

const storedOf = memoizeLast(makeStored);

function makeStored(seed: string): {
  readonly devices: readonly FleetDevice[];
  readonly positions: ReadonlyMap<string, number>;
  /** The devices that further ones resemble. */
  readonly templates: readonly FleetDevice[];
} {
  const devices = [...fleetOf(seed), ...warehouseOf(seed)];
  return {
    devices,
    positions: new Map(devices.map(({ uniqueId }, position) => [uniqueId, position])),
    templates: devices.slice(NEARBY_IDS.length, KINDS[0]![1]),
  };
}

/** No other ID has as many letters, so none is the same. */
const FURTHER_ID_LETTERS = 7;
/**
 * An ID is its serial times a factor modulo a prime, so that consecutive ones look drawn, times a step, so that few
 * mistyped ones exist. With this step none reads as a number.
 */
const SERIALS = { prime: 1_000_003, factor: 618_031, inverse: 322_378 };
const ID_STEP = 1_954_784;
const MAC_START = 'd4:ca:6e:';

function makeFurther(seed: string, serial: number): FleetDevice {
  const { devices, templates } = storedOf(seed);
  const template = templates[serial % templates.length]!;
  const created = devices.at(-1)!.created + (serial + 1) * 20;
  const room = `Site ${Math.floor(serial / 400) + 1} ${PLACES[serial % PLACES.length]}`;
  const { alias, tags = [] } = template.virtual;
  return {
    ...template,
    id: `5a6db0c5-0000-4000-8000-${serial.toString(16).padStart(12, '0')}`,
    uniqueId: idOfSerial(serial),
    mac: macOfSerial(serial),
    created,
    lastSeen: template.lastSeen === null ? null : created + template.lastSeen - template.created,
    access: { owner: 'OWNER' },
    physical: { ...template.physical, major: serial >> 16, minor: serial & 0xffff },
    virtual: {
      ...template.virtual,
      ...(alias === undefined ? {} : { alias: `${room} ${serial + 1}` }),
      tags: [`room:${room}`, ...(tags as readonly string[])],
    },
  };
}

function idOfSerial(serial: number): string {
  let rest = (((serial * SERIALS.factor) % SERIALS.prime) + 1) * ID_STEP;
  let id = '';
  while (id.length < FURTHER_ID_LETTERS) {
    id += LETTERS[rest % LETTERS.length]!;
    rest = Math.floor(rest / LETTERS.length);
  }
  return id;
}

/** Returns the serial of an ID. Null: no device that is made on demand has it. */
function serialOf(uniqueId: string): number | null {
  if (uniqueId.length !== FURTHER_ID_LETTERS) return null;
  const code = Array.from(uniqueId).reduceRight((sum, letter) => sum * LETTERS.length + LETTERS.indexOf(letter), 0);
  const serial = ((code / ID_STEP - 1) * SERIALS.inverse) % SERIALS.prime;
  const isSerial = Number.isInteger(serial) && serial >= 0 && serial < MAX_FLEET_SIZE;
  return isSerial && idOfSerial(serial) === uniqueId ? serial : null;
}

function macOfSerial(serial: number): string {
  const digits = serial.toString(16).padStart(6, '0');
  return `${MAC_START}${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`;
}

function makeDevice(seed: string, draw: Draw, deviceType: string, uniqueId: string, index: number): FleetDevice {
  const beacon = deviceType === 'BEACON';
  const gateway = deviceType === 'GATEWAY';
  const make = beacon ? draw.pick(BEACON_MODELS) : (OTHER_MODELS[deviceType] ?? EXTERNAL_MODEL);
  const nearby = isNearby(uniqueId);
  // Some creation times are equal, so "created" alone does not give a total order.
  const created = FIRST_CREATED + Math.floor(index / 3) * 86_400;
  return {
    id: uuidFrom(drawFrom(`${seed} ${uniqueId} id`)),
    uniqueId,
    deviceType,
    model: make.word,
    make,
    mac: draw.chance(12) && !nearby ? null : macFrom(draw),
    orderId: `FK-${String(Math.floor(index / 25)).padStart(3, '0')}-${draw.pick(['a', 'B', 'c'])}`,
    created,
    firmware: draw.pick(['1.12', '1.14', '2.3', '2.4']),
    batteryLevel: gateway ? 100 : 100 - draw.below(97),
    lastSeen: draw.chance(10) ? null : created + 86_400 + draw.below(60 * 86_400),
    access: accessFor(draw, index, nearby, uniqueId),
    bare: index > 30 && index % 29 === 0,
    physical: beacon ? physicalValues(draw, nearby ? 'Kontakt' : draw.pick(NAMES)) : {},
    virtual: virtualValues(draw, index, nearby),
  };
}

function accessFor(draw: Draw, index: number, nearby: boolean, uniqueId: string): FleetDevice['access'] {
  if (uniqueId === NEARBY_IDS.at(-1)) return {};
  const owner: Access = nearby || draw.chance(70) ? 'OWNER' : draw.pick(['SUPERVISOR', 'EDITOR', 'VIEWER', 'VIEWER']);
  if (index < 3) return { owner, editor: 'EDITOR' };
  if (nearby) return index === 3 ? { owner, editor: 'VIEWER' } : { owner };
  return draw.chance(25) ? { owner, editor: draw.chance(75) ? 'EDITOR' : 'VIEWER' } : { owner };
}

function physicalValues(draw: Draw, name: string): Values {
  const values: Record<string, AttributeValue> = {
    proximity: 'f7826da6-4fa2-4e98-8024-bc5b71e0893e',
    major: draw.below(1000),
    minor: draw.below(65_536),
    txPower: draw.below(8),
    interval: draw.pick([350, 500, 1000, 2000]),
    packets: draw.chance(50) ? ['IBEACON', 'KONTAKT'] : ['KONTAKT', 'KONTAKT_TLM'],
    shuffled: draw.chance(5),
    'powerSaving.features': draw.chance(20) ? ['LIGHT_SENSOR', 'RTC'] : [],
  };
  if (!draw.chance(15)) values['name'] = name;
  return values;
}

function virtualValues(draw: Draw, index: number, nearby: boolean): Values {
  const values: Record<string, AttributeValue> = {};
  const odd = index % 17 === 9 ? ODD_ALIASES[Math.floor(index / 17) % ODD_ALIASES.length] : undefined;
  if (odd !== undefined) values['alias'] = odd;
  else if (nearby || !draw.chance(15)) values['alias'] = `${draw.pick(PLACES)} ${String(index + 1).padStart(3, '0')}`;
  if (draw.chance(40)) values['tags'] = draw.chance(30) ? ['north', 'spare'] : [draw.pick(['north', 'south', 'spare'])];
  if (draw.chance(10)) values['notes'] = 'Mounted above the door. Bring the short ladder.';
  return values;
}

function freshId(draw: Draw, taken: Set<string>): string {
  for (;;) {
    const length = draw.pick([4, 6, 6, 8]);
    const id = Array.from({ length }, () => draw.pick(LETTER_LIST)).join('');
    if (!taken.has(id) && !taken.has(swapCase(id)) && /[a-z]/i.test(id)) {
      taken.add(id);
      return id;
    }
  }
}

export function swapCase(id: string): string {
  return id.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

export function macFrom(draw: Draw): string {
  return Array.from({ length: 6 }, () => draw.below(256).toString(16).padStart(2, '0')).join(':');
}

/** Returns a UUID of version 4, the random kind. */
export function uuidFrom(draw: Draw): string {
  const digits = (count: number): string => Array.from({ length: count }, () => draw.below(16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-${(8 + draw.below(4)).toString(16)}${digits(3)}-${digits(12)}`;
}
