/** The faults of both sides as a person picks them: a name in plain words and the fault behind it. */
import { LINK_OPERATIONS, type BeaconFault, type LinkOperation } from '../beacon/faults.ts';
import type { BackendFault } from '../backend/faults.ts';

export interface Preset<Fault> {
  readonly group: string;
  readonly label: string;
  readonly fault: Fault;
}

const OPERATION_WORDS: Readonly<Record<LinkOperation, string>> = {
  connect: 'connecting',
  discover: 'finding the service',
  write: 'writing the package',
  poll: 'asking whether it has ended',
  readResponse: 'reading the response',
  readToken: 'reading the token',
};

const WHENS = ['before', 'during', 'after'] as const;

export const BEACON_PRESETS: readonly Preset<BeaconFault>[] = [
  { group: 'Connecting', label: 'Connecting fails', fault: { name: 'connectFails' } },
  { group: 'Connecting', label: 'Connecting never ends', fault: { name: 'connectHangs' } },
  { group: 'The beacon', label: 'Processing never ends (81F4 stays 0)', fault: { name: 'neverEnds' } },
  { group: 'The beacon', label: 'It is another beacon', fault: { name: 'wrongBeacon' } },
  { group: 'The beacon', label: 'It is locked', fault: { name: 'lockedOut' } },
  { group: 'The beacon', label: 'It gives no response', fault: { name: 'emptyResponse' } },
  { group: 'The beacon', label: 'It gives half of the response', fault: { name: 'truncatedResponse' } },
  { group: 'The beacon', label: 'It refuses: authorization failed (3)', fault: { name: 'refuses', code: 3 } },
  { group: 'The beacon', label: 'It refuses: token expired (7)', fault: { name: 'refuses', code: 7 } },
  { group: 'The beacon', label: 'It refuses: internal error (8)', fault: { name: 'refuses', code: 8 } },
  ...LINK_OPERATIONS.flatMap((operation) =>
    WHENS.map((when): Preset<BeaconFault> => ({
      group: 'The link drops',
      label: `The link drops ${when} ${OPERATION_WORDS[operation]}`,
      fault: { name: 'drop', when, operation },
    })),
  ),
  ...LINK_OPERATIONS.filter((operation) => operation !== 'connect').map((operation): Preset<BeaconFault> => ({
    group: 'No answer',
    label: `No answer to ${OPERATION_WORDS[operation]}`,
    fault: { name: 'hang', operation },
  })),
  { group: 'Slow', label: 'Every operation takes 2 seconds', fault: { name: 'slow', ms: 2000 } },
  { group: 'Slow', label: 'Writing takes 10 seconds', fault: { name: 'slow', ms: 10_000, operation: 'write' } },
];

const POST = { method: 'POST', path: '/device/update' } as const;

export const BACKEND_PRESETS: readonly Preset<BackendFault>[] = [
  { group: 'Network', label: 'Offline', fault: { name: 'offline' } },
  { group: 'Network', label: 'Answers come 4 seconds late', fault: { name: 'slow', ms: 4000 } },
  { group: 'Network', label: 'Never answers', fault: { name: 'hang' } },
  { group: 'Network', label: 'A hotel’s sign-in page answers', fault: { name: 'captivePortal' } },
  { group: 'Network', label: 'Redirects elsewhere', fault: { name: 'redirect' } },
  { group: 'Network', label: 'The answer is lost after it took effect', fault: { name: 'lost', match: POST } },
  {
    group: 'Network',
    label: 'The connection drops after it took effect (a browser sends it again)',
    fault: { name: 'dropped', match: { method: 'POST' } },
  },
  { group: 'Refused', label: '401: wrong key', fault: { name: 'status', status: 401 } },
  { group: 'Refused', label: '403: not allowed', fault: { name: 'status', status: 403 } },
  { group: 'Refused', label: '404: unknown device', fault: { name: 'status', status: 404 } },
  { group: 'Refused', label: '409: conflict', fault: { name: 'status', status: 409 } },
  { group: 'Refused', label: '422: not valid', fault: { name: 'status', status: 422 } },
  {
    group: 'Too many requests',
    label: '429, Retry-After in seconds',
    fault: { name: 'status', status: 429, retryAfter: 'seconds', seconds: 5 },
  },
  {
    group: 'Too many requests',
    label: '429, Retry-After as a date',
    fault: { name: 'status', status: 429, retryAfter: 'date', seconds: 5 },
  },
  {
    group: 'Too many requests',
    label: '429, date and seconds joined',
    fault: { name: 'status', status: 429, retryAfter: 'joined', seconds: 5 },
  },
  {
    group: 'Too many requests',
    label: '429 without Retry-After',
    fault: { name: 'status', status: 429, retryAfter: 'none' },
  },
  { group: 'Broken', label: '500: internal error', fault: { name: 'status', status: 500 } },
  { group: 'Broken', label: '503: not available', fault: { name: 'status', status: 503 } },
  { group: 'Broken', label: 'The JSON is cut off', fault: { name: 'truncated' } },
  { group: 'Broken', label: 'The answer is no JSON', fault: { name: 'notJson' } },
  { group: 'Odd', label: '202 without a body', fault: { name: 'accepted', match: POST } },
  { group: 'Odd', label: '201 without a body', fault: { name: 'created', match: POST } },
  { group: 'Odd', label: '200 with an empty object', fault: { name: 'emptyObject', match: POST } },
  { group: 'Odd', label: '200 with a bare empty list', fault: { name: 'emptyList', match: POST } },
  { group: 'Odd', label: '200 with configs: null', fault: { name: 'configsNull', match: POST } },
  { group: 'Odd', label: '200 with an element that names no device', fault: { name: 'oddElement', match: POST } },
  { group: 'Odd', label: '200 with an error beside configs', fault: { name: 'errorBeside', match: POST } },
  { group: 'Odd', label: '200 with configs that go on on another page', fault: { name: 'goesOn', match: POST } },
  { group: 'Odd', label: 'Ids in another case', fault: { name: 'otherCase', match: POST } },
];

/** The words for a fault that is in force; its name where no preset fits. */
export function labelOf<Fault extends { readonly name: string; readonly times?: number | null }>(
  presets: readonly Preset<Fault>[],
  fault: Fault,
): string {
  const bare = JSON.stringify({ ...fault, times: undefined });
  return presets.find((preset) => JSON.stringify({ ...preset.fault, times: undefined }) === bare)?.label ?? fault.name;
}
