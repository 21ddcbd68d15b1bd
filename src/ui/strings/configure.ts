/** Words of the configure page: attribute names, units, faults, and every outcome of Prepare. */
import type { AttributeGroup, AttributeUnit } from '../../domain/attributes/catalogue.ts';
import type { NameFault, ValueFault } from '../../domain/attributes/check-value.ts';

export const groupNames: Record<AttributeGroup, string> = {
  identity: 'Identity',
  radio: 'Radio',
  iBeacon: 'iBeacon',
  eddystone: 'Eddystone',
  telemetry: 'Telemetry',
  powerSaving: 'Power saving',
  movement: 'Movement',
  doubleTap: 'Double tap',
  notes: 'In the backend only',
  facts: 'Fixed',
};

export const unitNames: Record<AttributeUnit, string> = {
  ms: 'ms',
  s: 's',
  '%': '%',
  mg: 'mg',
  mgPerUnit: 'mg per unit',
};

/** Attribute name of the wire -> label; an unknown one is shown by its own name. */
export const attributeNames: Readonly<Record<string, string>> = {
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
  uniqueId: 'Unique ID',
  deviceType: 'Device type',
  model: 'Model',
  product: 'Product',
  mac: 'MAC',
  orderId: 'Order',
  firmware: 'Firmware',
  batteryLevel: 'Battery',
  lastSeen: 'Last seen',
  access: 'Your access',
  id: 'Id at the backend',
  created: 'Created',
  shares: 'Shares',
};

const attributeHelp: Readonly<Record<string, string>> = {
  name: '15 characters at most. Setting it to the unique ID makes every later chooser a list of one.',
  txPower: 'Higher reaches further and uses more battery.',
  interval: 'Shorter is noticed sooner and uses more battery.',
  packets: 'What the beacon advertises, in turn.',
  shuffled: 'Hides the identity; only the backend can tell who it is.',
  password: '8 hexadecimal digits. Never shown again.',
  'powerSaving.features': 'Nothing ticked is off.',
};

export function labelOf(name: string): string {
  // Own names only: an attribute may be called "constructor".
  return Object.hasOwn(attributeNames, name) ? attributeNames[name]! : name;
}

export function helpOf(name: string): string {
  return Object.hasOwn(attributeHelp, name) ? attributeHelp[name]! : '';
}

const faults: Record<ValueFault, (detail: string) => string> = {
  empty: () => 'Type a value.',
  notWhole: () => 'A whole number is needed.',
  tooSmall: (min) => `${min} or more.`,
  tooLarge: (max) => `${max} or less.`,
  tooLong: (max) => `${max} characters at most.`,
  notHex: () => 'Hexadecimal digits only: 0 to 9 and a to f.',
  wrongLength: (digits) => `Exactly ${digits} hexadecimal digits.`,
  notUuid: () => 'A UUID looks like f7826da6-4fa2-4e98-8024-bc5b71e0893e.',
  notUrl: () => 'A web address begins with http:// or https://.',
  notChoice: (options) => `One of ${options}.`,
  notTruth: () => 'On or off.',
  unknownWord: (word) => `${word} is not known here.`,
  tooMany: (most) => `${most} at most.`,
  hasComma: () => 'Leave out commas.',
  controlCharacter: () => 'There is an invisible character in it; type it again.',
};

export function faultWords(reason: ValueFault, detail: string): string {
  return faults[reason](detail);
}

export const nameFaultWords: Record<NameFault, string> = {
  empty: 'Type the name of the attribute.',
  badSyntax: 'Letters, digits and underscores, parts joined by dots.',
  virtual: 'This lives in the backend only; change it on the device page.',
  readOnly: 'This cannot be changed.',
  reserved: 'This name is used by the request itself.',
};

export const configureStrings = {
  onBeacon: 'On the beacon',
  onBeaconNote: 'These are written over Bluetooth. Only what you change is sent.',
  virtualNote: 'Alias, tags and notes are in the backend only. They are changed on the device page.',
  toDevice: 'Change alias, tags and notes',
  now: (value: string) => `Now ${value}.`,
  notKnown: 'Not known now.',
  unset: 'not set',
  hidden: 'hidden',
  emptyList: 'none',
  on: 'On',
  off: 'Off',
  leave: 'Leave as it is',
  dBm: (level: number, dBm: number) => `${level} (${dBm > 0 ? '+' : dBm < 0 ? '−' : ''}${Math.abs(dBm)} dBm)`,
  changedInGroup: (n: number) => (n === 1 ? '1 change' : `${n} changes`),
  keepOld: (label: string) => `Keep old value of ${label}`,
  keep: 'Keep old',
  more: (label: string) => `More for ${label}`,
  less: (label: string) => `Less for ${label}`,
  again: 'Write again',
  againHelp: 'The value shown is sent once more, where beacon and backend may differ.',
  empty: 'Set to empty',
  emptyHelp: 'An empty value is sent, whatever stands there now.',
  emptied: 'empty',
  other: 'Another attribute by name',
  otherNote: 'Sent as it is typed; the backend decides.',
  otherName: 'Name',
  otherValue: 'Value',
  otherSecret: 'By its name this is a secret: it is sent, and neither shown nor kept on this phone.',
  add: 'Add',
  remove: (name: string) => `Remove ${name}`,
  removeShort: 'Remove',
  taken: 'This name is in the list already.',
  inForm: 'This is changed in the form above already.',
  pending: 'The backend holds a configuration of this beacon already; preparing again replaces it.',
  takePending: 'Start from the waiting values',
  noDevice: (uniqueId: string) => `${uniqueId} is not in the list kept on this phone, so its values are not known.`,
  toDevices: 'Back to the devices',
  review: (n: number) => (n === 0 ? 'Review' : n === 1 ? 'Review 1 change' : `Review ${n} changes`),
  nothingChanged: 'Change a value first.',
  fixFirst: (n: number) => (n === 1 ? 'One value needs a change.' : `${n} values need a change.`),
  reviewHeading: 'What will be prepared',
  reviewNote: (uniqueId: string) =>
    `For ${uniqueId}: now → then. The beacon changes only when it is written over Bluetooth.`,
  outcomeHeading: 'What was asked for',
  back: 'Back',
  prepare: 'Prepare',
  preparing: 'Preparing',
  preparingDoing: 'Asking the backend, then fetching the encrypted package',
  fetchingDoing: 'Fetching the encrypted package',

  outcome: {
    onThisPhone: 'On this phone. Next it is written to the beacon.',
    preparedOnly: 'Prepared at the backend, but its package is not on this phone.',
    noPackageYet: 'Prepared at the backend, but it gives no package for this beacon yet.',
    notAccessible: 'Not accessible with this key: the backend left this device out of its answer.',
    undeliveredReceipt:
      'A receipt of this beacon is not verified yet; preparing again would replace what the backend can verify. Send it, or give it up, in the outbox.',
    unfinishedRun:
      'A run on this beacon is unfinished; preparing again would replace what the backend can verify. Finish that run, or close it if the beacon is gone.',
    written:
      'The backend still gives the package that was written already, and a beacon takes a package once. Prepare again for a new one.',
    notBase64: 'The package is damaged: it is not Base64. It is not kept.',
    empty: 'The package is empty. It is not kept.',
    absent: 'The backend gave no package for this beacon: nothing is waiting there.',
    tooLarge: (bytes: number | null) =>
      `The package has ${bytes === null ? 'too many' : number(bytes)} bytes and a beacon takes 512 at most.`,
    storageFailed: 'The package could not be stored on this phone.',
    unknown: 'It is not known whether the backend holds the configuration.',
    failed: 'Nothing was prepared.',
  },
  action: {
    run: 'Go to run',
    fetch: 'Fetch the package',
    outbox: 'Open the outbox',
    finishRun: 'Finish or close the run',
    edit: 'Change values',
    again: 'Prepare again',
    key: 'Give key',
    devices: 'Back to the devices',
    account: 'Check the account',
    ask: 'Ask the backend',
  },
} as const;

function number(n: number): string {
  return n.toLocaleString('en');
}
