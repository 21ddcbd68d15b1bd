/** Words of what a beacon really holds: reading it, and the values beside those of the backend and of the plan. */
import { count, number } from './counting.ts';
import { inLanguage } from './language.ts';
import { thisDevice } from './place.ts';

const here = thisDevice();

export const readingStrings = inLanguage('readingStrings', {
  heading: 'What the beacon holds',
  note: 'Reads all values from the beacon itself over Bluetooth and shows them beside those of the backend. Nothing on the beacon changes.',
  unsure: 'This backend may not support this.',
  fetch: 'Read this beacon',
  fetchAgain: 'Read it again',
  fetching: 'Fetching the request',
  offline: `You seem to be offline. Fetch the request while there is a network; after that it is on ${here}, and the beacon can be read offline.`,
  ready: 'The request is here. Go to the beacon and connect.',
  connect: 'Connect and read',
  remove: `Remove from ${here}`,
  removed: `The request was removed from ${here}.`,
  responseFirst:
    'A run of this beacon is unfinished, and the beacon may still hold its response. Reading the beacon would erase that. Connect for that run first.',
  toRun: 'Go to the run',
  uncertain:
    'The last run is uncertain, and its response could not be found. Reading the beacon shows whether it has the values.',
  kills: (n: number) =>
    `${count(n, 'package that was fetched earlier is', 'packages that were fetched earlier are')} not written yet. After the reading, the beacon no longer accepts ${n === 1 ? 'it' : 'them'}.`,
  writeFirst: 'Write the package first',
  dead: 'The beacon has already taken a newer packet. Read it again with a new request.',
  unfinished: 'The connection ended before the values were read. Reconnect to get them.',
  notYet: 'The values were not read.',
  storageFull: `There is not enough space on ${here} for the values, so the reading stopped.`,
  lost: 'The values were not read. Read it again.',
  earlierReceipt: `The beacon still held the receipt of an earlier run. It was read first and is on ${here}. Connect again to read the values.`,
  copyMissing: {
    both: `What was read is only in this window because it could not be saved on ${here}. Do not close the app.`,
    second: 'One copy of what was read is saved, but the second is missing. Do not close the app.',
  },
  exportHeld: 'Export what was read as a file',
  exported: 'What was read was exported as a file.',
  phases: { reading: 'Reading the values', saving: 'Saving the values' },
  leave: 'Stop reading',
  elsewhere: 'This beacon is being read in another window.',
  busy: (id: string) => `${id} is being written or read in this window.`,
  outcomes: {
    notOffered: 'This backend cannot make a request that reads a beacon.',
    notAccessible: 'Your key has no access to this device: the backend left it out of its answer.',
    storageFailed: `It could not be saved on ${here}. Free some space.`,
    unusable: 'The backend sent something that cannot be written to a beacon.',
    otherOperation:
      'The backend sent a packet whose header says that it does not read the beacon, so it was not saved.',
  },
  cannotShowValues: 'This backend cannot show the values of a reading.',

  read: 'Read',
  showValues: 'Show the values',
  showValuesNote: 'The values are encrypted. The backend decrypts them and changes nothing.',
  looking: 'Asking the backend for the values',
  sync: 'Bring the backend up to date',
  syncUnsure: 'Not every backend can be brought up to date this way.',
  verifies: 'Once it is up to date, the uncertain run is verified if the beacon holds its values.',
  syncQuestion: 'Bring the backend up to date?',
  syncConsequence:
    'The backend will show the values that the beacon held when it was read, in place of its own. The beacon does not change. This cannot be undone.',
  cannotSync: `This backend cannot be brought up to date with a reading. The reading stays on ${here}.`,
  toOutbox: 'Open the outbox',
  giveUp: 'Give up this reading',
  gaveUp: (id: string) => `The reading of ${id} was given up. It stays in the outbox.`,

  table: 'Values of the beacon, the backend and the plan',
  beacon: 'Beacon',
  backend: 'Backend',
  plan: 'Plan',
  differs: 'differs from the beacon',
  notRead: 'Not read',
  unplanned: 'Unchanged',
  different: (n: number) => `${count(n, 'value differs', 'values differ')} from the beacon.`,
  allSame: 'The backend shows what the beacon holds.',
  same: (n: number) => `Same everywhere (${number(n)})`,
} as const);
