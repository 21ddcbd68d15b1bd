/** The track: how far one beacon's configuration is known to have come, in the six state words. */
import type { CarriedPackage } from './carried-package.ts';
import type { Receipt } from './receipt.ts';
import type { Run } from './run.ts';

export const MARK_WORDS = ['prepared', 'onThisPhone', 'written', 'receipt', 'sent', 'verified'] as const;
export type MarkWord = (typeof MARK_WORDS)[number];

/** `empty` is "not known to be reached": no claim either way. */
export type MarkState = 'reached' | 'empty' | 'uncertain' | 'refused' | 'notVerified';

export interface Mark {
  readonly word: MarkWord;
  readonly state: MarkState;
}

export type TrackSummary = 'nothing' | MarkWord | 'uncertain' | 'refused' | 'notVerified' | 'lost';

export interface Track {
  readonly marks: readonly Mark[];
  readonly summary: TrackSummary;
}

/** What is known of one beacon: its newest package, run and receipt, and whether the backend lists it as pending. */
export interface TrackFacts {
  readonly pending: boolean;
  readonly package: CarriedPackage | null;
  readonly run: Run | null;
  readonly receipt: Receipt | null;
}

export const EMPTY_TRACK: Track = trackReaching(0, 'nothing');

/** The track of one beacon; says only what is known. */
export function trackOf(facts: TrackFacts): Track {
  const { run, receipt } = facts;
  if (receipt !== null && receipt.state !== 'reserved') return trackOfReceipt(receipt);
  if (run !== null) return trackOfRun(run);
  if (facts.package !== null && facts.package.state === 'carried') return trackReaching(2, 'onThisPhone');
  if (facts.pending || facts.package?.state === 'prepared') return trackReaching(1, 'prepared');
  return EMPTY_TRACK;
}

function trackOfReceipt(receipt: Receipt): Track {
  switch (receipt.state) {
    case 'verified':
      return trackReaching(6, 'verified');
    case 'notVerified':
      return withMark(trackReaching(5, 'notVerified'), 'verified', 'notVerified');
    case 'sent':
      return trackReaching(5, 'sent');
    case 'refused':
      return withMark(trackReaching(2, 'refused'), 'written', 'refused');
    case 'parked':
      return withMark(trackReaching(4, 'refused'), 'sent', 'refused');
    default:
      return receipt.owner === 'unsure' || !receipt.mirrored
        ? withMark(trackReaching(3, 'uncertain'), 'receipt', 'uncertain')
        : trackReaching(4, 'receipt');
  }
}

function trackOfRun(run: Run): Track {
  if (run.outcome?.kind === 'refused') return withMark(trackReaching(2, 'refused'), 'written', 'refused');
  if (run.outcome?.kind === 'receiptLost') return withMark(trackReaching(3, 'lost'), 'receipt', 'refused');
  switch (run.step) {
    case 'intent':
      return trackReaching(2, 'onThisPhone');
    case 'writing':
      return withMark(trackReaching(2, 'uncertain'), 'written', 'uncertain');
    case 'written':
    case 'reading':
      return withMark(trackReaching(3, 'written'), 'receipt', run.endedAtMs === null ? 'empty' : 'uncertain');
    case 'receipt':
      return trackReaching(4, 'receipt');
  }
}

function trackReaching(count: number, summary: TrackSummary): Track {
  return {
    marks: MARK_WORDS.map((word, index) => ({ word, state: index < count ? 'reached' : 'empty' })),
    summary,
  };
}

function withMark(track: Track, word: MarkWord, state: MarkState): Track {
  return { ...track, marks: track.marks.map((mark) => (mark.word === word ? { word, state } : mark)) };
}
