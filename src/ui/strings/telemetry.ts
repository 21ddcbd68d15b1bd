/** Words of the telemetry page: fields, fleet, records, charts, asking, what is kept on this phone. */
import { REQUESTS_PER_MINUTE } from '../../domain/limits.ts';
import { count, form, number, size } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

const records = (n: number): string => count(n, 'record', 'records');
const beacons = (n: number): string => count(n, 'beacon', 'beacons');

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** "2 days 3 h", "5 h 10 min", "12 min", "40 s". */
function lasting(ms: number): string {
  if (ms >= DAY_MS) return `${count(Math.floor(ms / DAY_MS), 'day', 'days')} ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`;
  return ms >= MINUTE_MS ? `${Math.floor(ms / MINUTE_MS)} min` : `${Math.round(ms / 1000)} s`;
}

/** A time that is known only as a least: minutes would claim more than anybody knows. */
function wholeHours(ms: number): string {
  return ms >= DAY_MS || ms < HOUR_MS ? lasting(ms) : `${Math.floor(ms / HOUR_MS)} h`;
}

/** A name on the wire -> its label. */
const fields: Readonly<Record<string, string>> = {
  trackingId: 'Tracking ID',
  sourceId: 'Gateway',
  heardAt: 'Heard',
  timestamp: 'Timestamp',
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
  secondsSincePeopleDetection: 'Since people were detected',
};

const queryFaults: Readonly<Record<string, string>> = {
  'ids none': 'Choose at least one.',
  'ids tooMany': `Choose up to ${number(1000)} at once.`,
  'ids comma': 'An ID cannot contain a comma.',
  'range notATime': 'Enter both times.',
  'range endBeforeStart': 'The end must be after the start.',
  'range tooLong': 'Choose up to 92 days at once.',
  'size outOfRange': `Enter a whole number from 1 to ${number(2000)}.`,
};

export const telemetryStrings = inLanguage('telemetryStrings', {
  /** A field nobody has described is called as the backend calls it. */
  field: (name: string): string => (Object.hasOwn(fields, name) ? fields[name]! : name),
  increments: (label: string) => `${label}, since the previous reading`,
  views: {
    label: 'Telemetry views',
    fleet: 'Fleet',
    hours: 'Activity',
    compare: 'Trends',
    gateways: 'Gateways',
    charts: 'Charts',
    records: 'Records',
    alarms: 'Alarms',
  },
  loading: 'Loading telemetry',
  clockUnchecked: 'clock unchecked',
  /** In the column of the device list. */
  inList: {
    notLoaded: (from: string, until: string) => `Not in the records loaded, ${from} to ${until}`,
    noRecord: 'The backend has no record',
    undated: 'Heard, time unreadable',
    unchecked: (time: string) => `${time} · clock unchecked`,
  },
  codeFailed: { text: `This page is not on ${here} yet and could not be loaded.`, again: 'Try again' },
  storageFailed: 'The saved telemetry cannot be read.',
  readFailed: 'This part of the telemetry could not be read.',
  offline: 'You are offline. Saved telemetry is still shown.',
  first: 'No telemetry is saved yet.',
  firstNoDevices: 'No telemetry is saved, and no beacon is known to load it for.',
  loadFirst: 'Load',
  chooseQuery: 'Choose what to load',
  loadAgain: 'Load again',
  lasting,

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
    orders: {
      silent: 'Silent first',
      heard: 'Last heard first',
      battery: 'Lowest battery first',
      temperature: 'Warmest first',
      name: 'By name',
    },
    onlySilent: 'Silent only',
    hearing: {
      heard: 'Heard',
      silent: 'Silent',
      neverHeard: 'No record',
      notLoaded: 'Not in the records loaded',
      unasked: 'Not checked',
    },
    silentFor: (ms: number) => `Silent for ${lasting(ms)}`,
    silentAtLeast: (ms: number) => `Silent for ${wholeHours(ms)} or more`,
    silentNote: (since: string, until: string) => `Last heard at ${since}. Checked until ${until}.`,
    notLoadedNote: (from: string, until: string) =>
      `Records were loaded for ${from} to ${until}. It may have been heard at other times.`,
    unaskedNote: 'Its latest record was not loaded, so it may or may not be silent.',
    counts: (shown: number, silent: number) => `${beacons(shown)}${silent === 0 ? '' : `, ${number(silent)} silent`}`,
    noneFound: 'No beacon matches.',
    others: (n: number) =>
      form(n, {
        one: '1 beacon of this account was not checked.',
        other: `${number(n)} beacons of this account were not checked.`,
      }),
    more: (n: number) => `Show ${number(n)} more`,
    charts: (n: number) => (n === 0 ? 'Charts' : `Charts (${number(n)})`),
    records: (n: number) => (n === 0 ? 'Records' : `Records (${number(n)})`),
    clear: 'Clear selection',
    yes: 'Yes',
    no: 'No',
    nothing: '–',
    caption: 'Beacons and their last readings',
  },

  show: {
    range: 'Range shown',
    from: 'From',
    to: 'To',
    zone: 'Time zone',
    utc: 'UTC',
    /** Name of the zone of this device. */
    here: (name: string) => `${name} (${here})`,
    allBeacons: 'All beacons',
    someBeacons: (n: number) => `${beacons(n)} chosen`,
    change: 'Choose beacons',
    all: 'Show all beacons',
    someGateways: (n: number) => `heard by ${count(n, 'chosen gateway', 'chosen gateways')}`,
    changeGateways: 'Choose gateways',
    anyGateway: 'Show all gateways',
  },
  presets: {
    lastHour: 'Last hour',
    last24Hours: 'Last 24 hours',
    last7Days: 'Last 7 days',
    last30Days: 'Last 30 days',
    own: 'Custom range',
    allTimes: 'All times',
    undated: 'Without a time',
  },

  table: {
    caption: (n: number) => `${count(n, 'saved record', 'saved records')}, newest first`,
    label: 'Records',
    empty: 'No saved records in this range.',
    columns: 'Columns',
    columnsTitle: 'Choose columns',
    columnsDone: 'Close',
    usual: 'Common columns',
    other: 'Other fields',
    faults: (names: string) => `Wrong type: ${names}`,
    newer: 'Newer',
    older: 'Older',
    yes: 'yes',
    no: 'no',
    noTime: 'no time',
    mainsPower: 'Mains power',
    timeUnreadable: 'time unreadable',
  },

  files: {
    csv: 'Save as CSV',
    ndjson: 'Save as NDJSON',
    saving: 'Saving',
    rows: (n: number) => `${records(n)} written`,
    saved: (n: number) => `Saved ${records(n)}.`,
    none: 'No record matches, so no file was made.',
    failed: 'The file could not be saved.',
    stopped: 'Saving stopped.',
  },

  charts: {
    metrics: 'Metrics',
    metricsChange: 'Metrics',
    metricsTitle: 'Metrics',
    done: 'Close',
    none: 'Choose the beacons for the chart, here or under Fleet.',
    latest: (n: number) => (n === 1 ? 'Show the beacon heard last' : `Show the ${number(n)} beacons heard last`),
    noMetric: 'Choose at least one metric.',
    tooMany: (most: number) => `Only the first ${number(most)} beacons are shown.`,
    empty: 'No saved readings of these beacons in this range.',
    without: (names: string) => `No readings for: ${names}.`,
    summary: {
      gauge: (label: string, least: string, most: string, mean: string, n: number) =>
        `${label}: ${least} to ${most}, average ${mean}, ${count(n, 'reading', 'readings')}.`,
      flat: (label: string, value: string, n: number) =>
        `${label}: always ${value}, ${count(n, 'reading', 'readings')}.`,
      counter: (label: string, total: string, n: number) =>
        `${label}: ${total} in total, ${count(n, 'reading', 'readings')}.`,
      counterAtLeast: (label: string, total: string, n: number) =>
        `${label}: at least ${total} in total, ${count(n, 'reading', 'readings')}. The counter may have started over during a gap.`,
      flag: (label: string, share: string, n: number) =>
        `${label}: yes in ${share} of ${count(n, 'reading', 'readings')}.`,
      gaps: (n: number, longest: string) =>
        form(n, { one: `1 gap: ${longest}.`, other: `${number(n)} gaps, the longest ${longest}.` }),
      extremes: (least: string, most: string) => `Lowest at ${least}, highest at ${most}.`,
    },
  },

  query: {
    title: 'Load telemetry',
    by: 'Load by',
    byDevices: 'Beacons',
    byGateways: 'Gateways',
    what: { devices: 'Beacons', gateways: 'Gateways' },
    find: { devices: 'Find beacons', gateways: 'Find gateways' },
    chosen: (n: number) => `${number(n)} chosen`,
    all: (n: number) => `Choose all ${number(n)}`,
    allKnown: (n: number) => `Choose the ${number(n)} with a tracking ID`,
    none: 'Clear selection',
    shown: (shown: number, of: number) => `${number(shown)} of ${number(of)} shown. Search to find the others.`,
    unknown: 'Its tracking ID is not known. Load by a gateway that hears it, or type the ID.',
    type: 'Type the tracking ID',
    typed: 'Tracking ID',
    typedHelp: 'Usually the MAC address in lower case, such as 01:23:45:67:89:ab.',
    keep: 'Save',
    extra: { devices: 'Other tracking IDs', gateways: 'Other gateway IDs' },
    extraHelp: 'One per line, or separated by spaces.',
    range: 'Time range',
    latest: 'Latest readings only',
    latestHelp:
      'If the backend does not offer this, the last hour is loaded, then up to 24 hours for beacons that were not heard.',
    more: 'Page size and order',
    size: 'Records per page',
    sizeHelp: `1 to ${number(2000)}. Up to ${number(REQUESTS_PER_MINUTE)} pages are loaded per minute.`,
    sort: (n: number) => `Order ${number(n)}`,
    sortBy: 'by',
    sortNone: 'Backend’s default',
    asc: 'ascending',
    desc: 'descending',
    go: 'Load',
    cancel: 'Cancel',
    faults: queryFaults,
  },

  progress: {
    label: 'Loading telemetry',
    pages: (n: number) => count(n, 'page', 'pages'),
    atMost: (n: number) => `Loading telemetry, up to ${count(n, 'request', 'requests')}`,
    heard: (heard: number, of: number) => `${number(heard)} of ${beacons(of)} heard`,
    asking: (got: number) => `${records(got)} so far`,
    storing: (got: number) => `Saving ${records(got)}`,
    waiting: {
      budget: (seconds: number) =>
        `Waiting ${number(seconds)} s: limit of ${number(REQUESTS_PER_MINUTE)} requests per minute`,
      backend: (seconds: number) => `Waiting ${number(seconds)} s: the backend asked for a pause`,
      retry: (seconds: number) => `No answer, trying again in ${number(seconds)} s`,
    },
  },

  outcome: {
    done: (got: number, added: number | null) =>
      got === 0
        ? 'The backend returned no records for this. Beacons send telemetry only when it is turned on and a gateway is in range.'
        : added === null
          ? `Loaded ${records(got)}.`
          : `Loaded ${records(got)}, ${number(added)} new.`,
    fellBack:
      'This backend does not offer the latest readings. The last hour was loaded, then up to 6 and 24 hours for beacons that were not heard.',
    unheard: (n: number, of: number) => `Not heard in that time: ${number(n)} of ${beacons(of)}.`,
    stoppedEarly: 'Loading stopped there, because further pages had no new beacons.',
    smallerPages: (pageSize: number) =>
      `The backend refused larger pages, so ${records(pageSize)} per page were loaded.`,
    endUnsaid:
      'The last page was full, and the backend does not say whether there is more. Load a shorter range to be sure.',
    undated: (n: number) =>
      form(n, {
        one: '1 record has no time. See “Without a time” under Records.',
        other: `${number(n)} records have no time. See “Without a time” under Records.`,
      }),
    split: 'The range was loaded day by day.',
    skipped: (n: number) =>
      form(n, {
        one: '1 item in the answer was not a record and was left out.',
        other: `${number(n)} items in the answers were not records and were left out.`,
      }),
    faulty: (n: number) => `${records(n)} had a field of the wrong type. It is saved and shown as received.`,
    cut: (field: string, trackingId: string, at: string, more: number) => {
      const place = `\u2068${field}\u2069 of \u2068${trackingId}\u2069${at === '' ? '' : ` (${at})`}`;
      return more === 0
        ? `The field ${place} was nested too deeply or too long to save in full.`
        : form(more, {
            one: `The field ${place} and 1 more were nested too deeply or too long to save in full.`,
            other: `The field ${place} and ${number(more)} more were nested too deeply or too long to save in full.`,
          });
    },
    bounded: (got: number) => `Stopped after the newest, as you chose: ${records(got)} loaded. There may be more.`,
    rest: 'Load the rest',
    cancelled: (got: number) => `Stopped after ${records(got)}. What was loaded is saved.`,
    savedSoFar: (got: number) =>
      got === 0 ? '' : ` ${count(got, 'record that arrived before is', 'records that arrived before are')} saved.`,
    storageFull: `There is not enough space on ${here} for more telemetry.`,
    storage: `The telemetry could not be saved on ${here}.`,
    dismiss: 'Dismiss',
  },
  stored: {
    title: 'Saved telemetry',
    text: (n: number, bytes: number) => `${records(n)}, about ${size(bytes)}.`,
    swept: (until: string) => `Records up to ${until} were removed to free space.`,
    limit: 'Space for telemetry',
    limitHelp: 'When it is full, the oldest records are removed first. You can load them from the backend again.',
    megabytes: size,
    remove: `Delete from ${here}`,
    removeTitle: 'Delete saved telemetry',
    removeText: (n: number) =>
      form(n, {
        one: `1 record is deleted from ${here}. Nothing is deleted at the backend.`,
        other: `${number(n)} records are deleted from ${here}. Nothing is deleted at the backend.`,
      }),
    removeGo: 'Delete',
    removed: 'The saved telemetry was deleted.',
  },

  glance: {
    none: 'No telemetry of this beacon is saved.',
    noTrackingId: 'Its tracking ID is not known, so its telemetry cannot be loaded.',
    ask: 'Load the last 24 hours',
    open: 'All telemetry of this beacon',
    lastHeard: 'Last heard',
    gateway: 'Heard by',
    day: (field: string) => `${field}, saved readings of the last 24 hours`,
  },
} as const);
