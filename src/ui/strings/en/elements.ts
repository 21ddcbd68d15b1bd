/** Words of the elements that the first screen shows; those of the others are in parts.ts. */
import type { MarkWord, TrackSummary } from '../../../domain/track-marks.ts';
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
  busy: 'Working',
  loading: 'Loading',
  header: {
    back: 'Back',
    offline: 'Offline',
    practice: 'Practice',
    practiceNote: 'Practice: all beacons are made up. Nothing reaches a real one.',
    toGuide: 'Open the guide',
    toAccount: 'Leave practice',
  },
} as const;
