/** Words of the elements. */
import type { MarkWord, TrackSummary } from '../../domain/track-marks.ts';
import { count, number, tenth } from './counting.ts';
import { inLanguage } from './language.ts';

const words: Record<MarkWord, string> = {
  prepared: 'Prepared',
  onThisPhone: 'Downloaded',
  written: 'Written',
  receipt: 'Receipt saved',
  sent: 'Sent',
  verified: 'Verified',
  applied: 'Applied',
};

const summaries: Record<TrackSummary, string> = {
  ...words,
  nothing: 'Nothing prepared',
  waitingForGateway: 'Waiting for the gateway',
  uncertain: 'Uncertain',
  refused: 'Refused',
  notVerified: 'Not verified',
};

const sentences: Record<TrackSummary, string> = {
  nothing: 'Nothing is prepared for this beacon.',
  prepared: 'Prepared, not yet downloaded.',
  onThisPhone: 'Downloaded, not yet written to the beacon.',
  written: 'Written, but the receipt is not yet saved.',
  receipt: 'Receipt saved, not yet sent.',
  sent: 'Sent, not yet verified.',
  verified: 'Verified by the backend.',
  waitingForGateway: 'Waiting for the gateway.',
  applied: 'Applied by the gateway.',
  uncertain: 'Uncertain: the beacon may or may not have changed.',
  refused: 'Refused, with a reason.',
  notVerified: 'Not verified: the backend still has a configuration waiting.',
};

export const elementStrings = inLanguage('elementStrings', {
  track: {
    words,
    summaries,
    sentences,
    next: (word: string) => `next: ${word}`,
    reached: 'reached',
    empty: 'not known',
  },
  busy: 'Working',
  loading: 'Loading',
  header: {
    back: 'Back',
    states: {
      storage: 'Storage fault',
      offline: 'Offline',
      key: 'Key needed',
      update: 'New version',
      practice: 'Practice',
    },
    notes: {
      storage: 'Storage fault: what is stored cannot be opened or written.',
      offline: 'Offline: what needs the backend waits. Beacons can be written.',
      key: 'Key needed: the backend is asked nothing until the key is entered.',
      update: 'New version: it is ready and starts when you want.',
      practice: 'Practice: all beacons are made up. Nothing reaches a real one.',
    },
    acts: { storage: 'Reload the app', key: 'Enter key', update: 'Update now' },
    toGuide: 'Open the guide',
    toAccount: 'Leave practice',
    help: 'Help',
  },
  receipts: {
    none: 'Outbox, nothing to send',
    counting: 'Counting receipts',
    onlyHereOfOthers: (n: number) => `${count(n, 'receipt', 'receipts')} of another account to send`,
    withOthers: (words: string, others: number) => `${words} (${number(others)} of another account)`,
    onlyHere: (n: number) => `${count(n, 'receipt', 'receipts')} to send`,
    waitForKey: (n: number) => `${count(n, 'receipt waits', 'receipts wait')} for your key`,
    open: 'Show them',
  },
  nav: { label: 'Places' },
  age: {
    justNow: 'just now',
    never: 'never',
    ahead: 'in the future',
    minutes: (n: number) => `${count(n, 'minute', 'minutes')} ago`,
    hours: (n: number) => `${count(n, 'hour', 'hours')} ago`,
    days: (n: number) => `${count(n, 'day', 'days')} ago`,
  },
  details: 'Details',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  dismiss: 'Dismiss',
  /** Said to screen readers alone: only a password field would keep them silent, and a browser would offer to save that one. */
  masked: 'Shown as dots. A screen reader may still read it aloud.',
  unmasked: 'Shown as it is.',
  required: 'Required',
  removed: (codes: string) => `Removed or replaced: ${codes}`,
  notKnown: 'Not known',
  progress: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  confirm: {
    type: (last: string) => `Type ${last} to continue`,
    help: (id: string) => `The last ${Math.min(4, id.length)} characters of ${id}`,
    mismatch: 'These are not the last characters of the ID',
  },
  steps: { waiting: 'Waiting', now: 'Now', done: 'Finished', failed: 'Stopped', uncertain: 'Uncertain' },
  seconds: (seconds: number) => `${tenth(seconds)} s`,
  change: { from: 'from', to: 'to', unset: 'not known' },
  copyId: (id: string) => `Copy ${id}`,
} as const);
