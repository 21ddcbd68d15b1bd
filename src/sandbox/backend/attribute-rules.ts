/** The attributes that the emulated backend accepts, and how it parses them from form text (field-facts.md 4). */
import { decodeUrl, encodeUrl } from '../../domain/attributes/eddystone-url.ts';
import type { AttributeValue } from '../values.ts';
import { invalid, Refusal } from './route.ts';
import type { SandboxOptions } from './options.ts';

type Rule = (text: string, field: string) => AttributeValue;

const DEPLOYMENT = ['status', 'deploymentDate', 'installerEmail', 'installerName'].map((name) => `deployment.${name}`);
const VIRTUAL: readonly string[] = ['alias', 'tags', 'notes', 'metadata', ...DEPLOYMENT];
const READ_ONLY: readonly string[] =
  'id category model product productCode mac orderId firmware batteryLevel lastSeen access'.split(' ');
const CONTROL_FIELDS = ['uniqueId', 'deviceType', 'response', 'updated'];

/** Attributes that need the beacon's sensors. For a model without them the backend answers 409. */
const NEEDS_SENSOR = /^(accelerometer|powerSaving)\./;
const WITHOUT_SENSOR = ['USB_BEACON'];

/** Returns the physical values of a form. Unknown names are read as text. Throws a `Refusal` with 422 or 409. */
export function physicalValues(
  form: URLSearchParams,
  model: string,
  urlShape: SandboxOptions['urlShape'],
): Record<string, AttributeValue> {
  const values: Record<string, AttributeValue> = {};
  for (const [field, text] of form) {
    if (CONTROL_FIELDS.includes(field)) continue;
    if (READ_ONLY.includes(field)) throw invalid(field, 'is read-only');
    if (VIRTUAL.includes(field)) throw invalid(field, 'is virtual: send it to /device/update');
    if (NEEDS_SENSOR.test(field) && WITHOUT_SENSOR.includes(model)) {
      throw new Refusal(409, 'CONFLICT', `A device of model ${model} has no ${field}`);
    }
    if (field !== 'url' && field !== 'decodedUrl') values[field] = (RULES[field] ?? String)(text, field);
  }
  // If both are given, the plain text is used.
  const field = form.has('decodedUrl') ? 'decodedUrl' : 'url';
  const address = form.get(field);
  if (address !== null) values['url'] = urlShape === 'plain' ? address : hexUrl(address, field);
  return values;
}

/**
 * Returns the address as the hexadecimal digits of an Eddystone-URL frame. Accepts such digits in `url`, or plain text.
 * Empty for no address.
 */
function hexUrl(text: string, field: string): string {
  const hex = text === '' || (field === 'url' && decodeUrl(text) !== null) ? text.toLowerCase() : encodeUrl(text);
  if (hex === null) throw invalid(field, 'does not fit into an Eddystone-URL frame');
  return hex;
}

/** Returns the virtual values of a form. Throws a `Refusal` with 422 beyond their limits. */
export function virtualValues(form: URLSearchParams): Record<string, AttributeValue> {
  const values: Record<string, AttributeValue> = {};
  for (const field of VIRTUAL) {
    const text = form.get(field);
    if (text !== null) values[field] = field === 'tags' ? tags(text) : text;
  }
  const status = values['deployment.status'];
  if (status !== undefined && !['TO_BE_DEPLOYED', 'DEPLOYED', 'END_OF_LIFE'].includes(String(status))) {
    throw invalid('deployment.status', 'is not a known status');
  }
  return values;
}

function tags(text: string): string[] {
  const list = text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  if (list.length > 20) throw invalid('tags', 'at most 20');
  if (list.some((tag) => Array.from(tag).length > 32)) throw invalid('tags', 'at most 32 characters each');
  return list;
}

function integerBetween(min: number, max: number): Rule {
  return (text, field) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < min || value > max) throw invalid(field, `is not between ${min} and ${max}`);
    return value;
  };
}

function matching(pattern: RegExp, meaning: string): Rule {
  return (text, field) => {
    if (!pattern.test(text)) throw invalid(field, `is not ${meaning}`);
    return text;
  };
}

function listOf(...allowed: readonly string[]): Rule {
  return (text, field) => {
    const items = text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    const odd = allowed.length > 0 ? items.find((item) => !allowed.includes(item)) : undefined;
    if (odd !== undefined) throw invalid(field, `does not know ${odd}`);
    return items;
  };
}

function parseBoolean(text: string, field: string): boolean {
  if (text !== 'true' && text !== 'false') throw invalid(field, 'is not true or false');
  return text === 'true';
}

const RULES: Readonly<Record<string, Rule>> = {
  name: matching(/^.{0,15}$/u, 'at most 15 characters'),
  proximity: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'a UUID'),
  major: integerBetween(0, 65_535),
  minor: integerBetween(0, 65_535),
  namespace: matching(/^[0-9a-f]{20}$/i, '20 hexadecimal digits'),
  instanceId: matching(/^[0-9a-f]{12}$/i, '12 hexadecimal digits'),
  password: matching(/^[0-9a-f]{8}$/i, '8 hexadecimal digits'),
  txPower: integerBetween(0, 7),
  interval: integerBetween(100, 10_240),
  kontaktFrameInterval: integerBetween(20, 10_240),
  telemetryInterval: integerBetween(20, 10_240),
  locationFrameInterval: integerBetween(100, 10_240),
  packets: listOf(
    ...'IBEACON EDDYSTONE_UID EDDYSTONE_URL EDDYSTONE_EID EDDYSTONE_TLM EDDYSTONE_ETLM'.split(' '),
    ...'KONTAKT KONTAKT_TLM KONTAKT_LOCATION BUTTON_IBEACON QUUPPA'.split(' '),
  ),
  profiles: listOf('IBEACON', 'EDDYSTONE'),
  rssi1m: listOf(),
  rssi0m: listOf(),
  buttonFeatures: listOf(),
  shuffled: parseBoolean,
  telemetryFields: listOf(),
  'powerSaving.mode': matching(/^(LIGHT_SENSOR|RTC|MOTION_DETECTION|BURST_MODE)?$/, 'a power saving mode'),
  'powerSaving.features': listOf('LIGHT_SENSOR', 'RTC', 'MOTION_DETECTION', 'BURST_MODE'),
  'powerSaving.burstOnTime': integerBetween(15, 65_535),
  'powerSaving.burstOffTime': integerBetween(1, 10_080),
  'powerSaving.lightSensorHysteresis': integerBetween(0, 100),
  'powerSaving.moveSuspendTimeout': integerBetween(60, 3600),
  'powerSaving.lightSensorThreshold': integerBetween(0, 100),
  'accelerometer.features': listOf(),
  'accelerometer.sensitivity': (text, field) => Number(matching(/^(16|32|64|128)$/, '16, 32, 64 or 128')(text, field)),
  'accelerometer.move.threshold': integerBetween(0, 65_535),
  'accelerometer.move.duration': integerBetween(0, 65_535),
  'accelerometer.move.detectionFlags': listOf(
    'X_POSITIVE',
    'X_NEGATIVE',
    'Y_POSITIVE',
    'Y_NEGATIVE',
    'Z_POSITIVE',
    'Z_NEGATIVE',
  ),
  'accelerometer.doubleTap.threshold': integerBetween(0, 65_535),
  'accelerometer.doubleTap.timeLimit': integerBetween(0, 65_535),
  'accelerometer.doubleTap.timeLatency': integerBetween(0, 65_535),
  'accelerometer.doubleTap.timeWindow': integerBetween(0, 65_535),
  'accelerometer.doubleTap.detectionFlags': listOf('X_AXIS', 'Y_AXIS', 'Z_AXIS'),
};
