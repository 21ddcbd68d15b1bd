/** A typical track for each state word, for summaries and explanations. */
import { MARK_WORDS, trackOfGateway, type MarkState, type Track, type TrackSummary } from './track-marks.ts';

function track(summary: TrackSummary, reached: number, special?: Exclude<MarkState, 'reached' | 'empty'>): Track {
  return {
    summary,
    marks: MARK_WORDS.map((word, at) => ({
      word,
      state: at < reached ? 'reached' : at === reached && special !== undefined ? special : 'empty',
    })),
  };
}

export const TYPICAL_TRACKS: Record<TrackSummary, Track> = {
  nothing: track('nothing', 0),
  prepared: track('prepared', 1),
  onThisPhone: track('onThisPhone', 2),
  written: track('written', 3),
  receipt: track('receipt', 4),
  sent: track('sent', 5),
  verified: track('verified', 6),
  waitingForGateway: trackOfGateway(false),
  applied: trackOfGateway(true),
  uncertain: track('uncertain', 2, 'uncertain'),
  refused: track('refused', 2, 'refused'),
  notVerified: track('notVerified', 5, 'notVerified'),
};
