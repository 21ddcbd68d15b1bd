/** Words of the overview: what needs a person, the fleet in figures, what is carried and delivered, streams. */
import { LOW_BATTERY_PERCENT } from '../../domain/low-battery.ts';
import type { ReceiptGroup, Task } from '../../domain/overview/needs-you.ts';
import type { Heard } from '../../domain/device-list/view-address.ts';
import type { StreamStanding } from '../../domain/streams/steps.ts';
import { count, form, number, percent } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();
const devices = (n: number): string => count(n, 'device', 'devices');

/** What needs doing, and the words of its one action. */
const tasks: Record<Task, { readonly says: (n: number) => string; readonly action: string }> = {
  losses: {
    says: () => `Stored data was lost or restored on ${here}. The notice above says what it means.`,
    action: 'Show runs',
  },
  key: { says: () => 'The backend cannot be reached without your key.', action: 'Enter key' },
  notMirrored: {
    says: (n) => `${count(n, 'receipt has', 'receipts have')} no second copy yet.`,
    action: 'Open the outbox',
  },
  uncertainRuns: {
    says: (n) =>
      form(n, {
        one: '1 run is uncertain: its beacon may hold a receipt.',
        other: `${number(n)} runs are uncertain: their beacons may hold receipts.`,
      }),
    action: 'Show runs',
  },
  parked: {
    says: (n) => `${count(n, 'receipt was', 'receipts were')} refused by the backend.`,
    action: 'Open the outbox',
  },
  unsureNotVerified: {
    says: (n) => `${count(n, 'receipt may', 'receipts may')} belong to another beacon.`,
    action: 'Open the outbox',
  },
  notVerified: {
    says: (n) => `${count(n, 'beacon is', 'beacons are')} not verified: the backend still has a change waiting.`,
    action: 'Open the outbox',
  },
  refused: {
    says: (n) => `${count(n, 'beacon', 'beacons')} refused the change.`,
    action: 'Open the outbox',
  },
  editsParked: {
    says: (n) => `${count(n, 'edit of an alias, tag or note was', 'edits of aliases, tags or notes were')} refused.`,
    action: 'Open the outbox',
  },
  unfinishedRuns: {
    says: (n) => `${count(n, 'run was', 'runs were')} started, but nothing was written yet.`,
    action: 'Show runs',
  },
  interrupted: {
    says: (n) => `${count(n, 'command or reading was', 'commands or readings were')} interrupted.`,
    action: 'Show runs',
  },
  deadPackages: {
    says: (n) => `${count(n, 'package is', 'packages are')} out of date: the beacon has taken a newer one.`,
    action: 'Show runs',
  },
  oldPackages: {
    says: (n) => `${count(n, 'package was', 'packages were')} fetched more than a week ago.`,
    action: 'Show runs',
  },
  needPackage: {
    says: (n) =>
      `${devices(n)} ${form(n, { one: 'has', other: 'have' })} a change prepared, but no package on ${here}.`,
    action: 'Show devices',
  },
  alarms: {
    says: (n) => `${devices(n)} ${form(n, { one: 'has', other: 'have' })} a telemetry alarm.`,
    action: 'Show alarms',
  },
  silent: {
    says: (n) => `${devices(n)} ${form(n, { one: 'was', other: 'were' })} silent when telemetry was last loaded.`,
    action: 'Show devices',
  },
  batteryLow: {
    says: (n) =>
      `${devices(n)} ${form(n, { one: 'has', other: 'have' })} a battery of ${percent(LOW_BATTERY_PERCENT)} or less.`,
    action: 'Show devices',
  },
};

const heard: Record<Heard, string> = { heard: 'Heard', silent: 'Silent', unasked: 'Not known' };

const receipts: Record<ReceiptGroup, string> = {
  waiting: 'Waiting to be sent',
  parked: 'Refused by the backend',
  notVerified: 'Not verified',
  sent: 'Sent',
  refused: 'Refused by the beacon',
  verified: 'Verified',
  aside: 'Given up or settled',
};

const streams: Record<StreamStanding, string> = {
  on: 'Enabled',
  paused: 'Paused',
  none: 'Not set up',
  unsaid: 'Not stated',
};

export const overviewStrings = inLanguage('overviewStrings', {
  loading: 'Opening the saved data',
  counting: (done: number, total: number) => `Counting ${number(done)} of ${devices(total)}`,
  asOf: (total: number) => `${devices(total)}, list updated`,
  notLoaded: 'The device list is not loaded yet.',
  partial: 'The list was not loaded completely: these figures may be too low.',
  offline: 'Offline. These figures are from the saved list.',
  refresh: 'Refresh',
  refreshing: 'Loading the devices',
  readSoFar: (n: number) => `${devices(n)} so far`,
  load: 'Load the devices',
  empty: 'This account has no devices yet. Devices come with an order.',
  claim: 'Claim an order',
  needsYou: 'Needs attention',
  nothingNeedsYou: 'Nothing needs attention.',
  tasks,
  state: 'Configuration',
  stateHint: 'Configuration progress',
  battery: 'Battery',
  batteryHint: 'Devices by battery level',
  batteryBand: (from: number, to: number) => `${number(from)}–${percent(to)}`,
  batteryUnsaid: (n: number) => `${number(n)} unknown`,
  weeks: {
    title: (weeks: number) => `The last ${number(weeks)} weeks`,
    hint: `From the telemetry saved on ${here}, one point per week.`,
    battery: 'Average battery',
    heard: 'Beacons heard',
    line: (what: string, first: string, last: string) => `${what}: from ${first} to ${last}`,
    toEmpty: 'Weeks to empty',
    weeksLeft: (weeks: number) => (weeks === 0 ? 'less than a week' : `about ${count(weeks, 'week', 'weeks')}`),
  },
  heardTitle: 'Heard by telemetry',
  heard,
  heardHint: (until: string) => `As of ${until}, when telemetry was last loaded`,
  heardNever: 'Telemetry has not been loaded yet, so it is not known which beacons are silent.',
  heardOpening: 'Opening the saved telemetry',
  heardFailed: 'The saved telemetry could not be opened.',
  loadTelemetry: 'Open telemetry',
  neverSeen: (n: number) => `${number(n)} never seen by the backend`,
  models: 'Model',
  firmwares: 'Firmware',
  accesses: 'Your access',
  types: 'Type',
  tags: 'Tags',
  unsaid: 'Not stated',
  packages: `Packages on ${here}`,
  packagesNone: `No package is on ${here}.`,
  packageAges: { today: 'Fetched today', week: 'This week', older: 'Older than a week' },
  packagesOldest: 'Oldest:',
  receipts: `Receipts on ${here}`,
  receiptsNone: `No receipt is on ${here}.`,
  receiptGroups: receipts,
  streams: 'Streams',
  streamsNotRead: 'Not loaded yet',
  streamsRead: 'Load',
  streamsReading: 'Loading',
  streamsFailed: 'The streams could not be loaded.',
  streamStandings: streams,
  columns: { value: 'Value', devices: 'Devices', share: 'Share', receipts: 'Receipts', packages: 'Packages' },
  share: (part: number, all: number) =>
    all === 0 ? '' : part > 0 && part / all < 0.01 ? `< ${percent(1)}` : percent(Math.round((100 * part) / all)),
  showAll: (n: number) => `Show all ${number(n)}`,
  showMost: (n: number) => `Show the ${number(n)} most frequent`,
  showFewer: 'Show fewer',
} as const);
