/** The six state words and the marks of a track, which every rendering uses. */

export const MARK_WORDS = ['prepared', 'onThisPhone', 'written', 'receipt', 'sent', 'verified'] as const;
/** `applied` is used for gateways only, which fetch their configuration themselves. */
export type MarkWord = (typeof MARK_WORDS)[number] | 'applied';

/** `empty` means "not known to be reached"; it claims nothing. */
export type MarkState = 'reached' | 'empty' | 'uncertain' | 'refused' | 'notVerified';

export interface Mark {
  readonly word: MarkWord;
  readonly state: MarkState;
}

export type TrackSummary = 'nothing' | MarkWord | 'waitingForGateway' | 'uncertain' | 'refused' | 'notVerified';

export interface Track {
  readonly marks: readonly Mark[];
  readonly summary: TrackSummary;
}

export function trackReaching(count: number, summary: TrackSummary): Track {
  return {
    marks: MARK_WORDS.map((word, index) => ({ word, state: index < count ? 'reached' : 'empty' })),
    summary,
  };
}

/** Returns the track of a gateway, which has two marks: prepared and applied. */
export function trackOfGateway(isApplied: boolean): Track {
  return {
    marks: [
      { word: 'prepared', state: 'reached' },
      { word: 'applied', state: isApplied ? 'reached' : 'empty' },
    ],
    summary: isApplied ? 'applied' : 'waitingForGateway',
  };
}

export function withMark(track: Track, word: MarkWord, state: MarkState): Track {
  return { ...track, marks: track.marks.map((mark) => (mark.word === word ? { word, state } : mark)) };
}

/** Returns a track with `count` reached marks; the next mark shows why it stopped. */
export function trackStoppedAfter(count: number, state: 'uncertain' | 'refused' | 'notVerified'): Track {
  return withMark(trackReaching(count, state), MARK_WORDS[count]!, state);
}
