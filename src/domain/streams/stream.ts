/** A stream of one data type as the backend shows it: where records go, whether they go now, never a secret (interface.md 2.1, 4.1). */
import { isRecord } from '../record.ts';

export const STREAM_TYPES = ['telemetry', 'position'] as const;
export type StreamType = (typeof STREAM_TYPES)[number];

export const DESTINATION_KINDS = ['cloudStream', 'eventHub'] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** Fields that the backend shows, in the spelling of the wire. */
export type ShownField =
  'endpoint' | 'streamName' | 'region' | 'forcedPartitionKey' | 'sharedAccessKeyName' | 'eventHubName';
/** Fields that are sent and never shown again. */
export type SecretField = 'accessKey' | 'secretKey' | 'sharedAccessKey';

interface DestinationFields {
  readonly shown: readonly ShownField[];
  readonly secret: readonly SecretField[];
  /** Which of `shown` names the stream at its destination. */
  readonly nameField: ShownField;
}

/** The fields of each destination object, in the order in which they are asked for (interface.md 4.1). */
export const DESTINATION_FIELDS: Readonly<Record<DestinationKind, DestinationFields>> = {
  cloudStream: {
    shown: ['endpoint', 'streamName', 'region', 'forcedPartitionKey'],
    secret: ['accessKey', 'secretKey'],
    nameField: 'streamName',
  },
  eventHub: {
    shown: ['endpoint', 'eventHubName', 'sharedAccessKeyName'],
    secret: ['sharedAccessKey'],
    nameField: 'eventHubName',
  },
};

/** The one shown field that may stay empty: without it the partition key is trackingId (interface.md 6). */
export const OPTIONAL_FIELD: ShownField = 'forcedPartitionKey';

export interface Destination {
  readonly kind: DestinationKind;
  /** Those of its shown fields that have a value. */
  readonly fields: Readonly<Partial<Record<ShownField, string>>>;
}

export interface StreamConfig {
  readonly type: StreamType;
  /** Null where the backend does not say. */
  readonly enabled: boolean | null;
  /** One as a rule; both where the backend lists both; none where it has lost them. */
  readonly destinations: readonly Destination[];
}

export interface StreamReading {
  /** The stream of the type that was asked for; null when there is none. */
  readonly config: StreamConfig | null;
  /** How many streams of this type were listed: more than one is beyond interface.md 1. */
  readonly listed: number;
  /** Field names that interface.md does not know, and elements that are no stream. */
  readonly odd: readonly string[];
}

/** Reads the body of GET /v3/streams/{data type}; null when it is no array. Total, and deaf to secrets should a body ever carry one. */
export function readStreams(data: unknown, type: StreamType): StreamReading | null {
  if (!Array.isArray(data)) return null;
  const odd: string[] = [];
  const configs: StreamConfig[] = [];
  for (const element of data as unknown[]) {
    if (!isRecord(element)) odd.push('[]');
    // An element that does not say its type is of the type that was asked for.
    else if (element['type'] === type || element['type'] === undefined || element['type'] === null)
      configs.push(configOf(element, type, odd));
  }
  return { config: configs[0] ?? null, listed: configs.length, odd: [...new Set(odd)] };
}

/** The destination that is shown and changed: the first one. */
export function mainDestination(config: StreamConfig): Destination | null {
  return config.destinations[0] ?? null;
}

/** What the stream is called at its destination; empty where the backend has lost the name. */
export function streamNameOf(config: StreamConfig): string {
  const destination = mainDestination(config);
  return destination === null ? '' : (destination.fields[DESTINATION_FIELDS[destination.kind].nameField] ?? '');
}

/** Shown fields that the backend does not show; whether it has them nobody can see. */
export function unshownFields(destination: Destination): ShownField[] {
  return DESTINATION_FIELDS[destination.kind].shown.filter(
    (name) => name !== OPTIONAL_FIELD && destination.fields[name] === undefined,
  );
}

function configOf(element: Readonly<Record<string, unknown>>, type: StreamType, odd: string[]): StreamConfig {
  const { enabled } = element;
  for (const name of Object.keys(element))
    if (!['enabled', 'type', ...DESTINATION_KINDS].includes(name)) odd.push(name);
  const destinations = DESTINATION_KINDS.flatMap((kind) => {
    const given = element[kind];
    return isRecord(given) ? [destinationOf(kind, given, odd)] : [];
  });
  return { type, enabled: typeof enabled === 'boolean' ? enabled : null, destinations };
}

function destinationOf(kind: DestinationKind, given: Readonly<Record<string, unknown>>, odd: string[]): Destination {
  const { shown } = DESTINATION_FIELDS[kind];
  const fields: Partial<Record<ShownField, string>> = {};
  for (const name of shown) {
    const value = given[name];
    if (typeof value === 'string' && value !== '') fields[name] = value;
  }
  for (const name of Object.keys(given)) if (!(shown as readonly string[]).includes(name)) odd.push(`${kind}.${name}`);
  return { kind, fields };
}
