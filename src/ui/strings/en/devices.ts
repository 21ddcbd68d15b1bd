/** Words of the device list and the device page, and of what went wrong with a call to the backend. */
import type { BackendFailureKind } from '../../../domain/backend-failure.ts';
import type { PackageState } from '../../../domain/carried-package.ts';
import type { ReceiptState } from '../../../domain/receipt.ts';
import type { VirtualName } from '../../../domain/virtual-edit.ts';
import { number } from '../counting.ts';

const devices = (n: number): string => `${number(n)} ${n === 1 ? 'device' : 'devices'}`;

/** What a person can do about a failed call; the pages turn it into a button or a link. */
export type FailureAction = 'again' | 'key' | 'account' | 'none';

export const failureWords: Record<BackendFailureKind, { readonly says: string; readonly action: FailureAction }> = {
  offline: {
    says: 'The backend did not answer: no network, a wrong address, or an answer hidden from this page.',
    action: 'again',
  },
  timeout: { says: 'The backend took too long to answer.', action: 'again' },
  portal: { says: 'Something else answered, perhaps the sign-in page of this network.', action: 'again' },
  key: { says: 'The backend does not accept the Api-Key.', action: 'key' },
  forbidden: { says: 'This key is not allowed to do that.', action: 'none' },
  notFound: { says: 'The backend does not know this, or this key has no access to it.', action: 'none' },
  conflict: {
    says: 'The backend refuses: it conflicts with what it holds, or this model cannot take it.',
    action: 'none',
  },
  mediaType: { says: 'The backend does not speak this version. Check the vendor of the account.', action: 'account' },
  invalid: { says: 'The backend does not accept these values.', action: 'none' },
  rateLimit: { says: 'The backend asks to wait before the next request.', action: 'again' },
  server: { says: 'The backend has a problem of its own.', action: 'again' },
  unreadable: { says: 'The answer of the backend could not be read.', action: 'again' },
  noKey: { says: 'Nothing was sent: the key is not known.', action: 'key' },
  cancelled: { says: 'Stopped.', action: 'again' },
};

export const failureActions: Record<Exclude<FailureAction, 'none'>, string> = {
  again: 'Try again',
  key: 'Give key',
  account: 'Account',
};

export const deviceStrings = {
  search: 'Search',
  searchHint: 'Id, alias, name, MAC, tag',
  listLabel: 'Devices',
  count: (shown: number, all: number) => (shown === all ? devices(all) : `${number(shown)} of ${devices(all)}`),
  read: 'Read',
  refresh: 'Refresh',
  refreshing: 'Reading the devices',
  readSoFar: (done: number) => `${number(done)} so far`,
  lookingForMissing: 'Asking by name for those that were not in the list',
  loading: 'Reading the devices kept on this phone',
  partial: 'The list was not read to its end; some devices may be missing.',
  leftOut: (n: number) =>
    n === 1
      ? '1 entry of the backend’s list names no device and is left out.'
      : `${number(n)} entries of the backend’s list name no device and are left out.`,
  offlineList: 'This is the list kept on this phone.',
  offlineAsk: 'The backend cannot be asked without a network.',
  empty: 'This account has no devices.',
  emptyAction: 'Read again',
  never: 'The devices have not been read yet.',
  nothingFound: (query: string) => `No device fits “${query}”.`,
  nothingFits: 'No device fits what is to be shown.',
  clearSearch: 'Show all devices',
  pending: 'Pending at the backend',
  unsent: 'Not sent yet',
  notHere: (uniqueId: string) => `${uniqueId} is not in the list kept on this phone.`,
  unnamed: 'No alias',
  battery: (percent: number) => `battery ${percent} %`,

  unsaid: 'Not said by the backend',
  neverHeard: 'Never, says the backend',
  notSet: 'Not set',
  facts: 'What it is',
  physical: 'On the beacon',
  physicalOther: 'On the device',
  noConfiguration: 'Gateways are not configured over Bluetooth.',
  physicalNote: 'Changed over Bluetooth only. As the backend last knew it.',
  noPhysical: 'The backend lists no values of it.',
  virtual: 'In the backend only',
  readOnly: 'Fixed',
  pendingHeading: 'Waits at the backend',
  pendingNote: 'Prepared, not yet verified: now → then.',
  packages: 'Packages on this phone',
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
  values: (n: number) => (n === 1 ? '1 value' : `${n} values`),
  receiptStates: {
    reserved: 'Place reserved',
    waiting: 'Receipt on this phone',
    sent: 'Sent',
    verified: 'Verified',
    notVerified: 'Not verified',
    parked: 'Refused by the backend, kept',
    refused: 'Refused by the beacon',
  } satisfies Record<ReceiptState, string>,
  receiptUnsure: 'It is not sure that this receipt belongs to this beacon.',

  configure: 'Configure',
  toDevicePage: 'To the device',
  fetchPackage: 'Fetch package',
  fetching: 'Fetching the package',
  goToRun: 'Go to run',
  viewerOnly: 'Your access to this device is VIEWER: you can look, not change.',

  fields: { alias: 'Alias', tags: 'Tags', notes: 'Notes' } satisfies Record<VirtualName, string>,
  help: {
    alias: '',
    tags: 'Comma-separated; 20 at most, 32 characters each.',
    notes: '',
  } satisfies Record<VirtualName, string>,
  tagFaults: {
    tooMany: 'Too many tags: 20 at most.',
    tooLong: 'A tag is longer than 32 characters.',
    controlCharacter: 'There is an invisible character in it; type it again.',
    other: 'This cannot be saved.',
  },
  save: 'Save',
  discard: 'Discard',
  cutHere: 'Too long to be kept whole on this phone, so it cannot be changed here.',
  savedHere: 'Saved on this phone; it is sent when the backend can be reached.',
  saveFailed: 'It could not be saved on this phone.',
  discarded: 'Your unsent changes are gone.',
  toOutbox: 'Open the outbox',
  editParked: 'The backend refused these changes; they are kept here.',
  meanwhile: (value: string) =>
    value === '' ? 'Emptied at the backend meanwhile.' : `At the backend meanwhile: ${value}`,

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
    readAt: 'Read by this phone',
  },
} as const;
