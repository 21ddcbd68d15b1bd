/** The six state words and the marks of a track, which every picture of one is made of. */

export const MARK_WORDS = ['prepared', 'onThisPhone', 'written', 'receipt', 'sent', 'verified'] as const;
/** `applied` is said of gateways alone, which fetch their configuration themselves. */
export type MarkWord = (typeof MARK_WORDS)[number] | 'applied';

/** `empty` is "not known to be reached": no claim either way. */
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

/** The track of a gateway has two marks: what is prepared, the gateway applies. */
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

/** Reaches as many marks; the next one says what stopped it there. */
export function trackStoppedAfter(count: number, state: 'uncertain' | 'refused' | 'notVerified'): Track {
  return withMark(trackReaching(count, state), MARK_WORDS[count]!, state);
}
