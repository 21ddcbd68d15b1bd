/** A configured stream: its destination without the secrets, and when it pushed (interface.md 2.1, 3). */

export const STREAM_TYPES = ['position', 'telemetry'] as const;
export type StreamType = (typeof STREAM_TYPES)[number];
export type DestinationKind = 'cloudStream' | 'eventHub';

export interface Destination {
  readonly kind: DestinationKind;
  /** The fields that GET shows. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Names of the secrets that were set. The secrets themselves are not stored, because the sandbox does not need them.
   */
  readonly secrets: readonly string[];
}

export interface StreamRecord {
  readonly enabled: boolean;
  readonly destination: Destination;
  /** Periods in which records were pushed, Unix ms. While the stream pushes, `toMs` of the last one is null. */
  readonly spans: readonly PushSpan[];
}

export interface PushSpan {
  readonly fromMs: number;
  readonly toMs: number | null;
  /** A constant partition key. Null: the trackingId. */
  readonly partitionKey: string | null;
}

export type StreamState =
  | { readonly state: 'none' | 'paused' | 'pushing'; readonly reason: null }
  /** Enabled, but unable to push. */
  | { readonly state: 'failing'; readonly reason: string };

/**
 * Fields of each destination object. `secret` fields are write-only. Pushing needs all of them but forcedPartitionKey.
 */
export const DESTINATION_FIELDS: Readonly<
  Record<DestinationKind, { readonly shown: readonly string[]; readonly secret: readonly string[] }>
> = {
  cloudStream: {
    shown: ['endpoint', 'streamName', 'region', 'forcedPartitionKey'],
    secret: ['accessKey', 'secretKey'],
  },
  eventHub: { shown: ['endpoint', 'sharedAccessKeyName', 'eventHubName'], secret: ['sharedAccessKey'] },
};

const MAX_SPANS = 40;

export function stateOf(stream: StreamRecord | undefined): StreamState {
  if (!stream) return { state: 'none', reason: null };
  if (!stream.enabled) return { state: 'paused', reason: null };
  const missing = missingFields(stream.destination);
  if (missing.length > 0) return { state: 'failing', reason: `the destination lacks ${missing.join(', ')}` };
  return { state: 'pushing', reason: null };
}

export function missingFields({ kind, fields, secrets }: Destination): string[] {
  const { shown, secret } = DESTINATION_FIELDS[kind];
  const needed = shown.filter((name) => name !== 'forcedPartitionKey' && (fields[name] ?? '') === '');
  return [...needed, ...secret.filter((name) => !secrets.includes(name))].map((name) => `${kind}.${name}`);
}

/**
 * Returns the stream after the change at `nowMs`: the current push period ends, and a new one begins if the stream can
 * push.
 */
export function changed(
  before: StreamRecord | undefined,
  enabled: boolean,
  destination: Destination,
  nowMs: number,
): StreamRecord {
  const ended = (before?.spans ?? []).map((span) => (span.toMs === null ? { ...span, toMs: nowMs } : span));
  const next: StreamRecord = { enabled, destination, spans: ended.slice(-MAX_SPANS) };
  if (stateOf(next).state !== 'pushing') return next;
  const partitionKey = destination.fields['forcedPartitionKey'] || null;
  return { ...next, spans: [...next.spans, { fromMs: nowMs, toMs: null, partitionKey }] };
}
