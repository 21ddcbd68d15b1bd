/** Every word of the run list and the run screen: one sentence and one action for each way a run can stop. */
import type { RunFailureCode } from '../../domain/run.ts';
import type { NextStep, PrepareOutcome, RunPhase } from '../../use-cases/offered.ts';

const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/** What the one button below a stopped run does. */
export type RunAction =
  | 'connect'
  | 'connectAgain'
  | 'pickAgain'
  | 'reconnect'
  | 'fetchPackage'
  | 'retrySave'
  | 'freeSpace'
  | 'waitOther'
  | 'useOtherBrowser'
  | 'turnOnBluetooth'
  | 'readReceipt'
  | 'configure'
  | 'nextBeacon'
  | 'toOutbox'
  | 'nothing';

export const runActionWords: Record<RunAction, string> = {
  connect: 'Connect',
  connectAgain: 'Connect again',
  pickAgain: 'Pick the beacon again',
  reconnect: 'Reconnect and look',
  fetchPackage: 'Fetch a new package',
  retrySave: 'Save again',
  freeSpace: 'See storage',
  waitOther: 'Back to the list',
  useOtherBrowser: 'Copy the address',
  turnOnBluetooth: 'Try again',
  readReceipt: 'Read the receipt',
  configure: 'Change the configuration',
  nextBeacon: 'Next beacon',
  toOutbox: 'Open the outbox',
  nothing: 'Back to the list',
};

/**
 * One sentence for each failure; what it is called technically stands under Details. Those that can come before a write as well
 * as on the way back to a beacon say nothing of the beacon: `failureText` adds what is true of it.
 */
export const runFailureWords: Record<RunFailureCode, { readonly text: string; readonly anyTime?: true }> = {
  noBluetooth: {
    text: 'This browser cannot use Bluetooth: open the app in Chrome or Edge on Android, Windows, macOS or ChromeOS.',
  },
  bluetoothOff: {
    text: 'Bluetooth is off, or this browser may not use it: turn it on in the settings of this device.',
    anyTime: true,
  },
  chooserCancelled: { text: 'No beacon was picked.', anyTime: true },
  connectFailed: { text: 'The beacon did not accept the connection.', anyTime: true },
  connectTimedOut: { text: 'The beacon did not answer in time.', anyTime: true },
  outOfRange: {
    text: 'The beacon is out of range: go closer, press its button if it has one, and pick it again.',
    anyTime: true,
  },
  notAConfigurableBeacon: {
    text: 'The device you picked cannot be configured, so it is not this beacon: pick another one.',
    anyTime: true,
  },
  busyElsewhere: { text: 'Another window of this app is using Bluetooth: finish there first.', anyTime: true },
  droppedBeforeWrite: { text: 'The connection dropped before anything was written.' },
  writeUnanswered: { text: 'Uncertain: the beacon did not say whether it took the package.' },
  droppedDuringWrite: { text: 'Uncertain: the connection dropped during the write, and the beacon may have changed.' },
  packageTooLarge: {
    text: 'The package is over 512 bytes, more than a browser can write: fetch another one.',
    anyTime: true,
  },
  droppedWhileProcessing: { text: 'Uncertain: the connection dropped while the beacon was working on the package.' },
  neverEnded: { text: 'Uncertain: the beacon has the package but has not said that it is finished.' },
  droppedWhileReading: { text: 'Uncertain: the connection dropped before the receipt was read.' },
  readTimedOut: { text: 'Uncertain: the beacon did not give its receipt in time.' },
  storageFull: { text: 'There is no room on this phone to keep a receipt, so the run stopped.', anyTime: true },
  storageFailed: { text: 'This phone could not save what it was doing, so the run stopped.', anyTime: true },
  secondCopyMissing: { text: 'Stay on this screen: the second copy of the receipt is missing.' },
  cancelled: { text: 'Cancelled.', anyTime: true },
  newerPacketWaiting: {
    text: 'An older package of this beacon is still waiting: writing this one first would make it useless.',
  },
  packageNotHere: { text: 'The package of this run is not on this phone any more: fetch a new one.', anyTime: true },
  otherBeacon: {
    text: 'The beacon you picked is probably another one: pick the one whose label you read.',
    anyTime: true,
  },
  beaconIsAhead: {
    text: 'Uncertain: the beacon you picked has had this package or a newer one. Fetch a new package when online; writing that one settles it.',
  },
  receiptLost: {
    text: 'Uncertain: no receipt came back. If this was the right beacon it has applied the change; the backend cannot know.',
  },
  noAnswer: {
    text: 'Uncertain: the beacon you picked has no receipt. Pick again if it is another one; else fetch a new package when online, writing that one settles it.',
  },
  earlierReceipt: {
    text: 'The receipt of the earlier run was read and is on this phone. This package is only needed if the backend does not verify that one.',
  },
  plainNo: { text: 'Uncertain: the beacon you picked refused the package. Pick again if it is another one.' },
  writeRefused: { text: 'Uncertain: the beacon refused the write.' },
  unknown: { text: 'The run stopped for a reason this app does not know.', anyTime: true },
};

/** `written`: the journal says that a write was begun, so nothing may be claimed about the beacon. */
export function failureText(code: RunFailureCode, written: boolean): string {
  const words = runFailureWords[code];
  if (words.anyTime !== true) return words.text;
  return `${words.text} ${written ? 'What the beacon did before is still uncertain.' : 'Nothing was written.'}`;
}

/** Result codes of a plain response (1 to 9) and what they mean to the person at the beacon. */
export function refusedWords(result: number): { readonly text: string; readonly action: RunAction } {
  switch (result) {
    case 3:
    case 4:
      return {
        text: 'Refused: this beacon does not accept the package, so it is probably not the one on the label.',
        action: 'pickAgain',
      };
    case 7:
      return {
        text: 'Refused: the beacon you picked has already taken this package or a newer one.',
        action: 'fetchPackage',
      };
    case 9:
      return { text: 'Refused: the beacon says that this package has expired.', action: 'fetchPackage' };
    case 1:
      return { text: 'Refused: the beacon could not read the package.', action: 'fetchPackage' };
    case 2:
      return { text: 'Refused: this beacon does not support this kind of package.', action: 'configure' };
    case 5:
      return { text: 'Refused: the beacon does not know one of the settings.', action: 'configure' };
    case 6:
      return { text: 'Refused: the configuration is too much for this beacon at once.', action: 'configure' };
    case 8:
      return { text: 'Refused: the beacon had an internal error.', action: 'connectAgain' };
    default:
      return { text: 'Refused: the beacon gave a reason this app does not know.', action: 'fetchPackage' };
  }
}

export const resultNames: Record<number, string> = {
  0: 'OK',
  1: 'invalid format',
  2: 'operation not supported',
  3: 'authorization failed',
  4: 'verification failed',
  5: 'ID not found',
  6: 'too much data requested',
  7: 'token expired',
  8: 'internal error',
  9: 'packet expired',
};

export const phaseWords: Record<RunPhase, string> = {
  choosing: 'Pick the beacon',
  connecting: 'Connect',
  discovering: 'Find its configuration service',
  checking: 'Check what it did last',
  writing: 'Write the package',
  processing: 'Wait until the beacon has worked on it',
  settling: 'Give it time for its answer',
  reading: 'Read the receipt',
  saving: 'Keep the receipt',
  copying: 'Keep a second copy',
  releasing: 'Let the beacon go',
  ended: 'Finished',
};

/** Said aloud and in the headline while the phase lasts. */
export const phaseNow: Record<RunPhase, string> = {
  choosing: 'Pick the beacon in the list',
  connecting: 'Connecting',
  discovering: 'Looking at the beacon',
  checking: 'Checking what the beacon did last',
  writing: 'Writing',
  processing: 'The beacon is working on it',
  settling: 'Waiting for the answer',
  reading: 'Reading the receipt',
  saving: 'Keeping the receipt',
  copying: 'Keeping a second copy',
  releasing: 'Letting the beacon go',
  ended: 'Finished',
};

/** The one legal next step of an unfinished run, as a reason. */
export const nextStepWords: Record<NextStep, string> = {
  start: 'Nothing was written yet: start when you stand at the beacon.',
  resume:
    'Uncertain: the write was begun, and an answer may have been lost. Reconnect to the same beacon to see what it did.',
  readResponse: 'Written, but the receipt was not read. Reconnect to the same beacon and read it.',
  deliver: 'A receipt was kept and goes out by itself; the backend will tell whether it is of this beacon.',
  fetchPackage: 'This package can no longer be used: fetch a new one when online.',
  nothing: 'Nothing is left to do for this run.',
  runningElsewhere: 'Running in another window.',
  sendAnyway: 'The beacon refused; its answer is held in the outbox.',
};

/** What came of fetching a package from the run pages. */
export const fetchWords: Record<PrepareOutcome['kind'], string> = {
  onThisPhone: 'The package is on this phone.',
  preparedOnly: 'The backend still holds it, but the package could not be fetched: try again when online.',
  notAccessible: 'This key has no access to this beacon.',
  blocked: 'A receipt or a run of this beacon is still open: finish that first.',
  unusable: 'The backend has no package that a browser can write: prepare the configuration again.',
  storageFailed: 'This phone could not keep the package: free some space.',
  unknown: 'The backend did not answer: try again when online.',
  failed: 'The package could not be fetched: try again when online.',
};

export const runStrings = {
  loading: 'Loading the run',
  willChange: 'What will change',
  asked: 'What was asked for',
  changes: (n: number) => count(n, 'value', 'values'),
  moreChanges: (n: number) => `${n} more`,
  noChanges: 'This package names no values.',
  fetched: 'Package fetched',
  prepared: 'Prepared',
  size: 'Package size',
  bytes: (n: number) => count(n, 'byte', 'bytes'),
  token: 'Token',
  old: (days: number) => `Fetched ${count(days, 'day', 'days')} ago: fetch again when online`,
  chooser: {
    title: 'In the list that opens',
    names: 'Pick one of these names',
    label:
      'Pick the beacon whose label you read. The page cannot tell which one it holds; a wrong beacon refuses this package and stays as it is.',
    button: 'Not in the list? Press the button on a tag, go closer and wait ten seconds.',
  },
  noRadio:
    'This browser cannot use Bluetooth: open the app in Chrome or Edge on Android, Windows, macOS or ChromeOS and connect the same account there.',
  noRadioMeanwhile: 'Preparing, the outbox and everything but the radio work here.',
  radioOff: 'Bluetooth is off, or this browser may not use it: turn it on, then connect.',
  steps: 'Steps of this run',
  attempt: (attempt: number, attempts: number) => `Attempt ${attempt} of ${attempts}`,
  cancel: 'Cancel',
  pastCancel: 'Writing has begun: stay at the beacon until this is finished.',
  cancelling: 'Cancelling is safe now: nothing has been written.',
  stay: 'Stay on this screen',
  copyMissing: {
    both: 'The receipt is only in this window: it could not be kept on this phone. Do not close the app.',
    second: 'One copy of the receipt is kept, the second is missing. Do not close the app.',
  },
  exportHeld: 'Export the receipt as a file',
  exported: 'The receipt was exported. Keep the file until the receipt is verified.',
  unsure: 'A receipt was kept, but it may belong to another beacon: the backend will tell.',
  receipt: 'Receipt on this phone. It goes out by itself as soon as the backend takes it; go on to the next beacon.',
  receiptSent: 'Sent. The backend has not verified it yet.',
  receiptVerified: 'Verified by the backend.',
  receiptNotVerified: 'Not verified: the backend has a configuration waiting.',
  receiptShown: 'The backend refused the receipt, and the device shows these values: see the outbox.',
  receiptParked: 'The backend answered with a refusal: see the outbox for what it holds.',
  receiptSaving: 'The receipt is being kept.',
  packageDead:
    'Uncertain: an earlier version of this app took this package for outdated. Go back to the beacon and look, or fetch a new package when online.',
  receiptLost: 'Uncertain: no receipt came back. Go back to the beacon and look, or fetch a new package when online.',
  noAnswer:
    'Uncertain: the package was written twice and never answered. Go back to the beacon and look, or fetch a new package when online.',
  settledLater: 'A later run of this beacon was verified.',
  closed: 'This run was closed. What the beacon did is still uncertain.',
  abandoned: 'This run was given up before anything was written.',
  other: 'This run has ended.',
  lastBeacon: 'No other package waits on this phone.',
  nextBeacon: 'Next beacon',
  allRuns: 'All runs',
  again: 'Pick another beacon',
  giveUp: 'Give up this run',
  gaveUp: 'The run was given up; the package stays on this phone.',
  close: {
    button: 'Close this run',
    title: (id: string) => `Close the run of ${id}?`,
    means:
      'Close it when the beacon is gone or was replaced. What it did stays uncertain, and a receipt that comes all the same is kept. You can open the run again later.',
    reason: 'Reason',
    reasonHelp: 'For the record on this phone. Empty means: the beacon is gone.',
    defaultReason: 'the beacon is gone',
    keep: 'Keep it open',
    confirm: 'Close the run',
    closed: (id: string) => `The run of ${id} is closed.`,
    reopen: 'Open this run again',
  },
  elsewhere: 'This beacon is being configured in another window. Go on there.',
  otherHere: (id: string) => `A run of ${id} is going on in this window.`,
  toOther: 'Go to that run',
  nothing: 'Nothing is carried for this beacon: prepare a configuration first.',
  toDevice: 'Open the device',
  preparedOnly: 'Prepared at the backend, but its package is not on this phone yet.',
  dead: 'The package on this phone can no longer be used: a newer one was applied to the beacon.',
  journal: 'Journal',
  technical: 'Technical name',
  list: {
    find: 'Find by id or name',
    clear: 'Show all',
    unfinished: 'Unfinished',
    unfinishedHint: 'Go back to these beacons first.',
    ready: 'Ready to write',
    notReady: 'Not ready',
    commands: 'Commands',
    commandStates: {
      unfinished: 'Uncertain: reconnect and look.',
      stale: 'A newer package of this beacon was written: this one will be refused.',
    },
    renewed: 'Uncertain; a new package is on this phone, and writing that one settles it.',
    closed: 'Closed',
    closedHint: 'What these beacons did is uncertain. Open a run again when its beacon turns up.',
    closedBecause: (reason: string) => `Closed: ${reason}`,
    empty: 'Nothing is carried on this phone: prepare a configuration while you have a network.',
    unprotected:
      'The browser does not promise to keep what is stored here: it may clear receipts when the phone runs out of room. Installing the app often changes this.',
    install: 'Install the app',
    installByMenu: 'This browser installs from its own menu.',
    seeStorage: 'See storage',
    toDevices: 'Go to devices',
    noneFound: (text: string) => `No run or package fits “${text}”.`,
    here: 'Running in this window',
    elsewhere: 'Running in another window',
    go: 'Go on',
    open: 'Open',
    more: (n: number) => `Show ${n} more`,
    changes: (n: number) => count(n, 'value changes', 'values change'),
    fetched: 'fetched',
    fetching: 'Fetching',
    fetch: 'Fetch package',
    reasons: {
      preparedOnly: 'Prepared at the backend, not on this phone.',
      dead: 'A newer package was applied to the beacon.',
      stale: 'A newer package of this beacon was written: this one will be refused.',
      receiptLost: 'No receipt came back: needs a new package.',
    },
    noRadio: 'This browser cannot use Bluetooth, so nothing can be written from here.',
  },
} as const;
