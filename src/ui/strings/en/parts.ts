/** Words of the elements that the first screen does without. */
import { number, tenth } from '../counting.ts';

export const partStrings = {
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
    mismatch: 'These are not the last characters of the id',
  },
  steps: { waiting: 'Waiting', now: 'Now', done: 'Finished', failed: 'Stopped', uncertain: 'Uncertain' },
  seconds: (seconds: number) => `${tenth(seconds)} s`,
  change: { from: 'from', to: 'to', unset: 'not known' },
  copyId: (id: string) => `Copy ${id}`,
} as const;
