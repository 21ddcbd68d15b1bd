/** A configured stream: its destination without secrets, and when it pushed (interface.md 2.1, 3). */

export const STREAM_TYPES = ['position', 'telemetry'] as const;
export type StreamType = (typeof STREAM_TYPES)[number];
export type DestinationKind = 'cloudStream' | 'eventHub';

export interface Destination {
  readonly kind: DestinationKind;
  /** Fields that are shown. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names of the secrets that were given. The secrets themselves are not kept: nothing here needs them. */
  readonly secrets: readonly string[];
}

export interface StreamRecord {
  readonly enabled: boolean;
  readonly destination: Destination;
  /** Stretches in which records were pushed, ms; the last one is open (`toMs` null) while the stream pushes. */
  readonly spans: readonly PushSpan[];
}

export interface PushSpan {
  readonly fromMs: number;
  readonly toMs: number | null;
  /** Constant partition key; null = trackingId. */
  readonly partitionKey: string | null;
}

export type StreamState =
  | { readonly state: 'none' | 'paused' | 'pushing'; readonly reason: null }
  /** Enabled, but nothing can be pushed. */
  | { readonly state: 'failing'; readonly reason: string };

/** Fields of each destination object; `secret` ones are write only. All but forcedPartitionKey are needed to push. */
export const DESTINATION_FIELDS: Readonly<
  Record<DestinationKind, { readonly shown: readonly string[]; readonly secret: readonly string[] }>
> = {
  cloudStream: {
    shown: ['endpoint', 'streamName', 'region', 'forcedPartitionKey'],
    secret: ['accessKey', 'secretKey'],
  },
  eventHub: { shown: ['endpoint', 'sharedAccessKeyName', 'eventHubName'], secret: ['sharedAccessKey'] },
};

const KEPT_SPANS = 40;

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

/** The stream as it is from `nowMs` on: what was being pushed ends, and begins anew where it can. */
export function changed(
  before: StreamRecord | undefined,
  enabled: boolean,
  destination: Destination,
  nowMs: number,
): StreamRecord {
  const ended = (before?.spans ?? []).map((span) => (span.toMs === null ? { ...span, toMs: nowMs } : span));
  const next: StreamRecord = { enabled, destination, spans: ended.slice(-KEPT_SPANS) };
  if (stateOf(next).state !== 'pushing') return next;
  const partitionKey = destination.fields['forcedPartitionKey'] || null;
  return { ...next, spans: [...next.spans, { fromMs: nowMs, toMs: null, partitionKey }] };
}
