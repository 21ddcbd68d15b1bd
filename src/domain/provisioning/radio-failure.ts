/** Failures of Bluetooth, and what each means at each step of a run. */
import type { RunFailureCode } from '../run.ts';
import type { Place } from './run-state.ts';

/** Codes of the Bluetooth adapter. Each comment names the cause and the screen's action. */
export type RadioFailureCode =
  /** The browser has no Web Bluetooth (iOS, Firefox, a flag). Shown before a run is offered. */
  | 'unsupported'
  /** The person or the system switched the adapter off, or a policy forbids it. "Turn on Bluetooth". */
  | 'off'
  /** The person closed the chooser. Not an error: the screen does not change. */
  | 'chooserCancelled'
  /** The beacon or the phone's Bluetooth stack refused every attempt to connect. "Connect again". */
  | 'connectFailed'
  /** The last attempt to connect timed out. "Connect again". */
  | 'connectTimedOut'
  /** The browser no longer knows the handle, or the beacon is out of range. "Pick again". */
  | 'outOfRange'
  /** The picked device has no Configuration Service, or a characteristic is missing. "Pick again". */
  | 'notConfigurable'
  /** The services were not discovered in time; the app has closed the link. "Connect again". */
  | 'discoveryTimedOut'
  /** The link dropped. The journal decides what that means. */
  | 'dropped'
  /** A GATT operation timed out; the app has closed the link. */
  | 'timedOut'
  /** The system aborted the operation without a reason; it may have reached the beacon. */
  | 'unanswered'
  /** The packet is larger than the 512 bytes that a browser can write at once; nothing was sent. */
  | 'tooLarge'
  /** The beacon answered the operation with an error. */
  | 'refused'
  /** The beacon does this only for a paired device; nothing was done. "Connect again", once it is paired. */
  | 'notPaired'
  /** The services that were discovered on this link no longer exist, and finding them again did not help. */
  | 'servicesChanged'
  /** The person cancelled, or the app stopped the run. */
  | 'aborted'
  /** Any other error; its text is under "Details". */
  | 'unknown';

const ANYWHERE: Partial<Record<RadioFailureCode, RunFailureCode>> = {
  unsupported: 'noBluetooth',
  off: 'bluetoothOff',
  chooserCancelled: 'chooserCancelled',
  connectFailed: 'connectFailed',
  connectTimedOut: 'connectTimedOut',
  outOfRange: 'outOfRange',
  notConfigurable: 'notAConfigurableBeacon',
  discoveryTimedOut: 'servicesMissing',
  tooLarge: 'packageTooLarge',
  notPaired: 'notPaired',
  servicesChanged: 'servicesMissing',
  aborted: 'cancelled',
};

/** The state of the run when Bluetooth fails. */
interface FailedRun {
  /** The run has not written anything, so nothing is uncertain. */
  readonly untouched: boolean;
  /** The connected beacon took every write of this run, so it is the right one whatever it shows. */
  readonly isKnownBeacon: boolean;
}

/** Returns the run's failure for a Bluetooth failure at this step. */
export function runFailureAt(
  place: Place,
  code: RadioFailureCode,
  { untouched, isKnownBeacon }: FailedRun,
): RunFailureCode {
  if (code === 'notConfigurable' && isKnownBeacon) return 'servicesMissing';
  const anywhere = ANYWHERE[code];
  if (anywhere !== undefined) return anywhere;
  const isDrop = code === 'dropped';
  switch (place) {
    case 'connecting':
      return 'connectFailed';
    case 'writing':
      if (code === 'refused') return 'writeRefused';
      return isDrop ? 'droppedDuringWrite' : 'writeUnanswered';
    case 'discovering':
    case 'processing':
    case 'checkingToken':
      if (code === 'unknown') return 'unknown';
      if (untouched) return isDrop ? 'droppedBeforeWrite' : 'noAnswerBeforeWrite';
      return isDrop ? 'droppedWhileProcessing' : 'neverEnded';
    case 'looking':
    case 'pausing':
    case 'settling':
    case 'reading':
      if (code === 'unknown') return 'unknown';
      if (code === 'refused') return 'readRefused';
      if (untouched) return isDrop ? 'droppedBeforeWrite' : 'noAnswerBeforeWrite';
      return isDrop ? 'droppedWhileReading' : 'readTimedOut';
    default:
      return 'unknown';
  }
}
