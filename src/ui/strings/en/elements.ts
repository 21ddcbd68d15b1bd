/** Every word the shared elements say, in one place, ready for translation. */
import type { MarkWord, TrackSummary } from '../../../domain/track-marks.ts';
import { count, number, tenth } from '../counting.ts';
import { thisDevice } from '../place.ts';

const here = thisDevice();

const words: Record<MarkWord, string> = {
  prepared: 'Prepared',
  onThisPhone: 'On this phone',
  written: 'Written',
  receipt: 'Receipt on this phone',
  sent: 'Sent',
  verified: 'Verified',
};

const summaries: Record<TrackSummary, string> = {
  ...words,
  nothing: 'Nothing prepared',
  uncertain: 'Uncertain',
  refused: 'Refused',
  notVerified: 'Not verified',
};

const sentences: Record<TrackSummary, string> = {
  nothing: 'Nothing is prepared for this beacon.',
  prepared: `Prepared, not yet on ${here}.`,
  onThisPhone: 'On this phone, not yet written to the beacon.',
  written: `Written, but the receipt is not yet on ${here}.`,
  receipt: 'Receipt on this phone, not yet sent.',
  sent: 'Sent, not yet verified.',
  verified: 'Verified by the backend.',
  uncertain: 'Uncertain: the beacon may or may not have changed.',
  refused: 'Refused, with a reason.',
  notVerified: 'Not verified: the backend still has a configuration waiting.',
};

export const elementStrings = {
  track: {
    words,
    summaries,
    sentences,
    reached: 'reached',
    empty: 'not known',
    uncertain: 'Uncertain',
    refused: 'Refused',
    notVerified: 'Not verified',
  },
  receipts: {
    none: 'No receipts waiting',
    counting: 'Counting receipts',
    onlyHereOfOthers: (n: number) => `${count(n, 'receipt', 'receipts')} of another account only on this phone`,
    withOthers: (words: string, others: number) => `${words} (${number(others)} of another account)`,
    onlyHere: (n: number) => `${count(n, 'receipt', 'receipts')} only on this phone`,
    waitForKey: (n: number) => `${count(n, 'receipt waits', 'receipts wait')} for your key`,
    open: 'Show them',
  },
  busy: 'Working',
  details: 'Details',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  dismiss: 'Dismiss',
  loading: 'Loading',
  /** Said to screen readers alone: only a password field would keep them silent, and a browser would offer to save that one. */
  masked: 'Shown as dots. A screen reader may still read it aloud.',
  unmasked: 'Shown as it is.',
  required: 'Required',
  notKnown: 'Not known',
  progress: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  confirm: {
    type: (last: string) => `Type ${last} to continue`,
    help: (id: string) => `The last ${Math.min(4, id.length)} characters of ${id}`,
    mismatch: 'These are not the last characters of the id',
  },
  steps: { waiting: 'Waiting', now: 'Now', done: 'Finished', failed: 'Stopped', uncertain: 'Uncertain' },
  seconds: (seconds: number) => `${tenth(seconds)} s`,
  change: { from: 'from', to: 'to', unset: 'not known' },
  copyId: (id: string) => `Copy ${id}`,
  nav: { label: 'Places' },
  header: {
    back: 'Back',
    offline: 'Offline',
    practice: 'Practice',
    practiceNote: 'Practice: a made-up fleet and made-up beacons. Nothing reaches a real one.',
    toGuide: 'Open the guide',
    toAccount: 'Leave practice',
  },
  age: {
    justNow: 'just now',
    never: 'never',
    ahead: 'in the future',
    minutes: (n: number) => `${count(n, 'minute', 'minutes')} ago`,
    hours: (n: number) => `${count(n, 'hour', 'hours')} ago`,
    days: (n: number) => `${count(n, 'day', 'days')} ago`,
  },
} as const;
