/** A stream of one data type as the backend shows it: destination and state, never a secret (interface.md 2.1, 4.1). */
import * as z from 'zod/mini';
import { droppedFields, type Parsed } from '../schema.ts';

export const STREAM_TYPES = ['telemetry', 'position'] as const;
export type StreamType = (typeof STREAM_TYPES)[number];

export const DESTINATION_KINDS = ['cloudStream', 'eventHub'] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** Fields that the backend shows, in its spelling. */
export type ShownField =
  'endpoint' | 'streamName' | 'region' | 'forcedPartitionKey' | 'sharedAccessKeyName' | 'eventHubName';
/** Fields that are sent and never shown. */
export type SecretField = 'accessKey' | 'secretKey' | 'sharedAccessKey';

interface DestinationFields {
  readonly shown: readonly ShownField[];
  readonly secret: readonly SecretField[];
  /** The field in `shown` with the stream's name at its destination. */
  readonly nameField: ShownField;
}

/** The fields of each destination in the order of the form (interface.md 4.1). */
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

/** The only shown field that may be empty: the partition key is then trackingId (interface.md 6). */
export const OPTIONAL_FIELD: ShownField = 'forcedPartitionKey';

/** A shown text; absent when the backend does not have it or sends another type. */
const shownText = z.catch(z.optional(z.string().check(z.minLength(1))), undefined);
type ShownTexts = Readonly<Partial<Record<ShownField, typeof shownText>>>;

/** Null when a stream does not have this destination. */
const shownFields = <Shape extends ShownTexts>(shape: Shape) => z.catch(z.nullable(z.object(shape)), null);

/** An element of GET /v3/streams/{data type}. Contains no secrets. */
const streamElement = z.object({
  type: z.optional(z.unknown()),
  /** Null when the backend does not report it. */
  enabled: z.catch(z.nullable(z.boolean()), null),
  cloudStream: shownFields({
    endpoint: shownText,
    streamName: shownText,
    region: shownText,
    forcedPartitionKey: shownText,
  }),
  eventHub: shownFields({ endpoint: shownText, eventHubName: shownText, sharedAccessKeyName: shownText }),
});

export interface Destination {
  readonly kind: DestinationKind;
  /** Its shown fields that have a value. */
  readonly fields: Readonly<Partial<Record<ShownField, string>>>;
}

export interface StreamConfig extends Pick<Parsed<typeof streamElement>, 'enabled'> {
  readonly type: StreamType;
  /** Usually one; both when the backend lists both; none when it has lost them. */
  readonly destinations: readonly Destination[];
}

export interface StreamReading {
  /** The stream of the requested type; null when there is none. */
  readonly config: StreamConfig | null;
  /** Number of streams of this type; more than one contradicts interface.md 1. */
  readonly listed: number;
  /** Unknown field names, and elements that are not streams. */
  readonly odd: readonly string[];
}

/** Lists every unknown field of a stream, because it may explain missing records. */
const UNKNOWN_FIELD_LIMITS = { most: 500, mostCharacters: 1000 };

/**
 * Reads the body of GET /v3/streams/{data type}; null when it is not an array. Accepts any data and never reads
 * secrets.
 */
export function readStreams(data: unknown, type: StreamType): StreamReading | null {
  if (!Array.isArray(data)) return null;
  const odd = new Set<string>();
  const configs: StreamConfig[] = [];
  for (const element of data as unknown[]) {
    const read = streamElement.safeParse(element);
    if (!read.success) odd.add('[]');
    // An element without a type, or with an empty one, has the requested type.
    else if ((read.data.type || type) === type) {
      configs.push({ type, enabled: read.data.enabled, destinations: destinationsOf(read.data) });
      for (const field of droppedFields(element, read.data, UNKNOWN_FIELD_LIMITS)) odd.add(field);
    }
  }
  return { config: configs[0] ?? null, listed: configs.length, odd: [...odd] };
}

/** The destination that is shown and edited: the first one. */
export function mainDestination(config: StreamConfig): Destination | null {
  return config.destinations[0] ?? null;
}

/** The stream's name at its destination; empty when the backend has lost it. */
export function streamNameOf(config: StreamConfig): string {
  const destination = mainDestination(config);
  return destination === null ? '' : (destination.fields[DESTINATION_FIELDS[destination.kind].nameField] ?? '');
}

/** Shown fields missing from the backend's answer; it may or may not have them. */
export function unshownFields(destination: Destination): ShownField[] {
  return DESTINATION_FIELDS[destination.kind].shown.filter(
    (name) => name !== OPTIONAL_FIELD && destination.fields[name] === undefined,
  );
}

function destinationsOf(element: z.infer<typeof streamElement>): Destination[] {
  return DESTINATION_KINDS.flatMap((kind) => {
    const input = element[kind];
    if (input === null) return [];
    return [{ kind, fields: Object.fromEntries(Object.entries(input).filter(([, text]) => text !== undefined)) }];
  });
}

/** Typed secrets. An absent or empty one is not sent. */
export type TypedSecrets = Readonly<Partial<Record<SecretField, string>>>;
