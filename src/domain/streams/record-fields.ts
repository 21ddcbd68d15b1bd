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
}

const optionalField = (name: string, type: RecordField['type'], rule: RecordRule = 'any'): RecordField => ({
  name,
  type,
  required: false,
  rule,
});
const requiredField = (name: string, type: RecordField['type']): RecordField => ({
  ...optionalField(name, type),
  required: true,
});

export const RECORD_FIELDS: Readonly<Record<StreamType, readonly RecordField[]>> = {
  telemetry: [
    requiredField('companyId', 'text'),
    requiredField('userId', 'text'),
    requiredField('sourceId', 'text'),
    requiredField('sourceType', 'text'),
    requiredField('trackingId', 'text'),
    requiredField('rssi', 'number'),
    optionalField('timestamp', 'text', 'iso'),
    optionalField('beaconTimestamp', 'number', 'seconds'),
    optionalField('batteryLevel', 'number', 'percent'),
    optionalField('accelerometerSensitivity', 'number'),
    optionalField('accelerometerX', 'number'),
    optionalField('accelerometerY', 'number'),
    optionalField('accelerometerZ', 'number'),
    optionalField('timeSinceTap', 'number', 'elapsed'),
    optionalField('timeSinceMovement', 'number', 'elapsed'),
    optionalField('movementCounter', 'number', 'counter'),
    optionalField('lightIntensity', 'number', 'percent'),
    optionalField('temperature', 'number'),
    optionalField('timeSinceClick', 'number', 'elapsed'),
    optionalField('clickCounter', 'number', 'counter'),
    optionalField('humidity', 'number', 'percent'),
  ],
  position: [
    requiredField('companyId', 'text'),
    requiredField('userId', 'text'),
    requiredField('trackingId', 'text'),
    optionalField('locationId', 'number'),
    requiredField('floorId', 'number'),
    optionalField('zoneId', 'number'),
    optionalField('x', 'number'),
    optionalField('y', 'number'),
    optionalField('z', 'number'),
    optionalField('xe', 'number', 'error'),
    optionalField('ye', 'number', 'error'),
    optionalField('ze', 'number', 'error'),
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
