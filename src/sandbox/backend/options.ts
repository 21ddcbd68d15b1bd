/** Habits of the emulated backend that the interface leaves open, each with its values; the first is the default. */
import type { RetryAfterSpelling } from './faults.ts';

type Value = string | number | boolean | null;
type Values<V> = readonly [V, ...V[]];

const oneOf = <const V extends Value>(...values: Values<V>): Values<V> => values;
/** Any number; the values are those to choose from in the practice panel. */
const amount = (...values: Values<number>): Values<number> => values;
/** Null: no limit, or none but the usual one. */
const limit = (...values: Values<number | null>): Values<number | null> => values;

export const OPTIONS = {
  /** The status with which a repeated post of an applied response is answered. */
  repeatAnswer: oneOf(204, 200, 404, 409, 422),
  /** CORS of the legacy paths. `public`: exactly the headers of field-facts.md 3. */
  cors: oneOf('none', 'public'),
  /** CORS of the v3 paths, as above. `allMethods` also allows PUT, PATCH and DELETE. */
  v3Cors: oneOf('none', 'public', 'allMethods'),
  /**
   * Origins whose pages may use the controls. Any page that a developer has open could otherwise reset the sandbox and
   * read its log.
   */
  controlFrom: oneOf('ownOrigin', 'anyOrigin'),
  /** True if a 401 has the CORS headers too. */
  corsOn401: oneOf(true, false),
  /** True if GET /config exists. Otherwise it gets 404. */
  configList: oneOf(true, false),
  /**
   * The form of a package: in a list, in an object for one device, or bare with the media type of text, JSON (which it
   * is not) or HTML.
   */
  encryptShape: oneOf('list', 'object', 'bare', 'bareAsJson', 'bareAsHtml'),
  /** True if fetching again returns the same package until another configuration is pending. */
  samePackage: oneOf(false, true),
  /** GET /device filters by `uniqueId`, or ignores it like an unknown parameter. */
  deviceFilter: oneOf('served', 'ignored'),
  /** Number of devices in the fleet, at most 1,000,000. Null: the 255 of the seed, which every fleet begins with. */
  fleetSize: limit(null, 1000, 100_000, 1_000_000),
  /** Maximum number of devices in one page, whatever was requested. nextResults leads to the others. Null: no limit. */
  devicePageMost: limit(null, 40),
  /** The times of a pending configuration: both, only `created`, or both without a time zone. */
  recordTimes: oneOf('both', 'createdOnly', 'zoneless'),
  /** Format of `created`, `updated` and `status.lastOnlineTimestamp`: ISO 8601, or Unix seconds as numbers. */
  timeSpelling: oneOf('iso', 'seconds'),
  /** Media type of a legacy answer: the vendor's type that was requested, or application/json. */
  answerType: oneOf('vendor', 'json'),
  /**
   * Whether Accept may leave the version out. `required`: 415 without it. `any`: other versions, other media types and
   * no Accept are served too.
   */
  acceptVersion: oneOf('optional', 'required', 'any'),
  /** Where a legacy POST may have its fields: in the address and the form, or only in the form. */
  postFields: oneOf('anywhere', 'formOnly'),
  /** `id` of a device: a UUID, or "sandbox-" and its uniqueId. */
  deviceIds: oneOf('uuid', 'text'),
  /** The only version of the media type that is served. */
  mediaVersion: amount(10, 9),
  /** Where the key is: in a header of its own, or as a token in Authorization (401 with a challenge otherwise). */
  keyHeader: oneOf('apiKey', 'bearer'),
  /** GET /device/{uniqueId}: 404 as for an unknown resource, or the device. */
  deviceByPath: oneOf('notFound', 'served'),
  /** Some records have no MAC address and some no more than the interface guarantees, or none of them. */
  recordGaps: oneOf('some', 'none'),
  /** The fields of a device: all that the vendor's description promises, or few besides its attributes. */
  deviceFacts: oneOf('vendor', 'few'),
  /** The MAC address as `mac`, within `macs`, or both. */
  macShape: oneOf('both', 'mac', 'macs'),
  /** The Eddystone `url`: in hexadecimal with `decodedUrl` beside it, or as plain text. */
  urlShape: oneOf('hex', 'plain'),
  /** GET /config/encrypt without IDs: all that is pending, or 422. */
  encryptAll: oneOf('served', 'refused'),
  /** GET /config/encrypt for several devices: packages for all of them, only for the first, or 422. */
  configLists: oneOf('served', 'firstOnly', 'refused'),
  /** POST /config/delete: served, or 404 as from a backend without this call. */
  configDelete: oneOf('served', 'notFound'),
  /** GET /config/readall: served, or 404 as from a backend without this call. */
  configReadAll: oneOf('served', 'notFound'),
  /** POST /device/sync: as above. */
  deviceSync: oneOf('served', 'notFound'),
  /** POST /device/decrypt: as above. */
  deviceDecrypt: oneOf('served', 'notFound'),
  /** GET /device/{uniqueId}/access: served, or 404 as from a backend without this call. */
  accessList: oneOf('served', 'notFound'),
  /** DELETE /device/{uniqueId}/access/{email}: served, or 405. */
  accessRevoke: oneOf('served', 'notAllowed'),
  /** GET /order: served, or 404 as from a backend without this call. */
  orderLook: oneOf('served', 'notFound'),
  /** GET /command/encrypt for several devices: packets for all of them, only for the first, or 422. */
  commandLists: oneOf('served', 'firstOnly', 'refused'),
  /** Whether POST /device/update with a response needs `deviceType`. */
  updateDeviceType: oneOf('optional', 'required'),
  /** Shape of attributes: `{"powerSaving": {"features": []}}` or `{"powerSaving.features": []}`. */
  attributeShape: oneOf('nested', 'flat'),
  /** `batteryLevel` and `lastSeen` as numbers, the battery as text, or both within `status`. */
  deviceHealth: oneOf('numbers', 'text', 'status'),
  /** Seconds by which the backend's clock is ahead. */
  clockSkewSeconds: amount(0, 3600),
  /** True if nextResults and prevResults name another host. */
  foreignLinks: oneOf(false, true),
  /** Requests per second and account before a 429. Null: no limit. */
  rateLimitPerSecond: limit(null, 5),
  /** The answer to moves and shares: 204 without a body, or 200 with a message. */
  writeAnswer: oneOf('empty', 'message'),
  /** The answer to an assigned order: the number of added devices, 204 without a body, or 200 with a message. */
  assignAnswer: oneOf('addedDevices', 'empty', 'message'),
  /** The status for an order ID that was used before. */
  usedOrderStatus: oneOf(409, 422),
  /** Time from the answer until the devices of an order appear, s. 0: at once. */
  orderImportSeconds: amount(0, 10, 120),
  /** The answer to POST /config/create for a gateway: 201, or 409 as from an older backend. */
  gatewayConfig: oneOf('taken', 'refused'),
  /** Time from the answer until a gateway has fetched and applied its configuration, s. */
  gatewayApplySeconds: amount(20, 0, 120),
  /** Requests of GET /v3/telemetry per minute and account before a 429. Null: no limit. */
  telemetryPerMinute: limit(30, 5, null),
  /** Format of Retry-After in that 429, and whether it has a body. */
  telemetryRetryAfter: oneOf<RetryAfterSpelling>('seconds', 'date', 'joined', 'none'),
  telemetryLimitBody: oneOf(false, true),
  /** Longest span from startTime to endTime, h. Null: any. */
  telemetryMaxSpanHours: limit(24, null),
  /** True if startTime and endTime are required. Otherwise the default is the last 24 hours. */
  telemetryRangeRequired: oneOf(false, true),
  /** Whether GET /v3/telemetry/latest exists. */
  telemetryLatest: oneOf('served', 'notFound'),
  /** Largest page size. A larger one is refused. */
  telemetryMaxSize: amount(2000, 100),
  /** What a page contains about the pages after it: everything, the same as text, or nothing. */
  telemetryPageFacts: oneOf('whole', 'text', 'none'),
  /** Whether records have their four times. */
  telemetryTimes: oneOf('given', 'none'),
  /** Case of tracking IDs in answers. Requests may use either case. */
  trackingIdCase: oneOf('lower', 'upper'),
  /** The answer to trackingId and sourceId together: 400, or one of them is used and the other is ignored. */
  telemetryBothFilters: oneOf('refused', 'trackingId', 'sourceId'),
  /**
   * page.totalElements of the source format: the number of all records, or of those in the page (interface.md 2.5
   * allows both).
   */
  totalElements: oneOf('all', 'page'),
  /** True if telemetry records have a field that interface.md does not list. */
  unknownTelemetryField: oneOf(false, true),
  /** A destination object in a PATCH replaces the stored one and drops its secrets, or is merged into it. */
  streamPatch: oneOf('replaces', 'merges'),
  /**
   * The fields of a stream that GET shows: all but the secrets, few of them (neither the region nor the name of the
   * shared access key), or a destination of another kind.
   */
  streamShows: oneOf('all', 'little', 'otherKind'),
  /** The fields that a PUT must contain: all of them, or only the endpoint. */
  streamNeeds: oneOf('all', 'little'),
};

export type SandboxOptions = { readonly [O in keyof typeof OPTIONS]: (typeof OPTIONS)[O][number] };

export const DEFAULT_OPTIONS = Object.fromEntries(
  Object.entries(OPTIONS).map(([name, [first]]) => [name, first]),
) as unknown as SandboxOptions;
