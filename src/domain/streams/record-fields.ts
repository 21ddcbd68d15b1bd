/** All fields of the two kinds of stream record, with their types and allowed values (interface.md 2.2, 2.3). */
import type { StreamType } from './stream.ts';

/**
 * `iso`: ISO 8601 · `seconds`: Unix time in seconds · `percent`: 0 to 100 · `counter`: whole, 0 to 255 · `elapsed` and
 * `error`: 0 or more · `share`: 0 to 1 · `any`: any value of its type.
 */
type RecordRule = 'any' | 'iso' | 'seconds' | 'percent' | 'counter' | 'elapsed' | 'error' | 'share';

export interface RecordField {
  readonly name: string;
  readonly type: 'text' | 'number' | 'flag';
  readonly required: boolean;
  readonly rule: RecordRule;
  readonly unit: string | null;
}

const optionalField = (
  name: string,
  type: RecordField['type'],
  rule: RecordRule = 'any',
  unit: string | null = null,
): RecordField => ({ name, type, required: false, rule, unit });
const requiredField = (name: string, type: RecordField['type'], unit: string | null = null): RecordField => ({
  ...optionalField(name, type, 'any', unit),
  required: true,
});

export const RECORD_FIELDS: Readonly<Record<StreamType, readonly RecordField[]>> = {
  telemetry: [
    requiredField('companyId', 'text'),
    requiredField('userId', 'text'),
    requiredField('sourceId', 'text'),
    requiredField('sourceType', 'text'),
    requiredField('trackingId', 'text'),
    requiredField('rssi', 'number', 'dBm'),
    optionalField('timestamp', 'text', 'iso'),
    optionalField('beaconTimestamp', 'number', 'seconds', 's'),
    optionalField('batteryLevel', 'number', 'percent', '%'),
    optionalField('accelerometerSensitivity', 'number', 'any', 'mg/unit'),
    optionalField('accelerometerX', 'number', 'any', 'units'),
    optionalField('accelerometerY', 'number', 'any', 'units'),
    optionalField('accelerometerZ', 'number', 'any', 'units'),
    optionalField('timeSinceTap', 'number', 'elapsed', 's'),
    optionalField('timeSinceMovement', 'number', 'elapsed', 's'),
    optionalField('movementCounter', 'number', 'counter'),
    optionalField('lightIntensity', 'number', 'percent', '%'),
    optionalField('temperature', 'number', 'any', '°C'),
    optionalField('timeSinceClick', 'number', 'elapsed', 's'),
    optionalField('clickCounter', 'number', 'counter'),
    optionalField('humidity', 'number', 'percent', '%'),
  ],
  position: [
    requiredField('companyId', 'text'),
    requiredField('userId', 'text'),
    requiredField('trackingId', 'text'),
    optionalField('locationId', 'number'),
    requiredField('floorId', 'number'),
    optionalField('zoneId', 'number'),
    optionalField('x', 'number', 'any', 'm'),
    optionalField('y', 'number', 'any', 'm'),
    optionalField('z', 'number', 'any', 'm'),
    optionalField('xe', 'number', 'error', 'm'),
    optionalField('ye', 'number', 'error', 'm'),
    optionalField('ze', 'number', 'error', 'm'),
    optionalField('q', 'number', 'share'),
    optionalField('origin', 'text'),
    optionalField('lost', 'flag'),
  ],
};

const BY_NAME: Readonly<Record<StreamType, ReadonlyMap<string, RecordField>>> = {
  telemetry: new Map(RECORD_FIELDS.telemetry.map((one) => [one.name, one])),
  position: new Map(RECORD_FIELDS.position.map((one) => [one.name, one])),
};

export function recordField(type: StreamType, name: string): RecordField | null {
  return BY_NAME[type].get(name) ?? null;
}

/** Telemetry fields that a line chart can show: readings, but no times. */
export const PLOTTED_FIELDS: readonly RecordField[] = RECORD_FIELDS.telemetry.filter(
  ({ type, rule }) => type === 'number' && rule !== 'seconds',
);
