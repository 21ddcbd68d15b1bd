/** Words of the places of the app: what the bar and the rail call them. */
import { count } from '../counting.ts';

export const placeStrings = {
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
    parked: (n: number) => count(n, 'entry needs you', 'entries need you'),
  },
} as const;
