/** Maps each failure of a run to its severity and to the one action that helps (product.md "Words on screen"). */
import type { RunFailure, RunFailureCode } from '../run.ts';
import type { NextStep } from './next-step.ts';

/**
 * `none`: nothing happened · `again`: harmless, try again · `uncertain`: the beacon may have changed · `stop`: trying
 * again does not help.
 */
type Severity = 'none' | 'again' | 'uncertain' | 'stop';

export type NextAction =
  | 'connectAgain'
  | 'pickAgain'
  | 'reconnect'
  | 'fetchPackage'
  | 'nextBeacon'
  | 'retrySave'
  | 'freeSpace'
  | 'waitOther'
  | 'useOtherBrowser'
  | 'turnOnBluetooth'
  | 'nothing';

/** The action of the button below a stopped run. */
export type RunAction =
  | NextAction
  | 'connect'
  | 'readReceipt'
  | 'stopWaiting'
  | 'configure'
  /** First closes the run that blocks a new configuration. */
  | 'closeAndPrepare'
  | 'toOutbox';

export const ACTION_OF_STEP: Readonly<Record<NextStep, RunAction>> = {
  start: 'connect',
  resume: 'reconnect',
  readResponse: 'readReceipt',
  awaitAnswer: 'stopWaiting',
  deliver: 'toOutbox',
  fetchPackage: 'fetchPackage',
  nothing: 'nothing',
  runningElsewhere: 'waitOther',
};

const WITH_RADIO: ReadonlySet<RunAction> = new Set([
  'connect',
  'connectAgain',
  'pickAgain',
  'reconnect',
  'readReceipt',
  'stopWaiting',
  'turnOnBluetooth',
]);

/** True for actions that need Bluetooth. Without it, another browser is offered. */
export function needsRadio(action: RunAction): boolean {
  return WITH_RADIO.has(action);
}

interface FailureMeaning {
  readonly severity: Severity;
  readonly action: NextAction;
}

export const NEXT_ACTIONS: Readonly<Record<RunFailureCode, FailureMeaning>> = {
  noBluetooth: { severity: 'stop', action: 'useOtherBrowser' },
  bluetoothOff: { severity: 'again', action: 'turnOnBluetooth' },
  chooserCancelled: { severity: 'none', action: 'nothing' },
  connectFailed: { severity: 'again', action: 'connectAgain' },
  connectTimedOut: { severity: 'again', action: 'connectAgain' },
  outOfRange: { severity: 'again', action: 'pickAgain' },
  notAConfigurableBeacon: { severity: 'again', action: 'pickAgain' },
  servicesMissing: { severity: 'again', action: 'connectAgain' },
  busyElsewhere: { severity: 'again', action: 'waitOther' },
  droppedBeforeWrite: { severity: 'again', action: 'connectAgain' },
  noAnswerBeforeWrite: { severity: 'again', action: 'connectAgain' },
  writeUnanswered: { severity: 'uncertain', action: 'reconnect' },
  droppedDuringWrite: { severity: 'uncertain', action: 'reconnect' },
  packageTooLarge: { severity: 'stop', action: 'fetchPackage' },
  droppedWhileProcessing: { severity: 'uncertain', action: 'reconnect' },
  neverEnded: { severity: 'uncertain', action: 'reconnect' },
  droppedWhileReading: { severity: 'uncertain', action: 'reconnect' },
  readTimedOut: { severity: 'uncertain', action: 'reconnect' },
  storageFull: { severity: 'stop', action: 'freeSpace' },
  storageFailed: { severity: 'again', action: 'connectAgain' },
  secondCopyMissing: { severity: 'stop', action: 'retrySave' },
  cancelled: { severity: 'none', action: 'nothing' },
  newerPacketWaiting: { severity: 'stop', action: 'nothing' },
  packageNotHere: { severity: 'stop', action: 'fetchPackage' },
  otherOperation: { severity: 'stop', action: 'fetchPackage' },
  otherBeacon: { severity: 'again', action: 'pickAgain' },
  beaconIsAhead: { severity: 'uncertain', action: 'fetchPackage' },
  receiptLost: { severity: 'uncertain', action: 'reconnect' },
  noAnswer: { severity: 'uncertain', action: 'fetchPackage' },
  earlierReceipt: { severity: 'again', action: 'nextBeacon' },
  plainNo: { severity: 'uncertain', action: 'pickAgain' },
  writeRefused: { severity: 'uncertain', action: 'reconnect' },
  readRefused: { severity: 'again', action: 'connectAgain' },
  notPaired: { severity: 'again', action: 'connectAgain' },
  unknown: { severity: 'again', action: 'connectAgain' },
};

/** Failures after which only a new package can settle the state of the beacon. */
const SETTLED_BY_ANOTHER: readonly RunFailureCode[] = [
  'receiptLost',
  'noAnswer',
  'plainNo',
  'otherBeacon',
  'beaconIsAhead',
];

/** From this repetition on a failure's action seems to lead back to where it was pressed. */
const IN_A_RING = 3;

/**
 * True when a new package is offered beside the failure's action: another try cannot help, or a run that may have
 * written has stopped here repeatedly.
 */
export function offersNewPackage({ code, times = 1 }: RunFailure, written: boolean): boolean {
  return SETTLED_BY_ANOTHER.includes(code) || (written && times >= IN_A_RING);
}

export function meaningOf(code: RunFailureCode): FailureMeaning {
  return NEXT_ACTIONS[code];
}
