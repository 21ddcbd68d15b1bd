/** The sandbox's own controls as JSON over `/sandbox/control/…`: reset, inspect, set options, faults and devices. */
import { NEW_ORDERS, findDevice, fleetOf } from '../fleet.ts';
import { STREAM_TYPES, stateOf, type StreamType } from '../streams/stream.ts';
import { tailOf } from '../streams/tail.ts';
import { beaconsOf } from '../telemetry/archive.ts';
import { isValues } from '../values.ts';
import type { BackendFault } from './faults.ts';
import type { RequestLog } from './log.ts';
import { ACCOUNT_MAILS } from './ownership.ts';
import { addPending } from './packages.ts';
import { answer, type Call } from './route.ts';
import { DEFAULT_OPTIONS, type SandboxOptions } from './options.ts';
import { emptyNamespace, peekRecord, recordOf, type BackendState, type NamespaceState } from './state.ts';

interface ControlCall {
  readonly method: string;
  /** The path after `/control/`. */
  readonly action: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly seed: string;
  /** The clock of the page or server, Unix ms. A namespace's own clock may differ. */
  readonly nowMs: number;
  readonly url: URL;
  readonly state: BackendState;
  readonly name: string;
  readonly namespace: NamespaceState;
  readonly log: RequestLog;
}

/** Answers with JSON. 404 for an unknown action, 400 for an invalid body. */
export function control(call: ControlCall): Response {
  if (call.method === 'OPTIONS') return new Response(null, { status: 204 });
  try {
    return act(call);
  } catch (error) {
    return answer({ error: String(error) }, 400);
  }
}

function act(call: ControlCall): Response {
  const { namespace } = call;
  const data: unknown = call.body === '' ? null : JSON.parse(call.body);
  switch (`${call.method === 'GET' ? 'GET' : 'SET'} ${call.action}`) {
    case 'GET hello':
      return answer({ sandbox: 'beacon-fieldkit' });
    case 'SET reset':
      call.state.namespaces[call.name] = emptyNamespace();
      call.log.clear(call.name);
      return answer({ reset: true });
    case 'GET snapshot':
      return answer(snapshot(call));
    case 'GET options':
      return answer(namespace.options);
    case 'SET options':
      namespace.options = { ...namespace.options, ...knownOptions(data) };
      return answer(namespace.options);
    case 'GET faults':
      return answer(namespace.faults);
    case 'SET faults':
      namespace.faults = faultsAfter(call.method, namespace.faults, data);
      return answer(namespace.faults);
    case 'GET log':
      return answer(call.log.of(call.name));
    case 'SET log':
      call.log.clear(call.name);
      return answer([]);
    case 'GET counts':
      return answer(call.log.counts(call.name));
    case 'GET fleet':
      return answer(fleetOf(call.seed));
    case 'SET device':
      return setDevice(call, data);
    case 'GET orders':
      return answer(
        NEW_ORDERS.map(([orderId, devices]) => ({ orderId, devices, assigned: namespace.orders[orderId] ?? null })),
      );
    case 'GET accounts':
      return answer(ACCOUNT_MAILS);
    case 'GET streams':
      return answer(Object.fromEntries(STREAM_TYPES.map((type) => [type, stateOf(namespace.streams[type])])));
    case 'GET streams/position/tail':
      return tail(call, 'position');
    case 'GET streams/telemetry/tail':
      return tail(call, 'telemetry');
    default:
      return answer({ error: `unknown control ${call.method} ${call.action}` }, 404);
  }
}

/** Returns the devices that were changed, or those named in `uniqueId`. */
function snapshot(call: ControlCall): unknown {
  const idList = call.query.get('uniqueId');
  const ids = idList ? idList.split(',') : Object.keys(call.namespace.devices);
  const devices = ids.map((uniqueId) => {
    const record = peekRecord(call.namespace, uniqueId);
    const device = findDevice(call.seed, uniqueId, call.namespace.options.fleetSize);
    const values = { ...device?.physical, ...record.physical, ...device?.virtual, ...record.virtual };
    const stateChanges = Object.values(record.effects).reduce((sum, count) => sum + count, 0);
    return [uniqueId, { ...record, values, stateChanges }] as const;
  });
  const { options, faults, orders, moves, shares, streams } = call.namespace;
  return {
    nowSeconds: asOwnerCall(call).nowSeconds,
    options,
    faults,
    orders,
    moves,
    shares,
    streams,
    devices: Object.fromEntries(devices),
  };
}

function knownOptions(data: unknown): Partial<SandboxOptions> {
  if (typeof data !== 'object' || data === null) throw new Error('options are an object');
  const odd = Object.keys(data).find((name) => !(name in DEFAULT_OPTIONS));
  if (odd !== undefined) throw new Error(`unknown option ${odd}`);
  return data;
}

/** Returns the new faults: POST adds one or more in front, PUT replaces all, DELETE removes all. */
function faultsAfter(method: string, faults: readonly BackendFault[], data: unknown): readonly BackendFault[] {
  if (method === 'DELETE') return [];
  const given = (Array.isArray(data) ? data : [data]) as BackendFault[];
  if (given.some((fault) => typeof fault?.name !== 'string')) throw new Error('a fault has a name');
  return method === 'PUT' ? given : [...given, ...faults];
}

/** Changes a device as another manager could: `values` (physical), `virtual`, `pending` (merged; null deletes it). */
function setDevice(call: ControlCall, data: unknown): Response {
  const { uniqueId, values, virtual, pending } = (data ?? {}) as Record<string, unknown>;
  if (typeof uniqueId !== 'string' || !findDevice(call.seed, uniqueId, call.namespace.options.fleetSize))
    throw new Error('unknown uniqueId');
  const record = recordOf(call.namespace, uniqueId);
  if (isValues(values)) record.physical = { ...record.physical, ...values };
  if (isValues(virtual)) record.virtual = { ...record.virtual, ...virtual };
  if (pending === null) record.pending = null;
  if (isValues(pending)) {
    addPending(asOwnerCall(call), uniqueId, pending);
  }
  return answer(record);
}

/** Returns what a stream has pushed after sequence `after`, at most the newest 1000 records of the last ten minutes. */
function tail(call: ControlCall, type: StreamType): Response {
  const after = Number(call.query.get('after') ?? 0);
  if (!Number.isSafeInteger(after) || after < 0) throw new Error('after is a sequence number');
  const inner = asOwnerCall(call);
  const spans = call.namespace.streams[type]?.spans ?? [];
  return answer(spans.length === 0 ? [] : tailOf(type, spans, beaconsOf(inner, null), after, inner.nowMs));
}

/** Returns a `Call` as the owner would make it, by the namespace's clock. */
function asOwnerCall(call: ControlCall): Call {
  const empty = new URLSearchParams();
  const nowMs = call.nowMs + call.namespace.options.clockSkewSeconds * 1000;
  return {
    ...call,
    account: 'owner',
    query: empty,
    parts: {},
    form: empty,
    nowMs,
    nowSeconds: Math.floor(nowMs / 1000),
    takeTurn: () => null,
  };
}
