/** The faults of both sides with the names under which a person picks them. */
import { LINK_OPERATIONS, type BeaconFault, type LinkOperation } from '../beacon/faults.ts';
import type { BackendFault } from '../backend/faults.ts';
import { practiceStrings } from '../../ui/strings/practice.ts';

export interface Preset<Fault> {
  readonly group: string;
  readonly label: string;
  readonly fault: Fault;
}

const onBeacon = practiceStrings.beaconFaults;
const onBackend = practiceStrings.backendFaults;

/** The faults of these reads belong to a run: what the app reads before it writes is not struck. */
const ofARun = (operation: LinkOperation): { readonly afterWrite?: true } =>
  operation === 'poll' || operation === 'readResponse' ? { afterWrite: true } : {};

const WHENS = ['before', 'during', 'after'] as const;

export const BEACON_PRESETS: readonly Preset<BeaconFault>[] = [
  { group: onBeacon.connecting, label: onBeacon.connectFails, fault: { name: 'connectFails' } },
  { group: onBeacon.connecting, label: onBeacon.connectHangs, fault: { name: 'connectHangs' } },
  { group: onBeacon.beacon, label: onBeacon.neverEnds, fault: { name: 'neverEnds' } },
  { group: onBeacon.beacon, label: onBeacon.wrongBeacon, fault: { name: 'wrongBeacon' } },
  { group: onBeacon.beacon, label: onBeacon.lockedOut, fault: { name: 'lockedOut' } },
  { group: onBeacon.beacon, label: onBeacon.emptyResponse, fault: { name: 'emptyResponse' } },
  { group: onBeacon.beacon, label: onBeacon.truncatedResponse, fault: { name: 'truncatedResponse' } },
  { group: onBeacon.beacon, label: onBeacon.refuses3, fault: { name: 'refuses', code: 3 } },
  { group: onBeacon.beacon, label: onBeacon.refuses7, fault: { name: 'refuses', code: 7 } },
  { group: onBeacon.beacon, label: onBeacon.refuses8, fault: { name: 'refuses', code: 8 } },
  ...LINK_OPERATIONS.flatMap((operation) =>
    WHENS.map((when): Preset<BeaconFault> => ({
      group: onBeacon.drops,
      label: onBeacon.drop(when, operation),
      fault: { name: 'drop', when, operation, ...ofARun(operation) },
    })),
  ),
  ...(['write', 'poll', 'readResponse'] as const).map((operation): Preset<BeaconFault> => ({
    group: onBeacon.drops,
    label: onBeacon.dropErrorFirst(operation),
    fault: { name: 'drop', when: 'during', operation, errorFirst: true, ...ofARun(operation) },
  })),
  ...LINK_OPERATIONS.filter((operation) => operation !== 'connect').map((operation): Preset<BeaconFault> => ({
    group: onBeacon.silence,
    label: onBeacon.hang(operation),
    fault: { name: 'hang', operation, ...ofARun(operation) },
  })),
  { group: onBeacon.slow, label: onBeacon.slowAll, fault: { name: 'slow', ms: 2000 } },
  { group: onBeacon.slow, label: onBeacon.slowWrite, fault: { name: 'slow', ms: 10_000, operation: 'write' } },
  { group: onBeacon.slow, label: onBeacon.slowServices, fault: { name: 'slow', ms: 7000, operation: 'discover' } },
  { group: onBeacon.slow, label: onBeacon.closesSlowly, fault: { name: 'closesSlowly', ms: 2000 } },
];

const POST = { method: 'POST', path: '/device/update' } as const;

export const BACKEND_PRESETS: readonly Preset<BackendFault>[] = [
  { group: onBackend.network, label: onBackend.offline, fault: { name: 'offline' } },
  { group: onBackend.network, label: onBackend.slow, fault: { name: 'slow', ms: 4000 } },
  { group: onBackend.network, label: onBackend.hang, fault: { name: 'hang' } },
  { group: onBackend.network, label: onBackend.captivePortal, fault: { name: 'captivePortal' } },
  { group: onBackend.network, label: onBackend.redirect, fault: { name: 'redirect' } },
  { group: onBackend.network, label: onBackend.lost, fault: { name: 'lost', match: POST } },
  {
    group: onBackend.network,
    label: onBackend.dropped,
    fault: { name: 'dropped', match: { method: 'POST' } },
  },
  { group: onBackend.refused, label: onBackend.status401, fault: { name: 'status', status: 401 } },
  { group: onBackend.refused, label: onBackend.status403, fault: { name: 'status', status: 403 } },
  { group: onBackend.refused, label: onBackend.status404, fault: { name: 'status', status: 404 } },
  { group: onBackend.refused, label: onBackend.status409, fault: { name: 'status', status: 409 } },
  { group: onBackend.refused, label: onBackend.status422, fault: { name: 'status', status: 422 } },
  {
    group: onBackend.tooMany,
    label: onBackend.retrySeconds,
    fault: { name: 'status', status: 429, retryAfter: 'seconds', seconds: 5 },
  },
  {
    group: onBackend.tooMany,
    label: onBackend.retryDate,
    fault: { name: 'status', status: 429, retryAfter: 'date', seconds: 5 },
  },
  {
    group: onBackend.tooMany,
    label: onBackend.retryJoined,
    fault: { name: 'status', status: 429, retryAfter: 'joined', seconds: 5 },
  },
  {
    group: onBackend.tooMany,
    label: onBackend.retryNone,
    fault: { name: 'status', status: 429, retryAfter: 'none' },
  },
  { group: onBackend.broken, label: onBackend.status500, fault: { name: 'status', status: 500 } },
  { group: onBackend.broken, label: onBackend.status503, fault: { name: 'status', status: 503 } },
  { group: onBackend.broken, label: onBackend.truncated, fault: { name: 'truncated' } },
  { group: onBackend.broken, label: onBackend.notJson, fault: { name: 'notJson' } },
  { group: onBackend.odd, label: onBackend.accepted, fault: { name: 'accepted', match: POST } },
  { group: onBackend.odd, label: onBackend.created, fault: { name: 'created', match: POST } },
  { group: onBackend.odd, label: onBackend.emptyObject, fault: { name: 'emptyObject', match: POST } },
  { group: onBackend.odd, label: onBackend.emptyList, fault: { name: 'emptyList', match: POST } },
  { group: onBackend.odd, label: onBackend.configsNull, fault: { name: 'configsNull', match: POST } },
  { group: onBackend.odd, label: onBackend.oddElement, fault: { name: 'oddElement', match: POST } },
  { group: onBackend.odd, label: onBackend.errorBeside, fault: { name: 'errorBeside', match: POST } },
  { group: onBackend.odd, label: onBackend.goesOn, fault: { name: 'goesOn', match: POST } },
  { group: onBackend.odd, label: onBackend.otherCase, fault: { name: 'otherCase', match: POST } },
];

/** Returns the words for a fault that is set. A fault without a preset is shown by its name. */
export function labelOf<Fault extends { readonly name: string; readonly times?: number | null; readonly on?: string }>(
  presets: readonly Preset<Fault>[],
  fault: Fault,
): string {
  // Which read is struck is not part of a fault's name.
  const named = (one: Fault): string =>
    JSON.stringify({ ...one, times: undefined, on: undefined, afterWrite: undefined });
  return presets.find((preset) => named(preset.fault) === named(fault))?.label ?? fault.name;
}
