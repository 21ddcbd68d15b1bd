/** Makes a complete telemetry record from one reception (interface.md 2.4). */
import type { AttributeValue } from '../values.ts';
import { DAY_MS, countAt, daily, lastAt, noise, type Happening } from './noise.ts';
import { hasClock, type Reception } from './reception.ts';
import type { BeaconTraits } from './traits.ts';

export type TelemetryRecord = Readonly<Record<string, string | number | boolean>>;

/** Times since an event have 16 bits. */
const LONGEST_SECONDS = 65_535;
const MG_PER_UNIT = 16;
const DBM = [-30, -20, -16, -12, -8, -4, 0, 4] as const;

/** Returns the readings that both the record of 2.4 and the stream record of 2.2 contain. */
export function readings({ traits, slot, sentMs }: Reception): Record<string, string | number | boolean> {
  const { has, salt } = traits;
  const since = (happening: Happening): number => secondsSince(happening, sentMs);
  const record: Record<string, string | number | boolean> = {};
  if (has.battery) record['batteryLevel'] = batteryAt(traits, sentMs);
  const sinceMovement = has.movement || has.accelerometer ? since(traits.movements) : LONGEST_SECONDS;
  if (has.accelerometer) {
    const shake = sinceMovement < 20 ? 18 : 1;
    const tilt = noise(salt, countAt(traits.movements, sentMs), 20);
    record['accelerometerSensitivity'] = MG_PER_UNIT;
    record['accelerometerX'] = Math.round(62 * Math.sin(tilt * 6.3) + (noise(salt, slot, 21) - 0.5) * shake);
    record['accelerometerY'] = Math.round(62 * Math.cos(tilt * 6.3) * 0.4 + (noise(salt, slot, 22) - 0.5) * shake);
    record['accelerometerZ'] = Math.round(62 * Math.cos(tilt * 6.3) * 0.9 + (noise(salt, slot, 23) - 0.5) * shake);
  }
  if (has.movement) {
    record['movementCounter'] = countAt(traits.movements, sentMs) % 256;
    record['timeSinceMovement'] = sinceMovement;
  }
  if (has.tap) record['timeSinceTap'] = since(traits.taps);
  if (has.light) record['lightIntensity'] = lightAt(traits, slot, sentMs);
  if (has.temperature) record['temperature'] = celsiusAt(traits, slot, sentMs);
  if (has.humidity)
    record['humidity'] = Math.round(48 - 9 * daily(sentMs, traits.movements.shift) + 4 * (noise(salt, slot, 24) - 0.5));
  if (has.click) {
    record['clickCounter'] = countAt(traits.clicks, sentMs) % 256;
    record['timeSinceClick'] = since(traits.clicks);
  }
  return record;
}

function secondsSince(happening: Happening, atMs: number): number {
  return Math.min(LONGEST_SECONDS, Math.floor((atMs - lastAt(happening, atMs)) / 1000));
}

/** Returns the record as GET /v3/telemetry sends it. */
export function telemetryRecord(reception: Reception): TelemetryRecord {
  const { traits, slot, gateway, sentMs, cloudMs, timestampMs } = reception;
  const { has, device, salt } = traits;
  const iso = (ms: number): string => new Date(ms).toISOString();
  const since = (happening: Happening): number => secondsSince(happening, sentMs);
  const busy = Math.max(0, daily(sentMs, traits.movements.shift));
  const txPower = Number(device.physical['txPower'] ?? 3);
  const dbm = DBM[txPower] ?? -12;
  const record: Record<string, string | number | boolean> = {
    trackingId: traits.trackingId,
    sourceId: gateway,
    timestamp: iso(timestampMs),
  };
  if (has.clock) record['beaconTimestamp'] = iso(timestampMs);
  if (hasClock(gateway)) record['gatewayTimestamp'] = iso(sentMs + 40);
  record['cloudTimestamp'] = iso(cloudMs);
  Object.assign(record, readings(reception), {
    rssi: rssiOf(reception),
    firmware: device.firmware,
    model: device.make.number,
    txPowerDbm: dbm,
    calibratedRssi1m: dbm - 61,
    calibratedRssi0m: dbm - 20,
  });
  if (traits.namesItself) record['uniqueId'] = device.uniqueId;
  if (has.movement) record['moving'] = Number(record['timeSinceMovement']) < 30;
  if (has.tap) record['timeSinceDoubleTap'] = since({ ...traits.taps, perDay: traits.taps.perDay / 3 });
  if (has.click) record['timeSinceDoubleClick'] = since({ ...traits.clicks, perDay: traits.clicks.perDay / 2 });
  if (has.secondButton) record['secondButtonClickCounter'] = countAt({ ...traits.clicks, perDay: 3 }, sentMs) % 256;
  if (has.channel) record['channel'] = 37 + Math.floor(noise(salt, slot, 30) * 3);
  if (has.pir) record['secondsSincePirMotion'] = since({ perDay: 200, shift: 0 });
  if (has.air) record['airQuality'] = Math.round(20 + 90 * busy + 20 * noise(salt, Math.floor(sentMs / 600_000), 31));
  if (has.people) {
    record['numberOfPeopleDetected'] = Math.floor(busy * 9 * noise(salt, Math.floor(sentMs / 900_000), 32));
    record['secondsSincePeopleDetection'] = since({ perDay: 120, shift: 0 });
  }
  if (has.room)
    record['roomNumber'] = 100 * traits.floor + Math.floor(noise(salt, Math.floor(sentMs / 1_800_000), 33) * 12);
  if (has.frames) Object.assign(record, frames(device.physical, salt));
  if (has.ephemeral) record['eddystoneEphemeralId'] = hex(salt, Math.floor(sentMs / 1_000_000), 16);
  return record;
}

/** Returns one property of the record. The common ones are computed without the whole record. */
export function propertyOf(reception: Reception, property: string): string | number | boolean | undefined {
  const { traits, slot, sentMs, gateway } = reception;
  const { has } = traits;
  switch (property) {
    // Numbers have the same order as the dates and are cheaper.
    case 'timestamp':
      return reception.timestampMs;
    case 'cloudTimestamp':
      return reception.cloudMs;
    case 'trackingId':
      return traits.trackingId;
    case 'sourceId':
      return gateway;
    case 'rssi':
      return rssiOf(reception);
    case 'batteryLevel':
      return has.battery ? batteryAt(traits, sentMs) : undefined;
    case 'temperature':
      return has.temperature ? celsiusAt(traits, slot, sentMs) : undefined;
    case 'movementCounter':
      return has.movement ? countAt(traits.movements, sentMs) % 256 : undefined;
    default:
      return telemetryRecord(reception)[property];
  }
}

/** Returns the signal strength, dBm. It is weaker at the second gateway and varies while the beacon moves. */
export function rssiOf({ traits, slot, rank, gateway }: Reception): number {
  const place = 8 * noise(traits.salt, gateway.charCodeAt(0), 25);
  return Math.round(-54 - place - rank * 14 - 12 * noise(traits.salt, slot, 26 + rank));
}

/**
 * Returns the battery level, percent. It falls by the beacon's drain and is 100 again after each change of the battery.
 */
export function batteryAt({ salt, drain }: BeaconTraits, atMs: number): number {
  const used = ((atMs / DAY_MS) * drain + noise(salt, 2, 27) * 94) % 94;
  return Math.round(100 - used);
}

function celsiusAt(traits: BeaconTraits, slot: number, atMs: number): number {
  const weather = 1.2 * Math.sin((2 * Math.PI * atMs) / (5.3 * DAY_MS) + traits.salt);
  const value =
    traits.celsius + traits.swing * daily(atMs, -0.08) + weather + 0.3 * (noise(traits.salt, slot, 28) - 0.5);
  return Math.round(value * 10) / 10;
}

function lightAt({ salt }: BeaconTraits, slot: number, atMs: number): number {
  const day = Math.max(0, daily(atMs, 0) + 0.25);
  return Math.max(0, Math.min(100, Math.round(62 * day + 8 * (noise(salt, slot, 29) - 0.5) * Math.min(1, day * 4))));
}

function frames(physical: Readonly<Record<string, AttributeValue>>, salt: number): Record<string, string | number> {
  return {
    iBeaconProximity: String(physical['proximity'] ?? ''),
    iBeaconMajor: Number(physical['major'] ?? 0),
    iBeaconMinor: Number(physical['minor'] ?? 0),
    eddystoneNamespace: hex(salt, 1, 20),
    eddystoneInstanceId: hex(salt, 2, 12),
  };
}

function hex(salt: number, what: number, digits: number): string {
  return Array.from({ length: digits }, (_digit, at) => Math.floor(noise(salt, what, 40 + at) * 16).toString(16)).join(
    '',
  );
}
