/** Help: a screenful in plain words for each page, and what the terms mean. */
import { FREE_REQUESTS, REQUESTS_PER_MINUTE } from '../../domain/limits.ts';
import { number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

/** What a term means, in the words of somebody who explains it at a table. */
const terms = {
  receipt: {
    word: 'Receipt',
    means:
      'The encrypted answer that a beacon gives once, after it was written. Only the receipt tells the backend that the beacon has changed. Two copies are kept until it is sent.',
  },
  package: {
    word: 'Package',
    means: `The change for one beacon, encrypted by the backend and saved on ${here}. With it you can write without a network.`,
  },
  pending: {
    word: 'Pending',
    means: 'The backend has a change waiting for this beacon. It stays pending until the receipt has arrived there.',
  },
  access: {
    word: 'Access',
    means:
      'What your key may do with a device. Owner: everything, including sharing and moving. Supervisor and Editor: configure. Viewer: only view.',
  },
  verified: {
    word: 'Verified',
    means: 'The backend says that the change is applied. This is the only word that means finished.',
  },
  uncertain: {
    word: 'Uncertain',
    means:
      'The link ended when the beacon may already have changed. Nothing is lost: connect to the same beacon again, and the app reads its answer.',
  },
  notVerified: {
    word: 'Not verified',
    means: 'The receipt was sent, and the backend still has a change waiting. Open the outbox to see why.',
  },
  refused: {
    word: 'Refused',
    means: 'The beacon or the backend said no and gave a reason. The reason is under Details.',
  },
  run: { word: 'Run', means: 'One try to write one package to one beacon: connect, write, read the receipt.' },
  key: {
    word: 'API key',
    means:
      'Proves to the backend who you are. It stays in memory unless you keep it behind the screen lock or a passphrase.',
  },
  alias: {
    word: 'Alias, tags, notes',
    means: 'Your own words for a device. They are stored at the backend, not on the beacon.',
  },
  trackingId: {
    word: 'Tracking ID',
    means: 'The name under which telemetry lists a beacon, usually its MAC address.',
  },
  silent: {
    word: 'Silent',
    means:
      'No gateway heard the beacon in the hours that were loaded. Nothing is known about hours that were not loaded.',
  },
} as const satisfies Record<string, { readonly word: string; readonly means: string }>;

type Term = keyof typeof terms;

interface PageHelp {
  readonly says: readonly string[];
  readonly terms: readonly Term[];
}

const pages = {
  jobs: {
    says: [
      'A job is the plan of a day: which beacons, in which rooms, with which values. Make it at a desk, prepare all of it with one button, then do it without a network.',
      'The figures beside a job come from packages, runs and receipts. A plan alone says nothing about a beacon.',
    ],
    terms: ['package', 'receipt', 'verified'],
  },
  newJob: {
    says: [
      'Choose beacons in the device list first, type their IDs, or read a table (CSV). Each row is checked before anything is saved.',
      'Bad rows can be saved as a file with the reason for each. Correct them there and read the file again.',
    ],
    terms: ['package', 'alias'],
  },
  job: {
    says: [
      'Beacons are listed by room, with their current and planned values. A plan alone changes no beacon.',
      '“Prepare … beacons” fetches the packages. “Check before you go” then shows what would stop you in the basement.',
      'At the end of the day, beacons that need attention are listed first. “Check signals” looks in the telemetry whether each verified beacon was heard after it was written.',
    ],
    terms: ['package', 'pending', 'receipt', 'verified'],
  },
  jobRun: {
    says: [
      'Go to the beacon that is shown and tap Connect. When its receipt is saved, the next one comes by itself.',
      'Or take them in any order: type or scan any part of an ID, a MAC address, an alias or a room.',
      'Skip or park what cannot be done now. Both can be taken back, and parked ones come again at the end.',
    ],
    terms: ['run', 'receipt', 'uncertain'],
  },
  welcome: {
    says: [
      'With this app you change beacons where they hang, with or without a network.',
      'Practice uses made-up beacons. Nothing you do there reaches a real one.',
      'To work with your own beacons you need the two addresses of your backend and an API key.',
    ],
    terms: ['key', 'receipt'],
  },
  guide: {
    says: [
      'Three steps take one practice beacon from a change to Verified. Nothing here reaches a real beacon.',
      'After that, try the same with a link that drops: it shows what the app does when you lose the connection.',
    ],
    terms: ['package', 'receipt', 'verified', 'uncertain'],
  },
  connect: {
    says: [
      'Enter the addresses and the key that your vendor gave you.',
      'Is another phone connected already? Scan the set-up code that it shows under More: it fills in everything but the key.',
      '“Test connection” asks for one page of devices and changes nothing.',
      'The screen lock or a passphrase keeps the key, so that you do not have to type it each day. Nobody can recover the passphrase.',
    ],
    terms: ['key'],
  },
  overview: {
    says: [
      'What needs attention is listed first, most urgent on top, with one button each.',
      'Below, the devices are counted by how far their configuration has come, by battery, model, firmware and access. Tap a name or a bar to open that list.',
      'All figures come from the saved list, so they are here without a network too. The line at the top says how old they are.',
    ],
    terms: ['pending', 'package', 'receipt', 'silent', 'access'],
  },
  devices: {
    says: [
      'Search by any part of an ID, an alias, a name, a MAC address or a tag. Several words must all match.',
      'View sorts and filters the list. Choose marks several devices at once.',
      'The list is saved. Refresh loads it from the backend again.',
    ],
    terms: ['alias', 'pending', 'access', 'verified'],
  },
  device: {
    says: [
      'This is what the backend last knew of this device, and what is saved here for it.',
      'Configure prepares a change. Alias, tags and notes are sent at once, or as soon as there is a network.',
      'Settings on the beacon can only be changed over Bluetooth.',
      '“What the beacon holds” reads its values over Bluetooth and shows where they differ from those of the backend.',
    ],
    terms: ['pending', 'package', 'receipt', 'alias', 'access'],
  },
  configure: {
    says: [
      'Change only what you want to change; everything else stays as it is.',
      'Review shows each change with the value it replaces. Prepare asks the backend for a package.',
      `As soon as the package is on ${here}, you can go to the beacon without a network.`,
      'A gateway fetches its configuration from the backend itself: there is no package and nothing to write.',
    ],
    terms: ['package', 'pending'],
  },
  configureMany: {
    says: [
      'One form for all chosen devices. A field in which they differ says so, and only fields that you change are sent.',
      'Before anything is sent you see each device with its old and new values. Each device gets its own result, and you can stop at any time.',
    ],
    terms: ['package', 'pending'],
  },
  fetchMany: {
    says: [
      'These devices have a change waiting at the backend. This fetches their packages, so that you can write without a network.',
      'Each device gets its own result. What could not be fetched can be tried again.',
    ],
    terms: ['package', 'pending'],
  },
  withdrawMany: {
    says: [
      'Takes back what was prepared for these devices and is not verified yet. The backend discards it, and the beacons stay as they are.',
      'A device whose beacon may be written already is left out: finish its run, or send its receipt. Not every backend offers this.',
    ],
    terms: ['package', 'pending'],
  },
  deviceTable: {
    says: [
      'Reads a table (CSV) with one row for each device and shows what would change. Empty cells change nothing.',
      'The values are stored at the backend. Without a network they wait in the outbox.',
    ],
    terms: ['alias'],
  },
  tags: {
    says: [
      'Add and remove tags of all chosen devices at once, or put them all in one room. Other tags stay as they are.',
      'Tags are stored at the backend. Without a network they wait in the outbox.',
    ],
    terms: ['alias'],
  },
  command: {
    says: [
      'A command is written over Bluetooth like a package. Beacons do not confirm commands with a receipt.',
      'Read what the command does before you send it: some cannot be undone on site.',
    ],
    terms: ['package', 'run'],
  },
  orders: {
    says: [
      'The order ID is on the delivery note. Claiming it adds all its devices to this account, and you become their owner.',
      'Order IDs are case-sensitive. A claim cannot be undone here.',
    ],
    terms: ['access'],
  },
  move: {
    says: [
      'Moved devices belong to the other company afterwards, and this account loses them.',
      'Each device gets its own result. Nothing is moved before you have typed what the form asks for.',
    ],
    terms: ['access'],
  },
  share: {
    says: [
      'Another manager may use the devices that you share. Your own access stays as it is.',
      'Each device gets its own result.',
    ],
    terms: ['access'],
  },
  runList: {
    says: [
      'Runs that have to be finished are listed first, then packages that are ready to write.',
      'Open one, go to that beacon and tap Connect.',
    ],
    terms: ['run', 'package', 'uncertain'],
  },
  run: {
    says: [
      'Stand near the beacon and tap Connect. The browser lists the beacons around you: select the one in front of you.',
      'Keep close until the receipt is saved. It takes a few seconds.',
      'A wrong beacon refuses the package and stays as it is. If the link drops, connect again: the app reads from the beacon before it does anything else.',
    ],
    terms: ['receipt', 'uncertain', 'verified', 'refused'],
  },
  outbox: {
    says: [
      'Receipts and edits wait here until the backend has them. They go out by themselves as soon as there is a network and a key.',
      'What needs attention is at the top, grouped by what to do about it. Export saves the receipts as a file, so that there is another copy of them. Codes pass them to a phone beside you, without a network.',
    ],
    terms: ['receipt', 'verified', 'notVerified', 'refused'],
  },
  telemetry: {
    says: [
      'Gateways hear beacons and report battery, temperature, movement and signal. What you load is saved here and can be read without a network.',
      `The page opens with the newest readings. The app sends at most ${number(REQUESTS_PER_MINUTE)} requests a minute, and asks you before it sends more than ${number(FREE_REQUESTS)}. You can stop at any time and keep what has arrived.`,
      'Alarms are checked whenever telemetry is loaded, and now and then while the app is open in the background, in browsers that can do that. They are not checked in between.',
    ],
    terms: ['silent', 'trackingId'],
  },
  streams: {
    says: [
      'A stream sends records to a destination of your own as they arrive. It starts paused.',
      'The backend never shows secrets again. Enter them again when you replace the whole configuration.',
    ],
    terms: ['key'],
  },
  inspector: {
    says: [
      'Paste or drop records of a stream. They are checked against the interface and never leave this browser.',
      'The page shows which field of which record is wrong, and charts the numbers over time.',
    ],
    terms: ['trackingId'],
  },
  handOver: {
    says: [
      'Choose which beacons of the job somebody else takes: the ones that are left, one room, or the first few. The file holds their plan, packages and receipts, but no key.',
      'Save the file, share it, or show it as codes that the other phone scans. With codes, neither phone needs a network. Confirm when the other phone has them all.',
      'When the work is done there, the other phone hands the same beacons back to you. They are merged into your job, not added a second time.',
    ],
    terms: ['package', 'receipt'],
  },
  takeOver: {
    says: [
      'Choose a job file, or scan its codes from the screen of the other phone. The page shows what it holds and for which account before anything is imported.',
      'Where the two phones disagree about a beacon, you choose which version to keep. The receipts of both are kept.',
    ],
    terms: ['package', 'receipt'],
  },
  jobReport: {
    says: [
      'What is known about each beacon of the job: its values before and after, when it reached each state, the tries, and the hash of its receipt. What is not known is marked so.',
      'Save it as a CSV file, or print it. Each line of the file is chained to those before it, so that a later change shows.',
    ],
    terms: ['verified', 'receipt', 'uncertain'],
  },
  reportCheck: {
    says: [
      'Choose an acceptance report, or drop it here. The page says whether its lines still fit together, and if not, which were changed.',
      'Compare the seal with the one on the printed report. Only if all digits are the same is it the same file.',
    ],
    terms: ['verified', 'receipt'],
  },
  more: {
    says: [
      'Account, key and its protection, theme, language, storage and the advanced settings are here.',
      'Signing out keeps the receipts. Removing an account deletes everything in it, and tells you first what would be lost.',
    ],
    terms: ['key', 'receipt'],
  },
} as const satisfies Record<string, PageHelp>;

type HelpPage = keyof typeof pages;

const pageHelp: Readonly<Record<HelpPage, PageHelp>> = pages;
const termWords: Readonly<Record<Term, { readonly word: string; readonly means: string }>> = terms;

export const helpStrings = inLanguage('helpStrings', {
  heading: (page: string) => `Help: ${page}`,
  terms: 'Terms',
  keys: 'Keyboard shortcuts',
  pages: pageHelp,
  termWords,
});
