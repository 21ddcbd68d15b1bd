/** Words of the shell: places, page titles, key dialog, leaving a run, updates, pages that cannot be shown. */
import type { DeviceKind } from '../../../domain/device.ts';
import { number } from '../counting.ts';

export const shellStrings = {
  app: 'Beacon Fieldkit',
  documentTitle: (page: string) => `${page} · Beacon Fieldkit`,
  skip: 'Skip to the page',
  titles: {
    welcome: 'Beacon Fieldkit',
    connect: 'Connect your account',
    devices: 'Devices',
    device: (uniqueId: string, kind: DeviceKind) =>
      `${{ beacon: 'Beacon', gateway: 'Gateway', cloudBeacon: 'Cloud beacon', other: 'Device' }[kind]} ${uniqueId}`,
    configure: (uniqueId: string) => `Configure ${uniqueId}`,
    command: (uniqueId: string) => `Command for ${uniqueId}`,
    orders: 'Claim orders',
    move: 'Move devices',
    share: 'Share devices',
    runList: 'Run',
    run: (uniqueId: string) => `Run on ${uniqueId}`,
    outbox: 'Outbox',
    telemetry: 'Telemetry',
    more: 'More',
    streams: 'Streams',
    inspector: 'Inspector',
    gallery: 'Gallery',
    unknown: 'Page not found',
  },
  places: { devices: 'Devices', run: 'Run', outbox: 'Outbox', telemetry: 'Telemetry', more: 'More' },
  badges: {
    unfinished: (n: number) => (n === 1 ? '1 unfinished run' : `${n} unfinished runs`),
    parked: (n: number) => (n === 1 ? '1 entry needs you' : `${n} entries need you`),
  },
  theme: {
    names: { auto: 'as the system', light: 'light', dark: 'dark', sun: 'sun' },
    change: (now: string, next: string) => `Theme: ${now}. Change to ${next}`,
  },
  update: { ready: 'A new version is ready.', apply: 'Update now' },
  loadingPage: 'Loading the page',
  pageFailed: {
    text: 'This page is not on this phone yet and could not be fetched.',
    again: 'Try again',
  },
  unknownPage: { text: 'There is no page at this address.', action: 'Go to the devices' },
  copied: (value: string) => `Copied ${value}`,
  copyFailed: 'Copying is not allowed here',
  storageTrouble:
    'What is stored for this account could not be opened. Nothing was changed: close other windows of this app and load it again.',
  openingAccount: 'Reading what is stored on this phone',
  loadAgain: 'Load the app again',
  blocked: {
    heading: 'This browser keeps nothing for this app',
    text: 'Site data is blocked here, so receipts could not be kept. Allow cookies and site data for this address, then load the app again.',
  },
  lost: {
    emptied: 'The browser or the system has emptied the storage of this account.',
    registry: 'The list of accounts on this phone was lost and has been rebuilt.',
    receipts: (n: number) =>
      n === 1 ? '1 receipt came back from its second copy.' : `${n} receipts came back from their second copies.`,
    missing: (n: number) =>
      n === 1 ? '1 receipt that was counted before is missing.' : `${n} receipts that were counted before are missing.`,
    runs: (n: number) =>
      n === 1
        ? '1 unfinished run came back: its beacon may hold a receipt.'
        : `${n} unfinished runs came back: their beacons may hold receipts.`,
    packages: 'Packages that were carried are gone: fetch them again.',
    runHere:
      'The run on this beacon came back from its second copy. How far it came is not known, and the beacon may hold its receipt: connect to it before you prepare anything else.',
    beaconHere:
      'What was carried for this beacon may be gone with it: an unfinished run that did not come back would show as if there was none.',
    toRuns: 'Show the runs',
    understood: 'Understood',
  },
  manyHere: {
    text: (n: number) =>
      `${number(n)} receipts are only on this phone: if it gets lost, so do they. Keep a file of them elsewhere until they are sent.`,
    export: 'Export them',
    saved: (n: number) => `${number(n)} receipts exported as a file.`,
    failed: 'The export file could not be made.',
    later: 'Not now',
  },
  otherKey: {
    heading: 'Whose key is this?',
    ask: 'This phone knows these addresses with another key. Nothing was sent or shown yet.',
    same: (name: string) => `A new key of “${name}”`,
    waits: (n: number) => (n === 1 ? '1 receipt waits there.' : `${n} receipts wait there.`),
    sameMeans: 'The backend has to accept the key first. Then what waits is sent with it.',
    endsVault: 'The key that is remembered there is the earlier one and will be removed.',
    other: 'Another account',
    otherMeans: 'It gets a place of its own. What is stored for the other one stays there.',
    notProven: {
      wrongKey: 'The backend does not accept this key, so nothing was opened.',
      unreached: 'The backend could not be asked about this key, so nothing was opened. Try again with a network.',
    },
  },
  noPolicy:
    'This page runs without its security policy. Tell the person who runs its server; More says what is missing.',
  leaveRun: {
    heading: 'A run is going on',
    running: (uniqueId: string) => `The run on ${uniqueId} goes on, and its next step is shown on its own screen.`,
    saving: (uniqueId: string) => `Stay on this screen: the receipt of ${uniqueId} is not saved twice yet.`,
    stay: 'Stay here',
    leave: 'Leave this screen',
  },
  key: {
    give: 'Give key',
    heading: 'Your key',
    why: 'The key stays in memory only and is gone when the app is closed.',
    waiting: (n: number) => (n === 1 ? '1 receipt waits for your key.' : `${n} receipts wait for your key.`),
    account: (name: string) => `Account ${name}`,
    label: 'Api-Key',
    use: 'Use this key',
    openHeading: 'Open with your passphrase',
    passphrase: 'Passphrase',
    open: 'Open',
    wrong: 'That is not the passphrase of this phone.',
    noVault: 'No key is kept on this phone. Type the key instead.',
    typeInstead: 'Type the key instead',
    passphraseInstead: 'Use the passphrase instead',
    empty: 'Type the key first.',
    failed: 'The key could not be used.',
    offerHeading: 'Remember the key on this phone?',
    offer: 'A passphrase locks the key on this phone, so that you need not type it again.',
    remember: 'Remember the key',
    notNow: 'Not now',
    remembered: 'The key is kept on this phone, locked by your passphrase.',
    accepted: 'The key is in use.',
  },
  passphrase: {
    label: 'Passphrase',
    repeat: 'Passphrase again',
    help: 'At least 12 characters that nobody would guess: several words that do not belong together. It cannot be looked up later.',
    short: (n: number) => `${n} more ${n === 1 ? 'character' : 'characters'} needed.`,
    sameAsKey: 'The passphrase must not be the key itself.',
    guessable: 'Too easy to guess: add words that do not belong together.',
    notJudged: 'The passphrase could not be checked. Connect to a network once and try again.',
    differs: 'The two passphrases differ.',
    good: 'Good enough.',
    strong: 'Strong.',
  },
} as const;
