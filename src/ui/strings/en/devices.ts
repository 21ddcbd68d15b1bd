/** Words of the device list and the device page. */
import type { PackageState } from '../../../domain/carried-package.ts';
import type { ReceiptState } from '../../../domain/receipt.ts';
import type { VirtualName } from '../../../domain/virtual-edit.ts';
import { count, form, number, percent } from '../counting.ts';
import { thisDevice } from '../place.ts';

const here = thisDevice();

const devices = (n: number): string => count(n, 'device', 'devices');

export const deviceStrings = {
  search: 'Search',
  searchHint: 'ID, alias, name, MAC, tag',
  listLabel: 'Devices',
  count: (shown: number, all: number) => (shown === all ? devices(all) : `${number(shown)} of ${devices(all)}`),
  read: 'Updated',
  refresh: 'Refresh',
  refreshing: 'Loading the devices',
  readSoFar: (done: number) => `${number(done)} so far`,
  lookingForMissing: 'Checking devices that were missing from the list',
  loading: 'Opening the saved list',
  partial: 'The list was not loaded completely; some devices may be missing.',
  leftOut: (n: number) =>
    form(n, {
      one: 'The backend’s list has 1 entry without a device. It is left out.',
      other: `The backend’s list has ${number(n)} entries without a device. They are left out.`,
    }),
  offlineList: 'This is the saved list.',
  offlineAsk: 'You are offline, so the backend cannot be asked.',
  empty: 'This account has no devices yet. Devices come with an order.',
  emptyClaim: 'Claim an order',
  emptyAction: 'Refresh',
  never: 'The devices are not loaded yet.',
  nothingFound: (query: string) => `No device matches “${query}”.`,
  nothingFits: 'No device matches these filters.',
  clearSearch: 'Show all devices',
  pending: 'Pending at the backend',
  unsent: 'Not sent yet',
  notHere: (uniqueId: string) => `${uniqueId} is not in the saved list.`,
  unnamed: 'No alias',
  battery: (level: number) => `battery ${percent(level)}`,

  unsaid: 'Not stated by the backend',
  neverHeard: 'Never, according to the backend',
  notSet: 'Not set',
  facts: 'About this device',
  physical: 'On the beacon',
  physicalOther: 'On the device',
  noConfiguration: 'Gateways cannot be configured over Bluetooth.',
  physicalNote: 'Last values known to the backend. They can only be changed over Bluetooth.',
  noPhysical: 'The backend lists no values for it.',
  virtual: 'At the backend only',
  readOnly: 'Read-only',
  pendingHeading: 'Pending at the backend',
  pendingNote: 'Prepared, not verified yet: current → new.',
  packages: `Packages on ${here}`,
  receipts: 'Receipts of this beacon',
  packageStates: {
    prepared: 'Prepared, not on this phone',
    carried: 'On this phone',
    used: 'Written',
    dead: 'No longer usable',
    replaced: 'Replaced by a newer one',
  } satisfies Record<PackageState, string>,
  packageKinds: { configuration: 'Configuration', command: 'Command' },
  fetched: 'fetched',
  prepared: 'prepared',
  values: (n: number) => count(n, 'value', 'values'),
  receiptStates: {
    reserved: 'Place reserved',
    waiting: 'Receipt on this phone',
    sent: 'Sent',
    verified: 'Verified',
    notVerified: 'Not verified',
    parked: 'Refused by the backend, kept',
    refused: 'Refused by the beacon',
  } satisfies Record<ReceiptState, string>,
  receiptUnsure: 'This receipt may belong to another beacon.',

  configure: 'Configure',
  toDevicePage: 'Device details',
  fetchPackage: 'Fetch package',
  fetching: 'Fetching the package',
  goToRun: 'Go to run',
  viewerOnly: 'Your access is VIEWER: you can view this device but not change it.',

  fields: { alias: 'Alias', tags: 'Tags', notes: 'Notes' } satisfies Record<VirtualName, string>,
  help: {
    alias: '',
    tags: 'Separated by commas. Up to 20 tags of up to 32 characters.',
    notes: '',
  } satisfies Record<VirtualName, string>,
  tagFaults: {
    tooMany: 'Too many tags: use up to 20.',
    tooLong: 'A tag is longer than 32 characters.',
    controlCharacter: 'It contains an invisible character. Type it again.',
    other: 'This cannot be saved.',
  },
  save: 'Save',
  discard: 'Discard',
  cutHere: `Too long to be saved whole on ${here}, so it cannot be changed here.`,
  savedHere: `Saved on ${here}. It will be sent when the backend can be reached.`,
  saveFailed: `It could not be saved on ${here}.`,
  discarded: 'Your changes are discarded.',
  toOutbox: 'Open the outbox',
  editParked: 'The backend refused these changes. They are kept here.',
  meanwhile: (value: string) =>
    value === '' ? 'Cleared at the backend since then.' : `Changed at the backend since then: ${value}`,

  facets: {
    uniqueId: 'Unique ID',
    deviceType: 'Device type',
    name: 'Name',
    model: 'Model',
    mac: 'MAC',
    access: 'Your access',
    firmware: 'Firmware',
    batteryLevel: 'Battery',
    lastSeen: 'Last seen',
    readAt: `Updated on ${here}`,
  },
} as const;
