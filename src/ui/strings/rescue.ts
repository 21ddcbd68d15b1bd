/** Words of the rescue page and of the notice that leads there: they are built into both and need no other file. */
import { count, form, number } from './counting.ts';
import { thisDevice } from './place.ts';

const here = thisDevice();

const receipts = (n: number): string => count(n, 'receipt', 'receipts');
const runs = (n: number): string => count(n, 'unfinished run', 'unfinished runs');

export const rescueStrings = {
  title: 'Rescue page',
  why: {
    asked: `This page works without the rest of the app. It saves what is on ${here} as a file.`,
    threw: 'The app did not start because of an error in its program.',
    missing: 'The app did not start because part of it could not be loaded.',
    empty: 'The app did not start, although all of it was loaded.',
  },
  safe: 'Your data was not touched.',
  looking: `Looking for receipts on ${here}.`,
  found: {
    title: `Found on ${here}`,
    nothing: `No receipts and no unfinished runs were found on ${here}.`,
    of: (nReceipts: number, nRuns: number) => `${receipts(nReceipts)} not yet verified, ${runs(nRuns)}.`,
    verified: (n: number) =>
      `${count(n, 'receipt is', 'receipts are')} already verified by the backend. The file includes them for the record.`,
    lock: 'A lock does not protect what this page saves: receipts and unfinished runs of a locked account can be saved too, with the IDs, settings and backend addresses in them. Keys, passphrases and devices are not shown or saved.',
    save: 'Save as a file',
    saved:
      'The file was handed to the browser. Look for it in your downloads. The outbox on any phone or laptop can import it.',
    unknownAccount: 'Account without a name',
    unreadable: (n: number) =>
      form(n, {
        one: '1 entry could not be read. The file includes it as it was found.',
        other: `${number(n)} entries could not be read. The file includes them as they were found.`,
      }),
  },
  trouble: `Part of the storage on ${here} could not be read:`,
  next: {
    title: 'Next',
    reload: 'Start the app again',
    reinstall: 'Download the app again',
    reinstallText:
      'Removes the stored program and downloads it again. Receipts and all other data stay. You need a network.',
  },
  noNetwork: 'The website cannot be reached, so the stored program was not removed. Try again when online.',
  details: 'Details',
} as const;
