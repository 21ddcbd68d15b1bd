/** The objects of interface.md 2 as schemas: types as written there; unknown fields are allowed. */
import * as z from 'zod/mini';

const text = z.string();
const number = z.number();
const optional = z.optional;
const iso = z
  .string()
  .check(
    z.refine((value) => /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)), 'no ISO 8601 time'),
  );
const counter = z.number().check(z.gte(0), z.lte(255));

/** 2.1 */
export const streamConfiguration = z.looseObject({
  enabled: z.boolean(),
  type: z.enum(['position', 'telemetry']),
  cloudStream: optional(
    z.looseObject({
      endpoint: optional(text),
      streamName: optional(text),
      region: optional(text),
      forcedPartitionKey: optional(text),
    }),
  ),
  eventHub: optional(
    z.looseObject({ endpoint: optional(text), sharedAccessKeyName: optional(text), eventHubName: optional(text) }),
  ),
});

/** 2.2 */
export const telemetryStreamRecord = z.looseObject({
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
export const positionStreamRecord = z.looseObject({
  companyId: text,
  userId: text,
  trackingId: text,
  floorId: number,
  locationId: optional(number),
  zoneId: optional(number),
  ...Object.fromEntries(['x', 'y', 'z', 'xe', 'ye', 'ze'].map((name) => [name, optional(number)])),
  q: optional(z.number().check(z.gte(0), z.lte(1))),
  origin: optional(text),
  lost: optional(z.boolean()),
});

const NUMBERS =
  'accelerometerSensitivity accelerometerX accelerometerY accelerometerZ batteryLevel channel humidity lightIntensity rssi temperature ' +
  'timeSinceClick timeSinceDoubleClick timeSinceMovement timeSinceTap timeSinceDoubleTap model txPowerDbm calibratedRssi1m ' +
  'calibratedRssi0m iBeaconMajor iBeaconMinor secondsSincePirMotion secondButtonClickCounter airQuality roomNumber ' +
  'numberOfPeopleDetected secondsSincePeopleDetection';

/** 2.4: the interface does not say which fields are always present. */
export const telemetryRecord = z.looseObject({
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
  moving: optional(z.boolean()),
  ...Object.fromEntries(NUMBERS.split(' ').map((name) => [name, optional(number)])),
});

/** 2.5, either form. */
export const telemetryPage = z.looseObject({
  links: z.array(z.looseObject({ rel: text, href: text })),
  content: z.array(telemetryRecord),
  page: z.looseObject({ size: number }),
});

/** 2.6 */
export const searchMeta = z.looseObject({
  filter: text,
  startIndex: z.number(),
  maxResult: z.number(),
  prevResults: text,
  nextResults: text,
  count: z.nullable(number),
  orderBy: text,
  queryType: text,
  order: z.enum(['ASC', 'DESC']),
});

/** 2.6 alone, with elements of any kind. */
export const pagedList = z.looseObject({ devices: z.array(z.unknown()), searchMeta });

/** 2.6 with the elements of GET /device; only these two fields of an element are guaranteed (2.7, 4.3). */
export const deviceList = z.looseObject({
  devices: z.array(z.looseObject({ uniqueId: text, deviceType: text })),
  searchMeta,
});

export const packages = z.looseObject({ uniqueId: text, config: z.string().check(z.minLength(1)) });
