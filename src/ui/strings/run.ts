/** Every word of the run list and the run screen: one sentence and one action for each way a run can stop. */
import { MAX_PACKET_BYTES } from '../../domain/limits.ts';
import type { RunAction } from '../../domain/provisioning/next-action.ts';
import type { NextStep } from '../../domain/provisioning/next-step.ts';
import { RESULT, WRITE_REFUSED } from '../../domain/result-codes.ts';
import type { RunFailureCode } from '../../domain/run.ts';
import type { RunPhase } from '../../use-cases/run/runs.ts';
import { count, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

export const runActionWords: Record<RunAction, string> = inLanguage('runActionWords', {
  connect: 'Connect',
  connectAgain: 'Connect again',
  pickAgain: 'Pick the beacon again',
  reconnect: 'Reconnect and check',
  fetchPackage: 'Fetch a new package',
  retrySave: 'Save again',
  freeSpace: 'See storage',
  waitOther: 'Back to the list',
  useOtherBrowser: 'Copy the address',
  turnOnBluetooth: 'Try again',
  readReceipt: 'Read the receipt',
  stopWaiting: 'Stop waiting and reconnect',
  configure: 'Change the configuration',
  closeAndPrepare: 'Close the run and prepare again',
  nextBeacon: 'Next beacon',
  toOutbox: 'Open the outbox',
  nothing: 'Back to the list',
});

/**
 * One sentence for each failure; what it is called technically stands under Details. Those that can come before a write as well
 * as on the way back to a beacon say nothing of the beacon: `failureText` adds what is true of it.
 */
export const runFailureWords: Record<RunFailureCode, { readonly text: string; readonly anyTime?: true }> = inLanguage(
  'runFailureWords',
  {
    noBluetooth: {
      text: 'This browser cannot use Bluetooth. Open the app in Chrome or Edge on Android, Windows, macOS or ChromeOS.',
    },
    bluetoothOff: {
      text: 'Bluetooth is off or blocked for this browser. Turn it on in the settings.',
      anyTime: true,
    },
    chooserCancelled: { text: 'No beacon was picked. Next time the list shows all devices.', anyTime: true },
    connectFailed: { text: 'The beacon did not accept the connection.', anyTime: true },
    connectTimedOut: { text: 'The beacon did not answer in time.', anyTime: true },
    outOfRange: {
      text: 'The beacon is out of range. Move closer, press its button if it has one, then pick it again.',
      anyTime: true,
    },
    notAConfigurableBeacon: {
      text: 'The device you picked shows no configuration service. Check that it is this beacon, then pick again.',
      anyTime: true,
    },
    servicesMissing: { text: 'The beacon did not show its services in time.', anyTime: true },
    busyElsewhere: { text: 'Another window of this app is using Bluetooth. Finish there first.', anyTime: true },
    droppedBeforeWrite: { text: 'The connection dropped before anything was written.' },
    noAnswerBeforeWrite: { text: 'The beacon did not answer, so nothing was written.' },
    writeUnanswered: { text: 'Uncertain: the beacon did not confirm the write.' },
    droppedDuringWrite: { text: 'Uncertain: connection lost while writing. Reconnect to check.' },
    packageTooLarge: {
      text: `The package is over ${number(MAX_PACKET_BYTES)} bytes, more than a browser can write. Fetch a new one.`,
      anyTime: true,
    },
    droppedWhileProcessing: { text: 'Uncertain: the connection dropped while the beacon was processing the package.' },
    neverEnded: { text: 'Uncertain: the beacon has not reported that it is finished.' },
    droppedWhileReading: { text: 'Uncertain: the connection dropped before the receipt was read.' },
    readTimedOut: { text: 'Uncertain: the receipt could not be read.' },
    storageFull: { text: `There is not enough space on ${here} for a receipt, so the run stopped.`, anyTime: true },
    storageFailed: { text: `Progress could not be saved on ${here}, so the run stopped.`, anyTime: true },
    secondCopyMissing: { text: 'Stay on this screen: the second copy of the receipt is missing.' },
    cancelled: { text: 'Cancelled.', anyTime: true },
    newerPacketWaiting: {
      text: 'An older package is still waiting for this beacon. Writing this one first would make it useless.',
    },
    packageNotHere: { text: `The package of this run is no longer on ${here}. Fetch a new one.`, anyTime: true },
    otherOperation: {
      text: 'The header of this package says that it does something else, so the app does not write it. Fetch a new one.',
      anyTime: true,
    },
    otherBeacon: {
      text: 'This is probably the wrong beacon. Check the label and pick again.',
      anyTime: true,
    },
    beaconIsAhead: {
      text: 'Uncertain: the beacon you picked has already taken this package or a newer one. Fetch a new package when online and write it to settle this.',
    },
    receiptLost: {
      text: 'Uncertain: no receipt came back. If this was the right beacon, it has applied the change, but the backend cannot know.',
    },
    noAnswer: {
      text: 'Uncertain: the beacon you picked has no receipt. If it is the wrong one, pick again. If not, fetch a new package when online and write it to settle this.',
    },
    earlierReceipt: {
      text: `The receipt of the earlier run was read and is on ${here}. You only need this package if the backend does not verify that receipt.`,
    },
    plainNo: { text: 'Uncertain: the beacon you picked refused the package. If it is the wrong one, pick again.' },
    writeRefused: { text: 'Uncertain: the beacon rejected the write. Reconnect to check.' },
    readRefused: {
      text: `The beacon refused to give its answer. If it has to be paired, pair it in the Bluetooth settings of ${here}, then connect again.`,
      anyTime: true,
    },
    notPaired: {
      text: `The beacon has to be paired first. Pair it in the Bluetooth settings of ${here}, then connect again.`,
      anyTime: true,
    },
    unknown: { text: 'The run stopped for an unknown reason.', anyTime: true },
  },
);

/** `written`: the journal says that a write was begun, so nothing may be claimed about the beacon. */
export const failureText = inLanguage('failureText', (code: RunFailureCode, written: boolean): string => {
  const words = runFailureWords[code];
  if (words.anyTime !== true) return words.text;
  return `${words.text} ${written ? 'What the beacon did before that is still uncertain.' : 'Nothing was written.'}`;
});

/** Result codes of a plain response (1 to 9) and what they mean to the person at the beacon: the end of a sentence. */
export const refusedWords = inLanguage(
  'refusedWords',
  (result: number): { readonly reason: string; readonly action: RunAction } => {
    switch (result) {
      case 3:
      case 4:
        return {
          reason: 'the beacon does not accept this package. It is probably the wrong beacon, so check the label.',
          action: 'pickAgain',
        };
      case 7:
        return {
          reason: 'the beacon you picked has already taken this package or a newer one.',
          action: 'fetchPackage',
        };
      case 9:
        return { reason: 'package expired.', action: 'fetchPackage' };
      case 1:
        return { reason: 'the beacon could not read the package.', action: 'fetchPackage' };
      case 2:
        return { reason: 'this beacon does not support this kind of package.', action: 'configure' };
      case 5:
        return { reason: 'the beacon does not know one of the settings.', action: 'configure' };
      case 6:
        return { reason: 'too many changes at once for this beacon.', action: 'configure' };
      case 8:
        return { reason: 'the beacon had an internal error.', action: 'connectAgain' };
      case WRITE_REFUSED:
        return {
          reason: `the beacon rejected the write twice, so nothing was written. It may be locked, or has to be paired in the Bluetooth settings of ${here}.`,
          action: 'fetchPackage',
        };
      default:
        return { reason: 'the beacon gave an unknown reason.', action: 'fetchPackage' };
    }
  },
);

export const resultNames: Record<number, string> = inLanguage('resultNames', {
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
  [WRITE_REFUSED]: 'write rejected',
});

export const phaseWords: Record<RunPhase, string> = inLanguage('phaseWords', {
  choosing: 'Pick the beacon',
  connecting: 'Connect',
  discovering: 'Find the configuration service',
  checking: 'Check what it did last',
  writing: 'Write the package',
  processing: 'Wait for the beacon to process it',
  settling: 'Wait for its answer',
  reading: 'Read the receipt',
  saving: 'Save the receipt',
  copying: 'Save a second copy',
  releasing: 'Disconnect',
  ended: 'Finished',
});

/** Said aloud and in the headline while the phase lasts. */
export const phaseNow: Record<RunPhase, string> = inLanguage('phaseNow', {
  choosing: 'Follow the browser’s window to pick the beacon',
  connecting: 'Connecting',
  discovering: 'Finding its configuration service',
  checking: 'Checking what the beacon did last',
  writing: 'Writing',
  processing: 'The beacon is processing it',
  settling: 'Waiting for the answer',
  reading: 'Reading the receipt',
  saving: 'Saving the receipt',
  copying: 'Saving a second copy',
  releasing: 'Disconnecting',
  ended: 'Finished',
});

/** The one legal next step of an unfinished run, as a reason. */
export const nextStepWords: Record<NextStep, string> = inLanguage('nextStepWords', {
  start: 'Nothing was written yet. Start when you are next to the beacon.',
  resume: 'Uncertain: writing was interrupted, and an answer may be lost. Reconnect to the same beacon to check.',
  readResponse: 'Written, but the receipt has not been read. Reconnect to the same beacon and read it.',
  awaitAnswer: 'Still waiting for the answer of the beacon. Stay next to it.',
  deliver:
    'A receipt is saved and will be sent automatically. The backend will check whether it belongs to this beacon.',
  fetchPackage: 'This package can no longer be used. Fetch a new one when online.',
  nothing: 'Nothing left to do for this run.',
  runningElsewhere: 'Running in another window.',
});

export const runStrings = inLanguage('runStrings', {
  loading: 'Loading the run',
  willChange: 'What will change',
  asked: 'Requested changes',
  changes: (n: number) => count(n, 'value', 'values'),
  moreChanges: (n: number) => `${number(n)} more`,
  noChanges: 'This package lists no values.',
  fetched: 'Package fetched',
  prepared: 'Prepared',
  size: 'Package size',
  bytes: (n: number) => count(n, 'byte', 'bytes'),
  token: 'Token',
  old: (days: number) => `Fetched ${count(days, 'day', 'days')} ago: fetch again when online`,
  chooser: {
    title: 'Which beacon?',
    names: 'Pick one of these names',
    pick: 'In the list, pick',
    label: 'Pick the one in front of you. Picked the wrong one? It refuses this package and stays unchanged.',
    missing: 'A beacon appears in the list when it is close enough. If it has a button, press it and wait ten seconds.',
    showAll: 'Not in the list? Show all devices',
  },
  noRadioMeanwhile: 'Everything but Bluetooth works here, such as preparing and the outbox.',
  radioOff: 'Bluetooth is off or blocked for this browser. Turn it on, then connect.',
  radioOffNow: 'Bluetooth is off. Turn it on, then pick the beacon.',
  steps: 'Steps of this run',
  attempt: (attempt: number, attempts: number) => `Attempt ${number(attempt)} of ${number(attempts)}`,
  waitsForOldLink: 'Waiting until the last connection is closed',
  cancel: 'Cancel',
  pastCancel: 'Writing. Stay next to the beacon until this is finished.',
  cancelling: 'It is safe to cancel. Nothing has been written.',
  stay: 'Stay on this screen',
  copyMissing: {
    both: `The receipt is only in this window because it could not be saved on ${here}. Do not close the app.`,
    second: 'One copy of the receipt is saved, but the second is missing. Do not close the app.',
  },
  exportHeld: 'Export the receipt as a file',
  exported: 'The receipt was exported. Keep the file until the receipt is verified.',
  mayBeHere: `Uncertain: a receipt that may be from this beacon is on ${here}. Once it is sent, the backend will check.`,
  sendFirst: 'A receipt that may be from this beacon must be sent first.',
  unsureSent: 'A receipt was sent, but it may belong to another beacon. The backend has not verified it yet.',
  unsureDenied: 'The backend has not verified a receipt that may be from this beacon. Choose its beacon in the outbox.',
  unsure: 'A receipt is saved, but it may belong to another beacon. The backend will check.',
  receipt: 'Receipt saved. It will be sent automatically. Go to the next beacon.',
  /** While the queue is paused. */
  receiptStopped: 'Receipt saved. Sending has stopped, and the outbox says why. Go to the next beacon.',
  deliverStopped: 'A receipt is saved, but sending has stopped. The outbox says why.',
  receiptSent: 'Sent. The backend has not verified it yet.',
  receiptVerified: 'Verified by the backend.',
  receiptNotVerified: 'Not verified: the backend still has a configuration waiting.',
  receiptNothingPending: 'Not verified, and nothing is pending at the backend any more.',
  receiptReplaced: 'Not verified: a newer change is pending at the backend.',
  receiptNewerChange: 'Sent. The device shows these values, and a newer change is pending.',
  receiptUnproven:
    'Uncertain: the backend refused the last attempt, and its data does not show whether an earlier one took effect. See the outbox.',
  receiptParked: 'The backend refused the receipt. See the outbox for details.',
  receiptShown: 'The backend refused the receipt, but the device shows these values. See the outbox.',
  receiptSaving: 'The receipt is being saved.',
  packageDead:
    'Uncertain: an earlier version of this app treated this package as outdated. Go back to the beacon and check, or get a new package when online.',
  receiptLost: 'Uncertain: no receipt came back. Go back to the beacon and check, or get a new package when online.',
  noAnswer:
    'Uncertain: the package was written twice, and the beacon never answered. Go back to the beacon and check, or get a new package when online.',
  packageBefore: {
    unsettled: `Uncertain: it is not known what the previous package did. This newer one is on ${here}: write it to settle this.`,
    receipt: 'Receipt saved for the previous package. This newer one is not written yet.',
    sent: 'Sent, not verified yet: the receipt of the previous package. This newer one is not written yet.',
    notVerified: 'Not verified: the receipt of the previous package. This newer one is not written yet.',
    refused: 'Refused by the backend: the receipt of the previous package. This newer one is not written yet.',
    uncertain:
      'Uncertain: it is not known whether the previous package took effect. This newer one is not written yet.',
  },
  oddPackage:
    'The header of this package does not say that it changes values. Fetch a new one, or ask the manufacturer before you write it.',
  refusedBefore: (result: number): string => {
    if (result === WRITE_REFUSED)
      return `The beacon rejected the write at the last visit. It may be locked, or has to be paired in the Bluetooth settings of ${here}.`;
    return result === RESULT.internalError
      ? 'The beacon had an internal error at the last visit. Try again.'
      : 'The beacon picked last refused this package. Check the label and pick again.';
  },
  settledLater: 'A later run of this beacon was verified.',
  settledByReading: 'The beacon was read later, and the backend shows the values of this run.',
  refused: (reason: string) => `Refused: ${reason}`,
  refusedWhileUncertain: (reason: string) =>
    `Uncertain: it is still not known what the beacon holds. This package was refused: ${reason}`,
  closed: 'This run was closed. What the beacon did is still uncertain.',
  abandoned: 'This run was given up before anything was written.',
  other: 'This run has ended.',
  lastBeacon: `No other package is waiting on ${here}.`,
  nextNamed: (name: string) => `Next: ${name}`,
  later: 'Later',
  laterNext: (next: string) => `Later. ${next}`,
  series: (written: number, beacons: number, verified: number) =>
    `${number(written)} of ${number(beacons)} written, ${number(verified)} verified`,
  allRuns: 'All runs',
  toGuide: 'Go on with the guide',
  again: 'Pick from the list again',
  giveUp: 'Cancel this run',
  gaveUp: `The run was given up. The package stays on ${here}.`,
  close: {
    button: 'Mark as gone',
    line: 'The beacon was removed or replaced.',
    title: (id: string) => `Mark ${id} as gone?`,
    means:
      'This closes its run. What the beacon did stays uncertain. If its receipt turns up after all, it is kept. You can open the run again later.',
    reason: 'Reason',
    reasonHelp: `Saved with the run on ${here}. If you leave it empty, it says “the beacon is gone”.`,
    defaultReason: 'the beacon is gone',
    overtaken: 'nothing is pending at the backend any more',
    closedOnly: (id: string) => `The run of ${id} is closed.`,
    keep: 'Keep it open',
    confirm: 'Mark as gone',
    closed: (id: string) => `${id} is marked as gone.`,
    notClosed: (id: string) => `The run of ${id} was not closed: it is over already, or another window has it.`,
    reopen: 'Open this run again',
  },
  elsewhere: 'This beacon is being configured in another window. Continue there.',
  otherHere: (id: string) => `${id} is being written in this window.`,
  toOther: 'Go to that run',
  unreadElsewhere: (name: string, runs: number) =>
    `${name}: ${count(runs, 'run', 'runs')} not finished at this beacon. What the beacon holds for it is read first and kept for that account.`,
  ofGateway: 'A gateway fetches its configuration from the backend itself. There is nothing to write here.',
  nothing: 'Nothing to write to this beacon. Prepare a configuration first.',
  unreadable: `What ${here} has stored of this beacon contradicts itself, so its state is not known. Everything is kept. Report it with the diagnostics under "More".`,
  toDevice: 'Open the device',
  preparedOnly: `Prepared, but the package is not on ${here} yet.`,
  otherPlan: `No package for the plan of this beacon is on ${here}. Go online and prepare it in the job.`,
  dead: `The package on ${here} can no longer be used. Fetch a new one when online.`,
  deadForGood: `The package on ${here} can no longer be used, and nothing is pending at the backend. Prepare a new configuration.`,
  overtaken:
    'Uncertain, and nothing is pending at the backend any more. Somebody else may have configured this beacon. Close this run and prepare again.',
  journal: 'Journal',
  technical: 'Technical name',
  list: {
    find: 'Find by ID or name',
    clear: 'Show all',
    unfinished: 'Unfinished',
    unfinishedHint: 'Go back to these beacons first.',
    ready: 'Ready to write',
    notReady: 'Not ready',
    commands: 'Commands',
    commandStates: {
      unfinished: 'Uncertain: reconnect and check.',
      notRead: 'The values were not read.',
      stale: 'A newer package was written since. The beacon may refuse this one.',
    },
    overtaken: 'A later run of this beacon has a receipt. This run is settled when that receipt is verified.',
    renewed: `Uncertain. A new package is on ${here}: write it to settle this.`,
    closed: 'Closed',
    closedHint: 'What these beacons did is uncertain. Open a run again if its beacon turns up.',
    closedBecause: (reason: string) => `Closed: ${reason}`,
    seriesVerified: (verified: number, beacons: number) =>
      verified === beacons
        ? `${number(verified)} of ${number(beacons)} verified.`
        : `${number(verified)} of ${number(beacons)} verified. The outbox has the receipts of the others.`,
    toOutbox: 'Open the outbox',
    empty: `Nothing to write from ${here} yet. Prepare a configuration while you are online.`,
    unprotected: `Receipts may be lost if ${here} runs out of space. Installing the app often prevents this.`,
    install: 'Install the app',
    installByMenu: 'Use the browser’s own menu to install.',
    seeStorage: 'See storage',
    toDevices: 'Go to devices',
    noneFound: (text: string) => `No run or package matches “${text}”.`,
    here: 'Running in this window',
    elsewhere: 'Running in another window',
    go: 'Continue',
    open: 'Open',
    more: (n: number) => `Show ${number(n)} more`,
    changes: (n: number) => count(n, 'value changes', 'values change'),
    refusedBefore: 'Refused at the last visit.',
    fetched: 'fetched',
    fetching: 'Fetching',
    fetch: 'Fetch package',
    prepare: 'Prepare again',
    reasons: {
      preparedOnly: `Prepared, but not on ${here} yet.`,
      dead: 'This package can no longer be used.',
      stale: 'A newer package was written since. The beacon may refuse this one.',
      refused: 'The beacon refused this package.',
      receiptLost: 'No receipt came back. A new package is needed.',
    },
  },
} as const);
