/** Words of the welcome and connect pages. */
import type { AccountFault } from '../../../domain/account.ts';
import type { ConnectionVerdict } from '../../../use-cases/offered.ts';
import { number } from '../counting.ts';

export type VerdictKind = ConnectionVerdict['kind'];

export const connectStrings = {
  welcome: {
    lead: 'Configure Bluetooth beacons where they hang, with or without a network.',
    practise: 'Practise in the sandbox',
    practiseNote: 'Needs no account and no Bluetooth.',
    connect: 'Connect your account',
    connectNote: 'Needs its addresses and an Api-Key.',
    noBluetooth: 'This browser has no Web Bluetooth, so it cannot write to beacons.',
    noBluetoothWorks: 'Practice, the device list, preparing, the outbox and sending receipts work here all the same.',
    noBluetoothNext: 'To write to beacons, open this app in Chrome on Android, or in Chrome or Edge on a computer.',
    bluetoothOff: 'Bluetooth is off or not allowed here. Turn it on before you write to a beacon.',
    locked: (name: string) => `“${name}” is locked on this phone.`,
    unlockByPassphrase: 'Open with the passphrase',
    unlockByKey: 'Open with the key',
    back: 'Known on this phone',
    goBack: (name: string) => `Go on with ${name}`,
    practiseFailed: 'The sandbox could not be loaded. Connect to a network once and try again.',
    howTitle: 'How a beacon is configured',
    how: [
      { word: 'Prepared', says: 'The backend holds the new configuration.' },
      { word: 'On this phone', says: 'Its encrypted package is stored here.' },
      { word: 'Written', says: 'The beacon has processed it.' },
      { word: 'Receipt on this phone', says: 'Its answer is stored here, twice.' },
      { word: 'Sent', says: 'The backend has answered.' },
      { word: 'Verified', says: 'The backend says it is applied.' },
    ],
  },
  show: 'Show',
  hide: 'Hide',
  showLabel: (label: string) => `Show ${label}`,
  hideLabel: (label: string) => `Hide ${label}`,
  name: 'Name',
  nameHelp: 'How you call this account, for example the site.',
  baseUrl: 'Base URL',
  baseUrlHelp: 'The v3 address, for example https://api.example.com. A reverse proxy of your own works too.',
  legacyBaseUrl: 'Legacy base URL',
  legacyBaseUrlHelp: 'Where devices are listed and configurations are made.',
  vendor: 'Vendor',
  vendorHelp: (vendor: string) =>
    `Part of the media type: application/vnd.com.${vendor === '' ? '<vendor>' : vendor}+json;version=10`,
  apiKey: 'Api-Key',
  apiKeyHelp: 'Stays in memory and is gone when the app is closed, unless you remember it below.',
  keyEmpty: 'Type the Api-Key.',
  remember: 'Remember the key on this phone',
  rememberHelp: 'Locked by a passphrase that only you know.',
  repeat: 'Passphrase again',
  advanced: 'Advanced: Bluetooth profile and numbers',
  test: 'Test connection',
  testing: 'Testing the connection',
  connect: 'Connect',
  connecting: 'Connecting',
  connectFailed: 'The account could not be stored on this phone.',
  fixFirst: (n: number) => (n === 1 ? 'One field needs a change.' : `${n} fields need a change.`),
  faults: {
    empty: 'This is needed.',
    notAUrl: 'This is not a web address. It begins with https:// and names a host.',
    notHttps: 'Use https. Plain http is accepted for localhost only.',
    hasQuery: 'Leave out everything from ? or # on.',
    hasCredentials:
      'Leave out the user and password before the @. An address is stored and shown, the Api-Key has a field of its own.',
    oddCharacters:
      'Only plain letters, digits and signs. Type the address by hand; a host with other letters is written as xn--….',
    badVendor: 'Letters, digits, dots and dashes only.',
  } satisfies Record<AccountFault['reason'], string>,
  ofAddress: (label: string) => `${label}: `,
  verdict: {
    blockedHere:
      'This app may not ask that address: its own security policy names the addresses it may ask, and this is none of them. Nothing was sent. Use an https address, or serve the app with this one allowed.',
    ok: (devices: number | null) =>
      devices === null
        ? 'The connection works.'
        : `The connection works: ${number(devices)} ${devices === 1 ? 'device' : 'devices'} on the first look.`,
    wrongKey: 'The backend does not accept this Api-Key. Check it and test again.',
    hiddenByCors:
      'The backend can be reached, but it does not let this page read its answers. Ask for this page’s address to be allowed, or use a reverse proxy of your own as base URL.',
    wrongHostOrOffline:
      'No answer: the address is wrong or this phone is offline, and a page cannot tell which. Check both and test again.',
    other: 'The backend answered something else. Check the addresses and the vendor, then test again.',
  },
  detailsStatus: (status: number, message: string) =>
    status === 0 ? message : `HTTP ${status}${message === '' ? '' : `: ${message}`}`,
} as const;
