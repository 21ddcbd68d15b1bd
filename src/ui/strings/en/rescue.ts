/** Words of the rescue page and of the notice that leads there: they are built into both and need no other file. */

const receipts = (n: number): string => `${n} ${n === 1 ? 'receipt' : 'receipts'}`;
const runs = (n: number): string => `${n} unfinished ${n === 1 ? 'run' : 'runs'}`;

export const rescueStrings = {
  title: 'Rescue page',
  why: {
    asked: 'This page needs nothing of the app but itself. It saves what is on this phone as a file.',
    threw: 'The app did not start, because its program stopped with an error.',
    missing: 'The app did not start, because a part of it could not be loaded.',
    empty: 'The app did not start, although all of it was loaded.',
  },
  safe: 'Your data was not touched.',
  looking: 'Looking for receipts on this phone.',
  found: {
    title: 'On this phone',
    nothing: 'No receipts and no unfinished runs were found on this phone.',
    of: (nReceipts: number, nRuns: number) => `${receipts(nReceipts)} not yet verified, ${runs(nRuns)}.`,
    verified: (n: number) => `${receipts(n)} the backend has already verified; the file keeps them for the record.`,
    save: 'Save as a file',
    saved:
      'The file was handed to the browser. Look for it among your downloads. The outbox of any phone can import it.',
    unknownAccount: 'Account without a name',
    unreadable: (n: number) =>
      `${n} ${n === 1 ? 'entry' : 'entries'} could not be read and ${n === 1 ? 'is' : 'are'} in the file as found.`,
  },
  trouble: 'A place on this phone could not be read:',
  next: {
    title: 'Then',
    reload: 'Start the app again',
    reinstall: 'Fetch the app anew',
    reinstallText:
      'Removes the stored program and loads it from the server again. Receipts and all other data stay. It needs a network.',
  },
  noNetwork: 'The server cannot be reached now, so the stored program was left as it is. Try again on a network.',
  details: 'Details',
  slow: { text: 'The app takes long to start.', open: 'Open the rescue page' },
} as const;
