/** A typical track for each state word, for summaries and explanations. */
import { trackOfGateway, trackReaching, trackStoppedAfter, type Track, type TrackSummary } from './track-marks.ts';

export const TYPICAL_TRACKS: Record<TrackSummary, Track> = {
  nothing: trackReaching(0, 'nothing'),
  prepared: trackReaching(1, 'prepared'),
  onThisPhone: trackReaching(2, 'onThisPhone'),
  written: trackReaching(3, 'written'),
  receipt: trackReaching(4, 'receipt'),
  sent: trackReaching(5, 'sent'),
  verified: trackReaching(6, 'verified'),
  waitingForGateway: trackOfGateway(false),
  applied: trackOfGateway(true),
  uncertain: trackStoppedAfter(2, 'uncertain'),
  refused: trackStoppedAfter(2, 'refused'),
  notVerified: trackStoppedAfter(5, 'notVerified'),
};
