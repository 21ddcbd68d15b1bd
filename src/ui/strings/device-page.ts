/** Words of the device page. */
import type { PackageState } from '../../domain/carried-package.ts';
import type { RoomFault } from '../../domain/room.ts';
import type { VirtualName } from '../../domain/virtual-edit.ts';
import { count, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

export const devicePageStrings = inLanguage('devicePageStrings', {
  notHere: (uniqueId: string) => `${uniqueId} is not in the saved list.`,

  unsaid: 'Not stated by the backend',
  clockUnchecked: 'clock unchecked',
  neverHeard: 'Never, according to the backend',
  notSet: 'Not set',
  facts: 'About this device',
  actions: 'What you can do',
  physical: 'On the beacon',
  allValues: (n: number) => `All values (${number(n)})`,
  fetchesItself: 'A gateway fetches its configuration from the backend itself. Nothing is written over Bluetooth.',
  cloudBeacon: 'A cloud beacon is a gateway of an earlier make.',
  physicalNote: 'Last values known to the backend. They can only be changed over Bluetooth.',
  noPhysical: 'The backend lists no values of this device.',
  otherValues: 'Other values',
  readOnly: 'Read-only',
  pendingHeading: 'Pending change',
  pendingNote: 'Prepared, not verified yet.',
  pendingAtGateway: 'Prepared. The gateway fetches it by itself.',
  pendingOthers: `It was not prepared on ${here}.`,
  carriedNote: 'Fetched, not written yet.',
  carriedUnsure: 'Fetched. The beacon may have taken it already.',
  packageStates: {
    prepared: 'Prepared, not downloaded',
    carried: 'Downloaded',
    used: 'Written',
    dead: 'No longer usable',
    replaced: 'Replaced by a newer one',
  } satisfies Record<PackageState, string>,
  packageKinds: { configuration: 'Configuration', command: 'Command' },
  receiptUnsure: 'This receipt may belong to another beacon.',

  configure: 'Configure',
  toDevicePage: 'Device details',
  fetchPackage: 'Fetch package',
  fetching: 'Fetching the package',
  asking: 'Checking with the backend',
  withdraw: 'Withdraw',
  withdrawQuestion: 'Withdraw this change?',
  goToRun: 'Go to run',
  send: 'Send the receipt',
  edit: 'Edit',
  editLong: 'Edit alias, tags and notes',
  editHeading: 'Alias, tags and notes',
  editNote: 'Stored at the backend only, not on the beacon.',
  close: 'Close',
  restored: (when: string) => `Your unsaved changes of ${when} are here.`,
  goOn: 'Continue editing',
  unsentNames: (names: string) => `Not sent yet: ${names}`,
  viewerOnly: 'Your access is Viewer: you can view this device but not change it.',

  help: {
    alias: '',
    tags: 'Separated by commas. Up to 20 tags of up to 32 characters.',
    notes: '',
    'deployment.status': '',
    'deployment.deploymentDate': 'As your backend expects it, for example 2026-05-31.',
    'deployment.installerName': '',
    'deployment.installerEmail': '',
    metadata: 'A JSON object, which other apps may use and overwrite.',
  } satisfies Record<VirtualName, string>,
  moreFields: 'Deployment and metadata',
  deploymentStatus: { TO_BE_DEPLOYED: 'To be deployed', DEPLOYED: 'Deployed', END_OF_LIFE: 'End of life' },
  noMetadata: 'Enter a JSON object, such as {"floor": 3}, or leave it empty.',
  room: 'Room',
  inRoom: (room: string) => `Room: ${room}`,
  roomHelp: 'Kept in the tag “room:…”, which other apps can read.',
  roomFaults: {
    tooLong: 'Too long for a tag: use up to 27 characters.',
    comma: 'A room cannot have a comma, because commas separate tags.',
  } satisfies Record<RoomFault, string>,
  tagFaults: {
    tooMany: 'Too many tags: use up to 20.',
    tooLong: 'A tag is longer than 32 characters.',
    controlCharacter: 'It contains an invisible character. Type it again.',
    other: 'This cannot be saved.',
  },
  save: 'Save',
  discard: 'Discard',
  cutHere: `Too long to be saved in full on ${here}, so it cannot be changed here.`,
  savedHere: `Saved on ${here}. It will be sent when the backend can be reached.`,
  saveFailed: `It could not be saved on ${here}.`,
  discarded: 'Your changes are discarded.',
  toOutbox: 'Open the outbox',
  editParked: 'The backend refused these changes. They are kept here.',
  heardBeacons: 'Beacons it hears',
  heardLast: (n: number) => `${count(n, 'beacon was', 'beacons were')} last heard by this gateway.`,
  heardNone: `In the telemetry saved on ${here}, no beacon was last heard by this gateway.`,
  heardMore: 'Open telemetry',
  meanwhile: (value: string) =>
    value === '' ? 'Cleared at the backend since then.' : `Changed at the backend since then: ${value}`,

  power: {
    mains: 'Mains power',
    online: 'Online',
    offline: 'Offline',
    offlineFor: (reason: string) => `Offline: ${reason}`,
    available: (version: string) => `Upgrade available: ${version}`,
    scheduled: (version: string) => `Upgrade scheduled: ${version}`,
    failed: (reason: string) => `Last upgrade failed: ${reason}`,
  },

  readAt: `Updated on ${here}`,
} as const);
