/** What the emulated backend keeps: plain JSON, one part a namespace, holding only what differs from the seed's fleet. */
import type { AttributeValue, Values } from '../values.ts';
import type { AssignedOrder, Move, Share } from './handed-over.ts';
import type { BackendFault, RetryAfterSpelling } from './faults.ts';
import type { StreamRecord, StreamType } from '../streams/stream.ts';

export interface SandboxOptions {
  /** How a response that was applied before is answered when it is posted again. */
  readonly repeatAnswer: 204 | 200 | 404 | 409 | 422;
  /** Legacy paths: exactly the headers of field-facts.md 3, or none. */
  readonly cors: 'none' | 'public';
  /** v3 paths: as above; "allMethods" also allows PUT, PATCH and DELETE. */
  readonly v3Cors: 'none' | 'public' | 'allMethods';
  /** Whose pages may use the controls: any page that a developer has open could else reset the sandbox and read its log. */
  readonly controlFrom: 'ownOrigin' | 'anyOrigin';
  /** Whether a 401 carries the CORS headers too. */
  readonly corsOn401: boolean;
  /** Whether GET /config exists (404 when not). */
  readonly configList: boolean;
  /** A package in a list, in an object of one device, or bare as text, as JSON's media type (though it is none) or as HTML's. */
  readonly encryptShape: 'list' | 'object' | 'bare' | 'bareAsJson' | 'bareAsHtml';
  /** A package that is fetched again is the same one, until another configuration is pending. */
  readonly samePackage: boolean;
  /** GET /device takes `uniqueId`, or ignores it as a parameter that it does not know. */
  readonly deviceFilter: 'served' | 'ignored';
  /** Devices a page at most, whatever was asked for; the rest by nextResults. */
  readonly devicePageMost: number | null;
  /** Times of a pending configuration: both, `created` alone, or without a zone. */
  readonly recordTimes: 'both' | 'createdOnly' | 'zoneless';
  /** How `created`, `updated` and `status.lastOnlineTimestamp` are spelled: ISO 8601, or Unix seconds as numbers. */
  readonly timeSpelling: 'iso' | 'seconds';
  /** Media type of a legacy answer: the vendor's, as asked for, or plain application/json. */
  readonly answerType: 'vendor' | 'json';
  /** Whether Accept may leave the version out, or has to name it (415 else). */
  readonly acceptVersion: 'optional' | 'required';
  /** Where a legacy POST may carry its fields: in the address as well as in the form, or in the form alone. */
  readonly postFields: 'anywhere' | 'formOnly';
  /** `id` of a device: a UUID, or "sandbox-" and its uniqueId. */
  readonly deviceIds: 'uuid' | 'text';
  /** What a device carries: all that the vendor's description promises, or little beyond its attributes. */
  readonly deviceFacts: 'vendor' | 'few';
  /** The address of the radio as `mac`, within `macs`, or both. */
  readonly macShape: 'both' | 'mac' | 'macs';
  /** Eddystone `url`: kept as hexadecimal with `decodedUrl` beside it, or as the text that was sent. */
  readonly urlShape: 'hex' | 'plain';
  /** GET /config/encrypt without ids: all that is pending, or 422. */
  readonly encryptAll: 'served' | 'refused';
  /** GET /config/encrypt for several devices: packages for all of them, for the first alone, or 422. */
  readonly configLists: 'served' | 'firstOnly' | 'refused';
  /** POST /config/delete: served, or 404 as by a backend that has no such call. */
  readonly configDelete: 'served' | 'notFound';
  /** GET /config/readall: served, or 404 as by a backend that has no such call; likewise the next two. */
  readonly configReadAll: 'served' | 'notFound';
  /** POST /device/sync. */
  readonly deviceSync: 'served' | 'notFound';
  /** POST /device/decrypt. */
  readonly deviceDecrypt: 'served' | 'notFound';
  /** GET /device/{uniqueId}/access: served, or 404 as by a backend that has no such call. */
  readonly accessList: 'served' | 'notFound';
  /** DELETE /device/{uniqueId}/access/{email}: served, or 405. */
  readonly accessRevoke: 'served' | 'notAllowed';
  /** GET /order: served, or 404 as by a backend that has no such call. */
  readonly orderLook: 'served' | 'notFound';
  /** GET /command/encrypt for several devices: packets for all of them, for the first alone, or 422. */
  readonly commandLists: 'served' | 'firstOnly' | 'refused';
  /** Whether POST /device/update with a response needs `deviceType`. */
  readonly updateDeviceType: 'optional' | 'required';
  /** `{"powerSaving": {"features": []}}` or `{"powerSaving.features": []}`. */
  readonly attributeShape: 'nested' | 'flat';
  /** `batteryLevel` and `lastSeen` as numbers, the battery as text, or both within `status`. */
  readonly deviceHealth: 'numbers' | 'text' | 'status';
  /** Added to the backend's clock. */
  readonly clockSkewSeconds: number;
  /** nextResults and prevResults name another host. */
  readonly foreignLinks: boolean;
  /** Requests a second and key before a 429; null = no limit. */
  readonly rateLimitPerSecond: number | null;
  /** Moves and shares: 204 without a body, or 200 with a message. */
  readonly writeAnswer: 'empty' | 'message';
  /** Orders: how many devices were added, 204 without a body, or 200 with a message. */
  readonly assignAnswer: 'addedDevices' | 'empty' | 'message';
  /** What an order ID that was used before is answered with. */
  readonly usedOrderStatus: 409 | 422;
  /** How long after the answer the devices of an order appear; 0 = at once. */
  readonly orderImportSeconds: number;
  /** What POST /config/create for a gateway is answered with: 201, or 409 as by an older backend. */
  readonly gatewayConfig: 'taken' | 'refused';
  /** How long after the answer a gateway has fetched and applied its configuration. */
  readonly gatewayApplySeconds: number;
  /** GET /v3/telemetry, requests a minute and key; null = no limit. */
  readonly telemetryPerMinute: number | null;
  /** How that 429 spells Retry-After, and whether it has a body. */
  readonly telemetryRetryAfter: RetryAfterSpelling;
  readonly telemetryLimitBody: boolean;
  /** Longest span of startTime to endTime; null = any. */
  readonly telemetryMaxSpanHours: number | null;
  /** Whether startTime and endTime have to be given; else the last 24 hours are meant. */
  readonly telemetryRangeRequired: boolean;
  /** Whether GET /v3/telemetry/latest exists. */
  readonly telemetryLatest: 'notFound' | 'served';
  /** Largest page; a larger one is refused. */
  readonly telemetryMaxSize: number;
  /** What a page says of the pages after it: all, the same as text, or nothing. */
  readonly telemetryPageFacts: 'whole' | 'text' | 'none';
  /** Whether records have their four times. */
  readonly telemetryTimes: 'given' | 'none';
  /** How tracking ids are spelled in answers; they are understood in either case. */
  readonly trackingIdCase: 'lower' | 'upper';
  /** trackingId and sourceId together: 400, or one of them is used and the other ignored. */
  readonly telemetryBothFilters: 'refused' | 'trackingId' | 'sourceId';
  /** page.totalElements of the source shape counts all records, or those of the page (interface.md 2.5 allows both readings). */
  readonly totalElements: 'all' | 'page';
  /** Adds a field that interface.md does not know to telemetry records. */
  readonly unknownTelemetryField: boolean;
  /** A destination object in a PATCH replaces the stored one and drops its secrets, or is merged into it. */
  readonly streamPatch: 'replaces' | 'merges';
  /** What GET shows of a stream: all but the secrets, little (no region, no name of the shared access key), or a destination of another kind. */
  readonly streamShows: 'all' | 'little' | 'otherKind';
  /** Whether a PUT has to have every field, or the endpoint alone. */
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
  /** Tokens of the packages made of exactly these values. */
  tokens: number[];
  /** The package that was made last. */
  package?: string;
}

export interface DeviceRecord {
  /** Physical values that differ from the fleet's. */
  physical: Record<string, AttributeValue>;
  virtual: Record<string, AttributeValue>;
  pending: Pending | null;
  /** Last token given out; they only go up. */
  lastToken: number;
  /** Tokens whose response was verified. */
  applied: number[];
  /** Changes of state a token has made: never more than 1. */
  effects: Record<string, number>;
  /** Responses posted for the device, repeats among them, and those that were not verified. */
  posts: number;
  repeats: number;
  notVerified: number;
  virtualPosts: number;
  /** Unix seconds as posted with the last verified response. */
  updated: number | null;
}

export interface NamespaceState {
  options: SandboxOptions;
  faults: readonly BackendFault[];
  devices: Record<string, DeviceRecord>;
  /** Orders that were assigned here, by order ID. */
  orders: Record<string, AssignedOrder>;
  /** Where devices went, by uniqueId. */
  moves: Record<string, Move>;
  /** By uniqueId; expired ones among them. */
  shares: Record<string, readonly Share[]>;
  /** Mail addresses of accounts that have lost the access that the fleet gives them, by uniqueId. */
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

/** The namespace, made when it is first named. "" is the default one. */
export function namespaceOf(state: BackendState, name: string): NamespaceState {
  return (state.namespaces[name] ??= emptyNamespace());
}

/** The record of a device, made when it is first changed. */
export function recordOf(namespace: NamespaceState, uniqueId: string): DeviceRecord {
  return (namespace.devices[uniqueId] ??= emptyRecord());
}

/** The record to look at; not kept. */
export function peekRecord(namespace: NamespaceState, uniqueId: string): Readonly<DeviceRecord> {
  return namespace.devices[uniqueId] ?? emptyRecord();
}

/** Reads a stored state; anything unknown gives a fresh one. */
export function parseState(json: string | null | undefined): BackendState {
  try {
    const parsed = JSON.parse(json ?? 'null') as BackendState | null;
    if (parsed?.version === 1 && typeof parsed.namespaces === 'object') return completed(parsed);
  } catch {
    // A damaged practice state is worth nothing: start anew.
  }
  return { version: 1, namespaces: {} };
}

/** A state kept by an earlier edition lacks what came later. */
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
