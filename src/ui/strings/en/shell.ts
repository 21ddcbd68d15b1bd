/** Words of the shell: places, page titles, key dialog, leaving a run, updates, pages that cannot be shown. */
import type { DeviceKind } from '../../../domain/device.ts';
import { count, form, number } from '../counting.ts';
import { thisDevice } from '../place.ts';

const here = thisDevice();

const kinds: Readonly<Record<DeviceKind, string>> = {
  beacon: 'Beacon',
  gateway: 'Gateway',
  cloudBeacon: 'Cloud beacon',
  other: 'Device',
};

export const shellStrings = {
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
    runList: 'Run',
    run: (uniqueId: string) => `Run on ${uniqueId}`,
    configureMany: 'Configure many',
    fetchMany: 'Fetch packages',
    tags: 'Tags',
    outbox: 'Outbox',
    telemetry: 'Telemetry',
    more: 'More',
    streams: 'Streams',
    inspector: 'Inspector',
    gallery: 'Gallery',
    unknown: 'Page not found',
  },
  places: {
    overview: 'Overview',
    devices: 'Devices',
    run: 'Run',
    outbox: 'Outbox',
    telemetry: 'Telemetry',
    streams: 'Streams',
    inspector: 'Inspector',
    orders: 'Orders',
    more: 'More',
  },
  /** What each place is for, under its name. */
  purposes: {
    overview: 'What needs you, and the fleet in figures',
    devices: 'The list: search, filter, prepare, share',
    run: 'Write what is prepared to the beacons',
    outbox: 'Receipts and edits on their way to the backend',
    telemetry: 'What gateways heard: battery, temperature, movement',
    streams: 'Send records on to your own cloud',
    inspector: 'Check stream records that you paste',
    orders: 'Add the devices of an order to this account',
    more: 'Account, key, theme, language, storage, settings',
  },
  badges: {
    unfinished: (n: number) => count(n, 'unfinished run', 'unfinished runs'),
    parked: (n: number) => count(n, 'entry needs you', 'entries need you'),
  },
  theme: {
    names: { auto: 'same as the system', light: 'light', dark: 'dark', sun: 'sun' },
    change: (now: string, next: string) => `Theme: ${now}. Change to ${next}`,
  },
  update: { ready: 'A new version is ready.', apply: 'Update now' },
  loadingPage: 'Loading the page',
  pageFailed: {
    text: `This page is not saved on ${here} yet and could not be loaded.`,
    again: 'Try again',
  },
  unknownPage: { text: 'There is no page at this address.', action: 'Go to the overview' },
  copied: (value: string) => `Copied ${value}`,
  copyFailed: 'Copying is not allowed here',
  storageTrouble:
    'The stored data of this account could not be opened. Nothing was changed. Close other windows of this app and reload it.',
  openingAccount: `Opening what is stored on ${here}`,
  loadAgain: 'Reload the app',
  blocked: {
    heading: 'This browser saves nothing for this app',
    text: 'Site data is blocked here, so receipts could not be kept. Allow cookies and site data for this address, then reload the app.',
  },
  lost: {
    emptied: 'The browser or the system cleared the storage of this account.',
    registry: `The list of accounts on ${here} was lost and has been rebuilt.`,
    receipts: (n: number) =>
      form(n, {
        one: '1 receipt was restored from its second copy.',
        other: `${number(n)} receipts were restored from their second copies.`,
      }),
    missing: (n: number) =>
      `${count(n, 'receipt that was counted before is', 'receipts that were counted before are')} missing.`,
    runs: (n: number) =>
      form(n, {
        one: '1 unfinished run was restored. Its beacon may hold a receipt.',
        other: `${number(n)} unfinished runs were restored. Their beacons may hold receipts.`,
      }),
    packages: 'The packages stored here are gone. Fetch them again.',
    runHere:
      'Stored data was lost. The run on this beacon was restored from its second copy. How far it got is not known, and the beacon may hold its receipt. Connect to it before you prepare anything else.',
    beaconHere:
      'Stored data was lost, perhaps also of this beacon. An unfinished run that was not restored would look as if there was none.',
    toRuns: 'Show runs',
    understood: 'Understood',
  },
  manyHere: {
    text: (n: number) =>
      `${count(n, 'receipt is', 'receipts are')} only on ${here}. If it gets lost, so do they. Keep a file of them elsewhere until they are sent.`,
    export: 'Export them',
    saved: (n: number) => `${count(n, 'receipt', 'receipts')} exported as a file.`,
    failed: 'The export file could not be made.',
    later: 'Not now',
  },
  otherKey: {
    heading: 'Whose key is this?',
    ask: `These addresses are known on ${here} with another key. Nothing has been sent or shown yet.`,
    same: (name: string) => `A new key for “${name}”`,
    waits: (n: number) => `${count(n, 'receipt waits', 'receipts wait')} there.`,
    sameMeans: 'The backend has to accept the key first. Then the key is used to send what waits.',
    endsVault: 'The key remembered there is the old one and will be removed.',
    other: 'Another account',
    otherMeans: 'It gets its own storage. What is stored for the other account stays there.',
    notProven: {
      wrongKey: 'The backend does not accept this key, so nothing was opened.',
      unreached: 'The backend could not be reached to check this key, so nothing was opened. Try again when online.',
    },
  },
  noPolicy: 'This page runs without its security policy. Tell whoever runs the website. More says what is missing.',
  leaveRun: {
    heading: 'A run is in progress',
    running: (uniqueId: string) => `The run on ${uniqueId} continues. Come back to its screen for the next step.`,
    saving: (uniqueId: string) => `Stay on this screen: the receipt of ${uniqueId} is not saved twice yet.`,
    stay: 'Stay here',
    leave: 'Leave this screen',
  },
  key: {
    give: 'Enter key',
    heading: 'Your key',
    why: 'The key stays in memory only and is gone when you close the app.',
    waiting: (n: number) => `${count(n, 'receipt waits', 'receipts wait')} for your key.`,
    account: (name: string) => `Account ${name}`,
    label: 'API key',
    use: 'Use this key',
    openHeading: 'Open with your passphrase',
    passphrase: 'Passphrase',
    open: 'Open',
    wrong: 'Wrong passphrase.',
    noVault: `No key is saved on ${here}. Enter the key instead.`,
    typeInstead: 'Enter the key instead',
    passphraseInstead: 'Use the passphrase instead',
    empty: 'Enter the key first.',
    failed: 'The key could not be used.',
    offerHeading: `Remember the key on ${here}?`,
    offer: `A passphrase locks the key on ${here}, so you do not have to type it again.`,
    remember: 'Remember the key',
    notNow: 'Not now',
    remembered: `The key is saved on ${here}, locked by your passphrase.`,
    accepted: 'The key is in use.',
  },
  passphrase: {
    label: 'Passphrase',
    repeat: 'Passphrase again',
    help: 'At least 12 characters that nobody would guess: several words that do not belong together. It cannot be recovered later.',
    short: (n: number) => `${count(n, 'more character', 'more characters')} needed.`,
    sameAsKey: 'The passphrase must not be the key itself.',
    guessable: 'Too easy to guess. Add words that do not belong together.',
    notJudged: 'The passphrase could not be checked. Go online once and try again.',
    differs: 'The passphrases do not match.',
    good: 'Good enough.',
    strong: 'Strong.',
  },
} as const;
