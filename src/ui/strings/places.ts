/** Words of the places of the app: what the bar and the rail call them, and what each is for. */
import { count } from './counting.ts';
import { inLanguage } from './language.ts';

export const placeStrings = inLanguage('placeStrings', {
  names: {
    overview: 'Overview',
    devices: 'Devices',
    jobs: 'Jobs',
    run: 'Run',
    outbox: 'Outbox',
    telemetry: 'Telemetry',
    streams: 'Streams',
    inspector: 'Inspector',
    orders: 'Orders',
    more: 'More',
  },
  badges: {
    unfinished: (n: number) => count(n, 'unfinished run', 'unfinished runs'),
    parked: (n: number) => count(n, 'entry needs attention', 'entries need attention'),
  },
  /** What each is for. */
  purposes: {
    overview: 'What needs attention, and the fleet in figures',
    devices: 'The list: search, filter, prepare, share',
    jobs: 'Plan a day’s work, prepare it, do it room by room',
    run: 'Write what is prepared to the beacons',
    outbox: 'Receipts and edits on their way to the backend',
    telemetry: 'What gateways heard: battery, temperature, movement',
    streams: 'Send records on to your own cloud',
    inspector: 'Check stream records that you paste',
    orders: 'Add the devices of an order to this account',
    more: 'Account, key, theme, language, storage, settings',
  },
} as const);
