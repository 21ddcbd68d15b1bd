/** Words of the telemetry desk: when it was checked, what a read will cost, hours, trends, gateways, alarms. */
import { REQUESTS_PER_MINUTE } from '../../domain/limits.ts';
import { count, form, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();
const beacons = (n: number): string => count(n, 'beacon', 'beacons');
const requests = (n: number): string => count(n, 'request', 'requests');

export const telemetryDeskStrings = inLanguage('telemetryDeskStrings', {
  fresh: {
    checked: 'Last loaded',
    never: 'Never loaded yet.',
    check: 'Load',
    checking: 'Loading',
    every: 'Refresh',
    off: 'Off',
    /** Where no label stands before it. */
    offAlone: 'Refresh: off',
    minutes: (n: number) => form(n, { one: 'Every minute', other: `Every ${number(n)} minutes` }),
    left: (left: number, of: number) => `${number(left)} of ${requests(of)} left this minute`,
    paused: {
      hidden: 'Paused while this page is not in view.',
      offline: 'Paused: you are offline.',
      key: 'Paused: the API key is needed.',
      busy: 'Waits until this load has ended.',
    },
  },

  estimate: {
    title: 'This takes a while',
    text: (n: number, minutes: number) =>
      `About ${requests(n)}, ${count(minutes, 'minute', 'minutes')}. Up to ${requests(REQUESTS_PER_MINUTE)} per minute are sent.`,
    hint: (n: number) => `“Newest only” starts with the newest readings and stops after ${requests(n)}.`,
    newest: (n: number) => `Newest only (${requests(n)})`,
    all: 'Load everything',
    cancel: 'Cancel',
  },

  unloaded: 'This range was not loaded for all of these beacons, so a gap may only mean that nothing was loaded.',

  rooms: { label: 'Room', all: 'All rooms' },
  presets: { label: 'Range', lastHour: '1 h', last24Hours: '24 h', last7Days: '7 days', last30Days: '30 days' },

  hours: {
    heading: 'Records per hour',
    headingStep: (hours: number) => `Records per ${number(hours)} hours`,
    empty: 'No saved records in this range.',
    gaps: (share: string) => `${share} of these hours were not loaded, so nothing is known about them.`,
    load: 'Load',
    more: (n: number) => `Show ${number(n)} more`,
    shown: (shown: number, of: number) => `${number(shown)} of ${beacons(of)} shown, most silent first.`,
  },

  compare: {
    intro: 'Saved readings by the hour, all on the same scale.',
    empty: 'No saved battery or temperature readings in this range.',
    order: 'Order',
    orders: { battery: 'Lowest battery first', temperature: 'Warmest first', name: 'By name' },
    line: (what: string, first: string, last: string) => `${what} from ${first} to ${last}`,
    scale: (what: string, least: string, most: string) => `${what}: ${least} to ${most}`,
    more: (n: number) => `Show ${number(n)} more`,
    shown: (shown: number, of: number) => `${number(shown)} of ${beacons(of)} shown`,
    open: (name: string) => `Charts of ${name}`,
  },

  gateways: {
    empty: 'No saved record in this range names a gateway.',
    caption: 'Gateways and what they heard in this range',
    gateway: 'Gateway',
    heard: 'Beacons heard',
    last: 'Last heard',
    records: 'Records',
    all: 'All gateways',
    heardBy: (gateway: string) => `Heard by ${gateway}`,
    beaconsCaption: (gateway: string) => `Beacons heard by ${gateway} in this range`,
    none: 'This gateway heard no beacon in this range, as far as records are saved.',
    beacon: 'Beacon',
    saved: `Counted from the records saved on ${here}.`,
  },

  alarms: {
    intro:
      'Checked whenever telemetry is loaded, and now and then while the app is open in the background, in browsers that can do that. They are not checked in between.',
    checked: 'Last checked',
    never: 'Never checked yet: load telemetry first.',
    unchecked: (n: number) =>
      form(n, {
        one: 'Nothing was loaded for 1 beacon, so nothing is known about it.',
        other: `Nothing was loaded for ${beacons(n)}, so nothing is known about them.`,
      }),
    now: 'Alarms now',
    none: 'No alarm in the saved readings.',
    noRules: 'No rule yet. Add one below.',
    rules: 'Rules',
    add: 'Add a rule',
    kind: 'What',
    kinds: { battery: 'Battery is low', silent: 'Beacon is silent', temperature: 'Temperature is out of range' },
    belowPercent: 'Below',
    afterHours: 'For at least',
    below: 'Below',
    above: 'Above',
    tag: 'For',
    allBeacons: 'All beacons',
    tagged: (tag: string) => `Tag ${tag}`,
    inRoom: (room: string) => `Room ${room}`,
    save: 'Add rule',
    remove: 'Remove',
    removeRule: (rule: string) => `Remove rule: ${rule}`,
    faults: {
      battery: 'Enter 1 to 100 %.',
      silent: `Enter 1 to ${number(2160)} hours.`,
      temperature: `Enter at least one limit, from −273 to ${number(1000)} °C.`,
      order: 'The lower limit must be under the upper one.',
    },
    full: 'No more rules can be added.',
    hours: 'h',
    rule: {
      battery: (percent: number) => `Battery below ${number(percent)}%`,
      silent: (hours: number) => `Silent for ${number(hours)} h or more`,
      below: (limit: string) => `Temperature below ${limit}`,
      above: (limit: string) => `Temperature above ${limit}`,
      outside: (below: string, above: string) => `Temperature below ${below} or above ${above}`,
      forTag: (rule: string, tag: string) => `${rule}, tag ${tag}`,
      forRoom: (rule: string, room: string) => `${rule}, room ${room}`,
    },
    found: (n: number) => count(n, 'beacon', 'beacons'),
    silentFor: (time: string) => `silent for ${time}`,
    read: 'read',
    lastHeard: 'last heard',
    notHeard: 'no record with a time was loaded',
    lasts: (duration: string) => `for ${duration}`,
    lastsAtLeast: (duration: string) => `for ${duration} or more`,
    more: (n: number) => `Show ${number(n)} more`,
    notify: 'Notify me about new alarms',
    notifyOn: `Notifications are on for ${here}. They come when a load finds something new.`,
    notifyOff: 'Notifications are blocked in the browser settings.',
    badge: 'Alarm',
    batteryAt: (percent: string) => `Battery ${percent}`,
    andMore: (short: string, n: number) => `${short}, +${number(n)}`,
    raised: (rule: string, value: string) => `${rule} (${value})`,
    here: (alarms: string) => `Alarm: ${alarms}`,
    only: 'Alarms only',
    notice: {
      title: (n: number) => count(n, 'new telemetry alarm', 'new telemetry alarms'),
      part: (what: string, n: number, unchecked: boolean) =>
        `${what}: ${number(n)}${unchecked ? ' (clock unchecked)' : ''}`,
    },
  },
} as const);
