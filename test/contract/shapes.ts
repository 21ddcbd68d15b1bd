/** The objects of interface.md 2 as schemas: types as written there, fields that it does not know let through. */
import * as v from 'valibot';

const text = v.string();
const number = v.number();
const optional = v.optional;
const iso = v.pipe(
  v.string(),
  v.check((value) => /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)), 'no ISO 8601 time'),
);
const counter = v.pipe(v.number(), v.minValue(0), v.maxValue(255));

/** 2.1 */
export const streamConfiguration = v.looseObject({
  enabled: v.boolean(),
  type: v.picklist(['position', 'telemetry']),
  cloudStream: optional(
    v.looseObject({
      endpoint: optional(text),
      streamName: optional(text),
      region: optional(text),
      forcedPartitionKey: optional(text),
    }),
  ),
  eventHub: optional(
    v.looseObject({ endpoint: optional(text), sharedAccessKeyName: optional(text), eventHubName: optional(text) }),
  ),
});

/** 2.2 */
export const telemetryStreamRecord = v.looseObject({
  companyId: text,
  userId: text,
  sourceId: text,
  sourceType: text,
  trackingId: text,
  rssi: number,
  timestamp: optional(iso),
  beaconTimestamp: optional(number),
  batteryLevel: optional(number),
  accelerometerSensitivity: optional(number),
  accelerometerX: optional(number),
  accelerometerY: optional(number),
  accelerometerZ: optional(number),
  timeSinceTap: optional(number),
  timeSinceMovement: optional(number),
  movementCounter: optional(counter),
  lightIntensity: optional(number),
  temperature: optional(number),
  timeSinceClick: optional(number),
  clickCounter: optional(counter),
  humidity: optional(number),
});

/** 2.3 */
export const positionStreamRecord = v.looseObject({
  companyId: text,
  userId: text,
  trackingId: text,
  floorId: number,
  locationId: optional(number),
  zoneId: optional(number),
  ...Object.fromEntries(['x', 'y', 'z', 'xe', 'ye', 'ze'].map((name) => [name, optional(number)])),
  q: optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  origin: optional(text),
  lost: optional(v.boolean()),
});

const NUMBERS =
  'accelerometerSensitivity accelerometerX accelerometerY accelerometerZ batteryLevel channel humidity lightIntensity rssi temperature ' +
  'timeSinceClick timeSinceDoubleClick timeSinceMovement timeSinceTap timeSinceDoubleTap model txPowerDbm calibratedRssi1m ' +
  'calibratedRssi0m iBeaconMajor iBeaconMinor secondsSincePirMotion secondButtonClickCounter airQuality roomNumber ' +
  'numberOfPeopleDetected secondsSincePeopleDetection';

/** 2.4: which fields are always there is not shown. */
export const telemetryRecord = v.looseObject({
  trackingId: text,
  sourceId: optional(text),
  timestamp: optional(iso),
  beaconTimestamp: optional(iso),
  gatewayTimestamp: optional(iso),
  cloudTimestamp: optional(iso),
  movementCounter: optional(counter),
  clickCounter: optional(counter),
  firmware: optional(text),
  uniqueId: optional(text),
  eddystoneNamespace: optional(text),
  eddystoneInstanceId: optional(text),
  eddystoneEphemeralId: optional(text),
  iBeaconProximity: optional(text),
  moving: optional(v.boolean()),
  ...Object.fromEntries(NUMBERS.split(' ').map((name) => [name, optional(number)])),
});

/** 2.5, either shape */
export const telemetryPage = v.looseObject({
  links: v.array(v.looseObject({ rel: text, href: text })),
  content: v.array(telemetryRecord),
  page: v.looseObject({ size: number }),
});

/** 2.6 */
export const searchMeta = v.looseObject({
  filter: text,
  startIndex: v.number(),
  maxResult: v.number(),
  prevResults: text,
  nextResults: text,
  count: v.nullable(number),
  orderBy: text,
  queryType: text,
  order: v.picklist(['ASC', 'DESC']),
});

/** 2.6 alone, whatever the elements are. */
export const pagedList = v.looseObject({ devices: v.array(v.unknown()), searchMeta });

/** 2.6 with the elements of GET /device; only these two fields of an element may be relied on (2.7, 4.3). */
export const deviceList = v.looseObject({
  devices: v.array(v.looseObject({ uniqueId: text, deviceType: text })),
  searchMeta,
});

export const packages = v.looseObject({ uniqueId: text, config: v.pipe(v.string(), v.minLength(1)) });
