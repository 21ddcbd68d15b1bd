/** All known fields of a telemetry record, with their types and units (interface.md 2.4). */

/**
 * `gauge`: a measured value · `counter`: counts up and wraps from 255 to 0, shown as increments · `flag`: yes or no ·
 * `text`: words and IDs · `time`: ISO 8601 on the wire.
 */
export type TelemetryKind = 'gauge' | 'counter' | 'flag' | 'text' | 'time';

type TelemetryUnit = '%' | '°C' | 'dBm' | 's' | 'mg/unit' | 'units';

interface TelemetryField {
  /** The name on the wire; also the key of its label in the strings. */
  readonly name: string;
  readonly kind: TelemetryKind;
  /** Null without a documented unit. */
  readonly unit: TelemetryUnit | null;
}

const field = (name: string, kind: TelemetryKind, unit: TelemetryUnit | null = null): TelemetryField => ({
  name,
  kind,
  unit,
});

/** In the order of interface.md 2.4, without the two fields that identify beacon and gateway. */
export const TELEMETRY_FIELDS: readonly TelemetryField[] = [
  field('timestamp', 'time'),
  field('beaconTimestamp', 'time'),
  field('gatewayTimestamp', 'time'),
  field('cloudTimestamp', 'time'),
  field('accelerometerSensitivity', 'gauge', 'mg/unit'),
  field('accelerometerX', 'gauge', 'units'),
  field('accelerometerY', 'gauge', 'units'),
  field('accelerometerZ', 'gauge', 'units'),
  field('batteryLevel', 'gauge', '%'),
  field('channel', 'gauge'),
  field('clickCounter', 'counter'),
  field('humidity', 'gauge', '%'),
  field('lightIntensity', 'gauge', '%'),
  field('movementCounter', 'counter'),
  field('rssi', 'gauge', 'dBm'),
  field('temperature', 'gauge', '°C'),
  field('timeSinceClick', 'gauge', 's'),
  field('timeSinceDoubleClick', 'gauge', 's'),
  field('timeSinceMovement', 'gauge', 's'),
  field('timeSinceTap', 'gauge', 's'),
  field('timeSinceDoubleTap', 'gauge', 's'),
  field('firmware', 'text'),
  field('model', 'gauge'),
  field('txPowerDbm', 'gauge', 'dBm'),
  field('uniqueId', 'text'),
  field('calibratedRssi1m', 'gauge', 'dBm'),
  field('calibratedRssi0m', 'gauge', 'dBm'),
  field('eddystoneNamespace', 'text'),
  field('eddystoneInstanceId', 'text'),
  field('eddystoneEphemeralId', 'text'),
  field('iBeaconProximity', 'text'),
  field('iBeaconMajor', 'gauge'),
  field('iBeaconMinor', 'gauge'),
  field('moving', 'flag'),
  field('secondsSincePirMotion', 'gauge', 's'),
  field('secondButtonClickCounter', 'counter'),
  field('airQuality', 'gauge'),
  field('roomNumber', 'gauge'),
  field('numberOfPeopleDetected', 'gauge'),
  field('secondsSincePeopleDetection', 'gauge', 's'),
];

const BY_NAME: ReadonlyMap<string, TelemetryField> = new Map(TELEMETRY_FIELDS.map((one) => [one.name, one]));

export function telemetryField(name: string): TelemetryField | null {
  return BY_NAME.get(name) ?? null;
}

/** Fields that a chart can show: numbers, and flags as 0 and 1. */
export const CHARTABLE_FIELDS: readonly TelemetryField[] = TELEMETRY_FIELDS.filter(
  ({ kind }) => kind === 'gauge' || kind === 'counter' || kind === 'flag',
);

/** Counters wrap from 255 to 0 (interface.md 8). */
export const COUNTER_SIZE = 256;
