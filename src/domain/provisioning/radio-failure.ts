/** What can go wrong on the radio, and what each of it means at each place of a run. */
import type { RunFailureCode } from '../run.ts';
import type { Place } from './machine.ts';

/** Codes of the Bluetooth adapter; each says who can cause it and which screen shows it. */
export type RadioFailureCode =
  /** The browser has no Web Bluetooth (iOS, Firefox, a flag). Shown before a run is offered. */
  | 'unsupported'
  /** The person or the system switched the adapter off, or a policy forbids it. "Turn on Bluetooth". */
  | 'off'
  /** The person closed the chooser. Not an error: the screen stays as it was. */
  | 'chooserCancelled'
  /** The beacon or the phone's stack refused every connect. "Connect again". */
  | 'connectFailed'
  /** The last connect hung. "Connect again". */
  | 'connectTimedOut'
  /** The browser has forgotten the handle, or the beacon is gone. "Pick again". */
  | 'outOfRange'
  /** The picked device has no Configuration Service, or it lacks a characteristic. "Pick again". */
  | 'notConfigurable'
  /** The services of the device were not known in time; the link has been let go. "Connect again". */
  | 'discoveryTimedOut'
  /** The link fell, or its objects are dead. The journal decides what that means. */
  | 'dropped'
  /** A GATT operation was not answered in its time; the link has been let go. */
  | 'timedOut'
  /** The system gave the operation up and does not say why: whether it reached the beacon is not known. */
  | 'unanswered'
  /** More than the 512 bytes that a browser writes at once; nothing was sent. */
  | 'tooLarge'
  /** The beacon answered the operation with an error. */
  | 'refused'
  /** The person cancelled, or the run was stopped by us. */
  | 'aborted'
  /** Anything else; its text is under "Details". */
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
  aborted: 'cancelled',
};

/** What is known of the run and its beacon when the radio fails. */
interface FailedRun {
  /** Nothing was written by this run so far, so nothing is uncertain. */
  readonly untouched: boolean;
  /** The beacon at hand took every write of this run: it is the right one, whatever it shows. */
  readonly isKnownBeacon: boolean;
}

/** The run's failure for a failure of the radio at this place. */
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
      if (untouched) return isDrop ? 'droppedBeforeWrite' : 'noAnswerBeforeWrite';
      return isDrop ? 'droppedWhileReading' : 'readTimedOut';
    default:
      return 'unknown';
  }
}
