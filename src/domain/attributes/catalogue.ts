/** The known attributes of devices: type, range, unit and kind of each (interface.md 2.7, field-facts.md 4). */

/** Physical: written over Bluetooth. Virtual: raw values in the backend only. Read-only: cannot be changed. */
type AttributeKind = 'physical' | 'virtual' | 'readOnly';

export type AttributeUnit = 'ms' | 's' | '%' | 'mg' | 'mgPerUnit';

/** The type of a value. Ranges are inclusive; null when undocumented, so that the backend decides. */
export type AttributeShape =
  | { readonly type: 'text'; readonly maxLength: number | null; readonly lines: boolean }
  | { readonly type: 'whole'; readonly min: number; readonly max: number | null; readonly unit: AttributeUnit | null }
  | { readonly type: 'power' }
  | { readonly type: 'choice'; readonly options: readonly number[]; readonly unit: AttributeUnit | null }
  | { readonly type: 'word'; readonly options: readonly string[] }
  | { readonly type: 'hex'; readonly digits: number }
  | { readonly type: 'uuid' }
  | { readonly type: 'url' }
  | { readonly type: 'truth' }
  /** Comma-joined in requests. `open` lists accept unknown words. */
  | { readonly type: 'list'; readonly options: readonly string[]; readonly open: boolean }
  | { readonly type: 'tags'; readonly most: number; readonly maxLength: number }
  | { readonly type: 'any' };

const ATTRIBUTE_GROUPS = [
  'identity',
  'iBeacon',
  'eddystone',
  'radio',
  'telemetry',
  'powerSaving',
  'movement',
  'doubleTap',
  'notes',
  'facts',
] as const;
export type AttributeGroup = (typeof ATTRIBUTE_GROUPS)[number];

export interface Attribute {
  /** The spelling in requests; also the key of its label and help in the strings. */
  readonly name: string;
  readonly kind: AttributeKind;
  readonly group: AttributeGroup;
  readonly shape: AttributeShape;
  /** The backend never shows it and the phone never stores it, so it cannot be compared. */
  readonly writeOnly: boolean;
}

/** dBm of each level of `txPower`, by index. */
export const TX_POWER_DBM = [-30, -20, -16, -12, -8, -4, 0, 4] as const;

const whole = (min: number, max: number | null, unit: AttributeUnit | null = null): AttributeShape => ({
  type: 'whole',
  min,
  max,
  unit,
});
const list = (words: string, open = false): AttributeShape => ({ type: 'list', options: words.split(' '), open });
const text = (maxLength: number | null, lines = false): AttributeShape => ({ type: 'text', maxLength, lines });
const any: AttributeShape = { type: 'any' };

const PACKETS =
  'IBEACON EDDYSTONE_UID EDDYSTONE_URL EDDYSTONE_EID EDDYSTONE_TLM EDDYSTONE_ETLM KONTAKT KONTAKT_TLM KONTAKT_LOCATION BUTTON_IBEACON QUUPPA';
const TELEMETRY_FIELDS =
  'RAW_ACCELEROMETER MOVEMENT_THRESHOLD_EVENT DOUBLE_TAP_EVENT TAP_EVENT LIGHT_LEVEL TEMPERATURE BATTERY BUTTON_CLICK BUTTON_DOUBLE_CLICK ' +
  'UTC_TIME HUMIDITY BLE_CHANNEL MOVEMENT_EVENT PIR_DETECTION AIR_QUALITY ROOM_NUMBER OCCUPANCY PEOPLE_DETECTION';

/** In the order of the form. */
export const CATALOGUE: readonly Attribute[] = [
  ...of('physical', 'identity', { name: text(15) }),
  ...of('physical', 'radio', {
    txPower: { type: 'power' },
    interval: whole(100, 10_240, 'ms'),
    packets: list(PACKETS),
    kontaktFrameInterval: whole(20, 10_240, 'ms'),
    locationFrameInterval: whole(100, 10_240, 'ms'),
    shuffled: { type: 'truth' },
  }),
  { name: 'password', kind: 'physical', group: 'radio', shape: { type: 'hex', digits: 8 }, writeOnly: true },
  ...of('physical', 'iBeacon', { proximity: { type: 'uuid' }, major: whole(0, 65_535), minor: whole(0, 65_535) }),
  ...of('physical', 'eddystone', {
    namespace: { type: 'hex', digits: 20 },
    instanceId: { type: 'hex', digits: 12 },
    url: { type: 'url' },
  }),
  ...of('physical', 'telemetry', {
    telemetryInterval: whole(20, 10_240, 'ms'),
    telemetryFields: list(TELEMETRY_FIELDS, true),
  }),
  ...of('physical', 'powerSaving', {
    'powerSaving.features': list('LIGHT_SENSOR RTC MOTION_DETECTION BURST_MODE'),
    'powerSaving.mode': { type: 'word', options: ['LIGHT_SENSOR', 'RTC', 'MOTION_DETECTION', 'BURST_MODE'] },
    'powerSaving.moveSuspendTimeout': whole(60, 3600, 's'),
    'powerSaving.lightSensorThreshold': whole(0, 100, '%'),
  }),
  ...of('physical', 'movement', {
    'accelerometer.sensitivity': { type: 'choice', options: [16, 32, 64, 128], unit: 'mgPerUnit' },
    'accelerometer.move.threshold': whole(0, null, 'mg'),
    'accelerometer.move.duration': whole(0, null, 'ms'),
    'accelerometer.move.detectionFlags': list('X_POSITIVE X_NEGATIVE Y_POSITIVE Y_NEGATIVE Z_POSITIVE Z_NEGATIVE'),
  }),
  ...of('physical', 'doubleTap', {
    'accelerometer.doubleTap.threshold': whole(0, null, 'mg'),
    'accelerometer.doubleTap.timeLimit': whole(0, null, 'ms'),
    'accelerometer.doubleTap.timeLatency': whole(0, null, 'ms'),
    'accelerometer.doubleTap.timeWindow': whole(0, null, 'ms'),
    'accelerometer.doubleTap.detectionFlags': list('X_AXIS Y_AXIS Z_AXIS'),
  }),
  ...of('virtual', 'notes', {
    alias: text(null),
    tags: { type: 'tags', most: 20, maxLength: 32 },
    notes: text(null, true),
    metadata: text(null, true),
    'deployment.status': { type: 'word', options: ['TO_BE_DEPLOYED', 'DEPLOYED', 'END_OF_LIFE'] },
    'deployment.deploymentDate': text(null),
    'deployment.installerName': text(null),
    'deployment.installerEmail': text(null),
  }),
  ...of('readOnly', 'facts', {
    uniqueId: any,
    deviceType: any,
    model: any,
    product: any,
    productCode: any,
    category: any,
    mac: any,
    orderId: any,
    firmware: any,
    batteryLevel: whole(0, 100, '%'),
    lastSeen: any,
    access: any,
    id: any,
    created: any,
    shares: any,
  }),
];

/**
 * The values that a form offers first. A job mostly sets interval and power for all its beacons, and name and minor to
 * tell them apart.
 */
export const MOST_CHANGED: readonly string[] = ['interval', 'txPower', 'name', 'minor'];

const BY_NAME: ReadonlyMap<string, Attribute> = new Map(CATALOGUE.map((attribute) => [attribute.name, attribute]));

/** Null for an attribute outside the catalogue, which can still be sent by name. */
export function findAttribute(name: string): Attribute | null {
  return BY_NAME.get(name) ?? null;
}

/** The physical attributes by group, without empty groups. */
export function physicalGroups(): { readonly group: AttributeGroup; readonly attributes: readonly Attribute[] }[] {
  return ATTRIBUTE_GROUPS.map((group) => ({
    group,
    attributes: CATALOGUE.filter((attribute) => attribute.kind === 'physical' && attribute.group === group),
  })).filter(({ attributes }) => attributes.length > 0);
}

function of(kind: AttributeKind, group: AttributeGroup, shapes: Readonly<Record<string, AttributeShape>>): Attribute[] {
  return Object.entries(shapes).map(([name, shape]) => ({ name, kind, group, shape, writeOnly: false }));
}
