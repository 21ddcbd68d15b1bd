/** Words of what the shell says now and then: what was lost, many receipts only here, leaving a run. */
import { count, form, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

export const noticeStrings = inLanguage('noticeStrings', {
  lost: {
    emptied: 'The browser or the system cleared the storage of this account.',
    registry: `The list of accounts on ${here} was lost and has been rebuilt.`,
    receipts: (n: number) =>
      form(n, {
        one: '1 receipt was restored from its second copy.',
        other: `${number(n)} receipts were restored from their second copies.`,
      }),
    missing: (n: number) =>
      `${count(n, 'receipt that was counted before is', 'receipts that were counted before are')} missing.`,
    runs: (n: number) =>
      form(n, {
        one: '1 unfinished run was restored. Its beacon may hold a receipt.',
        other: `${number(n)} unfinished runs were restored. Their beacons may hold receipts.`,
      }),
    packages: 'The packages stored here are gone. Fetch them again.',
    runHere:
      'Stored data was lost. The run on this beacon was restored from its second copy. How far it got is not known, and the beacon may hold its receipt. Connect to it before you prepare anything else.',
    beaconHere:
      'Stored data was lost, perhaps also about this beacon. If an unfinished run was not restored, it looks as if there was none.',
    toRuns: 'Show runs',
    understood: 'Understood',
  },
  sender: {
    storageFull: `Nothing can be sent, because ${here} has no free space. Delete files or apps you do not need; sending then continues by itself. Export the receipts to be safe.`,
    storageFailed: `Nothing can be sent, because the app cannot use its storage on ${here}. Reload the app. If that does not help, export the receipts.`,
    reload: 'Reload',
  },
  unread: {
    text: 'The saved device list could not be read. Receipts and runs are stored elsewhere and are here.',
    again: 'Read the list again',
  },
  manyHere: {
    text: (n: number) =>
      `${count(n, 'receipt is', 'receipts are')} only on ${here}. If it gets lost, so do they. Keep a file of them elsewhere until they are sent.`,
    export: 'Export receipts',
    saved: (n: number) => `${count(n, 'receipt', 'receipts')} exported as a file.`,
    failed: 'The export file could not be made.',
    later: 'Not now',
  },
  leaveRun: {
    heading: 'A run is in progress',
    running: (uniqueId: string) => `The run on ${uniqueId} continues. Come back to its screen for the next step.`,
    saving: (uniqueId: string) => `Stay on this screen: the receipt of ${uniqueId} is not saved twice yet.`,
    stay: 'Stay here',
    leave: 'Leave this screen',
  },
} as const);
