/** Words of the shell: page titles, updates, pages that cannot be shown. */
import type { DeviceKind } from '../../domain/device-kind.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

const kinds: Readonly<Record<DeviceKind, string>> = {
  beacon: 'Beacon',
  gateway: 'Gateway',
  cloudBeacon: 'Cloud beacon',
  other: 'Device',
};

export const shellStrings = inLanguage('shellStrings', {
  documentTitle: (page: string) => `${page} · Beacon Fieldkit`,
  skip: 'Skip to content',
  help: (page: string) => `Help: ${page}`,
  titles: {
    welcome: 'Beacon Fieldkit',
    connect: 'Connect your account',
    overview: 'Overview',
    guide: 'Guide',
    devices: 'Devices',
    device: (uniqueId: string, kind: DeviceKind) => `${kinds[kind]} ${uniqueId}`,
    kinds,
    configure: (uniqueId: string) => `Configure ${uniqueId}`,
    command: (uniqueId: string) => `Command for ${uniqueId}`,
    orders: 'Claim orders',
    move: 'Move devices',
    share: 'Share devices',
    jobs: 'Jobs',
    newJob: 'New job',
    job: 'Job',
    jobRun: 'On site',
    runList: 'Run',
    run: (uniqueId: string) => `Run on ${uniqueId}`,
    configureMany: 'Configure many',
    fetchMany: 'Fetch packages',
    withdrawMany: 'Withdraw changes',
    tags: 'Tags',
    deviceTable: 'Devices from a table',
    outbox: 'Outbox',
    telemetry: 'Telemetry',
    more: 'More',
    streams: 'Streams',
    inspector: 'Inspector',
    handOver: 'Hand over a job',
    takeOver: 'Import a job',
    jobReport: 'Acceptance report',
    reportCheck: 'Check a report',
    gallery: 'Gallery',
    unknown: 'Page not found',
  },
  theme: {
    names: { auto: 'same as the system', light: 'light', dark: 'dark', sun: 'sun' },
    change: (now: string, next: string) => `Theme: ${now}. Change to ${next}`,
  },
  update: {
    ready: 'A new version is ready.',
    apply: 'Update now',
    asked: 'Starting the new version.',
    held: 'The old version is still running. Close other windows of this app. The update continues by itself within minutes.',
  },
  loadingPage: 'Loading the page',
  pageFailed: {
    text: `This page is not saved on ${here} yet and could not be loaded.`,
    again: 'Try again',
  },
  unknownPage: { text: 'There is no page at this address.', action: 'Go to the overview' },
  copied: (value: string) => `Copied ${value}`,
  copyFailed: 'This browser does not allow copying here',
  storageTrouble:
    'The stored data of this account could not be opened. Nothing was changed. Close other windows of this app and reload. If that does not help, restart the browser. The rescue page can save the receipts as a file.',
  rescue: 'Open the rescue page',
  openingAccount: `Opening what is stored on ${here}`,
  loadAgain: 'Reload the app',
  blocked: {
    heading: 'This browser saves nothing here',
    text: 'Site data is blocked here, so receipts could not be kept. Allow cookies and site data for this address, then reload the app.',
  },
  noPolicy: 'This page runs without its security policy. Tell whoever runs the website. More says what is missing.',
} as const);
