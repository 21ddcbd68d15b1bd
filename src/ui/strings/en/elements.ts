/** Words of the elements that the first screen shows; those of the others are in parts.ts. */
import type { MarkWord, TrackSummary } from '../../../domain/track-marks.ts';

const words: Record<MarkWord, string> = {
  prepared: 'Prepared',
  onThisPhone: 'Downloaded',
  written: 'Written',
  receipt: 'Receipt saved',
  sent: 'Sent',
  verified: 'Verified',
};

/** What stands below the marks of a track: soft hyphens say where a word may break in a narrow column. */
const labels: Record<MarkWord | 'uncertain' | 'refused' | 'notVerified', string> = {
  prepared: 'Pre\u00ADpared',
  onThisPhone: 'Down\u00ADloaded',
  written: 'Writ\u00ADten',
  receipt: 'Re\u00ADceipt saved',
  sent: 'Sent',
  verified: 'Veri\u00ADfied',
  uncertain: 'Un\u00ADcertain',
  refused: 'Re\u00ADfused',
  notVerified: 'Not veri\u00ADfied',
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
  prepared: 'Prepared, not yet downloaded.',
  onThisPhone: 'Downloaded, not yet written to the beacon.',
  written: 'Written, but the receipt is not yet saved.',
  receipt: 'Receipt saved, not yet sent.',
  sent: 'Sent, not yet verified.',
  verified: 'Verified by the backend.',
  uncertain: 'Uncertain: the beacon may or may not have changed.',
  refused: 'Refused, with a reason.',
  notVerified: 'Not verified: the backend still has a configuration waiting.',
};

export const elementStrings = {
  track: {
    words,
    labels,
    summaries,
    sentences,
    reached: 'reached',
    empty: 'not known',
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
