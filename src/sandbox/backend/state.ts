/**
 * The state of the emulated backend: plain JSON with one part for each namespace, which contains only differences from
 * the seed's fleet.
 */
import type { AttributeValue, Values } from '../values.ts';
import type { AssignedOrder, Move, Share } from './handed-over.ts';
import type { BackendFault, RetryAfterSpelling } from './faults.ts';
import type { StreamRecord, StreamType } from '../streams/stream.ts';

export interface SandboxOptions {
  /** The status with which a repeated post of an applied response is answered. */
  readonly repeatAnswer: 204 | 200 | 404 | 409 | 422;
  /** CORS of the legacy paths. `public`: exactly the headers of field-facts.md 3. */
  readonly cors: 'none' | 'public';
  /** CORS of the v3 paths, as above. `allMethods` also allows PUT, PATCH and DELETE. */
  readonly v3Cors: 'none' | 'public' | 'allMethods';
  /**
   * Origins whose pages may use the controls. Any page that a developer has open could otherwise reset the sandbox and
   * read its log.
   */
  readonly controlFrom: 'ownOrigin' | 'anyOrigin';
  /** True if a 401 has the CORS headers too. */
  readonly corsOn401: boolean;
  /** True if GET /config exists. Otherwise it gets 404. */
  readonly configList: boolean;
  /**
   * The form of a package: in a list, in an object for one device, or bare with the media type of text, JSON (which it
   * is not) or HTML.
   */
  readonly encryptShape: 'list' | 'object' | 'bare' | 'bareAsJson' | 'bareAsHtml';
  /** True if fetching again returns the same package until another configuration is pending. */
  readonly samePackage: boolean;
  /** GET /device filters by `uniqueId`, or ignores it like an unknown parameter. */
  readonly deviceFilter: 'served' | 'ignored';
  /** Maximum number of devices in one page, whatever was requested. nextResults leads to the others. Null: no limit. */
  readonly devicePageMost: number | null;
  /** The times of a pending configuration: both, only `created`, or both without a time zone. */
  readonly recordTimes: 'both' | 'createdOnly' | 'zoneless';
  /** Format of `created`, `updated` and `status.lastOnlineTimestamp`: ISO 8601, or Unix seconds as numbers. */
  readonly timeSpelling: 'iso' | 'seconds';
  /** Media type of a legacy answer: the vendor's type that was requested, or application/json. */
  readonly answerType: 'vendor' | 'json';
  /** Whether Accept may leave the version out. `required`: 415 without it. */
  readonly acceptVersion: 'optional' | 'required';
  /** Where a legacy POST may have its fields: in the address and the form, or only in the form. */
  readonly postFields: 'anywhere' | 'formOnly';
  /** `id` of a device: a UUID, or "sandbox-" and its uniqueId. */
  readonly deviceIds: 'uuid' | 'text';
  /** The fields of a device: all that the vendor's description promises, or few besides its attributes. */
  readonly deviceFacts: 'vendor' | 'few';
  /** The MAC address as `mac`, within `macs`, or both. */
  readonly macShape: 'both' | 'mac' | 'macs';
  /** The Eddystone `url`: in hexadecimal with `decodedUrl` beside it, or as plain text. */
  readonly urlShape: 'hex' | 'plain';
  /** GET /config/encrypt without IDs: all that is pending, or 422. */
  readonly encryptAll: 'served' | 'refused';
  /** GET /config/encrypt for several devices: packages for all of them, only for the first, or 422. */
  readonly configLists: 'served' | 'firstOnly' | 'refused';
  /** POST /config/delete: served, or 404 as from a backend without this call. */
  readonly configDelete: 'served' | 'notFound';
  /** GET /config/readall: served, or 404 as from a backend without this call. */
  readonly configReadAll: 'served' | 'notFound';
  /** POST /device/sync: as above. */
  readonly deviceSync: 'served' | 'notFound';
  /** POST /device/decrypt: as above. */
  readonly deviceDecrypt: 'served' | 'notFound';
  /** GET /device/{uniqueId}/access: served, or 404 as from a backend without this call. */
  readonly accessList: 'served' | 'notFound';
  /** DELETE /device/{uniqueId}/access/{email}: served, or 405. */
  readonly accessRevoke: 'served' | 'notAllowed';
  /** GET /order: served, or 404 as from a backend without this call. */
  readonly orderLook: 'served' | 'notFound';
  /** GET /command/encrypt for several devices: packets for all of them, only for the first, or 422. */
  readonly commandLists: 'served' | 'firstOnly' | 'refused';
  /** Whether POST /device/update with a response needs `deviceType`. */
  readonly updateDeviceType: 'optional' | 'required';
  /** Shape of attributes: `{"powerSaving": {"features": []}}` or `{"powerSaving.features": []}`. */
  readonly attributeShape: 'nested' | 'flat';
  /** `batteryLevel` and `lastSeen` as numbers, the battery as text, or both within `status`. */
  readonly deviceHealth: 'numbers' | 'text' | 'status';
  /** Seconds by which the backend's clock is ahead. */
  readonly clockSkewSeconds: number;
  /** True if nextResults and prevResults name another host. */
  readonly foreignLinks: boolean;
  /** Requests per second and key before a 429. Null: no limit. */
  readonly rateLimitPerSecond: number | null;
  /** The answer to moves and shares: 204 without a body, or 200 with a message. */
  readonly writeAnswer: 'empty' | 'message';
  /** The answer to an assigned order: the number of added devices, 204 without a body, or 200 with a message. */
  readonly assignAnswer: 'addedDevices' | 'empty' | 'message';
  /** The status for an order ID that was used before. */
  readonly usedOrderStatus: 409 | 422;
  /** Time from the answer until the devices of an order appear, s. 0: at once. */
  readonly orderImportSeconds: number;
  /** The answer to POST /config/create for a gateway: 201, or 409 as from an older backend. */
  readonly gatewayConfig: 'taken' | 'refused';
  /** Time from the answer until a gateway has fetched and applied its configuration, s. */
  readonly gatewayApplySeconds: number;
  /** Requests of GET /v3/telemetry per minute and key before a 429. Null: no limit. */
  readonly telemetryPerMinute: number | null;
  /** Format of Retry-After in that 429, and whether it has a body. */
  readonly telemetryRetryAfter: RetryAfterSpelling;
  readonly telemetryLimitBody: boolean;
  /** Longest span from startTime to endTime, h. Null: any. */
  readonly telemetryMaxSpanHours: number | null;
  /** True if startTime and endTime are required. Otherwise the default is the last 24 hours. */
  readonly telemetryRangeRequired: boolean;
  /** Whether GET /v3/telemetry/latest exists. */
  readonly telemetryLatest: 'notFound' | 'served';
  /** Largest page size. A larger one is refused. */
  readonly telemetryMaxSize: number;
  /** What a page contains about the pages after it: everything, the same as text, or nothing. */
  readonly telemetryPageFacts: 'whole' | 'text' | 'none';
  /** Whether records have their four times. */
  readonly telemetryTimes: 'given' | 'none';
  /** Case of tracking IDs in answers. Requests may use either case. */
  readonly trackingIdCase: 'lower' | 'upper';
  /** The answer to trackingId and sourceId together: 400, or one of them is used and the other is ignored. */
  readonly telemetryBothFilters: 'refused' | 'trackingId' | 'sourceId';
  /**
   * page.totalElements of the source format: the number of all records, or of those in the page (interface.md 2.5
   * allows both).
   */
  readonly totalElements: 'all' | 'page';
  /** True if telemetry records have a field that interface.md does not list. */
  readonly unknownTelemetryField: boolean;
  /** A destination object in a PATCH replaces the stored one and drops its secrets, or is merged into it. */
  readonly streamPatch: 'replaces' | 'merges';
  /**
   * The fields of a stream that GET shows: all but the secrets, few of them (neither the region nor the name of the
   * shared access key), or a destination of another kind.
   */
  readonly streamShows: 'all' | 'little' | 'otherKind';
  /** The fields that a PUT must contain: all of them, or only the endpoint. */
  readonly streamNeeds: 'all' | 'little';
}

export const DEFAULT_OPTIONS: SandboxOptions = {
  repeatAnswer: 204,
  cors: 'none',
  controlFrom: 'ownOrigin',
  v3Cors: 'none',
  corsOn401: true,
  configList: true,
  encryptShape: 'list',
  samePackage: false,
  deviceFilter: 'served',
  devicePageMost: null,
  recordTimes: 'both',
  timeSpelling: 'iso',
  answerType: 'vendor',
  acceptVersion: 'optional',
  postFields: 'anywhere',
  deviceIds: 'uuid',
  deviceFacts: 'vendor',
  macShape: 'both',
  urlShape: 'hex',
  encryptAll: 'served',
  configLists: 'served',
  configDelete: 'served',
  configReadAll: 'served',
  deviceSync: 'served',
  deviceDecrypt: 'served',
  accessList: 'served',
  accessRevoke: 'served',
  orderLook: 'served',
  commandLists: 'served',
  updateDeviceType: 'optional',
  attributeShape: 'nested',
  deviceHealth: 'numbers',
  clockSkewSeconds: 0,
  foreignLinks: false,
  rateLimitPerSecond: null,
  writeAnswer: 'empty',
  assignAnswer: 'addedDevices',
  usedOrderStatus: 409,
  orderImportSeconds: 0,
  gatewayConfig: 'taken',
  gatewayApplySeconds: 20,
  telemetryPerMinute: 30,
  telemetryRetryAfter: 'seconds',
  telemetryLimitBody: false,
  telemetryMaxSpanHours: 24,
  telemetryRangeRequired: false,
  telemetryLatest: 'served',
  telemetryMaxSize: 2000,
  telemetryPageFacts: 'whole',
  telemetryTimes: 'given',
  trackingIdCase: 'lower',
  telemetryBothFilters: 'refused',
  totalElements: 'all',
  unknownTelemetryField: false,
  streamPatch: 'replaces',
  streamShows: 'all',
  streamNeeds: 'all',
};

export interface Pending {
  values: Values;
  /** Unix seconds. */
  created: number;
  updated: number;
  /** Tokens of the packages that contain exactly these values. */
  tokens: number[];
  /** The newest package. */
  package?: string;
}

export interface DeviceRecord {
  /** Physical values that differ from the fleet's. */
  physical: Record<string, AttributeValue>;
  virtual: Record<string, AttributeValue>;
  pending: Pending | null;
  /** The last token that was issued. Tokens only increase. */
  lastToken: number;
  /** Tokens whose response was verified. */
  applied: number[];
  /** Number of state changes by token. Never more than 1. */
  effects: Record<string, number>;
  /** Numbers of responses posted for the device: all, the repeated ones, and those that were not verified. */
  posts: number;
  repeats: number;
  notVerified: number;
  virtualPosts: number;
  /** The time that was posted with the last verified response, Unix seconds. */
  updated: number | null;
}

export interface NamespaceState {
  options: SandboxOptions;
  faults: readonly BackendFault[];
  devices: Record<string, DeviceRecord>;
  /** Orders that were assigned in this namespace, by order ID. */
  orders: Record<string, AssignedOrder>;
  /** Where devices were moved, by uniqueId. */
  moves: Record<string, Move>;
  /** By uniqueId. Includes expired shares. */
  shares: Record<string, readonly Share[]>;
  /** Mail addresses of accounts whose access from the fleet was revoked, by uniqueId. */
  revoked: Record<string, readonly string[]>;
  streams: Partial<Record<StreamType, StreamRecord>>;
}

export interface BackendState {
  version: 1;
  namespaces: Record<string, NamespaceState>;
}

export function emptyNamespace(): NamespaceState {
  return {
    options: DEFAULT_OPTIONS,
    faults: [],
    devices: {},
    orders: {},
    moves: {},
    shares: {},
    revoked: {},
    streams: {},
  };
}

/** Returns the namespace, and creates it if it does not exist. "" is the default one. */
export function namespaceOf(state: BackendState, name: string): NamespaceState {
  return (state.namespaces[name] ??= emptyNamespace());
}

/** Returns the record of a device, and creates it if the device was never changed. */
export function recordOf(namespace: NamespaceState, uniqueId: string): DeviceRecord {
  return (namespace.devices[uniqueId] ??= emptyRecord());
}

/** Returns the record of a device for reading only. Creates none. */
export function peekRecord(namespace: NamespaceState, uniqueId: string): Readonly<DeviceRecord> {
  return namespace.devices[uniqueId] ?? emptyRecord();
}

/** Parses a stored state. Returns an empty one if it cannot be parsed. */
export function parseState(json: string | null | undefined): BackendState {
  try {
    const parsed = JSON.parse(json ?? 'null') as BackendState | null;
    if (parsed?.version === 1 && typeof parsed.namespaces === 'object') return completed(parsed);
  } catch {
    // A damaged practice state is replaced by a new one, because it contains nothing of value.
  }
  return { version: 1, namespaces: {} };
}

/** Adds the fields that a state stored by an earlier version lacks. */
function completed(state: BackendState): BackendState {
  for (const [name, namespace] of Object.entries(state.namespaces)) {
    state.namespaces[name] = {
      ...emptyNamespace(),
      ...namespace,
      options: { ...DEFAULT_OPTIONS, ...namespace.options },
    };
  }
  return state;
}

function emptyRecord(): DeviceRecord {
  return {
    physical: {},
    virtual: {},
    pending: null,
    lastToken: 0,
    applied: [],
    effects: {},
    posts: 0,
    repeats: 0,
    notVerified: 0,
    virtualPosts: 0,
    updated: null,
  };
}
