/**
 * Checks one stream record against interface.md 2.2 or 2.3. Returns each fault by field and reason; unknown fields are
 * noted, not refused.
 */
import { isMainsMark } from '../device.ts';
import { readTimeMs } from '../telemetry/moment.ts';
import { RECORD_FIELDS, recordField, type RecordField } from './record-fields.ts';
import type { StreamType } from './stream.ts';

export type FieldFaultReason =
  | 'missing'
  | 'empty'
  | 'notText'
  | 'notNumber'
  | 'notFlag'
  | 'notIso'
  | 'notSeconds'
  | 'notPercent'
  | 'notCounter'
  | 'negative'
  | 'notShare';

export interface FieldFault {
  readonly field: string;
  readonly reason: FieldFaultReason;
  /** The faulty value, at most 60 characters; empty for a missing field. */
  readonly found: string;
}

interface RecordVerdict {
  readonly faults: readonly FieldFault[];
  /** Names of fields that interface.md does not list for this kind. */
  readonly unknown: readonly string[];
}

export type RawRecord = Readonly<Record<string, unknown>>;

const MAX_FOUND = 60;
const NONE: readonly never[] = [];
/** Seconds reach this number in the year 5138, so a larger number is in milliseconds. */
const SECONDS_BELOW = 1e11;

export function checkRecord(record: RawRecord, type: StreamType): RecordVerdict {
  let faults: FieldFault[] | null = null;
  let unknown: string[] | null = null;
  for (const field of RECORD_FIELDS[type]) {
    if (!Object.hasOwn(record, field.name)) {
      if (field.required) (faults ??= []).push({ field: field.name, reason: 'missing', found: '' });
      continue;
    }
    // A reading that a beacon does not have may be null, as in query answers.
    const reason = !field.required && record[field.name] === null ? null : faultOf(field, record[field.name]);
    if (reason !== null) (faults ??= []).push({ field: field.name, reason, found: excerpt(record[field.name]) });
  }
  for (const name of Object.keys(record)) if (recordField(type, name) === null) (unknown ??= []).push(name);
  return { faults: faults ?? NONE, unknown: unknown ?? NONE };
}

/** Recognises the kind of a record by fields that only one kind has; null when undecided. */
export function kindOf(record: RawRecord): StreamType | null {
  let lead = 0;
  for (const name of Object.keys(record)) {
    const telemetry = recordField('telemetry', name) !== null;
    const position = recordField('position', name) !== null;
    if (telemetry !== position) lead += telemetry ? 1 : -1;
  }
  return lead === 0 ? null : lead > 0 ? 'telemetry' : 'position';
}

/** Returns the time of a telemetry record, Unix ms: the cloud's, else the beacon's; null when it has neither. */
export function recordTimeMs(record: RawRecord): number | null {
  const cloud = record['timestamp'];
  const atMs = typeof cloud === 'string' ? readTimeMs(cloud) : null;
  if (atMs !== null) return atMs;
  const beacon = record['beaconTimestamp'];
  return typeof beacon === 'number' ? readTimeMs(beacon) : null;
}

function faultOf(field: RecordField, value: unknown): FieldFaultReason | null {
  if (field.type === 'flag') return typeof value === 'boolean' ? null : 'notFlag';
  if (field.type === 'text') {
    if (typeof value !== 'string') return 'notText';
    if (field.required && value.trim() === '') return 'empty';
    return field.rule === 'iso' && readTimeMs(value) === null ? 'notIso' : null;
  }
  // A number too large for a double was parsed as infinity.
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'notNumber';
  switch (field.rule) {
    case 'seconds':
      return value >= 0 && value < SECONDS_BELOW ? null : 'notSeconds';
    case 'percent':
      if (field.name === 'batteryLevel' && isMainsMark(value)) return null;
      return value >= 0 && value <= 100 ? null : 'notPercent';
    case 'counter':
      return Number.isInteger(value) && value >= 0 && value <= 255 ? null : 'notCounter';
    case 'elapsed':
    case 'error':
      return value >= 0 ? null : 'negative';
    case 'share':
      return value >= 0 && value <= 1 ? null : 'notShare';
    default:
      return null;
  }
}

function excerpt(value: unknown): string {
  // Numbers separately, because JSON cannot express infinity.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? '');
  return text.length > MAX_FOUND ? `${text.slice(0, MAX_FOUND - 1)}…` : text;
}
