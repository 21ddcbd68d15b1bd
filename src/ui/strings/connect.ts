/** Words of the connect page. */
import type { AccountFault } from '../../domain/account.ts';
import type { SetUpProblem } from '../../domain/set-up-link.ts';
import type { VendorPreset } from '../../domain/vendor-presets.ts';
import type { ConnectionVerdict } from '../../use-cases/session/session.ts';
import { count } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

export type VerdictKind = ConnectionVerdict['kind'];

export const connectStrings = inLanguage('connectStrings', {
  show: 'Show',
  hide: 'Hide',
  showLabel: (label: string) => `Show ${label}`,
  hideLabel: (label: string) => `Hide ${label}`,
  preset: 'Backend',
  ownAddresses: 'Other, or your own proxy',
  presets: { kontaktUs: 'Kontakt.io, United States', kontaktUk: 'Kontakt.io, United Kingdom' } satisfies Record<
    VendorPreset['id'],
    string
  >,
  name: 'Name',
  nameHelp: 'A name for this account, for example the site.',
  baseUrl: 'Base URL',
  baseUrlHelp: 'The v3 address, for example https://api.example.com',
  legacyBaseUrl: 'Legacy base URL',
  legacyBaseUrlHelp: 'For devices and configurations, for example https://dm.example.com',
  vendor: 'Vendor',
  vendorHelp: (vendor: string) =>
    `Part of the media type: application/vnd.com.${vendor === '' ? '<vendor>' : vendor}+json;version=10`,
  apiKey: 'API key',
  apiKeyHelp: 'Forgotten when you close the app, unless you save it below.',
  keyEmpty: 'Enter the API key.',
  remember: `Remember the key on ${here}`,
  rememberHelp: 'Locked by a passphrase that only you know.',
  rememberWays: 'So that you do not have to type it again.',
  lockedBy: 'Locked by',
  locks: { screenLock: 'Screen lock', passphrase: 'Passphrase' },
  screenLockHelp: `Fingerprint, face or PIN, as you unlock ${here}.`,
  advanced: 'Advanced: Bluetooth profile and numbers',
  test: 'Test connection',
  connect: 'Connect',
  connectFailed: `The account could not be saved on ${here}.`,
  fixFirst: (n: number) => `Fix ${count(n, 'field', 'fields')}.`,
  faults: {
    empty: 'Required.',
    notAUrl: 'Enter a full address, for example https://api.example.com',
    notHttps: 'Use https. Plain http is accepted for localhost only.',
    hasQuery: 'Leave out everything from ? or # on.',
    hasCredentials:
      'Leave out the user and password before the @. The address is stored and shown. The API key has its own field.',
    oddCharacters:
      'Use plain letters, digits and signs only. Type the address by hand. A host name with other letters is written as xn--….',
    otherAddress:
      'Your browser would go to another address than the one you typed. Type the host and path in full, without %, backslashes, dots at the end, or parts that are only dots.',
    badVendor: 'Use letters, digits, dots and dashes only.',
  } satisfies Record<AccountFault['reason'], string>,
  ofAddress: (label: string) => `${label}: `,
  verdict: {
    blockedHere:
      'This app is not allowed to reach that address: its security policy lists the addresses it may reach, and this is not one of them. Nothing was sent. Use an https address, or serve the app with this one allowed.',
    ok: (devices: number | null) =>
      devices === null
        ? 'The connection works.'
        : `The connection works. This key sees ${count(devices, 'device', 'devices')}.`,
    wrongKey: 'The backend does not accept this API key. Check it and test again.',
    hiddenByCors:
      'The backend can be reached, but it blocks this site (CORS). Ask for this site to be allowed, or use a reverse proxy of your own as base URL.',
    wrongHostOrOffline: `No answer. Either the address is wrong or ${here} is offline. Check both and test again.`,
    other: 'The backend gave an unexpected answer. Check the addresses and the vendor, then test again.',
  },
  scan: 'Scan a set-up code',
  scanning: {
    heading: 'Scan a set-up code',
    hint: 'On the phone that is already connected: More, Set up another phone. Point the camera at its code.',
    troubles: {
      refused:
        'This page may not use the camera. Allow it in the browser’s settings for this page, or type the addresses.',
      none: 'There is no camera here. Type the addresses instead.',
      busy: 'The camera cannot be used now. Close other apps that use it, then try again.',
      lost: 'The camera stopped working. Try again, or type the addresses.',
      reader: 'The code scanner did not start. Check that the app is up to date, or type the addresses.',
    },
  },
  setUp: {
    heading: 'Use this backend?',
    known: (backend: string) => `Known backend: ${backend}`,
    unknown:
      'This backend is not in the app’s list. Once you connect, your API key is sent to it. Go on only if you know this address.',
    noKey: 'Nothing has been sent. You enter the API key yourself.',
    fill: 'Fill in the form',
    leave: 'Do not use it',
    filled: 'Filled in. Now enter the API key.',
    problems: {
      foreign: 'This is not a set-up code. The connected phone shows it under More, Set up another phone.',
      newerVersion: 'A newer version of the app made this set-up. Update the app to use it.',
      damaged: 'This set-up is incomplete or too long. Nothing was filled in.',
      badAddress: 'This set-up has an address or a vendor that the app does not accept. Nothing was filled in.',
    } satisfies Record<SetUpProblem, string>,
  },
  detailsStatus: (status: number, message: string) =>
    status === 0 ? message : `HTTP ${status}${message === '' ? '' : `: ${message}`}`,
} as const);
