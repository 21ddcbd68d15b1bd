/** Words of the telemetry page: fields, fleet, records, charts, asking, what is kept on this phone. */
import { count, number } from '../counting.ts';

const records = (n: number): string => count(n, 'record', 'records');
const beacons = (n: number): string => count(n, 'beacon', 'beacons');
const megabytes = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 })} MB`;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** "2 days 3 h", "5 h 10 min", "12 min", "40 s". */
function lasting(ms: number): string {
  if (ms >= DAY_MS) return `${count(Math.floor(ms / DAY_MS), 'day', 'days')} ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`;
  return ms >= MINUTE_MS ? `${Math.floor(ms / MINUTE_MS)} min` : `${Math.round(ms / 1000)} s`;
}

/** A name on the wire -> its label. */
const fields: Readonly<Record<string, string>> = {
  trackingId: 'Tracking ID',
  sourceId: 'Gateway',
  timestamp: 'Time',
  beaconTimestamp: 'Beacon time',
  gatewayTimestamp: 'Gateway time',
  cloudTimestamp: 'Cloud time',
  accelerometerSensitivity: 'Accelerometer sensitivity',
  accelerometerX: 'Accelerometer X',
  accelerometerY: 'Accelerometer Y',
  accelerometerZ: 'Accelerometer Z',
  batteryLevel: 'Battery',
  channel: 'Channel',
  clickCounter: 'Clicks',
  humidity: 'Humidity',
  lightIntensity: 'Light',
  movementCounter: 'Movements',
  rssi: 'Signal',
  temperature: 'Temperature',
  timeSinceClick: 'Since click',
  timeSinceDoubleClick: 'Since double click',
  timeSinceMovement: 'Since movement',
  timeSinceTap: 'Since tap',
  timeSinceDoubleTap: 'Since double tap',
  firmware: 'Firmware',
  model: 'Model number',
  txPowerDbm: 'Transmission power',
  uniqueId: 'Unique ID',
  calibratedRssi1m: 'Calibrated signal at 1 m',
  calibratedRssi0m: 'Calibrated signal at 0 m',
  eddystoneNamespace: 'Eddystone namespace',
  eddystoneInstanceId: 'Eddystone instance ID',
  eddystoneEphemeralId: 'Eddystone ephemeral ID',
  iBeaconProximity: 'iBeacon proximity',
  iBeaconMajor: 'iBeacon major',
  iBeaconMinor: 'iBeacon minor',
  moving: 'Moving',
  secondsSincePirMotion: 'Since PIR motion',
  secondButtonClickCounter: 'Second button clicks',
  airQuality: 'Air quality (0 good, 255 bad)',
  roomNumber: 'Room number',
  numberOfPeopleDetected: 'People detected',
  secondsSincePeopleDetection: 'Since people detected',
};

export const telemetryStrings = {
  fields,
  /** A field nobody has described is called as the backend calls it. */
  field: (name: string): string => (Object.hasOwn(fields, name) ? fields[name]! : name),
  increments: (label: string) => `${label}, since the reading before`,
  views: { label: 'Views of telemetry', fleet: 'Fleet', records: 'Records', charts: 'Charts' },
  loading: 'Loading telemetry',
  codeFailed: { text: 'Telemetry is not on this phone yet and could not be fetched.', again: 'Try again' },
  storageFailed: 'The telemetry on this phone cannot be read.',
  readFailed: 'This part of the telemetry could not be read.',
  offline: 'You are offline. What is on this phone can be read all the same.',
  noKey: 'Asking the backend needs your key.',
  first: 'No telemetry is on this phone yet.',
  firstNoDevices: 'No telemetry is on this phone, and no beacon is known to ask for.',
  askFirst: 'Ask what was heard last',
  askOpen: 'Ask the backend',
  askAgain: 'Ask again',
  lasting,
  beacons,
  records,

  fleet: {
    beacon: 'Beacon',
    lastHeard: 'Last heard',
    battery: 'Battery',
    temperature: 'Temperature',
    moving: 'Moving',
    state: 'Heard',
    choose: (name: string) => `Choose ${name}`,
    find: 'Find a beacon',
    order: 'Order',
    orders: { silent: 'Silent first', heard: 'Last heard first', battery: 'Lowest battery first', name: 'By name' },
    onlySilent: 'Silent only',
    hearing: { heard: 'Heard', silent: 'Silent', neverHeard: 'Not heard', unasked: 'Not asked for' },
    silentFor: (ms: number) => `Silent for ${lasting(ms)}`,
    silentNote: (since: string, until: string) => `Heard last at ${since}; asked for until ${until}.`,
    notHeardNote: (from: string, until: string) => `Not heard in the range asked for: ${from} to ${until}.`,
    unaskedNote: 'Known from other asks only: whether it is silent is not known.',
    counts: (shown: number, silent: number) => `${beacons(shown)}${silent === 0 ? '' : `, ${number(silent)} silent`}`,
    noneFound: 'No beacon fits.',
    others: (n: number) =>
      n === 1
        ? '1 beacon of this account was not asked for.'
        : `${number(n)} beacons of this account were not asked for.`,
    more: (n: number) => `Show ${number(n)} more`,
    chosen: (n: number) => `${number(n)} chosen`,
    charts: (n: number) => (n === 0 ? 'Charts' : `Charts of ${number(n)}`),
    records: (n: number) => (n === 0 ? 'Records' : `Records of ${number(n)}`),
    clear: 'Choose none',
    yes: 'Yes',
    no: 'No',
    nothing: '–',
    caption: 'Beacons and their last readings',
  },

  show: {
    label: 'What is shown',
    range: 'Range shown',
    from: 'From',
    to: 'To',
    zone: 'Times in',
    utc: 'UTC',
    /** Name of the zone of this device. */
    here: (name: string) => `${name} (this device)`,
    allBeacons: 'All beacons',
    someBeacons: (n: number) => `${beacons(n)} chosen`,
    change: 'Choose beacons',
    all: 'Show all beacons',
    allGateways: 'by any gateway',
    someGateways: (n: number) => `heard by ${count(n, 'gateway', 'gateways')} chosen`,
    changeGateways: 'Choose gateways',
    anyGateway: 'Show any gateway',
  },
  presets: {
    lastHour: 'Last hour',
    last24Hours: 'Last 24 hours',
    last3Days: 'Last 3 days',
    last7Days: 'Last 7 days',
    last14Days: 'Last 14 days',
    own: 'Own range',
    allTimes: 'All times',
    undated: 'Without a time',
  },

  table: {
    caption: (n: number) => `${records(n)} of those on this phone, newest first`,
    label: 'Records',
    empty: 'No record on this phone fits this range.',
    columns: 'Columns',
    columnsTitle: 'Columns to show',
    columnsDone: 'Close',
    usual: 'Usual columns',
    other: 'Other fields',
    faults: (names: string) => `Of the wrong type: ${names}`,
    newer: 'Newer',
    older: 'Older',
    yes: 'yes',
    no: 'no',
    noTime: 'no time',
  },

  files: {
    csv: 'Save as CSV',
    ndjson: 'Save as NDJSON',
    saving: 'Saving',
    rows: (n: number) => `${records(n)} written`,
    saved: (n: number) => `Saved ${records(n)}.`,
    none: 'No record fits, so no file was made.',
    failed: 'The file could not be saved.',
    stopped: 'Saving was stopped.',
  },

  charts: {
    metrics: 'Metrics',
    metricsChange: 'Choose metrics',
    metricsTitle: 'Metrics to draw',
    done: 'Close',
    none: 'Choose beacons to draw, in the fleet or here.',
    noMetric: 'Choose at least one metric.',
    tooMany: (most: number) => `Only the first ${most} beacons are drawn.`,
    empty: 'None of these beacons has such readings on this phone in this range.',
    summary: {
      gauge: (label: string, least: string, most: string, mean: string, n: number) =>
        `${label}: ${least} to ${most}, mean ${mean}, ${count(n, 'reading', 'readings')}.`,
      flat: (label: string, value: string, n: number) =>
        `${label}: ${value} throughout, ${count(n, 'reading', 'readings')}.`,
      counter: (label: string, total: string, n: number) =>
        `${label}: ${total} in all, over ${count(n, 'reading', 'readings')}.`,
      counterAtLeast: (label: string, total: string, n: number) =>
        `${label}: at least ${total} in all, over ${count(n, 'reading', 'readings')}; a silence may hide whole turns of the counter.`,
      flag: (label: string, share: string, n: number) =>
        `${label}: yes in ${share} of ${count(n, 'reading', 'readings')}.`,
      gaps: (n: number, longest: string) => `Silent ${n === 1 ? 'once' : `${number(n)} times`}, longest ${longest}.`,
      extremes: (least: string, most: string) => `Least at ${least}, greatest at ${most}.`,
    },
  },

  ask: {
    title: 'Ask for telemetry',
    by: 'Ask by',
    byDevices: 'Beacons',
    byGateways: 'Gateways that heard them',
    what: { devices: 'Beacons', gateways: 'Gateways' },
    find: { devices: 'Find beacons', gateways: 'Find gateways' },
    chosen: (n: number) => `${number(n)} chosen`,
    all: (n: number) => `Choose all ${number(n)}`,
    none: 'Choose none',
    shown: (shown: number, of: number) => `${number(shown)} of ${number(of)} shown`,
    unknown: 'Its tracking ID is not known. Ask by a gateway that hears it, or type it.',
    type: 'Type its tracking ID',
    typed: 'Tracking ID',
    typedHelp: 'Usually the MAC address in lower case, such as 01:23:45:67:89:ab.',
    keep: 'Keep',
    extra: { devices: 'Other tracking IDs', gateways: 'Other gateway IDs' },
    extraHelp: 'One a line, or separated by spaces.',
    range: 'Time range',
    from: 'From',
    to: 'To',
    latest: 'Only what was heard last',
    latestHelp:
      'Where the backend has no such call, the last hour is asked for, then up to 24 hours for those not heard.',
    more: 'Page size and order',
    size: 'Records a page',
    sizeHelp: '1 to 2,000. Up to 30 pages a minute are asked for.',
    sort: (n: number) => `Order ${n}`,
    sortBy: 'by',
    sortNone: 'As the backend likes',
    asc: 'ascending',
    desc: 'descending',
    go: 'Ask',
    cancel: 'Cancel',
    faults: {
      'ids none': 'Choose at least one.',
      'ids tooMany': 'At most 1,000 at once.',
      'ids comma': 'An ID has no comma in it.',
      'range notATime': 'Give both times.',
      'range endBeforeStart': 'The end is not after the start.',
      'range tooLong': 'At most 92 days at once.',
      'size outOfRange': 'A whole number from 1 to 2,000.',
    } as Readonly<Record<string, string>>,
  },

  progress: {
    label: 'Asking for telemetry',
    pages: (n: number) => count(n, 'page', 'pages'),
    asking: (got: number) => `${records(got)} so far`,
    storing: (got: number) => `Keeping ${records(got)}`,
    waiting: {
      budget: (seconds: number) => `Waiting ${seconds} s: at most 30 requests a minute`,
      backend: (seconds: number) => `Waiting ${seconds} s: the backend asked for a pause`,
      retry: (seconds: number) => `No answer, trying again in ${seconds} s`,
    },
  },

  outcome: {
    done: (got: number, added: number | null) =>
      got === 0
        ? 'The backend has no record for this. Beacons send telemetry only when they are set to, and a gateway has to be in range of them.'
        : added === null
          ? `Read ${records(got)}.`
          : `Read ${records(got)}, ${number(added)} new.`,
    fellBack:
      'This backend has no call for the latest: the last hour was asked for, then up to 6 and 24 hours for those not heard.',
    unheard: (n: number, of: number) => `${number(n)} of ${beacons(of)} ${n === 1 ? 'was' : 'were'} not heard in it.`,
    stoppedEarly: 'Looking stopped there: more pages brought nobody new.',
    smallerPages: (size: number) => `The backend takes no large pages: ${records(size)} a page were asked for.`,
    endUnsaid:
      'The last page was full and the backend does not say whether there is more: ask for a shorter range to be sure.',
    undated: (n: number) =>
      `${records(n)} ${n === 1 ? 'has' : 'have'} no time: see “Without a time” under the records.`,
    split: 'The range was asked for day by day.',
    skipped: (n: number) =>
      n === 1
        ? '1 element of the answer was no record and was left out.'
        : `${number(n)} elements of the answers were no records and were left out.`,
    faulty: (n: number) => `${records(n)} had a field of the wrong type; it is kept and shown as it came.`,
    cut: (field: string, trackingId: string, at: string, more: number) =>
      `The field \u2068${field}\u2069 of \u2068${trackingId}\u2069${at === '' ? '' : `, ${at},`} was too deep or too long to be kept whole${more === 0 ? '' : `; so ${more === 1 ? 'was 1 more' : `were ${number(more)} more`}`}.`,
    cancelled: (got: number) => `Stopped after ${records(got)}. What was read is kept.`,
    kept: (got: number) => (got === 0 ? '' : ` ${records(got)} read before are kept.`),
    storageFull: 'This phone has no room for more telemetry.',
    storage: 'The telemetry could not be kept on this phone.',
    dismiss: 'Dismiss',
  },
  stored: {
    title: 'Telemetry on this phone',
    text: (n: number, bytes: number) => `${records(n)}, about ${megabytes(bytes)}.`,
    swept: (until: string) => `Older records, up to ${until}, were removed to make room.`,
    limit: 'Room for telemetry',
    limitHelp: 'When it is used up, the oldest records go first. They can be asked for again.',
    megabytes,
    remove: 'Delete from this phone',
    removeTitle: 'Delete the telemetry from this phone',
    removeText: (n: number) =>
      `${records(n)} are deleted from this phone. The backend keeps its own and can be asked again.`,
    removeGo: 'Delete',
    cancel: 'Cancel',
    removed: 'The telemetry was deleted from this phone.',
  },

  glance: {
    title: 'Telemetry at a glance',
    none: 'No telemetry of this beacon is on this phone.',
    noTrackingId: 'Its tracking ID is not known, so its telemetry cannot be asked for by name.',
    ask: 'Ask for the last 24 hours',
    asking: 'Asking',
    open: 'All telemetry of this beacon',
    lastHeard: 'Last heard',
    gateway: 'Heard by',
    day: (field: string) => `${field}, last 24 hours on this phone`,
  },
} as const;
