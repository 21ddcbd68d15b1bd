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

const field = (
  name: string,
  type: RecordField['type'],
  rule: RecordRule = 'any',
  unit: string | null = null,
): RecordField => ({ name, type, required: false, rule, unit });
const needed = (name: string, type: RecordField['type'], unit: string | null = null): RecordField => ({
  name,
  type,
  required: true,
  rule: 'any',
  unit,
});

export const RECORD_FIELDS: Readonly<Record<StreamType, readonly RecordField[]>> = {
  telemetry: [
    needed('companyId', 'text'),
    needed('userId', 'text'),
    needed('sourceId', 'text'),
    needed('sourceType', 'text'),
    needed('trackingId', 'text'),
    needed('rssi', 'number', 'dBm'),
    field('timestamp', 'text', 'iso'),
    field('beaconTimestamp', 'number', 'seconds', 's'),
    field('batteryLevel', 'number', 'percent', '%'),
    field('accelerometerSensitivity', 'number', 'any', 'mg/unit'),
    field('accelerometerX', 'number', 'any', 'units'),
    field('accelerometerY', 'number', 'any', 'units'),
    field('accelerometerZ', 'number', 'any', 'units'),
    field('timeSinceTap', 'number', 'elapsed', 's'),
    field('timeSinceMovement', 'number', 'elapsed', 's'),
    field('movementCounter', 'number', 'counter'),
    field('lightIntensity', 'number', 'percent', '%'),
    field('temperature', 'number', 'any', '°C'),
    field('timeSinceClick', 'number', 'elapsed', 's'),
    field('clickCounter', 'number', 'counter'),
    field('humidity', 'number', 'percent', '%'),
  ],
  position: [
    needed('companyId', 'text'),
    needed('userId', 'text'),
    needed('trackingId', 'text'),
    field('locationId', 'number'),
    needed('floorId', 'number'),
    field('zoneId', 'number'),
    field('x', 'number', 'any', 'm'),
    field('y', 'number', 'any', 'm'),
    field('z', 'number', 'any', 'm'),
    field('xe', 'number', 'error', 'm'),
    field('ye', 'number', 'error', 'm'),
    field('ze', 'number', 'error', 'm'),
    field('q', 'number', 'share'),
    field('origin', 'text'),
    field('lost', 'flag'),
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
