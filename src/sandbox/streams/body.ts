/** Parses the body of PUT and PATCH /v3/streams and lists its faults (interface.md 4.1). */
import { Refusal, type FieldError } from '../backend/route.ts';
import { DESTINATION_FIELDS, missingFields, type Destination, type DestinationKind } from './stream.ts';
import { isRecord } from '../../domain/record.ts';

export interface StreamBody {
  readonly enabled: boolean | null;
  /** Null if the body has no destination. */
  readonly destination: Destination | null;
}

const KINDS: readonly DestinationKind[] = ['cloudStream', 'eventHub'];

const PATTERNS: Readonly<Record<string, RegExp>> = {
  'cloudStream.endpoint': /^\S{1,255}$/,
  'cloudStream.streamName': /^[\w.-]{1,128}$/,
  'cloudStream.region': /^[a-z0-9-]{2,32}$/,
  'cloudStream.forcedPartitionKey': /^.{0,256}$/u,
  'eventHub.endpoint': /^sb:\/\/[a-z0-9-]+\.servicebus\.windows\.net\/$/i,
  'eventHub.eventHubName': /^[\w./-]{1,256}$/,
  'eventHub.sharedAccessKeyName': /^\S.{0,255}$/,
};
const SECRET = /^\S{1,1024}$/;

/**
 * `needs`: the fields that a PUT must have; null for a PATCH. Throws a `Refusal`: 400 if the body is not a JSON object,
 * 422 for invalid fields.
 */
export function readStreamBody(text: string, needs: 'all' | 'little' | null): StreamBody {
  const data = jsonObject(text);
  const errors: FieldError[] = [];
  const odd = Object.keys(data).filter((name) => name !== 'enabled' && !(KINDS as readonly string[]).includes(name));
  for (const field of odd) errors.push(fault(field, 'is not a field of a stream'));
  const { enabled } = data;
  if (enabled !== undefined && typeof enabled !== 'boolean')
    errors.push(fault('enabled', 'is not true or false', enabled));
  const named = KINDS.filter((kind) => data[kind] !== undefined);
  if (named.length > 1) errors.push(fault('eventHub', 'cannot be given together with cloudStream'));
  if (named.length === 0 && needs !== null) errors.push(fault('cloudStream', 'or eventHub is required'));
  const destination = named[0] ? readDestination(named[0], data[named[0]], errors) : null;
  if (needs !== null && destination) {
    for (const field of missingFields(destination)) {
      if (needs === 'little' && !field.endsWith('.endpoint')) continue;
      if (!errors.some((error) => error.field === field)) errors.push(fault(field, 'is required'));
    }
  }
  if (errors.length > 0) throw new Refusal(422, 'VALIDATION', 'The stream configuration is not valid', errors);
  return { enabled: typeof enabled === 'boolean' ? enabled : null, destination };
}

function readDestination(kind: DestinationKind, data: unknown, errors: FieldError[]): Destination {
  const fields: Record<string, string> = {};
  const secrets: string[] = [];
  if (!isRecord(data)) {
    errors.push(fault(kind, 'is not an object'));
    return { kind, fields, secrets };
  }
  const { shown, secret } = DESTINATION_FIELDS[kind];
  for (const [name, value] of Object.entries(data)) {
    const field = `${kind}.${name}`;
    const isField = shown.includes(name) || secret.includes(name);
    const pattern = secret.includes(name) ? SECRET : PATTERNS[field];
    if (!isField) errors.push(fault(field, `is not a field of ${kind}`));
    else if (typeof value !== 'string') errors.push(fault(field, 'is not a text'));
    else if (pattern && !pattern.test(value))
      errors.push(fault(field, 'is not valid', secret.includes(name) ? null : value));
    else if (secret.includes(name)) secrets.push(name);
    else fields[name] = value;
  }
  return { kind, fields, secrets };
}

function jsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(text);
    if (isRecord(data)) return data;
  } catch {
    // Refused below, like any other body that is not an object.
  }
  throw new Refusal(400, 'MALFORMED', 'The body is no JSON object');
}

/** The answer repeats `value` only if it cannot be a secret. */
function fault(field: string, error: string, value: unknown = null): FieldError {
  return { field, error, message: error, invalidValue: value };
}
