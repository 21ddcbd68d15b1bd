/** A stream of one data type as the backend shows it: where records go, whether they go now, never a secret (interface.md 2.1, 4.1). */
import * as z from 'zod/mini';
import { droppedFields, type Parsed } from '../schema.ts';

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

/** A text that is shown; absent where the backend does not have it or spells it otherwise. */
const shownText = z.catch(z.optional(z.string().check(z.minLength(1))), undefined);
type ShownTexts = Readonly<Partial<Record<ShownField, typeof shownText>>>;

/** Null where a stream has no such destination. */
const shownFields = <Shape extends ShownTexts>(shape: Shape) => z.catch(z.nullable(z.object(shape)), null);

/** An element of GET /v3/streams/{data type}. It has no place for a secret. */
const streamElement = z.object({
  type: z.optional(z.unknown()),
  /** Null where the backend does not say. */
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
  /** Those of its shown fields that have a value. */
  readonly fields: Readonly<Partial<Record<ShownField, string>>>;
}

export interface StreamConfig extends Pick<Parsed<typeof streamElement>, 'enabled'> {
  readonly type: StreamType;
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

/** Of a backend's stream every unknown field is named: it may be why records do not arrive. */
const MANY = { most: 500, mostCharacters: 1000 };

/** Reads the body of GET /v3/streams/{data type}; null when it is no array. Total, and deaf to secrets should a body ever carry one. */
export function readStreams(data: unknown, type: StreamType): StreamReading | null {
  if (!Array.isArray(data)) return null;
  const odd = new Set<string>();
  const configs: StreamConfig[] = [];
  for (const element of data as unknown[]) {
    const read = streamElement.safeParse(element);
    if (!read.success) odd.add('[]');
    // An element that does not say its type is of the type that was asked for.
    else if ((read.data.type ?? type) === type) {
      configs.push({ type, enabled: read.data.enabled, destinations: destinationsOf(read.data) });
      for (const field of droppedFields(element, read.data, MANY)) odd.add(field);
    }
  }
  return { config: configs[0] ?? null, listed: configs.length, odd: [...odd] };
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

function destinationsOf(element: z.infer<typeof streamElement>): Destination[] {
  return DESTINATION_KINDS.flatMap((kind) => {
    const given = element[kind];
    if (given === null) return [];
    return [{ kind, fields: Object.fromEntries(Object.entries(given).filter(([, text]) => text !== undefined)) }];
  });
}

/** Typed secrets; an absent or empty one was not typed again and is not sent. */
export type TypedSecrets = Readonly<Partial<Record<SecretField, string>>>;
