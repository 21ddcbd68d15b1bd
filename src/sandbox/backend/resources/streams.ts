/**
 * GET, PUT, PATCH, DELETE /v3/streams/{data type}: one stream for each data type. Its secrets are never shown
 * (interface.md 2.1, 4.1).
 */
import { readStreamBody } from '../../streams/body.ts';
import { STREAM_TYPES, changed, type Destination, type StreamRecord, type StreamType } from '../../streams/stream.ts';
import type { SandboxOptions } from '../options.ts';
import { Refusal, answer, type Call, type Route } from '../route.ts';

export const streamRoutes: readonly Route[] = STREAM_TYPES.flatMap((type): Route[] => {
  const path = `/streams/${type}`;
  return [
    {
      method: 'GET',
      api: 'v3',
      path,
      handle: (call) => answer(shown(type, call.namespace.streams[type], call.namespace.options.streamShows)),
    },
    { method: 'PUT', api: 'v3', path, handle: (call) => put(call, type) },
    { method: 'PATCH', api: 'v3', path, handle: (call) => patch(call, type) },
    { method: 'DELETE', api: 'v3', path, handle: (call) => remove(call, type) },
  ];
});

function shown(
  type: StreamType,
  stream: StreamRecord | undefined,
  shows: SandboxOptions['streamShows'],
): readonly unknown[] {
  if (!stream) return [];
  if (shows === 'otherKind')
    return [{ enabled: stream.enabled, type, messageQueue: { address: stream.destination.fields['endpoint'] } }];
  if (shows === 'little') {
    const { region: _region, ...fields } = stream.destination.fields;
    return [
      {
        enabled: stream.enabled,
        type,
        [stream.destination.kind]: {
          ...fields,
          ...('sharedAccessKeyName' in fields ? { sharedAccessKeyName: null } : {}),
        },
      },
    ];
  }
  return [{ enabled: stream.enabled, type, [stream.destination.kind]: stream.destination.fields }];
}

function put(call: Call, type: StreamType): Response {
  mayConfigure(call);
  const { enabled, destination } = readStreamBody(call.body, call.namespace.options.streamNeeds);
  return keep(call, type, enabled ?? true, destination!);
}

function patch(call: Call, type: StreamType): Response {
  mayConfigure(call);
  const before = existing(call, type);
  const { enabled, destination } = readStreamBody(call.body, null);
  const merges = call.namespace.options.streamPatch === 'merges' && destination?.kind === before.destination.kind;
  const next = destination ? (merges ? merged(before.destination, destination) : destination) : before.destination;
  return keep(call, type, enabled ?? before.enabled, next);
}

function remove(call: Call, type: StreamType): Response {
  mayConfigure(call);
  existing(call, type);
  delete call.namespace.streams[type];
  return new Response(null, { status: 204 });
}

function merged(before: Destination, changes: Destination): Destination {
  const secrets = [...new Set([...before.secrets, ...changes.secrets])];
  return { kind: before.kind, fields: { ...before.fields, ...changes.fields }, secrets };
}

function keep(call: Call, type: StreamType, enabled: boolean, destination: Destination): Response {
  call.namespace.streams[type] = changed(call.namespace.streams[type], enabled, destination, call.nowMs);
  return new Response(null, { status: 204 });
}

function existing(call: Call, type: StreamType): StreamRecord {
  const stream = call.namespace.streams[type];
  if (!stream) throw new Refusal(404, 'NOT_FOUND', `There is no ${type} stream`);
  return stream;
}

/**
 * Throws a `Refusal` unless the key is the owner's. Streams belong to the whole company, so the editor may only read
 * them.
 */
function mayConfigure(call: Call): void {
  if (call.account !== 'owner') throw new Refusal(403, 'FORBIDDEN', 'This key may not change streams');
}
