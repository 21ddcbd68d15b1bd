/** Words of the configure page: attribute names, units, faults, and every outcome of Prepare. */
import { MAX_PACKET_BYTES } from '../../domain/limits.ts';
import type { AttributeGroup, AttributeUnit } from '../../domain/attributes/catalogue.ts';
import type { NameFault, ValueFault } from '../../domain/attributes/check-value.ts';
import { count, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

export const groupNames: Record<AttributeGroup, string> = inLanguage('groupNames', {
  identity: 'Identity',
  radio: 'Radio',
  iBeacon: 'iBeacon',
  eddystone: 'Eddystone',
  telemetry: 'Telemetry',
  powerSaving: 'Power saving',
  movement: 'Movement',
  doubleTap: 'Double tap',
  notes: 'At the backend only',
  facts: 'Read-only',
});

export const unitNames: Record<AttributeUnit, string> = inLanguage('unitNames', {
  ms: 'ms',
  s: 's',
  '%': '%',
  mg: 'mg',
  mgPerUnit: 'mg per unit',
});

/** Attribute name of the wire -> label; an unknown one is shown by its own name. */
export const attributeNames: Readonly<Record<string, string>> = inLanguage('attributeNames', {
  name: 'Name',
  proximity: 'Proximity UUID',
  major: 'Major',
  minor: 'Minor',
  namespace: 'Namespace',
  instanceId: 'Instance ID',
  url: 'URL',
  txPower: 'Transmission power',
  interval: 'Advertising interval',
  kontaktFrameInterval: 'Vendor frame interval',
  telemetryInterval: 'Telemetry interval',
  locationFrameInterval: 'Location frame interval',
  packets: 'Packets',
  shuffled: 'Shuffled',
  password: 'Password',
  telemetryFields: 'Telemetry fields',
  'powerSaving.features': 'Power saving by',
  'powerSaving.mode': 'Power saving mode',
  'powerSaving.moveSuspendTimeout': 'Sleeps without movement after',
  'powerSaving.lightSensorThreshold': 'Sleeps below light level',
  'accelerometer.sensitivity': 'Sensitivity',
  'accelerometer.move.threshold': 'Movement threshold',
  'accelerometer.move.duration': 'Movement duration',
  'accelerometer.move.detectionFlags': 'Movement directions',
  'accelerometer.doubleTap.threshold': 'Threshold',
  'accelerometer.doubleTap.timeLimit': 'Time limit',
  'accelerometer.doubleTap.timeLatency': 'Latency',
  'accelerometer.doubleTap.timeWindow': 'Window',
  'accelerometer.doubleTap.detectionFlags': 'Axes',
  alias: 'Alias',
  tags: 'Tags',
  notes: 'Notes',
  metadata: 'Metadata',
  'deployment.status': 'Deployment status',
  'deployment.deploymentDate': 'Deployment date',
  'deployment.installerName': 'Installer',
  'deployment.installerEmail': 'Installer’s e-mail',
  uniqueId: 'Unique ID',
  deviceType: 'Device type',
  model: 'Model',
  product: 'Product',
  productCode: 'Product code',
  category: 'Category',
  mac: 'MAC',
  orderId: 'Order',
  firmware: 'Firmware',
  batteryLevel: 'Battery',
  lastSeen: 'Last seen',
  access: 'Your access',
  id: 'ID at the backend',
  created: 'Created',
  shares: 'Shares',
});

const attributeHelp: Readonly<Record<string, string>> = {
  name: 'Up to 15 characters. With the unique ID as its name, the beacon is easy to find next time.',
  txPower: 'A higher value reaches further and uses more battery.',
  interval: 'With a shorter interval the beacon is noticed sooner and uses more battery.',
  packets: 'The beacon sends these in turn.',
  shuffled: 'The beacon keeps changing its identifiers. Only the backend can tell which beacon it is.',
  password: '8 hexadecimal digits. It is never shown again.',
  'powerSaving.features': 'Leave everything unticked to turn this off.',
};

export const labelOf = inLanguage('labelOf', (name: string): string => {
  // Own names only: an attribute may be called "constructor".
  return Object.hasOwn(attributeNames, name) ? attributeNames[name]! : name;
});

export const helpOf = inLanguage('helpOf', (name: string): string => {
  return Object.hasOwn(attributeHelp, name) ? attributeHelp[name]! : '';
});

const faults: Record<ValueFault, (detail: string) => string> = {
  empty: () => 'Enter a value.',
  notWhole: () => 'Enter a whole number.',
  tooSmall: (min) => `${number(Number(min))} or more.`,
  tooLarge: (max) => `${number(Number(max))} or less.`,
  tooLong: (max) => `Up to ${number(Number(max))} characters.`,
  notHex: () => 'Hexadecimal digits only: 0 to 9 and a to f.',
  wrongLength: (digits) => `Exactly ${number(Number(digits))} hexadecimal digits.`,
  notUuid: () => 'Enter a UUID such as f7826da6-4fa2-4e98-8024-bc5b71e0893e.',
  notUrl: () => 'Start the address with http:// or https://.',
  urlTooLong: () =>
    'This address does not fit a beacon. After https:// it may have about 17 plain letters; endings such as .com/ count as one.',
  notChoice: (options) => `Use one of these: ${options}.`,
  notTruth: () => 'Choose on or off.',
  unknownWord: (word) => `This app does not know ${word}.`,
  tooMany: (most) => `Up to ${number(Number(most))}.`,
  hasComma: () => 'Do not use commas.',
  controlCharacter: (codes) =>
    codes === ''
      ? 'It contains an invisible character. Type it again.'
      : `It contains an invisible character (${codes}). Type it again.`,
};

export const faultWords = inLanguage('faultWords', (reason: ValueFault, detail: string): string => {
  return faults[reason](detail);
});

export const nameFaultWords: Record<NameFault, string> = inLanguage('nameFaultWords', {
  empty: 'Enter the name of the attribute.',
  badSyntax: 'Use letters, digits and underscores, with dots between the parts.',
  virtual: 'This is stored at the backend only. Change it on the device page.',
  readOnly: 'This cannot be changed.',
  reserved: 'The request itself uses this name.',
});

export const configureStrings = inLanguage('configureStrings', {
  onBeacon: 'On the beacon',
  onBeaconNote: 'Written over Bluetooth. Only the values you change are sent.',
  onGatewayNote:
    'The gateway fetches its configuration from the backend itself. Only the values you change are sent. The backend refuses values that a gateway does not take.',
  virtualNote: 'Alias, tags and notes are stored at the backend only. Change them on the device page.',
  toDevice: 'Change alias, tags and notes',
  now: (value: string) => `Current: ${value}`,
  variesShort: 'Varies',
  draft: {
    restored: (when: string) => `Your unsaved changes of ${when} are here. Secrets are not kept.`,
    discard: 'Discard changes',
  },
  notKnown: 'Current: not known',
  unset: 'not set',
  hidden: 'hidden',
  emptyList: 'none',
  on: 'On',
  off: 'Off',
  leave: 'Leave unchanged',
  dBm: (level: number, dBm: number) => `${level} (${dBm > 0 ? '+' : dBm < 0 ? '−' : ''}${Math.abs(dBm)} dBm)`,
  changedInGroup: (n: number) => count(n, 'change', 'changes'),
  keepOld: (label: string) => `Keep current value of ${label}`,
  keep: 'Keep current',
  more: (label: string) => `More options for ${label}`,
  less: (label: string) => `Fewer options for ${label}`,
  again: 'Write again',
  againHelp: 'Sends the same value again, in case beacon and backend differ.',
  empty: 'Set to empty',
  emptyHelp: 'Sends an empty value, whatever the beacon has now.',
  emptied: 'empty',
  other: 'Another attribute',
  otherNote: 'Sent exactly as typed. The backend decides whether to accept it.',
  otherName: 'Name',
  otherValue: 'Value',
  otherSecret: `By its name, this is a secret. It is sent, but not shown, and not saved on ${here}.`,
  add: 'Add',
  remove: (name: string) => `Remove ${name}`,
  removeShort: 'Remove',
  taken: 'This name is already in the list.',
  inForm: 'You already change this in the form above.',
  pending: 'A configuration is already pending for this beacon. Preparing again replaces it.',
  takePending: 'Load the pending values',
  noDevice: (uniqueId: string) => `${uniqueId} is not in the saved list, so its values are not known.`,
  toDevices: 'Back to the devices',
  review: (n: number) => (n === 0 ? 'Review' : `Review ${count(n, 'change', 'changes')}`),
  nothingChanged: 'Change a value first.',
  fixFirst: (n: number) => `Fix ${count(n, 'value', 'values')}.`,
  reviewHeading: 'Review the changes',
  reviewNote: (uniqueId: string) =>
    `For ${uniqueId}: current → new. The beacon changes only when this is written over Bluetooth.`,
  reviewGateway: (uniqueId: string) =>
    `For ${uniqueId}: current → new. The gateway changes as soon as it has fetched this from the backend.`,
  /** Whether a prepared change can be taken back, as far as it is known. */
  undo: {
    offered: 'Until it is applied, a prepared change can be withdrawn.',
    notOffered: 'This backend cannot withdraw a prepared change. Another change replaces it.',
    unknown: '',
  },
  outcomeHeading: 'Requested changes',
  back: 'Back',
  prepare: 'Prepare',
  preparing: 'Preparing',
  preparingDoing: 'Preparing at the backend, then fetching the encrypted package',
  preparingGateway: 'Preparing at the backend',
  fetchingDoing: 'Fetching the encrypted package',

  outcome: {
    onThisPhone: 'Downloaded. Next, go to the beacon and write it.',
    preparedOnly: `Prepared at the backend, but the package is not on ${here}.`,
    noPackageYet: 'Prepared, but the backend has no package for this beacon yet.',
    notAccessible: 'Your key seems to have no access: the backend left this device out of its answer.',
    undeliveredReceipt:
      'A receipt of this beacon is not verified yet. Preparing now would replace what the backend can verify. Send the receipt or give it up in the outbox first.',
    unfinishedRun:
      'A run on this beacon is not finished. Preparing now would replace what the backend can verify. Finish the run, or close it there if the beacon is gone.',
    written:
      'The backend still sends the package that was already written, and a beacon accepts a package only once. Prepare again to get a new one.',
    notBase64: 'The package is damaged (not Base64) and was not saved.',
    empty: 'The package is empty and was not saved.',
    tooShort: 'The package is damaged (fewer than 9 bytes) and was not saved.',
    waitingForGateway: 'Prepared. The gateway fetches it by itself; there is nothing to write.',
    appliedByGateway: 'Applied: nothing is pending any more, and the gateway shows these values.',
    noLongerPending: {
      applied:
        'Nothing is pending any more, and the device shows these values. Another phone or a gateway may have applied them.',
      unsure:
        'Nothing is pending at the backend any more. Another phone or a gateway may have applied it, or somebody has withdrawn it.',
    },
    withdrawn:
      'Withdrawn. Nothing is pending at the backend any more, and a package of this change can no longer be used.',
    stillPending: 'The backend has accepted this, but still shows a pending change.',
    notOffered: 'This backend cannot withdraw a change. Prepare other values to replace it.',
    notWithdrawn: 'The change is not withdrawn.',
    withdrawUnknown: 'It is not known whether the change is withdrawn.',
    receiptNeedsChange:
      'A receipt of this beacon is not verified yet, and the backend needs the pending change for that. Send the receipt or give it up in the outbox first.',
    mayBeWritten: 'This change may be written already. Finish the run, or close it there if the beacon is gone.',
    changed: (name: string, answered: string, requested: string) =>
      `${name}: the backend has ${answered} instead of ${requested}.`,
    ignored: (name: string) => `The backend did not accept ${name}.`,
    notReported: (names: string) => `The backend does not say whether it has ${names}.`,
    absent: 'The backend has no package for this beacon.',
    tooLarge: (bytes: number | null) =>
      bytes === null
        ? `The package is too large: a beacon accepts up to ${number(MAX_PACKET_BYTES)} bytes.`
        : `The package has ${count(bytes, 'byte', 'bytes')}; a beacon accepts up to ${number(MAX_PACKET_BYTES)}.`,
    storageFailed: `The package could not be saved on ${here}.`,
    unknown: 'It is not known whether the backend has the configuration.',
    failed: 'Nothing was prepared.',
    notAsked: 'It is not known whether the gateway has applied it.',
    notFetched: 'The package could not be fetched.',
  },
  action: {
    run: 'Go to run',
    fetch: 'Fetch the package',
    outbox: 'Open the outbox',
    finishRun: 'Finish the run',
    edit: 'Change values',
    again: 'Prepare again',
    key: 'Enter key',
    devices: 'Back to the devices',
    device: 'Show the device',
    account: 'Check the account',
    ask: 'Check with the backend',
    withdrawAgain: 'Withdraw again',
  },
} as const);
